/**
 * Reads of one moment in one statement: heads, rows and labels that are asked for before anything is awaited (the masters of a document)
 * go to the database together. Each way there costs more than the few rows it brings.
 */
import { CompiledQuery } from 'kysely';
import { IN_CELLS, prepareOften } from '../db/prepared';
import { memo } from '../registry/memo';
import type { EngineCtx } from './host';
import { beside } from './together';

type DbRow = Readonly<Record<string, unknown>>;
/** A select over records by id. Texts come from documents and are few, so they are prepared. */
export interface Read {
  /** with one parameter, `$1`: the ids */
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
  readonly ids: readonly string[];
  resolve(found: Found): void;
  reject(error: unknown): void;
}
const queues = new WeakMap<EngineCtx, Waiting[]>();

/** Rows of a read, in no order when others are asked for at the same time. */
export async function gather(ctx: EngineCtx, read: Read, ids: readonly string[]): Promise<readonly DbRow[]> {
  const found = await gatherCells(ctx, read, ids);
  if (!('rows' in found)) throw new Error('cells of a read by name');
  return found.rows;
}

export function gatherCells(ctx: EngineCtx, read: Read, ids: readonly string[]): Promise<Found> {
  return new Promise((resolve, reject) => {
    const queue = memo(queues, ctx, (): Waiting[] => {
      // after all that is ready to run: whoever wants to read at the same time has said so by then
      process.nextTick(() => {
        queues.delete(ctx);
        void flush(ctx, queue);
      });
      return [];
    });
    queue.push({ read, ids, resolve, reject });
  });
}

async function flush(ctx: EngineCtx, queue: readonly Waiting[]): Promise<void> {
  try {
    const [only] = queue;
    if (only && queue.length === 1) {
      const { text, inCells = false } = only.read;
      const rows = await run<DbRow & Cells>(ctx, inCells ? IN_CELLS + text : text, [only.ids]);
      only.resolve(inCells ? { cells: rows } : { rows });
      return;
    }
    const text = queue.map(
      ({ read }, at) =>
        `select ${at} as part, to_json(x) as "row" from (${read.text.replaceAll('$1', `$${at + 1}`)}) x`,
    );
    const found = await run<DbRow>(
      ctx,
      text.join(' union all '),
      queue.map(({ ids }) => ids),
    );
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

async function run<T>(ctx: EngineCtx, text: string, ids: readonly (readonly string[])[]): Promise<readonly T[]> {
  prepareOften(text);
  return (await beside(ctx, ids.flat()).executeQuery<T>(CompiledQuery.raw(text, [...ids]))).rows;
}
