/** What the expressions of an object read: of its own fields, and of the records its references name. */
import { type Deps, depsOf } from '../expr/deps';
import type { BoundTemplate, Compiled, Slot } from './bind';
import type { HopNeed, Model } from './model';

export type Parts = Pick<Model, 'fields' | 'subs' | 'states' | 'events' | 'checks'>;

/** What a form asks of its references. */
function formDeps({ fields, states, events, checks }: Parts): readonly Deps[] {
  const said = (text: BoundTemplate | undefined): readonly Deps[] =>
    (text?.parts ?? []).flatMap((part) => ('bound' in part ? [depsOf(part.bound)] : []));
  const slot = (slot: Slot | undefined): readonly Deps[] => (slot && 'expr' in slot ? [slot.expr.deps] : []);
  const expr = (expr: Compiled | undefined): readonly Deps[] => (expr ? [expr.deps] : []);
  return [
    ...[...fields.values()].flatMap((field) => [
      ...slot(field.default),
      ...slot(field.min),
      ...slot(field.max),
      ...expr(field.formula),
      ...expr(field.options),
      ...expr(field.inherited),
      ...said(field.text),
      ...(field.service?.args ?? []).flatMap(([, arg]) => slot(arg)),
    ]),
    ...states.flatMap(({ when, say }) => [...expr(when), ...said(say)]),
    ...events.flatMap(({ when, set, confirm }) => [
      ...expr(when),
      ...set.flatMap(({ value }) => slot(value)),
      ...said(confirm),
    ]),
    ...checks.flatMap(({ that, when, say }) => [...expr(that), ...expr(when), ...said(say)]),
  ];
}

export function hopsOf(parts: Parts): readonly HopNeed[] {
  const needs = new Map<string, HopNeed>();
  for (const { hops } of formDeps(parts))
    for (const hop of hops) {
      const key = `${hop.via}>${hop.field}`;
      const of = [...new Set([...(needs.get(key)?.of ?? []), ...(hop.of ?? [])])];
      needs.set(key, { via: hop.via, object: hop.object, field: hop.field, ...(of.length === 0 ? {} : { of }) });
    }
  for (const field of parts.fields.values()) {
    if (field.unit) {
      const via = field.sub === undefined ? (field.field.unit ?? '') : `${field.sub}.${field.field.unit ?? ''}`;
      const unit = parts.fields.get(via)?.field.ref;
      if (unit) needs.set(`${via}>decimals`, { via, object: unit, field: 'decimals' });
    }
    for (const fill of field.fill) {
      const first = fill.from[0];
      if (field.field.ref && first)
        needs.set(`${field.path}>${first}`, { via: field.path, object: field.field.ref, field: first });
    }
  }
  return [...needs.values()];
}

/** Paths of own fields that any expression of the object reads. */
export function readPaths(parts: Parts): ReadonlySet<string> {
  const places = [...parts.subs.values()].flatMap(({ lock, fixed, tones = [] }) => [
    lock,
    fixed,
    ...tones.map(([, when]) => when),
  ]);
  const limits = [...parts.fields.values()].flatMap(({ low, high, unit }) => [
    unit,
    ...[low, high].map((slot) => (slot && 'expr' in slot ? slot.expr : undefined)),
  ]);
  const others = [...places, ...limits].flatMap((expr) => (expr ? [expr.deps] : []));
  return new Set(
    [...formDeps(parts), ...others].flatMap(({ fields, hops }) => [...fields, ...hops.map(({ via }) => via)]),
  );
}
