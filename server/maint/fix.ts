/** 批量修正 (domain 10 §6.9): fields of masters set anew, by a filter or a workbook; shown before and after, and taken back while nobody went on. */
import type { Rec, Value } from '../../schemas/language/value';
import type { DomainModule } from '../ctx';
import { AppError, forbidden, refuse } from '../errors';
import type { Cell } from '../excel/book';
import type { Table } from '../excel/read-sheet';
import { makeBook } from '../excel/write';
import { keepMade } from '../files/made';
import type { EngineCtx } from '../records/host';
import { storedByKey } from '../records/import/by-key';
import { type Lines, readLines } from '../records/import/lines';
import { type Done, type Saving, saveLines, tryLines } from '../records/import/run';
import { type ImportSheet, sheetOf } from '../records/import/sheet';
import { holdMaintenance } from '../records/maint-lock';
import { copyable, keyFields } from '../registry/copyable';
import type { Page } from '../registry/pages';
import { DONE, faultsOf, fileAnswer, MAX_LINES, sentenceOf, tableOf, WAITING } from './book';
import { textsOf } from './texts';

const BY_FILTER = '10';
const UNDONE = '90';
/** changes a record shows; the workbook has all */
const MAX_SHOWN = 500;

/** One value of one record, as people read it and as it is stored. */
interface Change {
  readonly id: string;
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

export const dataFix: DomainModule = {
  async derive(record, old, ctx) {
    if (old !== null && old.docStatus !== WAITING) return undefined;
    const engine = ctx as EngineCtx;
    const run = await readRun(engine, record);
    const { done, changes } = await change(engine, run, tryLines);
    return {
      ...(await faultsOf(engine, `${run.page.object.title}修正错误.xlsx`, run.table, run.lines, done.errors)),
      total: run.lines.rows,
      ...(await shown(engine, run, changes)),
    } as unknown as Rec;
  },
  actions: {
    /** what is there now, to be corrected in the workbook and sent back */
    async template(_record, ask, ctx) {
      const engine = ctx as EngineCtx;
      const { page, sheet } = sheetFor(engine, ask.object);
      const recs = await chosen(engine, page, ask.where);
      const texts = await textsOf(engine, page.object, recs);
      const content = await makeBook([
        {
          spec: { name: page.object.title, columns: sheet.columns.map(() => ({ width: 18 })), frozen: 1 },
          rows: [
            sheet.columns.map(({ title }): Cell => ({ v: title, s: 'head' })),
            ...recs.map((rec) => sheet.columns.map(({ field }): Cell => texts.typed(field, rec[field.code] as Value))),
          ],
        },
      ]);
      return fileAnswer(`${page.object.title}修正.xlsx`, content);
    },
    async run(record, _ask, ctx) {
      await holdMaintenance(ctx, 'fix');
      const engine = ctx as EngineCtx;
      const run = await readRun(engine, record);
      const { done, changes } = await change(engine, run, (...args) =>
        saveLines(args[0], args[1], args[2], args[3], args[4], { ...args[5], dryRun: false }),
      );
      const [first] = done.errors;
      if (first) throw refuse(`没有执行，共${done.errors.length}处错误：${sentenceOf(first)}`);
      if (keyOf(changes) !== keyOf((record.changed as unknown as readonly Change[] | null) ?? []))
        throw refuse('预览之后资料已有变化，请重新保存预览后再执行');
      const { title } = run.page.object;
      const name = `${title}修正前后_${ctx.now.replace(/\D/g, '')}.xlsx`;
      return {
        docStatus: DONE,
        runBy: ctx.session.me.id,
        finishedAt: ctx.now,
        resultFile: [await keepMade(engine, name, await comparison(engine, run, changes))],
      } as unknown as Rec;
    },
    async undo(record, _ask, ctx) {
      await holdMaintenance(ctx, 'fix');
      const engine = ctx as EngineCtx;
      const { page } = sheetFor(engine, record.object);
      const changes = (record.changed as unknown as readonly Change[] | null) ?? [];
      const now = await stored(engine, page, [...new Set(changes.map(({ id }) => id))]);
      const back = new Map<string, { [field: string]: Value }>();
      for (const { id, field, from, to } of changes) {
        const rec = now.get(id);
        if (!rec || !same(rec[field] as Value, to))
          throw refuse(
            `${page.object.title}「${await ctx.asSystem().records.label(page.object.object, id)}」修正后已${rec ? '修改' : '删除'}，不能撤销`,
          );
        back.set(id, { ...back.get(id), [field]: from });
      }
      for (const [id, fields] of back)
        await ctx.records.save(page.object.object, { id, version: now.get(id)?.version ?? null, ...fields } as Rec);
      return { docStatus: UNDONE, undoneBy: ctx.session.me.id, undoneAt: ctx.now };
    },
  },
};

interface Run {
  readonly page: Page;
  readonly sheet: ImportSheet;
  readonly lines: Lines;
  readonly table: Table;
}

/** The sheet of a master for changing it: its head fields and its key. */
function sheetFor(ctx: EngineCtx, code: unknown): { readonly page: Page; readonly sheet: ImportSheet } {
  const page = ctx.registry.page(String(code));
  const { object } = page ?? {};
  if (!page || !object) throw new AppError(400);
  if (object.audited) throw refuse('单据数量请通过数量调整修改');
  const key = keyFields(object);
  if (!copyable(object) || !key || !page.actions.import) throw refuse(`「${object.title}」不能批量修正`);
  if (!ctx.session.rights.has(`${object.object}:edit`)) throw forbidden();
  const sheet = sheetOf(ctx, page);
  const columns = sheet.columns.filter(({ sub, field }) => sub === undefined && !key.includes(field.code));
  const keys = key.flatMap((text) => {
    const field = object.fields[text];
    return field ? [{ title: field.title, field, required: true }] : [];
  });
  const { group: _group, ...rest } = sheet;
  return { page, sheet: { ...rest, columns: [...keys, ...columns], key, mode: 'update' } };
}

async function readRun(ctx: EngineCtx, record: Rec): Promise<Run> {
  const { page, sheet } = sheetFor(ctx, record.object);
  const table = record.way === BY_FILTER ? await tableBy(ctx, page, sheet, record) : await tableOf(ctx, record);
  return { page, sheet, table, lines: await readLines(ctx, sheet, table, 'update') };
}

async function chosen(ctx: EngineCtx, page: Page, where: unknown): Promise<readonly Rec[]> {
  const text = typeof where === 'string' && where.trim() !== '' ? where : 'true';
  const recs = await ctx.records.find(page.object.object, text, { limit: MAX_LINES + 1 });
  if (recs.length > MAX_LINES) throw refuse(`符合条件的资料超过${MAX_LINES}条，请缩小范围`);
  if (recs.length === 0) throw refuse('没有符合条件的资料');
  return recs;
}

/** A filter and a value are the workbook somebody would have filled in. */
async function tableBy(ctx: EngineCtx, page: Page, sheet: ImportSheet, record: Rec): Promise<Table> {
  const named = String(record.field ?? '').trim();
  const column = sheet.columns.find(({ field, title }) => field.code === named || title === named);
  const offered = sheet.columns.filter(({ field }) => !sheet.key.includes(field.code));
  if (!column || !offered.includes(column))
    throw refuse(`「${named}」不能批量修正，可以修正：${offered.map(({ title }) => title).join('、')}`);
  const recs = await chosen(ctx, page, record.where);
  const texts = await textsOf(ctx, page.object, recs);
  const keys = sheet.columns.filter(({ field }) => sheet.key.includes(field.code));
  return [
    [...keys, column].map(({ title }) => title),
    ...recs.map((rec) => [
      ...keys.map(({ field }) => texts.typed(field, rec[field.code] as Value)),
      String(record.value ?? ''),
    ]),
  ] as Table;
}

type Saver = (
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  mode: 'update',
  lines: Lines,
  saving: Omit<Saving, 'dryRun'>,
) => Promise<Done>;
async function change(
  ctx: EngineCtx,
  { page, sheet, lines }: Run,
  save: Saver,
): Promise<{ readonly done: Done; readonly changes: readonly Change[] }> {
  const find = await storedByKey(ctx, sheet, lines.drafts);
  const ids = lines.drafts.flatMap((draft) => find(draft)?.id ?? []);
  const before = await stored(ctx, page, ids);
  const fields = lines.places.map(({ column }) => column.field).filter(({ code }) => !sheet.key.includes(code));
  const changes = new Map<string, readonly Change[]>();
  const done = await save(ctx, page, sheet, 'update', lines, {
    onProgress: () => undefined,
    isGone: () => false,
    saved: async (rec) => {
      const id = rec.id as string;
      const own = fields.flatMap(({ code }): Change[] => {
        const [from, to] = [before.get(id)?.[code], rec[code]].map((text) => (text ?? null) as Value) as [Value, Value];
        return same(from, to) ? [] : [{ id, field: code, from, to }];
      });
      changes.set(id, own);
    },
  });
  return { done, changes: ids.flatMap((id) => changes.get(id) ?? []) };
}
const stored = async (ctx: EngineCtx, page: Page, ids: readonly string[]): Promise<ReadonlyMap<string, Rec>> =>
  new Map((await ctx.records.many(page.object.object, ids, { stored: true })).map((rec) => [rec.id as string, rec]));
const same = (a: Value | undefined, b: Value | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** The database keeps no order of keys. */
const keyOf = (changes: readonly Change[]): string =>
  JSON.stringify(changes.map(({ id, field, from, to }) => [id, field, from, to]));

async function shown(ctx: EngineCtx, { page }: Run, changes: readonly Change[]): Promise<Rec> {
  const rows = await wordsOf(ctx, page, changes.slice(0, MAX_SHOWN));
  return {
    changeCount: changes.length,
    changed: changes as never,
    changes: rows.map((row, n) => ({ id: ctx.newId(), lineNo: (n + 1) * 10, ...row })) as never,
  };
}

interface Words {
  readonly label: string;
  readonly fieldTitle: string;
  readonly before: string | null;
  readonly after: string | null;
}
async function wordsOf(ctx: EngineCtx, { object }: Page, changes: readonly Change[]): Promise<readonly Words[]> {
  const ids = [...new Set(changes.map(({ id }) => id))];
  const now = await ctx.records.many(object.object, ids, { stored: true });
  const labels = new Map(
    now.map((rec) => [
      rec.id as string,
      keyFields(object)
        ?.map((field) => rec[field])
        .join(' '),
    ]),
  );
  const texts = await textsOf(
    ctx,
    object,
    changes.flatMap(({ field, from, to }) => [{ [field]: from }, { [field]: to }] as Rec[]),
  );
  return changes.map(({ id, field, from, to }): Words => {
    const own = object.fields[field];
    const say = (value: Value): string | null => (own ? cut(texts.shown(own, value)) : null);
    return { label: labels.get(id) ?? '', fieldTitle: own?.title ?? field, before: say(from), after: say(to) };
  });
}
const cut = (text: string): string | null => (text === '' ? null : text.slice(0, 500));

async function comparison(ctx: EngineCtx, { page }: Run, changes: readonly Change[]): Promise<Buffer> {
  const words = await wordsOf(ctx, page, changes);
  return makeBook([
    {
      spec: { name: '修正前后', columns: [24, 18, 36, 36].map((width) => ({ width })), frozen: 1 },
      rows: [
        [page.object.title, '字段', '修正前', '修正后'].map((v): Cell => ({ v, s: 'head' })),
        ...words.map((word): Cell[] => [word.label, word.fieldTitle, word.before, word.after]),
      ],
    },
  ]);
}
