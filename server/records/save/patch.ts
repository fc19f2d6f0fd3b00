/** Engine writes past the pipeline (ctx.records.patch): kept fields of a record and its rows, stored formulas over them, auto actions. */
import { modelOf } from '../../../schemas/language/record/model';
import { recomputeStale } from '../../../schemas/language/record/recompute';
import { workOn } from '../../../schemas/language/record/work';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { objectOf } from '../context';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import { loadRecords } from '../store/source';
import { currentOf } from '../unit';
import { commit } from './commit';

export interface PatchChange {
  /** what the trail says was done; without it the engine let a value follow */
  readonly action?: string;
  readonly head?: Rec;
  readonly rows?: { readonly [sub: string]: readonly Row[] };
}

/** Applies the change to the locked record and recomputes what depends on it; answers the record. Missing records are a bug. */
export async function patchRecord(ctx: EngineCtx, code: string, id: string, change: PatchChange): Promise<Rec> {
  const object = objectOf(ctx, code);
  const model = modelOf(object, ctx.registry.lib);
  const before = await lockedRecord(ctx, code, id);
  if (!before) throw new Error(`${code} ${id} does not exist`);
  const env = makeEnv(ctx);
  const after = await env.settle((live) => {
    const work = workOn(model, before);
    for (const [field, value] of Object.entries(change.head ?? {})) {
      // a sub-table named whole: rows may come and go
      if (object.fields[field]?.sub !== undefined && Array.isArray(value)) work.setRows(field, value as readonly Row[]);
      else work.setHead(field, value as Value);
    }
    for (const [sub, rows] of Object.entries(change.rows ?? {})) {
      const at = new Map(work.rows(sub).map((row, index) => [row.id, index]));
      for (const row of rows) {
        const index = at.get(row.id);
        if (index === undefined) continue;
        for (const [field, value] of Object.entries(row))
          if (field !== 'id') work.setRow(sub, index, field, value as Value);
      }
    }
    recomputeStale(work, live);
    return work.rec;
  });
  return commit(ctx, object, before, after, { action: change.action ?? 'engine', silent: true });
}

/** The record under its lock: as this transaction last wrote it, else read FOR UPDATE. */
export async function lockedRecord(ctx: EngineCtx, code: string, id: string): Promise<Rec | null> {
  const object = objectOf(ctx, code);
  const known = currentOf(ctx, object, id);
  if (known) return Number(known.isDeleted ?? 0) === 0 ? known : null;
  const [rec] = await loadRecords(ctx, object, [id], { lock: true, rows: true });
  return rec ?? null;
}
