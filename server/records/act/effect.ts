/** The effect of an action on one record: `set`, then the entry of the object's module, then `to` (§7.2). Pushes are push.ts. */
import type { Many } from '../../../schemas/language/document';
import type { Env } from '../../../schemas/language/env';
import { computed, scopeAt, wantOf } from '../../../schemas/language/record/bind';
import type { Model } from '../../../schemas/language/record/model';
import { recomputeStale } from '../../../schemas/language/record/recompute';
import { intoField } from '../../../schemas/language/record/values';
import { type Work, workOn } from '../../../schemas/language/record/work';
import type { FieldType, ResolvedAction, ResolvedField } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import type { ServerEnv } from '../env';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { moduleOf } from '../modules';
import { Refusal } from '../refusal';

export interface Effect {
  readonly rec: Rec;
  /** what the module answered beyond fields of the record (`shows`) */
  readonly answer: Rec | undefined;
}
/** Answers of the dialog: one set, or one for each chosen row. */
export interface Answers {
  readonly ask: Rec;
  readonly rows: readonly { readonly id: string; readonly ask: Rec }[];
}
export const NO_ANSWERS: Answers = { ask: {}, rows: [] };

/** Types of the answers, for expressions that read `ask`. */
const types = new WeakMap<ResolvedAction, Many<FieldType>>();
export const askTypes = (action: ResolvedAction): Many<FieldType> =>
  memo(types, action, () =>
    Object.fromEntries(Object.entries(action.ask ?? {}).map(([code, field]) => [code, typeOf(field)])),
  );
function typeOf(field: ResolvedField): FieldType {
  const { sub, ...rest } = field;
  return sub
    ? { ...rest, sub: Object.fromEntries(Object.entries(sub.fields).map(([code, field]) => [code, typeOf(field)])) }
    : (rest as FieldType);
}

/**
 * Values of `builtIn` (what a built-in does by itself), `set`, the module and `to` in the record, with formulas over them. The caller
 * writes it.
 */
export async function applyEffect(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  action: ResolvedAction,
  before: Rec,
  answers: Answers,
  builtIn: Rec = {},
): Promise<Effect> {
  const { obj } = model;
  let rec = fitting(
    await env.settle((live) => {
      const work = workOn(model, before);
      for (const [code, value] of Object.entries(builtIn)) work.setHead(code, value as Value);
      if (action.set) setFields(ctx, work, action, answers, live);
      recomputeStale(work, live);
      return work;
    }),
  );
  const entry = moduleOf(ctx, obj)?.actions?.[action.code];
  let answer: Rec | undefined;
  if (entry) {
    const own = copyOf(rec, model);
    const result = await entry(own, askOf(action, answers), ctx);
    const { fields, rest } = split(model, result ?? {});
    answer = Object.keys(rest).length > 0 ? rest : undefined;
    rec = await refreshed(env, model, rec, { ...own, ...fields });
  }
  if (action.to !== undefined && obj.state !== undefined)
    rec = await refreshed(env, model, rec, { ...rec, [obj.state]: action.to });
  return { rec, answer };
}

/** A module gets the answers of the chosen rows beside its own. */
const askOf = (action: ResolvedAction, { ask, rows }: Answers): Rec =>
  action.in === undefined ? ask : { ...ask, rows: rows.map((row) => ({ id: row.id, ...row.ask })) as Row[] };

function setFields(ctx: EngineCtx, work: Work, action: ResolvedAction, answers: Answers, env: Env): void {
  const { model } = work;
  const { lib } = ctx.registry;
  for (const [code, given] of Object.entries(action.set ?? {})) {
    const sub = action.in === undefined || code.startsWith('doc.') ? undefined : action.in;
    const own = code.startsWith('doc.') ? code.slice(4) : code;
    const field = model.fields.get(sub === undefined ? own : `${sub}.${own}`);
    if (!field) continue;
    const want = wantOf(model.type, own, sub);
    const at = {
      ask: askTypes(action),
      ...(action.in === undefined ? {} : { sub: action.in }),
      ...(want ? { want } : {}),
    };
    const text = typeof given === 'string' && given.startsWith('=') ? given.slice(1) : undefined;
    const bound = text === undefined ? undefined : bindText(lib, model.obj.object, text, at);
    const valueAt = (row: Row | undefined, ask: Rec): Value | undefined => {
      if (!bound) return intoField(field.field, given as Value);
      const rows = row && action.in !== undefined ? work.rows(action.in) : undefined;
      const got = computed({ bound }, field.field, scopeAt(env, work.rec, row, rows, { ask }));
      if ('value' in got) return got.value;
      work.problems.push(got.problem);
      return undefined;
    };
    if (action.in === undefined) {
      const value = valueAt(undefined, answers.ask);
      if (value !== undefined) work.setHead(own, value);
      continue;
    }
    for (const chosen of answers.rows) {
      const index = work.rows(action.in).findIndex((row) => row.id === chosen.id);
      const row = work.rows(action.in)[index];
      const value = row && valueAt(row, { ...answers.ask, ...chosen.ask });
      if (value === undefined) continue;
      if (sub === undefined) work.setHead(own, value);
      else work.setRow(sub, index, own, value);
    }
  }
}
/** Record and rows a module may change in place without touching what the engine compares with. */
export function copyOf(rec: Rec, model: Model): Rec {
  const copy: Rec = { ...rec };
  for (const sub of model.subs.keys()) {
    const rows = rec[sub] as readonly Row[] | undefined;
    if (rows) copy[sub] = rows.map((row) => ({ ...row }));
  }
  return copy;
}

function split(model: Model, result: Rec): { fields: Rec; rest: Rec } {
  const fields: Rec = {};
  const rest: Rec = {};
  for (const [code, value] of Object.entries(result)) (model.head.fields.has(code) ? fields : rest)[code] = value;
  return { fields, rest };
}

/** The record after a change made by code: its formulas computed from what differs. */
export async function refreshed(env: ServerEnv, model: Model, before: Rec, after: Rec): Promise<Rec> {
  const done = await env.settle((live) => {
    const work = workOn(model, before);
    for (const [code, value] of Object.entries(after)) {
      const place = model.subs.get(code);
      if (!place) {
        if (value !== undefined) work.setHead(code, value as Value);
        continue;
      }
      if (value === before[code] || value === undefined) continue;
      setRowsOf(work, code, value as readonly Row[]);
    }
    recomputeStale(work, live);
    return work;
  });
  return fitting(done);
}

/** Results of more than 15 digits refuse; asked after everything is settled, while values are missing none is final. */
function fitting({ rec, problems }: Work): Rec {
  if (problems.length > 0) throw new Refusal(problems);
  return rec;
}

/** Rows that stay are compared cell by cell, so only what differs is computed anew. */
export function setRowsOf(work: Work, sub: string, after: readonly Row[]): void {
  const before = work.rows(sub);
  const known = new Map(before.map((row) => [row.id, row]));
  const same = before.length === after.length && before.every((row, index) => row.id === after[index]?.id);
  if (!same) {
    work.setRows(
      sub,
      after.map((row) => known.get(row.id) ?? row),
    );
    for (const row of after) if (!known.has(row.id)) work.touchRow(sub, row.id);
  }
  for (const [index, row] of after.entries()) {
    const old = known.get(row.id);
    if (!old || old === row) continue;
    for (const [code, value] of Object.entries(row))
      if (code !== 'id' && value !== undefined) work.setRow(sub, index, code, value);
  }
}

/**
 * What an effect changed, put on the record as it is by now: code of the effect may have had the engine write the same record (a
 * stamp, a quantity) meanwhile.
 */
export function rebased(before: Rec, after: Rec, current: Rec): Rec {
  if (current === before) return after;
  const next: Rec = { ...current };
  for (const [code, value] of Object.entries(after)) {
    if (value === before[code]) continue;
    if (!isRows(value)) {
      next[code] = value;
      continue;
    }
    const old = new Map(((before[code] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    const now = new Map(((current[code] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    next[code] = value.map((row) => {
      const was = old.get(row.id);
      const is = now.get(row.id);
      if (!was || !is) return row;
      const changed = Object.entries(row).filter(([field, cell]) => cell !== was[field]);
      return changed.length === 0 ? is : ({ ...is, ...Object.fromEntries(changed) } as Row);
    });
  }
  return next;
}
const isRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && value[0] !== null && 'lineNo' in value[0];
