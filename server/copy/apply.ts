/** Writes a plan into its target, in the running transaction: the usual pipeline, ids new, references by their keys. */
import { isEmpty } from '../../schemas/language/record/values';
import type { Rec, Value } from '../../schemas/language/value';
import { versionKey } from '../../schemas/language/versions';
import { AppError, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { keyFields } from '../registry/copyable';
import { copied, copiedRows, type Filled, heldIn, type RefCell, recordOf, rowsOf } from './cells';
import { type Line, type Plan, placeOf, wholes } from './plan';

export type Result = 'added' | 'same' | 'skipped' | 'changed';
export interface Outcome {
  readonly line: Line;
  readonly result: Result;
  readonly id: string | null;
  /** of the record when the copy was done: another one means somebody worked on it */
  readonly version: number | null;
  /** what an existing record held */
  readonly before: Rec | null;
}
type Made = Map<string, string>;

export async function applyPlan(
  target: EngineCtx,
  plan: Plan,
  told: (done: number) => Promise<void>,
): Promise<readonly Outcome[]> {
  if (plan.stop !== null) throw refuse(plan.stop);
  const made: Made = new Map();
  const done: Outcome[] = [];
  for (const [n, line] of plan.lines.entries()) {
    done.push(await one(target, line, made));
    if (n % 50 === 49) await told(n + 1);
  }
  return withVersions(target, done);
}

async function one(target: EngineCtx, line: Line, made: Made): Promise<Outcome> {
  const { object, wish, kind } = line;
  const nothing = { line, id: line.to ?? null, version: null, before: null };
  if (kind === 'same') return { ...nothing, result: 'same' };
  if (kind === 'missing' || (kind === 'conflict' && wish.policy === 'skip')) return { ...nothing, result: 'skipped' };
  const find = (ref: RefCell): string | undefined => made.get(ref.at) ?? ref.id;
  const rec = recordOf(line.filled, find, target.newId);
  // what it needs was left behind
  if (
    line.filled.head.some(({ field, value }) => field.required && !isEmpty(value) && isEmpty(rec[field.code] as Value))
  )
    return { ...nothing, result: 'skipped' };
  try {
    if (kind === 'conflict' && wish.policy !== 'rename' && line.to !== undefined)
      return await change(target, line, rec);
    if (kind === 'conflict') rename(line, rec);
    const saved = await target.records.save(object.object, rec);
    const id = saved.id as string;
    if (versionKey(object) !== undefined)
      await target.records.act(object.object, 'publish', id, { effectDate: (rec.effectDate ?? null) as Value });
    made.set(placeOf(object.object, line.key), id);
    return { line, result: 'added', id, version: null, before: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw refuse(`${object.title}「${line.key}」：${sentence(error)}`);
  }
}
/** A question that nobody is there to answer is told as the refusal it is. */
function sentence(error: AppError): string {
  const { warnings } = (error.data ?? {}) as { readonly warnings?: readonly { readonly text: string }[] };
  return warnings?.[0]?.text ?? error.message;
}

function rename({ object, wish }: Line, rec: Rec): void {
  const [code] = (keyFields(object) ?? []).filter((key) => object.fields[key]?.ref === undefined).slice(-1);
  if (code !== undefined) rec[code] = `${String(rec[code] ?? '')}${wish.suffix ?? ''}`;
}

async function change(target: EngineCtx, line: Line, rec: Rec): Promise<Outcome> {
  const { object, wish } = line;
  const id = line.to!;
  const [stored] = await wholes(target, object.object, [id]);
  if (!stored) throw refuse('记录已被删除，请重新预览');
  const before = heldBy(line, stored);
  const wanted = wish.policy === 'blank' ? blanks(line.filled, stored, rec) : rec;
  if (Object.keys(wanted).length === 0) return { line, result: 'skipped', id, version: null, before: null };
  await target.records.save(object.object, { ...wanted, id, version: stored.version ?? null });
  return { line, result: 'changed', id, version: null, before };
}
const blanks = (filled: Filled, stored: Rec, rec: Rec): Rec =>
  Object.fromEntries(
    [...filled.head.map(({ field }) => field.code), ...filled.rows.keys()]
      .filter((code) => isEmpty(stored[code] as Value) && !isEmpty(rec[code] as Value))
      .map((code) => [code, rec[code]]),
  ) as Rec;

/** The copied fields of a record as they stand, for the undo. */
function heldBy({ object }: Line, stored: Rec): Rec {
  const rec: Rec = {};
  for (const field of copied(object, object)) rec[field.code] = heldIn(stored, field);
  for (const { sub } of copiedRows(object, object)) rec[sub] = [...rowsOf(stored, sub)];
  return rec;
}

/** Read at the end: later records of the same copy may have changed earlier ones (totals, levels). */
async function withVersions(target: EngineCtx, done: readonly Outcome[]): Promise<readonly Outcome[]> {
  const versions = new Map<string, number>();
  for (const object of new Set(done.map(({ line }) => line.object.object))) {
    const ids = done.flatMap(({ line, result, id }) =>
      line.object.object === object && result !== 'same' && id !== null ? [id] : [],
    );
    for (const rec of await wholes(target, object, ids)) versions.set(rec.id as string, Number(rec.version));
  }
  return done.map((outcome) => ({ ...outcome, version: versions.get(outcome.id ?? '') ?? null }));
}
