/** 期初数据 (domain 10 §6.9): documents of a workbook that begin the accounts, held against a typed total, tried before they are confirmed. */
import { addDec } from '../../schemas/language/codec/decimal';
import type { Json, Problem, Rec, Row } from '../../schemas/language/value';
import type { DomainModule } from '../ctx';
import { AppError, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { type Draft, type Lines, readLines } from '../records/import/lines';
import { saveLines, tryLines } from '../records/import/run';
import { type ImportSheet, sheetOf } from '../records/import/sheet';
import { templateBook } from '../records/import/template';
import { holdMaintenance } from '../records/maint-lock';
import type { Page } from '../registry/pages';
import { closedMonth } from '../stock/period';
import { DONE, faultsOf, fileAnswer, sentenceOf, tableOf, WAITING } from './book';

/** By the code of the dictionary openingKind. */
interface Kind {
  readonly object: string;
  readonly sheet: string;
  /** what its documents are besides what the workbook says */
  readonly given: { readonly [field: string]: Json };
  /** its documents move stock: they are posted at once, in the first period only */
  readonly posts: boolean;
}
const KINDS: Readonly<Record<string, Kind>> = {
  '10': { object: 'otherReceipt', sheet: 'openingStock', given: { kind: '2' }, posts: true },
  '20': { object: 'purchaseOrder', sheet: 'openingOrder', given: {}, posts: false },
};
/** lines of one document: what posts stock locks as many balances */
const MOST_ROWS = 500;

export const dataOpening: DomainModule = {
  async derive(record, old, ctx) {
    if (old !== null && old.docStatus !== WAITING) return undefined;
    const engine = ctx as EngineCtx;
    const run = await readRun(engine, record);
    const made: Row[] = [];
    const done = await tryLines(engine, run.page, run.sheet, 'add', run.lines, savingOf(engine, run.kind, made));
    return {
      ...(await faultsOf(engine, `${run.sheet.title}错误.xlsx`, run.table, run.lines, done.errors)),
      lineCount: run.lines.rows,
      docCount: done.records,
      total: totalOf(run.lines),
      made: [],
    } as unknown as Rec;
  },
  async check(record, old) {
    if (old !== null && old.docStatus !== WAITING) return [];
    return controlProblems(record);
  },
  actions: {
    async template(_record, ask, ctx) {
      const { page, kind } = kindOf(ctx as EngineCtx, ask.kind);
      const { name, content } = await templateBook(ctx as EngineCtx, sheetOf(ctx as EngineCtx, page, kind.sheet));
      return fileAnswer(name, content);
    },
    async run(record, _ask, ctx) {
      await holdMaintenance(ctx, 'opening');
      const engine = ctx as EngineCtx;
      const run = await readRun(engine, record);
      const [wrong] = controlProblems({ ...record, total: totalOf(run.lines) });
      if (wrong) throw refuse(wrong.text);
      const made: Row[] = [];
      const done = await saveLines(engine, run.page, run.sheet, 'add', run.lines, {
        ...savingOf(engine, run.kind, made),
        dryRun: false,
      });
      const [first] = done.errors;
      if (first) throw refuse(`没有执行，共${done.errors.length}处错误：${sentenceOf(first)}`);
      return {
        docStatus: DONE,
        runBy: ctx.session.me.id,
        finishedAt: ctx.now,
        docCount: made.length,
        made: made.map((row, n) => ({ ...row, lineNo: (n + 1) * 10 })),
      } as unknown as Rec;
    },
  },
};

interface Run {
  readonly kind: Kind;
  readonly page: Page;
  readonly sheet: ImportSheet;
  readonly lines: Lines;
  readonly table: Awaited<ReturnType<typeof tableOf>>;
}

function kindOf(ctx: EngineCtx, code: unknown): { readonly kind: Kind; readonly page: Page } {
  const kind = KINDS[String(code)];
  const page = kind && ctx.registry.page(kind.object);
  if (!page) throw new AppError(400);
  return { kind, page };
}

async function readRun(ctx: EngineCtx, record: Rec): Promise<Run> {
  const { kind, page } = kindOf(ctx, record.kind);
  const closed = kind.posts ? await closedMonth(ctx) : null;
  if (closed !== null) throw refuse(`${closed}期间已关闭，不能再录入期初库存`);
  const sheet = sheetOf(ctx, page, kind.sheet);
  const table = await tableOf(ctx, record);
  const lines = await readLines(ctx, sheet, table, 'add');
  const given = { ...kind.given, bizDate: record.bizDate as Json };
  const drafts = lines.drafts.flatMap((draft) => parted({ ...draft, wire: { ...draft.wire, ...given } }));
  return { kind, page, sheet, table, lines: { ...lines, drafts } };
}

/** A document of more rows becomes several. */
function parted(draft: Draft): readonly Draft[] {
  const items = (draft.wire.items ?? []) as Json[];
  if (items.length <= MOST_ROWS) return [draft];
  return Array.from({ length: Math.ceil(items.length / MOST_ROWS) }, (_, n): Draft => {
    const [from, to] = [n * MOST_ROWS, (n + 1) * MOST_ROWS];
    return { wire: { ...draft.wire, items: items.slice(from, to) }, lines: draft.lines.slice(from, to) };
  });
}

const totalOf = ({ drafts }: Lines): number =>
  sumOf(drafts.flatMap(({ wire }) => (wire.items ?? []) as unknown as readonly object[]));
const sumOf = (rows: readonly object[]): number =>
  rows.reduce<number>((sum, row) => {
    const { qty } = row as { readonly qty?: unknown };
    return typeof qty === 'number' ? addDec(sum, qty) : sum;
  }, 0);

/** While lines are wrong the total cannot be right. */
function controlProblems(record: Rec): readonly Problem[] {
  if (Number(record.errorCount ?? 0) > 0 || record.total === record.control) return [];
  const text = `期初数量合计${String(record.total)}与控制数${String(record.control ?? '')}不一致`;
  return [{ code: 'opening.control', path: 'control', text }];
}

/** Each document as it is made: audited when it posts, and noted. */
const savingOf = (ctx: EngineCtx, kind: Kind, made: Row[]) => ({
  onProgress: () => undefined,
  isGone: () => false,
  saved: async (record: Rec): Promise<void> => {
    const id = record.id as string;
    if (kind.posts && record.auditStatus !== '2') await ctx.asSystem().records.act(kind.object, 'audit', id);
    const items = (record.items as readonly Row[] | undefined) ?? [];
    made.push({
      id: ctx.newId(),
      lineNo: 0,
      docType: kind.object,
      docNbr: String(record.nbr ?? ''),
      rowCount: items.length,
      qty: sumOf(items),
    });
  },
});
