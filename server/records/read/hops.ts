/** `_hop`: values of referenced records that the expressions of a form need, as the browser's environment reads them. */
import type { Env } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import type { Bound } from '../../../schemas/language/expr/typed';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { FieldModel, HopNeed, Model } from '../../../schemas/language/record/model';
import { idsOf, isEmpty } from '../../../schemas/language/record/values';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import type { EngineCtx } from '../host';
import { accessOf } from './grants';

/** object → id → field → value (a record's form: references as ids), `label` among the fields */
export type Hops = Record<string, Record<string, Record<string, unknown>>>;

/** All hops of a record by the model's list. Run it inside `settle`: what is pending comes with the next round. */
export function hopsOf(ctx: EngineCtx, model: Model, rec: Rec, env: Env): Hops {
  const hops: Hops = {};
  for (const [via, needs] of byVia(model)) {
    const ids = idsAt(rec, via);
    if (ids.length > 0) for (const need of needs) put(ctx, hops, need, ids, env);
  }
  for (const field of model.fields.values()) if (field.inherited) putInherited(ctx, hops, model, field, rec, env);
  return hops;
}

/** What an empty reference takes over `inherit` is shown by its name. */
function putInherited(ctx: EngineCtx, hops: Hops, model: Model, field: FieldModel, rec: Rec, env: Env): void {
  const { inherited, sub } = field;
  if (field.field.type !== 'ref' || !inherited || !mayRead(ctx, inherited.bound)) return;
  const object = field.field.ref === 'self' ? model.obj.object : (field.field.ref ?? '');
  const rows = sub === undefined ? [undefined] : (rec[sub] as readonly Row[] | undefined);
  for (const row of rows ?? []) {
    if (!isEmpty((row ?? rec)[field.code])) continue;
    for (const id of idsOf(evaluate(inherited.bound, scopeAt(env, rec, row)) as Value)) {
      const label = env.label(object, id);
      if (label === undefined) continue;
      hops[object] ??= {};
      const byId = hops[object] as Record<string, Record<string, unknown>>;
      byId[id] = { ...byId[id], label };
    }
  }
}
/** every field on the way up is open to the reader */
function mayRead(ctx: EngineCtx, bound: Bound): boolean {
  let step = bound.k === 'eff' ? bound.up : undefined;
  while (step !== undefined) {
    const target = ctx.registry.find(step.object);
    const field = target?.fields[step.field.code];
    if (!target || !field || accessOf(target, field, ctx.session.rights) !== 'value') return false;
    step = step.next?.up;
    // a tree goes up by the same field again
    if (step?.object === target.object && step.field.code === field.code) return true;
  }
  return true;
}

/** Names of references that a form was given by a fill or a rule (`label(object:id)`): of those that stand in its record. */
export function namesIn(ctx: EngineCtx, model: Model, rec: Rec, asked: ReadonlySet<unknown>, env: Env): Hops {
  const names: Hops = {};
  for (const [path, { field }] of model.fields) {
    if (field.type !== 'ref' || accessOf(model.obj, field, ctx.session.rights) !== 'value') continue;
    const object = field.ref === 'self' ? model.obj.object : (field.ref ?? '');
    for (const id of idsAt(rec, path)) {
      const label = asked.has(`label(${object}:${id})`) ? env.label(object, id) : undefined;
      if (label !== undefined) names[object] = { ...names[object], [id]: { label } };
    }
  }
  return names;
}

/** Hops behind one reference field (`supplier`, `items.material`) for records that are not in the form yet: picked ones. */
export function hopsBehind(ctx: EngineCtx, model: Model, via: string, ids: readonly string[], env: Env): Hops {
  const hops: Hops = {};
  for (const need of byVia(model).get(via) ?? []) put(ctx, hops, need, ids, env);
  return hops;
}

const grouped = new WeakMap<Model, ReadonlyMap<string, readonly HopNeed[]>>();
const byVia = (model: Model): ReadonlyMap<string, readonly HopNeed[]> =>
  memo(grouped, model, () => {
    const groups = new Map<string, HopNeed[]>();
    for (const need of model.hops) memo(groups, need.via, () => []).push(need);
    return groups;
  });

function put(ctx: EngineCtx, hops: Hops, need: HopNeed, ids: readonly string[], env: Env): void {
  const target = ctx.registry.find(need.object);
  const field = target?.fields[need.field];
  if (!target || !field || accessOf(target, field, ctx.session.rights) !== 'value') return;
  hops[need.object] ??= {};
  const byId = hops[need.object] as Record<string, Record<string, unknown>>;
  for (const id of ids) {
    const value = env.hop(need.object, id, need.field);
    if (value === undefined) continue;
    byId[id] ??= { label: env.label(need.object, id) ?? null };
    const known = byId[id] as Record<string, unknown>;
    known[need.field] = field.sub ? openRows(ctx, target, need, value as readonly Row[]) : value;
  }
}

/** Rows of a referenced record: what the expressions read of them, without the columns the user may not see. */
function openRows(ctx: EngineCtx, object: ResolvedObject, need: HopNeed, rows: readonly Row[]): unknown[] {
  const columns = Object.values(object.fields[need.field]?.sub?.fields ?? {}).filter(
    (column) =>
      (need.of === undefined || need.of.includes(column.code)) &&
      accessOf(object, column, ctx.session.rights) === 'value',
  );
  return rows.map((row) => {
    const out: Record<string, unknown> = { id: row.id, lineNo: row.lineNo };
    for (const { code } of columns) out[code] = row[code] ?? null;
    return out;
  });
}

/** Ids that a path of the record holds: `supplier`, `items.material`; lists of references too. */
function idsAt(rec: Rec, via: string): readonly string[] {
  const [first = '', second] = via.split('.');
  if (second === undefined) return idsOf(rec[first] as Value | undefined);
  const rows = rec[first];
  if (!Array.isArray(rows)) return [];
  return [...new Set((rows as readonly Row[]).flatMap((row) => idsOf(row[second])))];
}
