/**
 * Reads of one moment in one statement: heads, rows and labels that are asked for before anything is awaited (the masters of a document)
 * go to the database together. Each way there costs more than the few rows it brings.
 */
import { CompiledQuery, type RawBuilder } from 'kysely';
import { IN_CELLS, prepareOften } from '../db/prepared';
import { memo } from '../registry/memo';
import type { EngineCtx } from './host';
import { beside } from './together';

type DbRow = Readonly<Record<string, unknown>>;
/** A select. Texts come from documents and from code and are few, so they are prepared. */
export interface Read {
  /** with its values as `$1`, `$2` …; of records by id: the ids alone */
  readonly text: string;
  /** columns with date and time: joined reads carry JSON, which writes them in its own way */
  readonly instants: readonly string[];
  /** alone it is answered in cells, in the order of the columns: many rows need no object of their own from the driver */
  readonly inCells?: boolean;
}
/** Rows by name, or of a read that was alone and takes cells: as cells. */
type Found = { readonly rows: readonly DbRow[] } | { readonly cells: readonly Cells[] };
export type Cells = readonly unknown[];
interface Waiting {
  readonly read: Read;
  readonly values: readonly unknown[];
  /** of records: what they are asked by */
  readonly ids: readonly string[] | undefined;
  resolve(found: Found): void;
  reject(error: unknown): void;
}
/** by transaction, whoever asks in it; outside one by ctx */
const queues = new WeakMap<object, Waiting[]>();

/** Rows of a read, in no order when others are asked for at the same time. */
export const gather = async (ctx: EngineCtx, read: Read, ids: readonly string[]): Promise<readonly DbRow[]> =>
  byName(await ask(ctx, { read, values: [ids], ids }));

export const gatherCells = (ctx: EngineCtx, read: Read, ids: readonly string[]): Promise<Found> =>
  ask(ctx, { read, values: [ids], ids });

/** Sums by hand, in no order: their numbers come as texts or as JSON writes them. */
export async function gatherSums<T>(ctx: Pick<EngineCtx, 'trx'>, query: RawBuilder<T>): Promise<readonly T[]> {
  const { sql: text, parameters } = query.compile(ctx.trx);
  // the engine makes every ctx
  const found = await ask(ctx as EngineCtx, { read: { text, instants: [] }, values: parameters, ids: undefined });
  return byName(found) as readonly T[];
}

function byName(found: Found): readonly DbRow[] {
  if (!('rows' in found)) throw new Error('cells of a read by name');
  return found.rows;
}

function ask(ctx: EngineCtx, wanted: Pick<Waiting, 'read' | 'values' | 'ids'>): Promise<Found> {
  return new Promise((resolve, reject) => {
    const at = ctx.inTx ? ctx.unit : ctx;
    const queue = memo(queues, at, (): Waiting[] => {
      // after all that is ready to run: whoever wants to read at the same time has said so by then
      process.nextTick(() => {
        queues.delete(at);
        void flush(ctx, queue);
      });
      return [];
    });
    queue.push({ ...wanted, resolve, reject });
  });
}

async function flush(ctx: EngineCtx, queue: readonly Waiting[]): Promise<void> {
  try {
    const [only] = queue;
    if (only && queue.length === 1) {
      const { text, inCells = false } = only.read;
      const rows = await run<DbRow & Cells>(ctx, inCells ? IN_CELLS + text : text, queue);
      only.resolve(inCells ? { cells: rows } : { rows });
      return;
    }
    let before = 0;
    const text = queue.map(({ read, values }, at) => {
      const own = before === 0 ? read.text : read.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + before}`);
      before += values.length;
      return `select ${at} as part, to_json(x) as "row" from (${own}) x`;
    });
    const found = await run<DbRow>(ctx, text.join(' union all '), queue);
    const parts = queue.map((): DbRow[] => []);
    for (const { part, row } of found) parts[part as number]?.push(row as DbRow);
    for (const [at, { read, resolve }] of queue.entries()) {
      const rows = parts[at] ?? [];
      for (const row of rows as Record<string, unknown>[])
        for (const column of read.instants) {
          const value = row[column];
          if (typeof value === 'string') row[column] = value.slice(0, 19).replace('T', ' ');
        }
      resolve({ rows });
    }
  } catch (error) {
    for (const { reject } of queue) reject(error);
  }
}

async function run<T>(ctx: EngineCtx, text: string, queue: readonly Waiting[]): Promise<readonly T[]> {
  prepareOften(text);
  // what waits to be written may be an answer to anything but a question by id
  const trx = queue.every(({ ids }) => ids !== undefined)
    ? beside(
        ctx,
        queue.flatMap(({ ids = [] }) => ids),
      )
    : ctx.trx;
  return (
    await trx.executeQuery<T>(
      CompiledQuery.raw(
        text,
        queue.flatMap(({ values }) => [...values]),
      ),
    )
  ).rows;
}
