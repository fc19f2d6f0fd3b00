/** Rule states (§6.1): what is hidden, required and read-only now, at the head or in one row, and why a row is locked. */

import type { Env, Scope } from '../env';
import type { Rec, Row } from '../value';
import { type Writer, writtenBy } from '../written';
import { holds, renderTemplate, scopeAt } from './bind';
import type { FieldModel, Model, StateRule } from './model';

/** Keys at the head: `supplier`, `items`, `items.qty` (the whole column), `@part`; in a row: column codes. */
export interface States {
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** field → address of the rule, or of the constant that locks it */
  readonly readonly: ReadonlyMap<string, string>;
  /** actions a rule hides (`!code`) */
  readonly actions: ReadonlySet<string>;
}
export interface StatesAt {
  readonly sub?: string;
  readonly row?: Row;
  /** states of the head, when they are at hand: rows need not ask the head rules again */
  readonly head?: States;
  /** stored record before this write; `required: "new"` and `old` in conditions read it. Absent: new = without version */
  readonly old?: Rec | null;
}

export const ROW_LOCKED = '已生成子订单，不可删除！';

export function ruleStates(model: Model, rec: Rec, env: Env, at: StatesAt = {}): States {
  const isNew = at.old === undefined ? rec.version === undefined || rec.version === null : at.old === null;
  const old = at.old === undefined ? {} : { old: at.old };
  if (at.sub === undefined || at.row === undefined) {
    return statesOf(headTargets(model), isNew, scopeAt(env, rec, undefined, undefined, old));
  }
  const head = at.head ?? ruleStates(model, rec, env, at.old === undefined ? {} : { old: at.old });
  const rows = rec[at.sub] as readonly Row[] | undefined;
  const own = statesOf(rowTargets(model, at.sub), isNew, scopeAt(env, rec, at.row, rows, old));
  return withHead(model, at.sub, own, head);
}

/** The rules that make one field (or part, or `!action`) what it is now, by what they do. */
export interface RulesAbout {
  readonly hide: readonly StateRule[];
  /** `show` rules that do not hold: none of them shows the field */
  readonly show: readonly StateRule[];
  readonly require: readonly StateRule[];
  readonly readonly: readonly StateRule[];
}
/** Rules that hold now and speak about `key`; of a row also what head rules say about its column. */
export function rulesAbout(model: Model, rec: Rec, env: Env, key: string, at: StatesAt = {}): RulesAbout {
  const old = at.old === undefined ? {} : { old: at.old };
  const rows = at.sub === undefined ? undefined : (rec[at.sub] as readonly Row[] | undefined);
  const headKey = at.sub === undefined ? key : `${at.sub}.${key}`;
  const places: readonly (readonly [Targets, string, Scope])[] = [
    [headTargets(model), headKey, scopeAt(env, rec, undefined, undefined, old)],
    ...(at.sub === undefined ? [] : [[rowTargets(model, at.sub), key, scopeAt(env, rec, at.row, rows, old)] as const]),
  ];
  const found = places.flatMap(([targets, code, scope]) => {
    const target = code.startsWith('!')
      ? targets.actions.find((action) => `!${action.code}` === code)
      : targets.ruled.find((target) => target.key === code);
    return target === undefined ? [] : [{ target, scope }];
  });
  const active = (kind: 'hide' | 'require' | 'readonly'): StateRule[] =>
    found.flatMap(({ target, scope }) =>
      ((target as Partial<Target>)[kind] ?? []).filter((rule) => !rule.when || holds(rule.when, scope)),
    );
  const unshown = found.flatMap(({ target, scope }) =>
    target.show.some((rule) => !rule.when || holds(rule.when, scope)) ? [] : target.show,
  );
  return { hide: active('hide'), show: unshown, require: active('require'), readonly: active('readonly') };
}

/** 已生成子订单，不可删除！ when `rows.lock` holds for the row, else null. */
export function rowLock(model: Model, sub: string, row: Row, rec: Rec, env: Env): string | null {
  const place = model.subs.get(sub);
  if (!place?.lock) return null;
  return holds(place.lock, scopeAt(env, rec, row, rec[sub] as readonly Row[] | undefined)) ? ROW_LOCKED : null;
}

/** The colour of a row: the first tone of `rows.tone` that holds. */
export function rowTone(model: Model, sub: string, row: Row, rec: Rec, env: Env): string | undefined {
  const tones = model.subs.get(sub)?.tones;
  if (!tones) return undefined;
  const scope = scopeAt(env, rec, row, rec[sub] as readonly Row[] | undefined);
  return tones.find(([, when]) => holds(when, scope))?.[0];
}

/** Sentence that refuses a change of `field`: the `say` of the rule, else 「{field}」当前不可修改. */
export function lockedText(model: Model, address: string, field: FieldModel, rec: Rec, env: Env, row?: Row): string {
  const rule = model.states.find((state) => state.address === address);
  if (!rule?.say) return `「${field.field.title}」当前不可修改`;
  const scope = scopeAt(env, rec, rule.sub === undefined ? undefined : row);
  return renderTemplate(rule.say, { ...scope, extra: { ...scope.extra, field: field.field.title } });
}

interface Target {
  readonly key: string;
  /** absent for parts */
  readonly field?: FieldModel;
  readonly hide: readonly StateRule[];
  readonly show: readonly StateRule[];
  readonly require: readonly StateRule[];
  readonly readonly: readonly StateRule[];
}
interface Targets {
  /** absent at the head */
  readonly sub: string | undefined;
  /** the rules that speak about anything here */
  readonly rules: readonly StateRule[];
  /** what the constants of the fields say, for stored and for new records */
  readonly fixed: Omit<States, 'actions'>;
  readonly fixedNew: Omit<States, 'actions'>;
  /** what a rule speaks about */
  readonly ruled: readonly Target[];
  readonly actions: readonly {
    readonly code: string;
    readonly hide: readonly StateRule[];
    readonly show: readonly StateRule[];
  }[];
}

const heads = new WeakMap<Model, Targets>();
const rowsOf = new WeakMap<Model, Map<string, Targets>>();

function headTargets(model: Model): Targets {
  let known = heads.get(model);
  if (!known) {
    known = targetsOf(model, undefined);
    heads.set(model, known);
  }
  return known;
}
function rowTargets(model: Model, sub: string): Targets {
  let bySub = rowsOf.get(model);
  if (!bySub) {
    bySub = new Map();
    rowsOf.set(model, bySub);
  }
  let known = bySub.get(sub);
  if (!known) {
    known = targetsOf(model, sub);
    bySub.set(sub, known);
  }
  return known;
}

/** Which rules speak about which field; addresses are expanded once per model. */
function targetsOf(model: Model, sub: string | undefined): Targets {
  const rules = model.states.filter((rule) => rule.sub === sub);
  const fields: (readonly [string, FieldModel | undefined])[] =
    sub === undefined
      ? [
          ...[...model.fields].map(([path, field]) => [path, field] as const),
          ...[...model.parts.keys()].map((code) => [`@${code}`, undefined] as const),
        ]
      : [...(model.subs.get(sub)?.fields ?? [])].map(([code, field]) => [code, field] as const);
  const named = (
    rule: StateRule,
    list: readonly string[] | undefined,
    key: string,
    field: FieldModel | undefined,
  ): boolean =>
    list !== undefined &&
    covers(model, list, key, field, sub) &&
    !covers(model, rule.rule.except ?? [], key, field, sub, true);
  const pick = (
    key: 'hide' | 'show' | 'require' | 'readonly',
    code: string,
    field: FieldModel | undefined,
  ): StateRule[] => rules.filter((rule) => named(rule, rule.rule[key], code, field));
  const list = fields.map(([key, field]) => ({
    key,
    ...(field ? { field } : {}),
    hide: pick('hide', key, field),
    show: pick('show', key, field),
    require: pick('require', key, field),
    readonly: pick('readonly', key, field),
  }));
  const actionCodes = new Set(
    rules.flatMap((rule) =>
      [...(rule.rule.hide ?? []), ...(rule.rule.show ?? [])].filter((code) => code.startsWith('!')),
    ),
  );
  const actions = [...actionCodes].map((code) => ({
    code: code.slice(1),
    hide: rules.filter((rule) => rule.rule.hide?.includes(code)),
    show: rules.filter((rule) => rule.rule.show?.includes(code)),
  }));
  const ruled = list.filter(
    (item) => item.hide.length + item.show.length + item.require.length + item.readonly.length > 0,
  );
  const speaking = [...ruled, ...actions].flatMap((action) => [
    ...action.hide,
    ...action.show,
    ...('key' in action ? [...action.require, ...action.readonly] : []),
  ]);
  return {
    sub,
    rules: [...new Set(speaking)],
    ruled,
    actions,
    fixed: fixedOf(list, false),
    fixedNew: fixedOf(list, true),
  };
}

function fixedOf(list: readonly Target[], isNew: boolean): Omit<States, 'actions'> {
  const hidden = new Set<string>();
  const required = new Set<string>();
  const readonly = new Map<string, string>();
  for (const { key, field } of list) {
    if (!field) continue;
    const own = field.field.required;
    if (field.field.hidden === true) hidden.add(key);
    if (own === true || (own === 'new' && isNew)) required.add(key);
    const lock = constantLock(field);
    if (lock !== undefined) readonly.set(key, lock);
  }
  return { hidden, required, readonly };
}

/** Does a list of addresses speak about `key`: by name, by `*`, by its part, or (columns) by its sub-table. */
function covers(
  model: Model,
  list: readonly string[],
  key: string,
  field: FieldModel | undefined,
  sub: string | undefined,
  exact = false,
): boolean {
  if (list.includes(key)) return true;
  if (key.startsWith('@')) return false;
  if (list.includes('*')) return true;
  if (sub === undefined && field?.sub !== undefined && list.includes(field.sub)) return true;
  if (sub !== undefined) return false;
  const top = field?.sub ?? key;
  // an exception that names a part frees what stands on it, not single columns
  return !exact || field?.sub === undefined
    ? list.some((text) => text.startsWith('@') && model.parts.get(text.slice(1))?.includes(top) === true)
    : false;
}

/** States by the rules that hold: rows for which the same ones do (mostly none) share one object. */
const made = new WeakMap<Omit<States, 'actions'>, Map<string, States>>();
/** so many combinations of rules are remembered */
const MOST = 64;
const shared = new WeakSet<States>();

function statesOf(targets: Targets, isNew: boolean, scope: Scope): States {
  let key = '';
  for (const rule of targets.rules) key += !rule.when || holds(rule.when, scope) ? '1' : '0';
  const fixed = isNew ? targets.fixedNew : targets.fixed;
  let known = made.get(fixed);
  if (known === undefined) {
    known = new Map();
    made.set(fixed, known);
  }
  let states = known.get(key);
  if (states === undefined) {
    states = makeStates(targets, fixed, new Set(targets.rules.filter((_, at) => key[at] === '1')));
    if (known.size < MOST) {
      known.set(key, states);
      shared.add(states);
    }
  }
  return states;
}

function makeStates(targets: Targets, fixed: Omit<States, 'actions'>, held: ReadonlySet<StateRule>): States {
  const active = (rule: StateRule): boolean => held.has(rule);
  const gone = (target: Pick<Target, 'hide' | 'show'>): boolean =>
    target.hide.some(active) || (target.show.length > 0 && !target.show.some(active));
  const hidden = new Set(fixed.hidden);
  const required = new Set(fixed.required);
  const readonly = new Map(fixed.readonly);
  for (const target of targets.ruled) {
    const { key, field } = target;
    if (gone(target)) hidden.add(key);
    if (!field) continue;
    if (target.require.some(active)) required.add(key);
    const lock = readonly.has(key) ? undefined : target.readonly.find(active)?.address;
    if (lock !== undefined) readonly.set(key, lock);
  }
  // what is not shown is not required: a column also when its sub-table is not
  for (const key of hidden) required.delete(key);
  if (targets.sub === undefined) {
    for (const key of required) if (hidden.has(key.split('.', 1)[0] ?? '')) required.delete(key);
  }
  const actions = new Set(targets.actions.filter(gone).map((action) => action.code));
  return { hidden, required, readonly, actions };
}

/** The key that locks a field whatever the rules say; undefined: people type it. */
export function constantLock({ field, sub, code }: FieldModel): string | undefined {
  const writer = writtenBy(field);
  if (writer === 'user') return undefined;
  const address = sub === undefined ? `fields.${code}` : `fields.${sub}.fields.${code}`;
  const key = LOCKING[writer];
  return key === undefined ? address : `${address}.${key}`;
}
const LOCKING: { readonly [writer in Writer]?: string } = {
  formula: 'formula',
  number: 'manual',
  fill: 'readonly',
  server: 'readonly',
};

/** States of a row: its own rules joined with what the head's rules say about the sub-table and the column. */
function withHead(model: Model, sub: string, own: States, head: States): States {
  const above = fromHead(model, sub, head);
  if (above.hidden.length + above.required.length + above.readonly.length === 0) return own;
  if (!shared.has(own)) return joined(own, above);
  const known = underHead.get(head)?.get(own);
  if (known) return known;
  const made = joined(own, above);
  underHead.set(head, (underHead.get(head) ?? new Map<States, States>()).set(own, made));
  return made;
}
const underHead = new WeakMap<States, Map<States, States>>();

function joined(own: States, above: FromHead): States {
  const hidden = new Set(own.hidden);
  const required = new Set(own.required);
  const readonly = new Map(own.readonly);
  for (const code of above.hidden) hidden.add(code);
  for (const code of above.required) required.add(code);
  for (const [code, lock] of above.readonly) if (!readonly.has(code)) readonly.set(code, lock);
  for (const code of hidden) required.delete(code);
  return { hidden, required, readonly, actions: own.actions };
}

interface FromHead {
  readonly hidden: readonly string[];
  readonly required: readonly string[];
  readonly readonly: readonly (readonly [string, string])[];
}
const fromHeads = new WeakMap<States, Map<string, FromHead>>();
/** Columns the head's rules speak about, beyond what their own constants say; once for all rows. */
function fromHead(model: Model, sub: string, head: States): FromHead {
  let bySub = fromHeads.get(head);
  if (!bySub) {
    bySub = new Map();
    fromHeads.set(head, bySub);
  }
  const known = bySub.get(sub);
  if (known) return known;
  const { fixed } = rowTargets(model, sub);
  const hidden: string[] = [];
  const required: string[] = [];
  const readonly: [string, string][] = [];
  for (const code of model.subs.get(sub)?.fields.keys() ?? []) {
    const path = `${sub}.${code}`;
    if ((head.hidden.has(sub) || head.hidden.has(path)) && !fixed.hidden.has(code)) hidden.push(code);
    if (head.required.has(path) && !fixed.required.has(code)) required.push(code);
    const lock = head.readonly.get(path);
    if (lock !== undefined && !fixed.readonly.has(code)) readonly.push([code, lock]);
  }
  const found = { hidden, required, readonly };
  bySub.set(sub, found);
  return found;
}
