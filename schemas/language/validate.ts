/**
 * A record against its object (§3): shape, required, length or limits, scale and unit decimals, pattern, field by field in document
 * order, rows in row order. References and uniqueness need the database and are the server's.
 */

import type { Env } from './env';
import { evaluate } from './expr/evaluate';
import { kindOf } from './kinds';
import type { ValidateScope } from './kinds/kind';
import { fieldProblem } from './kinds/scalar';
import { scopeAt, slotValue } from './record/bind';
import { cellPath } from './record/fill';
import type { FieldModel, Model } from './record/model';
import { ruleStates, type States } from './record/states';
import { isEmpty } from './record/values';
import type { ResolvedField } from './resolved';
import { text } from './texts';
import { type Problem, problem, type Rec, type Row, type Value } from './value';

export interface ValidateOptions {
  /** states of the head, when they are at hand */
  readonly states?: States;
  /** only these rows, and no head fields (leaving a cell, a paste) */
  readonly rows?: { readonly sub: string; readonly ids: ReadonlySet<string> };
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
  for (const field of model.head.fields.values()) {
    const { code } = field;
    if (states.hidden.has(code)) continue;
    if (field.field.kind === 'tabTable') {
      if (!options.fields || options.fields.has(code))
        problems.push(...validateRows(model, field, rec, old, env, states, options));
    } else if (!options.rows && (!options.fields || options.fields.has(code))) {
      problems.push(...validateField(model, field, rec, undefined, env, states.required.has(code)));
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
    problems.push(...kindOf('tabTable').validate(rows as unknown as Value, field.field, { path: sub }));
  }
  const place = model.subs.get(sub);
  const hasRowRules = model.states.some((rule) => rule.sub === sub);
  // without rules of the rows every row has the states of the first
  let shared: States | undefined;
  for (const row of rows) {
    if (options.rows && !options.rows.ids.has(row.id)) continue;
    const own = hasRowRules || !shared ? ruleStates(model, rec, env, { sub, row, head: states, old }) : shared;
    shared = own;
    for (const column of place?.fields.values() ?? []) {
      if (own.hidden.has(column.code)) continue;
      problems.push(...validateField(model, column, rec, row, env, own.required.has(column.code)));
    }
  }
  return problems;
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
  if (field.field.base || field.formula || field.field.type === 'none' || field.field.kind === 'undata') return [];
  const holder = row ?? rec;
  const value = holder[field.code] as Value | undefined;
  const path = cellPath(field.code, field.sub, row?.id);
  const own = caseOf(field.field, holder);
  if (isEmpty(value)) {
    if (!required || numberedByServer(field.field)) return [];
    return [fieldProblem('field.required', own, path)];
  }
  const rows = field.sub === undefined ? undefined : (rec[field.sub] as readonly Row[] | undefined);
  const scope = (): ReturnType<typeof scopeAt> => scopeAt(env, rec, row, rows);
  const around: ValidateScope = {
    path,
    limit: (key) => {
      const slot = field[key];
      return slot && slotValue(slot, scope());
    },
    unit: () => unitOf(model, field, env, scope),
    dict: (code) => env.dict(code),
    options: () => {
      const list = field.options && evaluate(field.options.bound, scope());
      return Array.isArray(list)
        ? list.map((one: unknown) => (Array.isArray(one) ? String(one[0]) : String(one)))
        : undefined;
    },
  };
  return kindOf(own.kind).validate(value, own, around);
}

/** A number made by rule at save or audit need not be typed. */
const numberedByServer = (field: ResolvedField): boolean => field.kind === 'autoCode' && field.rule !== undefined;

/** The field with the keys of its case (`kindBy`, `cases`). */
export function caseOf(field: ResolvedField, holder: Rec | Row): ResolvedField {
  if (field.kindBy === undefined) return field;
  const found = field.cases?.find((one) => one.is === holder[field.kindBy ?? '']);
  if (!found) return field;
  const { is: _is, fields: _f, rows: _r, columns: _c, rules: _ru, checks: _ch, use: _u, off: _o, ...keys } = found;
  const kind = keys.kind ?? field.kind;
  return { ...field, ...keys, kind, type: keys.type ?? kindOf(kind).defaultType };
}

function unitOf(
  model: Model,
  field: FieldModel,
  env: Env,
  scope: () => ReturnType<typeof scopeAt>,
): { decimals: number; name: string } | undefined {
  if (!field.unit || field.field.unit === undefined) return undefined;
  const id = evaluate(field.unit.bound, scope());
  const via = field.sub === undefined ? field.field.unit : `${field.sub}.${field.field.unit}`;
  const object = model.fields.get(via)?.field.ref;
  if (typeof id !== 'string' || object === undefined) return undefined;
  const decimals = env.hop(object, id, 'decimals');
  if (typeof decimals !== 'number') return undefined;
  return { decimals, name: (env.hop(object, id, 'name') as string | null | undefined) ?? env.label(object, id) ?? '' };
}
