/**
 * Open work of one transaction: records that were written and whose auto actions are still due. They run when the operation that is
 * going on (a save, an action) has done its own effects, so a document changed on the way settles after its cause.
 */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import type { EngineCtx } from './host';
import { forgetKept } from './kept';
import { linkPlaces } from './push/link-place';
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
    unit = { depth: 0, links: [], touched: new Map(), current: new Map(), journal: [] };
    units.set(ctx.unit, unit);
  }
  return unit;
}

/** More rounds than any chain of documents needs: beyond it two documents push each other to and fro. */
const MAX_SETTLED = 100;

/** Runs one operation, then what it left open: stamps of sources, auto actions of everything it wrote. */
export async function operation<T>(ctx: EngineCtx, settler: Settler, work: () => Promise<T>): Promise<T> {
  const unit = unitOf(ctx);
  unit.depth++;
  try {
    const result = await work();
    for (let n = 0; unit.links.length + unit.touched.size > 0; n++) {
      if (n > MAX_SETTLED) throw new Error('auto actions do not come to rest');
      const link = unit.links.shift();
      if (link) {
        await settler.links(link);
        continue;
      }
      const [first] = unit.touched;
      if (!first) break;
      unit.touched.delete(first[0]);
      await settler.autos(first[1]);
    }
    return result;
  } finally {
    unit.depth--;
  }
}

/** A record was written: stamps and auto actions are due, and `rec` is what it is now. */
export function touch(ctx: EngineCtx, object: ResolvedObject, before: Rec | null, rec: Rec): void {
  const unit = unitOf(ctx);
  if (linkPlaces(object).length > 0) unit.links.push({ object, before, after: rec });
  const id = rec.id as string;
  const key = `${object.object}:${id}`;
  unit.journal.push({ key, before: unit.current.get(key) });
  unit.current.set(key, rec);
  bulkOf(ctx)?.forget(object.object);
  forgetKept(ctx, object.object);
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
    unit.links.length = 0;
    unit.touched.clear();
    for (const { key, before } of unit.journal.splice(mark).reverse()) {
      if (before === undefined) unit.current.delete(key);
      else unit.current.set(key, before);
    }
    restoreBulk?.();
  };
}
