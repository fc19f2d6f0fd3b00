/**
 * What many saves in one transaction share (an import): reads of what lines refer to, automatic numbers taken by the block, trail and
 * events written many at once. Steps and messages of the pipeline stay as they are; a line that is rolled back takes its part with it.
 */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';

/** Serials of a counter that were taken and not given yet. */
interface Block {
  readonly rule: string;
  readonly scope: string;
  readonly step: number;
  /** what the counter says since the block was taken */
  readonly last: number;
  readonly next: number;
}
/** Rows for one of the append-only tables; turned into what is written when they are flushed. */
export type Flush<T> = (entries: readonly T[]) => Promise<void>;
interface Pending {
  readonly flush: Flush<unknown>;
  readonly entries: unknown[];
}

export interface BulkOptions {
  /** objects whose records are read once; not the one that is written */
  readonly keep: readonly string[];
  /** records to be saved: a block of numbers is never larger than what is left of them */
  readonly records: number;
  /** all of it is rolled back: nothing need be held */
  readonly trial: boolean;
}

export class Bulk {
  readonly #kept: ReadonlySet<string>;
  #left: number;
  readonly #reads = new Map<string, Map<string, unknown>>();
  #blocks = new Map<string, Block>();
  readonly #free = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Pending>();

  readonly #trial: boolean;

  constructor({ keep, records, trial }: BulkOptions) {
    this.#kept = new Set(keep);
    this.#left = records;
    this.#trial = trial;
  }

  next(): void {
    this.#left--;
  }

  /** Reads what is not known of the ids; undefined = this object is not kept. */
  async read<T>(
    object: string,
    what: string,
    ids: readonly string[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<Map<string, T> | undefined> {
    if (!this.#kept.has(object)) return undefined;
    const known = (this.#reads.get(object) ?? new Map()) as Map<string, T | undefined>;
    this.#reads.set(object, known);
    const missing = ids.filter((id) => !known.has(`${what} ${id}`));
    if (missing.length > 0) {
      const loaded = await load(missing);
      for (const id of missing) known.set(`${what} ${id}`, loaded.get(id));
    }
    const found = new Map<string, T>();
    for (const id of ids) {
      const item = known.get(`${what} ${id}`);
      if (item !== undefined) found.set(id, item);
    }
    return found;
  }
  /** A record of the object was written. */
  forget(object: string): void {
    this.#reads.delete(object);
  }

  /** The next serial of a counter; `take` moves the counter by so many steps and answers where it stands. */
  async serial(
    at: { readonly rule: string; readonly scope: string; readonly step: number },
    take: (count: number) => Promise<number>,
  ): Promise<number> {
    const key = `${at.rule} ${at.scope}`;
    let block = this.#blocks.get(key);
    if (block === undefined || block.step !== at.step || (block.last - block.next) / at.step < 0) {
      const count = Math.max(1, Math.min(LARGEST, this.#left));
      const last = await take(count);
      block = { ...at, last, next: last - (count - 1) * at.step };
    }
    this.#blocks.set(key, { ...block, next: block.next + at.step });
    return block.next;
  }

  /** Serials of the counter that are taken and not given yet. */
  ahead(rule: string, scope: string): number[] {
    const block = this.#blocks.get(`${rule} ${scope}`);
    const serials: number[] = [];
    for (let serial = block?.next ?? 1; block && serial <= block.last; serial += block.step) serials.push(serial);
    return serials;
  }
  /** Numbers that nobody has; each is given once. */
  free(rule: string, codes: readonly string[]): void {
    const known = this.#free.get(rule) ?? new Set();
    this.#free.set(rule, known);
    for (const code of codes) known.add(code);
  }
  /** Is the number known to be free? Afterwards it is not. */
  use(rule: string, code: string): boolean {
    return this.#free.get(rule)?.delete(code) === true;
  }

  /** Holds rows of an append-only table back; they are written in this order. */
  hold<T>(table: string, entries: readonly T[], flush: Flush<T>): void {
    if (this.#trial) return;
    const pending = this.#pending.get(table) ?? { flush: flush as Flush<unknown>, entries: [] };
    this.#pending.set(table, pending);
    pending.entries.push(...entries);
  }

  /** Remembers where it stands; the answer goes back there after a rollback to a savepoint. */
  checkpoint(): () => void {
    const blocks = new Map(this.#blocks);
    const held = new Map([...this.#pending].map(([table, { entries }]) => [table, entries.length]));
    return () => {
      this.#blocks = blocks;
      // what was read may have been written by the line that is gone
      this.#reads.clear();
      for (const [table, { entries }] of this.#pending) entries.length = held.get(table) ?? 0;
    };
  }

  /** Writes what is held back and gives unused serials back. */
  async finish(ctx: EngineCtx): Promise<void> {
    for (const { flush, entries } of this.#pending.values())
      for (let from = 0; from < entries.length; from += CHUNK) await flush(entries.slice(from, from + CHUNK));
    for (const { rule, scope, step, last, next } of this.#blocks.values()) {
      if (next > last) continue;
      await sql`update ${sql.table(`${ctx.org.schema}.mw_counter`)} set value = ${next - step}
        where rule = ${rule} and scope = ${scope} and value = ${last}`.execute(ctx.trx);
    }
  }
}
const LARGEST = 200;
/** Rows of one insert. */
const CHUNK = 500;

const bulks = new WeakMap<object, Bulk>();
export const bulkOf = (ctx: Pick<EngineCtx, 'unit'>): Bulk | undefined => bulks.get(ctx.unit);

/** Runs the saves of `work` as one bulk; what is held back is written at its end. */
export async function inBulk<T>(ctx: EngineCtx, options: BulkOptions, work: (bulk: Bulk) => Promise<T>): Promise<T> {
  const bulk = new Bulk(options);
  bulks.set(ctx.unit, bulk);
  try {
    const result = await work(bulk);
    // from here on writes are written at once
    bulks.delete(ctx.unit);
    if (!options.trial) await bulk.finish(ctx);
    return result;
  } finally {
    bulks.delete(ctx.unit);
  }
}

/** Heads for references of this transaction; a bulk reads each of them once. */
export async function sharedHeads(
  ctx: EngineCtx,
  object: ResolvedObject,
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<Rec[]>,
): Promise<Rec[]> {
  const found = await bulkOf(ctx)?.read(object.object, 'head', ids, async (missing) => {
    const recs = await load(missing);
    return new Map(recs.map((rec) => [rec.id as string, Object.freeze(rec)]));
  });
  return found ? [...found.values()] : load(ids);
}
