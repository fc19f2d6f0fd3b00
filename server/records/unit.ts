/**
 * Open work of one transaction: records that were written and whose auto actions are still due. They run when the operation that is
 * going on (a save, an action) has done its own effects, so a document changed on the way settles after its cause.
 */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { dropHeld, forgetHeld, type Written, writeHeld } from './held';
import type { EngineCtx } from './host';
import { forgetKept } from './kept';
import { linkPlaces } from './push/link-place';
import { type Refusal, refuseBy } from './refusal';
import { bulkOf } from './save/bulk';

export interface Touched {
  readonly object: ResolvedObject;
  readonly id: string;
}
/** A document with links was written: the stamps of its sources may move. */
export interface LinkChange {
  readonly object: ResolvedObject;
  readonly before: Rec | null;
  readonly after: Rec;
}
/** What follows the effects of an operation: stamps first, then auto actions. */
export interface Settler {
  links(change: LinkChange): Promise<void>;
  autos(touched: Touched): Promise<void>;
}
interface Unit {
  depth: number;
  /** pushes that run by themselves, from the first to the one that is going on */
  readonly chain: string[];
  readonly links: LinkChange[];
  readonly touched: Map<string, Touched>;
  /** records as this transaction last wrote them; they are locked, so nobody else can change them */
  readonly current: Map<string, Rec>;
  /** what `current` held before each write, oldest first: the way back to a checkpoint */
  readonly journal: { readonly key: string; readonly before: Rec | undefined }[];
}
const units = new WeakMap<object, Unit>();

function unitOf(ctx: EngineCtx): Unit {
  let unit = units.get(ctx.unit);
  if (!unit) {
    unit = { depth: 0, chain: [], links: [], touched: new Map(), current: new Map(), journal: [] };
    units.set(ctx.unit, unit);
  }
  return unit;
}

/** As often one record settles within an operation; beyond it two documents change each other to and fro. */
const MAX_SETTLED = 50;
/** as deep pushes that run by themselves follow each other */
const MAX_PUSHES = 10;

/** Runs one operation, then what it left open: stamps of sources, auto actions of everything it wrote. */
export async function operation<T>(ctx: EngineCtx, settler: Settler, work: () => Promise<T>): Promise<T> {
  const unit = unitOf(ctx);
  unit.depth++;
  try {
    const result = await work();
    const settled = new Map<string, { readonly times: number; readonly title: string }>();
    while (unit.links.length + unit.touched.size > 0) {
      const link = unit.links.shift();
      if (link) {
        await settler.links(link);
        continue;
      }
      const [first] = unit.touched;
      if (!first) break;
      unit.touched.delete(first[0]);
      const times = (settled.get(first[0])?.times ?? 0) + 1;
      settled.set(first[0], { times, title: first[1].object.title });
      if (times > MAX_SETTLED) throw restless([...settled.values()]);
      await settler.autos(first[1]);
    }
    return result;
  } finally {
    unit.depth--;
  }
}

/** The documents that set each other going. */
const restless = (settled: readonly { readonly times: number; readonly title: string }[]): Refusal => {
  const often = settled.filter(({ times }) => times >= MAX_SETTLED - 1).map(({ title }) => `「${title}」`);
  return refuseBy('auto.ring', `自动动作互相触发，不会停止：${[...new Set(often)].join('→')}`);
};

/** A push that runs by itself, within those that led to it; refused with its path when the chain is too deep. */
export async function pushedOn<T>(ctx: EngineCtx, step: string, work: () => Promise<T>): Promise<T> {
  const { chain } = unitOf(ctx);
  if (chain.length >= MAX_PUSHES)
    throw refuseBy('push.deep', `自动下推超过${MAX_PUSHES}层：${[...chain, step].join('→')}`);
  chain.push(step);
  try {
    return await work();
  } finally {
    chain.pop();
  }
}

/** A record was written: stamps and auto actions are due, and `rec` is what it is now; `written`: what of it changed, one that is new has none. */
export function touch(
  ctx: EngineCtx,
  object: ResolvedObject,
  { before, rec, written }: { readonly before: Rec | null; readonly rec: Rec; readonly written: Written | undefined },
): void {
  const unit = unitOf(ctx);
  if (linkPlaces(object).length > 0) unit.links.push({ object, before, after: rec });
  const id = rec.id as string;
  const key = `${object.object}:${id}`;
  unit.journal.push({ key, before: unit.current.get(key) });
  unit.current.set(key, rec);
  bulkOf(ctx)?.forget(object.object);
  forgetKept(ctx, object.object);
  if (written) writeHeld(ctx, object, id, written);
  else dropHeld(ctx, object, id);
  if (Object.values(object.actions).some((action) => action.auto !== undefined)) unit.touched.set(key, { object, id });
}

/** The record as this transaction last wrote it. */
export const currentOf = (ctx: EngineCtx, object: ResolvedObject, id: string): Rec | undefined =>
  unitOf(ctx).current.get(`${object.object}:${id}`);

/** Records that were written are read again when they are asked for: a bulk of thousands does not keep them all. Nothing may be open. */
export function forgetWritten(ctx: EngineCtx): void {
  const unit = unitOf(ctx);
  unit.current.clear();
  unit.journal.length = 0;
}

/** Is an operation going on that will do what follows? */
export const isWithin = (ctx: EngineCtx): boolean => unitOf(ctx).depth > 0;

/** Remembers what was known; the answer puts it back after a rollback to a savepoint. */
export function checkpoint(ctx: EngineCtx): () => void {
  const unit = unitOf(ctx);
  const mark = unit.journal.length;
  const restoreBulk = bulkOf(ctx)?.checkpoint();
  return () => {
    forgetKept(ctx);
    forgetHeld(ctx);
    unit.links.length = 0;
    unit.touched.clear();
    for (const { key, before } of unit.journal.splice(mark).reverse()) {
      if (before === undefined) unit.current.delete(key);
      else unit.current.set(key, before);
    }
    restoreBulk?.();
  };
}
