/** New records and rows: defaults in the order they read each other, what given references fill, then all formulas. */

import type { Env } from '../env';
import { factsOf, isNumeric } from '../kinds/index';
import type { Problem, Rec, Row, Value } from '../value';
import { filledBy, isCopied, isGiven, writtenBy } from '../written';
import { scopeAt, valueInto } from './bind';
import { applyFill, type Kept } from './fill';
import type { FieldModel, Model, Place } from './model';
import { recomputeAll, recomputeStale } from './recompute';
import { LINE_STEP, nextLineNo } from './rows';
import { shapeOf } from './shape';
import { emptyOf, isEmpty } from './values';
import { workOn } from './work';

export interface NewOptions {
  /** makes row ids; with it a sub-table starts with `rows.min` blank rows */
  readonly newId?: () => string;
  /** takes problems of formulas (数值超出范围); without it such values are just empty */
  readonly problems?: Problem[];
}

/** A record as the add page opens it; `given` (view `with`, tree node, copy, push) wins over defaults and brings its fills. */
export function newRecord(model: Model, env: Env, given: Rec, options: NewOptions = {}): Rec {
  const rec = withDefaults(model, env, given);
  for (const [sub, place] of model.subs) {
    const sent = given[sub] as readonly Row[] | undefined;
    const rows: Row[] = [];
    // the rows before are at hand while a row takes its defaults
    rec[sub] = rows;
    for (const row of sent ?? []) rows.push(defaultRow(model, place, env, rec, row, rows));
    const min = place.rows?.min ?? 0;
    while (!sent && options.newId && rows.length < min) {
      rows.push(defaultRow(model, place, env, rec, { id: options.newId() }, rows));
    }
  }
  return filled(model, rec, env, given, undefined, options.problems);
}

/** A row as the grid appends it: number, defaults, fills of given references, formulas of the row. It is not put into `doc`. */
export function newRow(
  model: Model,
  sub: string,
  env: Env,
  doc: Rec,
  given: Partial<Row> & { readonly id: string },
): Row {
  const place = model.subs.get(sub);
  if (!place) return { ...given } as Row;
  const before = (doc[sub] as readonly Row[] | undefined) ?? [];
  const row = defaultRow(model, place, env, doc, given, before);
  const rec = filled(model, { ...doc, [sub]: [...before, row] }, env, { [sub]: [given as Row] }, { sub, id: row.id });
  return (rec[sub] as Row[]).find((eachRow) => eachRow.id === row.id) ?? row;
}

/** Fields no copy takes along: base fields, numbers, what the server keeps, and the links to source and children. */
export function copyRecord(model: Model, env: Env, source: Rec, newId: () => string): Rec {
  const given: Rec = {};
  for (const field of model.head.fields.values()) {
    const { code } = field.field;
    if (model.subs.has(code)) {
      const place = model.subs.get(code) as Place;
      const rows = (source[code] as readonly Row[] | undefined) ?? [];
      given[code] = rows.map((row, index) => ({
        ...copied(place.fields.values(), row),
        id: newId(),
        lineNo: (index + 1) * LINE_STEP,
      }));
    } else if (copies(field)) given[code] = source[code] ?? null;
  }
  return newRecord(model, env, given);
}

/** What a copy takes over: what people typed but a number and a secret. Read-only snapshots come again by the fill of their reference. */
const copies = ({ field }: FieldModel): boolean => isCopied(field);

function copied(fields: Iterable<FieldModel>, row: Row): { [field: string]: Value | undefined } {
  const next: { [field: string]: Value | undefined } = {};
  for (const field of fields) if (copies(field)) next[field.code] = row[field.code] ?? null;
  return next;
}

function withDefaults(model: Model, env: Env, given: Rec): Rec {
  const rec: Rec = Object.assign(blankOf(model.head), given);
  const scope = scopeAt(env, rec);
  for (const field of byDependency(model.head)) {
    if (!isGiven(field.field) || factsOf(field.field).holdsRows) continue;
    if (rec[field.code] === undefined) rec[field.code] = preset(model.head, field, scope);
  }
  return rec;
}

function defaultRow(
  model: Model,
  place: Place,
  env: Env,
  doc: Rec,
  given: Partial<Row> & { readonly id: string },
  before: readonly Row[],
): Row {
  const number = model.subs.get(place.sub ?? '')?.rows?.number ?? 'lineNo';
  const row = Object.assign(blankOf(place), given) as Row;
  if (row.lineNo === undefined) row.lineNo = nextLineNo(before);
  if (number !== 'lineNo' && row[number] === undefined) row[number] = nextLineNo(before, number);
  const scope = scopeAt(env, doc, row);
  for (const field of byDependency(place)) {
    if (!isGiven(field.field)) continue;
    if (row[field.code] === undefined) row[field.code] = preset(place, field, scope);
  }
  return row;
}

function preset(place: Place, field: FieldModel, scope: ReturnType<typeof scopeAt>): Value {
  if (!field.default) return isServerNumber(place, field) ? 0 : emptyOf(field.field);
  const got = valueInto(field.default, field.field, scope);
  return 'value' in got ? got.value : emptyOf(field.field);
}

/** `readonly` without formula, fill or set is kept by the server; such numbers start at 0 (§2.3). What a pick brings is empty before it. */
const isServerNumber = (place: Place, { field }: FieldModel): boolean =>
  isNumeric(field) && writtenBy(field, filledIn(place)) === 'server';

const fills = new WeakMap<Place, ReadonlySet<string>>();
function filledIn(place: Place): ReadonlySet<string> {
  let codes = fills.get(place);
  if (codes === undefined) {
    codes = filledBy([...place.fields.values()].map(({ field }) => field));
    fills.set(place, codes);
  }
  return codes;
}

const blanks = new WeakMap<Place, () => Rec>();
/** An object that has room for all values that are put into it here. */
function blankOf(place: Place): Rec {
  let make = blanks.get(place);
  if (make === undefined) {
    const held = [...place.fields.values()].filter(({ field }) => !field.base && !factsOf(field).holdsRows);
    make = shapeOf<Rec[string]>([
      'id',
      ...(place.sub === undefined ? [] : ['lineNo']),
      ...held.map(({ code }) => code),
    ]) as () => Rec;
    blanks.set(place, make);
  }
  return make();
}

const orders = new WeakMap<Place, readonly FieldModel[]>();

/** Fields so that a default comes after the defaults it reads. */
function byDependency(place: Place): readonly FieldModel[] {
  const known = orders.get(place);
  if (known) return known;
  const order: FieldModel[] = [];
  const seen = new Set<string>();
  const visit = (field: FieldModel): void => {
    if (seen.has(field.code)) return;
    seen.add(field.code);
    const deps = field.default && 'expr' in field.default ? field.default.expr.deps.fields : [];
    for (const path of deps) {
      const [first, second] = path.split('.') as [string, string | undefined];
      const code =
        place.sub === undefined ? (second === undefined ? first : undefined) : first === place.sub ? second : undefined;
      const before = code === undefined ? undefined : place.fields.get(code);
      if (before) visit(before);
    }
    order.push(field);
  };
  for (const field of place.fields.values()) visit(field);
  orders.set(place, order);
  return order;
}

/** Fills of references that are set, for targets nobody gave; then formulas (of one row, or of all). */
function filled(
  model: Model,
  rec: Rec,
  env: Env,
  given: Rec,
  only: { readonly sub: string; readonly id: string } | undefined,
  problems: Problem[] = [],
): Rec {
  const work = workOn(model, rec);
  const fill = (field: FieldModel, at: number | undefined, row: Row | undefined, kept: Kept): void => {
    if (field.fill.length === 0 || isEmpty((row ?? work.rec)[field.code])) return;
    applyFill(work, env, field, at === undefined || !row ? undefined : { at, row }, kept);
  };
  if (!only) {
    const kept: Kept = { has: (path) => given[path] !== undefined };
    for (const field of model.head.fields.values()) fill(field, undefined, undefined, kept);
  }
  for (const [sub, place] of model.subs) {
    if (only && only.sub !== sub) continue;
    const filling = [...place.fields.values()].filter((field) => field.fill.length > 0);
    if (filling.length === 0) continue;
    const sent = new Map(((given[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    for (const [at, row] of work.rows(sub).entries()) {
      if (only && row.id !== only.id) continue;
      const own = sent.get(row.id);
      const kept: Kept = {
        has: (path) => own?.[path.slice(path.lastIndexOf('.') + 1)] !== undefined,
        hasCell: (_sub, _id, code) => own?.[code] !== undefined,
      };
      for (const field of filling) fill(field, at, work.rows(sub)[at], kept);
    }
  }
  if (only) {
    work.touchRow(only.sub, only.id);
    recomputeStale(work, env);
  } else recomputeAll(work, env);
  problems.push(...work.problems);
  return work.rec;
}
