/**
 * The compiled form of an object: every expression bound once, its fills, events, rules and checks by place, and the order in which
 * formulas run. One model per (resolved object, type library); expressions are never parsed per row.
 */

import type { Ty } from '../expr/check';
import type { Deps } from '../expr/deps';
import { CHOICES, TEXT } from '../expr/types';
import { factsOf } from '../kinds/index';
import { toObjectType } from '../object-type';
import type {
  ObjectType,
  ResolvedCheck,
  ResolvedField,
  ResolvedObject,
  ResolvedRows,
  ResolvedRule,
  TypeLib,
} from '../resolved';
import type { Problem } from '../value';
import { filledBy, writtenBy } from '../written';
import { type Binder, type BoundTemplate, binder, type Compiled, type Slot, type Standing, wantOf } from './bind';
import { type FormulaNode, formulaOrder } from './graph';
import { hopsOf, readPaths } from './reads';

export interface FillModel {
  /** own field of the same place */
  readonly target: string;
  /** path in the picked record */
  readonly from: readonly string[];
  /** read-only targets take the value always; others unless typed or sent */
  readonly always: boolean;
}
export interface FieldModel {
  readonly field: ResolvedField;
  readonly code: string;
  /** `qty` or `items.qty` */
  readonly path: string;
  readonly sub?: string;
  readonly default?: Slot;
  readonly formula?: Compiled;
  /** an undata field with a service: name and arguments, asked from the host */
  readonly service?: { readonly name: string; readonly args: readonly (readonly [string, Slot])[] };
  readonly fill: readonly FillModel[];
  readonly min?: Slot;
  readonly max?: Slot;
  /** outside is red, not refused */
  readonly low?: Slot;
  readonly high?: Slot;
  /** unit of the quantity: its `decimals` limit the scale */
  readonly unit?: Compiled;
  readonly options?: Compiled;
  /** what an undata field says */
  readonly text?: BoundTemplate;
  /** what an empty field takes along `inherit` */
  readonly inherited?: Compiled;
}
/** The head, or one sub-table. */
export interface Place {
  readonly sub?: string;
  readonly fields: ReadonlyMap<string, FieldModel>;
  readonly rows?: ResolvedRows;
  readonly lock?: Compiled;
  readonly fixed?: Compiled;
  /** colours of a row, the first that holds */
  readonly tones?: readonly (readonly [tone: string, when: Compiled])[];
}
/** A rule with `when`: which addresses it shows, hides, requires or locks. */
export interface StateRule {
  readonly rule: ResolvedRule;
  readonly address: string;
  readonly sub?: string;
  readonly when?: Compiled;
  readonly say?: BoundTemplate;
}
/** A rule with `on`: what happens when a trigger changes. */
export interface EventRule {
  readonly rule: ResolvedRule;
  readonly address: string;
  readonly sub?: string;
  /** absolute paths: `supplier`, `items.material`, `items` (rows come or go) */
  readonly on: readonly string[];
  readonly when?: Compiled;
  readonly set: readonly { readonly path: string; readonly value: Slot }[];
  readonly clear: readonly string[];
  readonly confirm?: BoundTemplate;
}
export interface CheckModel {
  readonly check: ResolvedCheck;
  readonly address: string;
  readonly sub?: string;
  readonly when?: Compiled;
  readonly that: Compiled;
  readonly say: BoundTemplate;
  /** reads only the record and values at hand: may be judged without asking the server */
  readonly local: boolean;
}
/** `via` is the own reference (`supplier`, `items.material`), `field` what is read of the record there. */
export interface HopNeed {
  readonly via: string;
  readonly object: string;
  readonly field: string;
  /** columns read of the rows, when `field` is a sub-table */
  readonly of?: readonly string[];
}
export interface Model {
  readonly obj: ResolvedObject;
  readonly type: ObjectType;
  readonly lib: TypeLib;
  readonly head: Place;
  readonly subs: ReadonlyMap<string, Place>;
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** formulas in topological order */
  readonly formulas: readonly FormulaNode[];
  readonly states: readonly StateRule[];
  readonly events: readonly EventRule[];
  readonly checks: readonly CheckModel[];
  /** fields placed in a part of the edit page, by part code */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** what a form of this object needs of referenced records (`_hop`) */
  readonly hops: readonly HopNeed[];
  /** texts that did not bind, formula.cycle, on.cycle; an object with problems is not published */
  readonly problems: readonly Problem[];
}

const models = new WeakMap<ResolvedObject, WeakMap<TypeLib, Model>>();

/** The model of an object, compiled at the first call and kept as long as the object and the library live. */
export function modelOf(obj: ResolvedObject, lib: TypeLib): Model {
  let byLib = models.get(obj);
  if (!byLib) {
    byLib = new WeakMap();
    models.set(obj, byLib);
  }
  let model = byLib.get(lib);
  if (!model) {
    model = compile(obj, lib);
    byLib.set(lib, model);
  }
  return model;
}

/** `qty` of sub-table `items` is `items.qty`; `doc.supplier` written in a row is `supplier`. */
export function absolute(code: string, sub: string | undefined): string {
  if (code.startsWith('doc.')) return code.slice(4);
  return sub === undefined ? code : `${sub}.${code}`;
}

function compile(obj: ResolvedObject, lib: TypeLib): Model {
  const type = toObjectType(obj);
  const bind = binder(type, lib);
  const fields = new Map<string, FieldModel>();
  const subs = new Map<string, Place>();
  const headFields = new Map<string, FieldModel>();
  for (const field of Object.values(obj.fields)) {
    const model = fieldModel(field, undefined, obj.fields, type, bind);
    headFields.set(field.code, model);
    fields.set(model.path, model);
    if (!field.sub) continue;
    const own = new Map<string, FieldModel>();
    for (const column of Object.values(field.sub.fields)) {
      const columnModel = fieldModel(column, field.code, field.sub.fields, type, bind);
      own.set(column.code, columnModel);
      fields.set(columnModel.path, columnModel);
    }
    subs.set(field.code, place(field, own, bind));
  }
  const states: StateRule[] = [];
  const events: EventRule[] = [];
  for (const rule of obj.rules) {
    if (rule.on) events.push(eventRule(rule, type, bind));
    else states.push(stateRule(rule, bind));
  }
  const checks = obj.checks.flatMap((check) => checkModel(check, fields, bind));
  const parts = { fields, subs, states, events, checks };
  const { order, problems } = formulaOrder([...fields.values()], events, readPaths(parts));
  return {
    obj,
    type,
    lib,
    head: { fields: headFields },
    subs,
    fields,
    formulas: order,
    states,
    events,
    checks,
    parts: partsOf(obj),
    hops: hopsOf(parts),
    problems: [...bind.problems, ...problems],
  };
}

function fieldModel(
  field: ResolvedField,
  sub: string | undefined,
  siblings: Readonly<Record<string, ResolvedField>>,
  type: ObjectType,
  bind: Binder,
): FieldModel {
  const path = sub === undefined ? field.code : `${sub}.${field.code}`;
  const address = sub === undefined ? `fields.${field.code}` : `fields.${sub}.fields.${field.code}`;
  const want = wantOf(type, field.code, sub);
  const at = (key: string, to?: Ty): Standing => ({ sub, address: `${address}.${key}`, want: to, shift: field.shift });
  const filled = filledBy([field]);
  const fill = Object.entries(field.fill ?? {}).map(([target, from]) => {
    const into = siblings[target];
    return { target, from: from.split('.'), always: into !== undefined && writtenBy(into, filled) === 'fill' };
  });
  return {
    field,
    code: field.code,
    path,
    ...(sub === undefined ? {} : { sub }),
    fill,
    ...given('default', bind.slot(field.default, at('default', want))),
    ...given('formula', bind.expr(field.formula, at('formula', want))),
    // a limit of a text or a list is a count
    ...given('min', bind.slot(field.min, at('min'))),
    ...given('max', bind.slot(field.max, at('max'))),
    ...given('low', bind.slot(field.low, at('low'))),
    ...given('high', bind.slot(field.high, at('high'))),
    ...given('unit', bind.expr(field.unit, at('unit'))),
    ...given('options', bind.expr(field.options, at('options', CHOICES))),
    ...given('text', bind.template(factsOf(field).isAsked ? field.text : undefined, at('text'))),
    ...given('inherited', bind.expr(field.inherit && `eff(${field.code})`, at('inherit'))),
    ...given('service', serviceOf(field, sub, address, bind)),
  };
}

function serviceOf(field: ResolvedField, sub: string | undefined, at: string, bind: Binder): FieldModel['service'] {
  if (!factsOf(field).isAsked || field.service === undefined) return undefined;
  const args: [string, Slot][] = [];
  for (const [name, value] of Object.entries(field.with ?? {})) {
    const slot = bind.slot(value, { sub, address: `${at}.with.${name}` });
    if (slot) args.push([name, slot]);
  }
  return { name: field.service, args };
}

function place(field: ResolvedField, fields: ReadonlyMap<string, FieldModel>, bind: Binder): Place {
  const sub = field.code;
  const rows = field.sub?.rows;
  const lock = rows?.lock ?? (fields.has('sourceOrderNbr') ? '!empty(sourceOrderNbr)' : undefined);
  const address = `fields.${sub}.rows`;
  return {
    sub,
    fields,
    ...given('rows', rows),
    ...given('lock', bind.test(lock, { sub, address: `${address}.lock` })),
    ...given('fixed', bind.expr(rows?.fixed, { address: `${address}.fixed` })),
    ...given('tones', tonesOf(rows, sub, bind)),
  };
}

function tonesOf(rows: ResolvedRows | undefined, sub: string, bind: Binder): Place['tones'] {
  const tones = Object.entries(rows?.tone ?? {}).flatMap(([tone, when]) => {
    const test = bind.test(when, { sub, address: `fields.${sub}.rows.tone.${tone}` });
    return test === undefined ? [] : [[tone, test] as const];
  });
  return tones.length === 0 ? undefined : tones;
}

function stateRule(rule: ResolvedRule, bind: Binder): StateRule {
  const { address, in: sub } = rule;
  return {
    rule,
    address,
    ...given('sub', sub),
    ...given('when', bind.test(rule.when, { sub, address: `${address}.when` })),
    // `{field}` in the sentence is the title of the refused field
    ...given('say', bind.template(rule.say, { sub, address: `${address}.say`, extra: { extra: { field: TEXT } } })),
  };
}

function eventRule(rule: ResolvedRule, type: ObjectType, bind: Binder): EventRule {
  const { address, in: sub } = rule;
  const set = Object.entries(rule.set ?? {}).flatMap(([code, value]) => {
    const path = absolute(code, sub);
    const [first = '', column] = path.split('.');
    const want = column === undefined ? wantOf(type, first, undefined) : wantOf(type, column, first);
    const slot = bind.slot(value, { sub, address: `${address}.set.${code}`, want });
    return slot ? [{ path, value: slot }] : [];
  });
  return {
    rule,
    address,
    on: (rule.on ?? []).map((code) => absolute(code, sub)),
    set,
    clear: (rule.clear ?? []).map((code) => absolute(code, sub)),
    ...given('sub', sub),
    ...given('when', bind.test(rule.when, { sub, address: `${address}.when` })),
    ...given('confirm', bind.template(rule.confirm, { sub, address: `${address}.confirm` })),
  };
}

function checkModel(check: ResolvedCheck, fields: ReadonlyMap<string, FieldModel>, bind: Binder): CheckModel[] {
  const at = (key: string): Standing => ({ sub: check.in, address: `${check.address}.${key}` });
  const that = bind.test(check.that, at('that'));
  const say = bind.template(check.say, at('say'));
  const when = bind.test(check.when, at('when'));
  if (!that || !say) return [];
  const local = [that, when].every((expr) => !expr || isLocal(expr.deps, fields));
  return [{ check, address: check.address, that, say, local, ...given('sub', check.in), ...given('when', when) }];
}

/** No query, no server function, no answer of a service (also not behind a formula that it reads). */
function isLocal(deps: Deps, fields: ReadonlyMap<string, FieldModel>, seen = new Set<string>()): boolean {
  if (deps.queries.length > 0 || deps.calls.length > 0) return false;
  return deps.fields.every((path) => {
    if (seen.has(path)) return true;
    seen.add(path);
    const field = fields.get(path);
    if (!field) return true;
    if (field.service) return false;
    return !field.formula || isLocal(field.formula.deps, fields, seen);
  });
}

function partsOf(obj: ResolvedObject): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, readonly string[]>();
  for (const part of [...obj.edit.groups, ...Object.values(obj.views).flatMap((view) => view.edit.groups)]) {
    const codes = (part.fields ?? []).flatMap((item) => (item.field === undefined ? [] : [item.field]));
    parts.set(part.code, [...new Set([...(parts.get(part.code) ?? []), ...codes])]);
  }
  return parts;
}

type Given<K extends string, T> = { readonly [key in K]?: T };
/** An optional key: absent instead of undefined, as exact optional properties want it. */
const given = <K extends string, T>(key: K, value: T | undefined): Given<K, T> =>
  (value === undefined ? {} : { [key]: value }) as Given<K, T>;
