/**
 * A record against its object (§3): shape, required, length or limits, scale and unit decimals, pattern, field by field in document
 * order, rows in row order. References and uniqueness need the database and are the server's.
 */

import { offeredBy } from './choices';
import type { Env, Scope } from './env';
import { evaluate } from './expr/evaluate';
import { kindOf } from './kinds';
import { caseOf, caseValue } from './kinds/cases';
import { factsOf } from './kinds/index';
import type { ValidateScope } from './kinds/kind';
import { fieldProblem } from './kinds/scalar';
import { scopeAt, slotValue } from './record/bind';
import { unchangedSince } from './record/checks';
import { cellPath } from './record/fill';
import type { FieldModel, Model, Place } from './record/model';
import { ruleStates, type States } from './record/states';
import { isEmpty } from './record/values';
import type { ResolvedField } from './resolved';
import { text } from './texts';
import { type Problem, problem, type Rec, type Row, type Value } from './value';
import { isGiven } from './written';

export interface ValidateOptions {
  /** states of the head, when they are at hand */
  readonly states?: States;
  /** only these rows, and no head fields (leaving a cell, a paste) */
  readonly rows?: { readonly sub: string; readonly ids: ReadonlySet<string> };
  /** the record these values were valid in before: rows that are still the same object are left out */
  readonly since?: Rec | null;
  /** only these head fields (leaving a field) */
  readonly fields?: ReadonlySet<string>;
}

/** Problems of a record whose blank rows are dropped. Hidden fields are neither required nor checked; `old` null = creation. */
export function validateRecord(
  model: Model,
  rec: Rec,
  old: Rec | null,
  env: Env,
  options: ValidateOptions = {},
): Problem[] {
  const states = options.states ?? ruleStates(model, rec, env, { old });
  const problems: Problem[] = [];
  const values = validator(model, rec, env, old);
  for (const field of model.head.fields.values()) {
    const { code } = field;
    if (states.hidden.has(code)) continue;
    if (factsOf(field.field).holdsRows) {
      if (!options.fields || options.fields.has(code))
        problems.push(...validateRows(model, field, rec, old, env, states, options));
    } else if (!options.rows && (!options.fields || options.fields.has(code))) {
      problems.push(...values.check(field, undefined, states.required.has(code)));
    }
  }
  return problems;
}

function validateRows(
  model: Model,
  field: FieldModel,
  rec: Rec,
  old: Rec | null,
  env: Env,
  states: States,
  options: ValidateOptions,
): Problem[] {
  const sub = field.code;
  if (options.rows && options.rows.sub !== sub) return [];
  const rows = (rec[sub] as readonly Row[] | undefined) ?? [];
  const problems: Problem[] = [];
  if (!options.rows) {
    const min = field.field.sub?.rows.min ?? 0;
    if (rows.length === 0 && states.required.has(sub)) problems.push(problem('field.rows', sub, '明细至少填写一行'));
    else if (min > 1 && rows.length > 0 && rows.length < min) {
      problems.push(problem('field.rowsMin', sub, text('field.rowsMin', { field: field.field.title, min })));
    }
    const fixed = model.subs.get(sub)?.fixed;
    const count = fixed && evaluate(fixed.bound, scopeAt(env, rec));
    if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && rows.length !== count)
      problems.push(problem('field.rowsFixed', sub, text('field.rowsFixed', { field: field.field.title, count })));
    problems.push(...kindOf('tabTable').validate(rows as unknown as Value, field.field, { path: sub }));
  }
  const columns = judged(model.subs.get(sub));
  const values = validator(model, rec, env, old);
  const hasRowRules = model.states.some((rule) => rule.sub === sub);
  // without rules of the rows every row has the states of the first
  let shared: States | undefined;
  const known = options.since ? sameRows(model, sub, options.since, rec) : undefined;
  for (const row of rows) {
    if ((options.rows && !options.rows.ids.has(row.id)) || known?.has(row)) continue;
    const own = hasRowRules || !shared ? ruleStates(model, rec, env, { sub, row, head: states, old }) : shared;
    shared = own;
    for (const column of columns) {
      const { code } = column;
      const isRequired = own.required.has(code);
      if ((!isRequired && isEmpty(row[code])) || own.hidden.has(code)) continue;
      const found = values.check(column, row, isRequired);
      if (found.length > 0) problems.push(...found);
    }
  }
  return problems;
}

const judgedOf = new WeakMap<Place, readonly FieldModel[]>();
/** The columns whose values somebody may give. */
function judged(place: Place | undefined): readonly FieldModel[] {
  if (!place) return [];
  let known = judgedOf.get(place);
  if (known === undefined) {
    known = [...place.fields.values()].filter((column) => isGiven(column.field));
    judgedOf.set(place, known);
  }
  return known;
}

/** Rows nothing of whose own limits and rules can have changed. */
function sameRows(model: Model, sub: string, before: Rec, rec: Rec): ReadonlySet<Row> | undefined {
  const slots = [...(model.subs.get(sub)?.fields.values() ?? [])].flatMap((field) => [field.min, field.max]);
  const rules = model.states.filter((rule) => rule.sub === sub || rule.sub === undefined).map((rule) => rule.when);
  return unchangedSince(
    model,
    before,
    rec,
  )(sub, [...slots.map((slot) => (slot && 'expr' in slot ? slot.expr : undefined)), ...rules]);
}

/** Problems of one value. */
export function validateField(
  model: Model,
  field: FieldModel,
  rec: Rec,
  row: Row | undefined,
  env: Env,
  required: boolean,
): readonly Problem[] {
  return validator(model, rec, env).check(field, row, required);
}

interface Validator {
  check(field: FieldModel, row: Row | undefined, required: boolean): readonly Problem[];
}
const NONE: readonly Problem[] = [];

/** One pass over many values: what a kind may ask is answered for the value at hand. */
function validator(model: Model, rec: Rec, env: Env, old: Rec | null = null): Validator {
  let field: FieldModel | undefined;
  let row: Row | undefined;
  const scope = (): Scope =>
    scopeAt(env, rec, row, field?.sub === undefined ? undefined : (rec[field.sub] as readonly Row[]));
  const around: ValidateScope = {
    get path() {
      return field ? cellPath(field.code, field.sub, row?.id) : '';
    },
    limit(key) {
      const slot = field?.[key];
      return slot && slotValue(slot, scope());
    },
    unit: () => field && unitOf(model, field, env, scope),
    dict: (code) => env.dict(code),
    options() {
      const offered = field?.options && offeredBy(evaluate(field.options.bound, scope()));
      return offered?.map(({ value }) => value);
    },
  };
  return {
    check(eachField, at, required) {
      const doc = eachField.field;
      if (!isGiven(doc)) return NONE;
      const holder = at ?? rec;
      const value = holder[eachField.code] as Value | undefined;
      field = eachField;
      row = at;
      if (doc.secret !== undefined && isKeptSecret(value, eachField, at, old)) return NONE;
      if (isEmpty(value) || (required && isBlankText(value))) {
        return !required || numberedByServer(doc)
          ? NONE
          : [fieldProblem('field.required', caseOf(doc, holder), around.path)];
      }
      const own = caseOf(doc, holder);
      if (own === doc) return kindOf(own.kind).validate(value, own, around);
      const read = caseValue(value, own);
      return 'problem' in read
        ? [{ ...read.problem, path: around.path }]
        : kindOf(own.kind).validate(read.value, own, around);
    },
  };
}

/** Blanks alone say nothing of what has to be said. */
const isBlankText = (value: Value | undefined): boolean => typeof value === 'string' && value.trim() === '';

/** What is stored of a secret is not what was typed, and the mask is not a value: only a new text is judged. */
function isKeptSecret(
  value: Value | undefined,
  { code, sub }: FieldModel,
  row: Row | undefined,
  old: Rec | null,
): boolean {
  if (value === SECRET_MASK) return true;
  if (isEmpty(value) || old === null) return false;
  const before = row ? ((old[sub ?? ''] as readonly Row[] | undefined) ?? []).find(({ id }) => id === row.id) : old;
  return before?.[code] === value;
}
/** How a secret stands in answers. */
const SECRET_MASK = '******';

/** A number made by rule at save or audit need not be typed. */
const numberedByServer = (field: ResolvedField): boolean => factsOf(field).isNumbered && field.rule !== undefined;

function unitOf(
  model: Model,
  field: FieldModel,
  env: Env,
  scope: () => Scope,
): { decimals: number; name: string } | undefined {
  if (!field.unit || field.field.unit === undefined) return undefined;
  const id = evaluate(field.unit.bound, scope());
  const via = field.sub === undefined ? field.field.unit : `${field.sub}.${field.field.unit}`;
  const object = model.fields.get(via)?.field.ref;
  return unitSeen(env, object, id);
}
/** A unit as numbers are held against it. */
export function unitSeen(
  env: Env,
  object: string | undefined,
  id: Value | undefined,
): { decimals: number; name: string } | undefined {
  if (typeof id !== 'string' || object === undefined) return undefined;
  const decimals = env.hop(object, id, 'decimals');
  if (typeof decimals !== 'number') return undefined;
  return { decimals, name: (env.hop(object, id, 'name') as string | null | undefined) ?? env.label(object, id) ?? '' };
}
