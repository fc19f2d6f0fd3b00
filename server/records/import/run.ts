/**
 * An import: read in a thread, then every record through the save pipeline in one transaction. A trial rolls it back and tells all
 * errors by row and column; the import itself commits everything or nothing.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import type { Problem, Rec } from '../../../schemas/language/value';
import type { ImportAnswer } from '../../../schemas/language/wire';
import { AppError, forbidden, refuse } from '../../errors';
import { readUpload } from '../../excel/read';
import type { Table } from '../../excel/read-sheet';
import type { Page } from '../../registry/pages';
import { inWrite } from '../context';
import type { EngineCtx } from '../host';
import { isRef, targetOf } from '../read/wire';
import { Refusal } from '../refusal';
import { inBulk } from '../save/bulk';
import { insertWaiting } from '../save/commit';
import { callOnce } from '../save/idempotency';
import { type SaveInput, saveRecord } from '../save/save';
import { AskedMeanwhile, forgetWaiting, letWait } from '../together';
import { checkpoint, forgetWritten } from '../unit';
import { type Stored, storedByKey } from './by-key';
import { type CellError, type Draft, type Lines, readLines } from './lines';
import { toOwnRows } from './own-rows';
import { errorBook } from './report';
import { type ImportSheet, type Mode, sheetOf } from './sheet';

export interface ImportInput {
  readonly file: Buffer;
  readonly code?: string;
  readonly mode?: string;
  /** nothing is kept: only told what would happen */
  readonly dryRun: boolean;
  /** records done of all; called often */
  readonly onProgress: (done: number, all: number) => void;
  readonly isGone: () => boolean;
}
export const MAX_FILE = 20 * 1024 * 1024;
/** Errors told one by one; the workbook has all. */
const MAX_TOLD = 200;
const running = new Set<string>();

export async function importFile(ctx: EngineCtx, page: Page, input: ImportInput): Promise<ImportAnswer> {
  const sheet = sheetOf(ctx, page, input.code);
  const mode = modeOf(sheet, input.mode);
  for (const right of mode === 'add' ? ['add'] : mode === 'update' ? ['edit'] : ['add', 'edit'])
    if (!ctx.session.rights.has(`${page.object.object}:${right}`)) throw forbidden();
  const me = ctx.session.me.id;
  if (running.has(me)) throw refuse('您还有导入正在进行，请等待完成后再试');
  if (running.size >= 2) throw refuse('正在导入的人较多，请稍后再试');
  running.add(me);
  try {
    const limits = { rows: Number(ctx.setting('import.maxRows') ?? 20_000), columns: 200, cell: 5000 };
    const table = await readUpload(input.file, limits);
    const lines = await readLines(ctx, sheet, table, mode);
    if (input.dryRun) return await trial(ctx, page, sheet, mode, table, lines, input);
    const hash = createHash('sha256').update(input.file).digest('hex');
    return await callOnce(ctx, `import ${page.code} ${sheet.code} ${mode}`, hash, async (inner) => {
      const done = await saveLines(inner, page, sheet, mode, lines, input);
      if (done.errors.length > 0)
        throw refuse(`导入未执行：共${done.errors.length}处错误`, { errors: done.errors.slice(0, MAX_TOLD) });
      await inner.emit(`${page.object.object}.import`, {
        object: page.object.object,
        rows: lines.rows,
        added: done.added,
        changed: done.changed,
      });
      return answerOf(lines, done);
    });
  } finally {
    running.delete(me);
  }
}

function modeOf(sheet: ImportSheet, asked: string | undefined): Mode {
  const mode = sheet.modes.find((mode) => mode === (asked ?? sheet.mode));
  if (!mode) throw new AppError(400);
  return mode;
}

class RolledBack extends Error {}

async function trial(
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  mode: Mode,
  table: Table,
  lines: Lines,
  input: ImportInput,
): Promise<ImportAnswer> {
  let done: Done | undefined;
  await inWrite(ctx, async (inner) => {
    done = await saveLines(inner, page, sheet, mode, lines, input);
    throw new RolledBack();
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  const answer = answerOf(lines, done as unknown as Done);
  if (answer.failed === 0) return answer;
  const errors = (done as unknown as Done).errors;
  const content = await errorBook(table, lines, errors);
  return { ...answer, file: { name: `${sheet.title}导入错误.xlsx`, content: content.toString('base64') } };
}

/** How lines are saved, and what else is done with each record: a refusal of it is one of its line. */
export interface Saving extends Pick<ImportInput, 'dryRun' | 'onProgress' | 'isGone'> {
  readonly saved?: (record: Rec, stored: Stored | undefined) => Promise<void>;
}
export interface Done {
  readonly errors: readonly CellError[];
  readonly warnings: readonly CellError[];
  readonly records: number;
  readonly added: number;
  readonly changed: number;
}
function answerOf(lines: Lines, { errors, warnings, records, added, changed }: Done): ImportAnswer {
  const wrong = new Set(errors.map((error) => error.row));
  // a document is in or out as a whole
  for (const { lines: own } of lines.drafts)
    if (own.some(({ row }) => wrong.has(row))) for (const { row } of own) wrong.add(row);
  return {
    rows: lines.rows,
    passed: lines.rows - wrong.size,
    records,
    added,
    changed,
    failed: errors.length,
    errors: errors.slice(0, MAX_TOLD),
    warnings: warnings.slice(0, MAX_TOLD),
  };
}

/** Inside a running transaction: everything is taken back, only what would happen is told. */
export async function tryLines(
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  mode: Mode,
  lines: Lines,
  saving: Omit<Saving, 'dryRun'>,
): Promise<Done> {
  const restore = checkpoint(ctx);
  await sql`savepoint trial`.execute(ctx.trx);
  try {
    return await saveLines(ctx, page, sheet, mode, lines, { ...saving, dryRun: true });
  } finally {
    await sql`rollback to savepoint trial`.execute(ctx.trx);
    restore();
  }
}

/** Every record is tried, so that all errors are found; what failed to be read is not. */
export async function saveLines(
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  mode: Mode,
  lines: Lines,
  input: Saving,
): Promise<Done> {
  const errors: CellError[] = [...lines.errors];
  const warnings: CellError[] = [];
  const unread = new Set(errors.map((error) => error.row));
  const known = mode === 'add' ? undefined : await storedByKey(ctx, sheet, lines.drafts);
  const keyTitle = titleOf(sheet, sheet.key[0] ?? '');
  const { drafts } = lines;
  let added = 0;
  let changed = 0;
  await inBulk(ctx, { keep: targetsOf(sheet), records: drafts.length, trial: input.dryRun }, async (bulk) => {
    await sql`savepoint line`.execute(ctx.trx);
    const pace = new Pace();
    const inserts = new Inserts();
    for (let at = 0; at < drafts.length; ) {
      if (input.isGone()) throw new AppError(503);
      input.onProgress(at, drafts.length);
      const group = drafts.slice(at, at + pace.size);
      at += group.length;
      const due: Due[] = [];
      for (const draft of group) {
        if (draft.lines.some(({ row }) => unread.has(row))) continue;
        const found = known?.(draft);
        if (mode === 'update' && !found)
          errors.push({ row: draft.lines[0]?.row ?? 0, column: keyTitle, text: '没有找到要更新的记录' });
        else due.push({ draft, found });
      }
      const told = errors.length + warnings.length;
      const isSaved = due.length > 1 && (await saveGroup(ctx, page, sheet, due, inserts, input.saved));
      for (const eachDue of due) {
        const failed = isSaved ? [] : await saveOne(ctx, page, sheet, eachDue, warnings, input.saved);
        bulk.next();
        if (failed.length > 0) errors.push(...failed);
        else if (eachDue.found) changed++;
        else added++;
      }
      pace.went(due.length < 2 || isSaved, errors.length + warnings.length === told);
      forgetWritten(ctx);
    }
    await sql`release savepoint line`.execute(ctx.trx);
  });
  input.onProgress(drafts.length, drafts.length);
  errors.sort((a, b) => a.row - b.row);
  return { errors, warnings, records: drafts.length, added, changed };
}

/** What the lines refer to, without the records they make. */
const targetsOf = ({ object, columns }: ImportSheet): string[] =>
  columns
    .flatMap(({ field, of }) => (of === undefined ? [field] : [field, of]))
    .flatMap((field) => {
      const target = isRef(field) ? targetOf(object, field) : object.object;
      return target === object.object ? [] : [target];
    });

/** A record to be saved, and the one it changes. */
interface Due {
  readonly draft: Draft;
  readonly found: Stored | undefined;
}

/** How many records go under one savepoint: the more of them went well, the more; after a refusal some go alone. */
class Pace {
  size = 1;
  #alone = 0;
  #patience = 4;

  went(isWhole: boolean, isQuiet: boolean): void {
    if (isWhole && isQuiet) {
      if (this.#alone > 0) this.#alone--;
      else this.size = Math.min(this.size * 2, LARGEST);
      return;
    }
    this.size = 1;
    this.#alone = this.#patience;
    this.#patience = Math.min(this.#patience * 2, MOST_PATIENT);
  }
}
const LARGEST = 32;
const MOST_PATIENT = 256;

/** Records of a group are inserted together, as long as their saves do not ask for what was written just before. */
class Inserts {
  #left: number;

  constructor(left = MOST_ASKED) {
    this.#left = left;
  }
  areTried(): boolean {
    return this.#left > 0;
  }
  wereAsked(): void {
    this.#left--;
  }
}
const MOST_ASKED = 3;
const NOT_TOGETHER = new Inserts(0);

let breathed = 0;
/** Records that wait ask nobody, so nobody else would get a turn: others get theirs now and then. */
async function breath(): Promise<void> {
  if (performance.now() - breathed < MOST_MS) return;
  await setImmediate();
  breathed = performance.now();
}
const MOST_MS = 10;

/** Saves them all, or answers that one was refused and none is saved: then each is saved alone, which tells why. */
async function saveGroup(
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  due: readonly Due[],
  inserts: Inserts,
  saved: Saving['saved'],
): Promise<boolean> {
  const restore = checkpoint(ctx);
  const isTogether = inserts.areTried();
  try {
    if (isTogether) letWait(ctx);
    const written: Rec[] = [];
    for (const eachDue of due) {
      const { given, problems } = await recordOf(ctx, page, sheet, eachDue);
      if (problems.length > 0) throw new Refusal(problems);
      written.push(await saveRecord(ctx, page.object.object, { ...given, page, accept: [] }));
      if (isTogether) await breath();
    }
    await insertWaiting(ctx);
    for (const [n, rec] of written.entries()) await saved?.(rec, due[n]?.found);
    await sql`release savepoint line; savepoint line`.execute(ctx.trx);
    return true;
  } catch (error) {
    forgetWaiting(ctx);
    await sql`rollback to savepoint line`.execute(ctx.trx);
    restore();
    if (error instanceof AskedMeanwhile) {
      inserts.wereAsked();
      return saveGroup(ctx, page, sheet, due, NOT_TOGETHER, saved);
    }
    if (!(error instanceof AppError) || error.code !== 203) throw error;
    return false;
  }
}

interface Decoded {
  readonly given: Pick<SaveInput, 'rec' | 'changes'>;
  readonly draft: Draft;
  readonly problems: readonly Problem[];
}
async function recordOf(ctx: EngineCtx, page: Page, sheet: ImportSheet, { draft, found }: Due): Promise<Decoded> {
  const { rec, problems } = decodeRecord(page.object, draft.wire, { newId: ctx.newId });
  if (!found) return { given: { rec }, draft, problems };
  const known = { ...rec, id: found.id, version: found.version };
  if (sheet.rows.length === 0) return { given: { rec: known }, draft, problems };
  const own = await toOwnRows(ctx, sheet, draft, { rec: known, id: found.id });
  const given = { rec: own.rec, changes: own.changes };
  // what finds no single row is placed at the line it stands in
  return { given, draft: own.problems.length > 0 ? draft : own.draft, problems: [...problems, ...own.problems] };
}

async function saveOne(
  ctx: EngineCtx,
  page: Page,
  sheet: ImportSheet,
  due: Due,
  warnings: CellError[],
  saved: Saving['saved'],
): Promise<CellError[]> {
  const { given, draft, problems } = await recordOf(ctx, page, sheet, due);
  if (problems.length > 0) return placed(sheet, draft, problems);
  let accept: readonly string[] | undefined;
  for (;;) {
    const restore = checkpoint(ctx);
    try {
      const record = await saveRecord(ctx, page.object.object, { ...given, page, accept: accept ?? [] });
      await saved?.(record, due.found);
      // the savepoint of the next line, in one way to the database
      await sql`release savepoint line; savepoint line`.execute(ctx.trx);
      return [];
    } catch (error) {
      await sql`rollback to savepoint line`.execute(ctx.trx);
      restore();
      if (!(error instanceof AppError) || error.code !== 203) throw error;
      const data = (error.data ?? {}) as {
        readonly problems?: readonly Problem[];
        readonly warnings?: readonly Problem[];
      };
      const open = data.warnings ?? [];
      if (accept !== undefined || open.length === 0) {
        const list = data.problems?.length ? data.problems : [{ code: '', path: '', text: error.message }];
        return placed(sheet, draft, list);
      }
      // what a form would ask once is told in the trial; who imports has read it
      warnings.push(...placed(sheet, draft, open).map((error) => ({ ...error, level: 'warn' as const })));
      accept = open.map((problem) => problem.code);
    }
  }
}

/** Problems at the row and column of the workbook they speak about. */
function placed(sheet: ImportSheet, draft: Draft, problems: readonly Problem[]): CellError[] {
  return problems.map(({ path, text }) => {
    const [, sub, id, code] = /^(\w+)\[([^\]]*)\](?:\.(.+))?$/.exec(path) ?? [];
    const line = sub === undefined ? draft.lines[0] : draft.lines.find(({ rowIds }) => rowIds.get(sub) === id);
    const column = sheet.columns.find(
      (column) => column.sub === sub && (column.of ?? column.field).code === (sub === undefined ? path : code),
    );
    return { row: (line ?? draft.lines[0])?.row ?? 0, column: column?.title ?? '', text };
  });
}
const titleOf = (sheet: ImportSheet, code: string): string =>
  sheet.columns.find((column) => column.sub === undefined && column.field.code === code)?.title ?? '';
