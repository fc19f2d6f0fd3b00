/**
 * Whole records on the wire (§4.2): a reference `x` is `xId` and `x` (its label, ignored on write), a list of references is a list of
 * {id, label}, a sub-table a list of rows or a change {set, del, order}. Reading answers problems and never throws; unknown keys are
 * answered apart, because only the server knows whether they are left over from an older schema.
 */
import type { Many } from '../document';
import { shapeOf } from '../record/shape';
import type { ResolvedField, ResolvedObject } from '../resolved';
import { text } from '../texts';
import { type Json, type Problem, problem, type Rec, type Row, type Value } from '../value';
import { caseOf, caseText, caseValue } from './cases';
import { readId } from './coded-types';
import { kindOf } from './index';
import type { FieldKind, Labels } from './kind';
import { fieldProblem } from './scalar';

/** Rows of a sub-table that changed; what is not named stays as stored. */
export interface RowsChange {
  readonly set: readonly Row[];
  readonly del: readonly string[];
  readonly order?: readonly string[];
}
export interface DecodedRecord {
  /** fields that were sent; a sub-table sent as a list is here */
  readonly rec: Rec;
  /** sub-tables sent as a change, by code */
  readonly changes: { readonly [sub: string]: RowsChange };
  readonly problems: readonly Problem[];
  /** labels that came along: what a form shows until it asks */
  readonly labels: readonly RefLabel[];
  /** keys that name nothing of the object */
  readonly unknown: readonly string[];
}
export interface RefLabel {
  readonly object: string;
  readonly id: string;
  readonly label: string;
}
export interface DecodeOptions {
  /** id of a row that came without one; without it such a row is a problem */
  newId?(): string;
  /** an answer of the own server: what is of the right sort already is a value and not read once more */
  readonly stored?: boolean;
}

/** Reads a record of the object, or a part of one. Total: whatever comes in, it answers what could be read and what not. */
export function decodeRecord(object: ResolvedObject, wire: unknown, options: DecodeOptions = {}): DecodedRecord {
  const reader = new Reader(options);
  if (!isPlain(wire))
    return {
      rec: {},
      changes: {},
      problems: [problem('rows.shape', '', text('rows.shape', { field: object.title }))],
      labels: [],
      unknown: [],
    };
  const rec: Rec = {};
  const changes: { [sub: string]: RowsChange } = {};
  reader.fields(object.fields, wire, rec, '');
  for (const field of Object.values(object.fields)) {
    if (field.sub === undefined || !Object.hasOwn(wire, field.code)) continue;
    const value = wire[field.code];
    if (isPlain(value)) {
      const change = reader.change(field, value);
      if (change !== undefined) changes[field.code] = change;
    } else {
      const rows = reader.rows(field, value);
      if (rows !== undefined) rec[field.code] = rows;
    }
  }
  return { rec, changes, problems: reader.problems, labels: reader.labels, unknown: unknownKeys(object.fields, wire) };
}

/** Reads one row of a sub-table (a paste, a service's answer). */
export function decodeRow(
  field: ResolvedField,
  wire: unknown,
  options: DecodeOptions = {},
): { readonly row: Row | undefined; readonly problems: readonly Problem[] } {
  const reader = new Reader(options);
  const rows = reader.rows(field, [wire]);
  return { row: rows?.[0], problems: reader.problems };
}

/**
 * JSON of a record: only fields that are there. With `labels` references carry their label (answers); without, only ids (writes).
 * `changes` send a sub-table as a change instead of its list.
 */
export function encodeRecord(
  object: ResolvedObject,
  rec: Rec,
  labels?: Labels,
  changes?: { readonly [sub: string]: RowsChange },
): { [key: string]: Json } {
  const wire = encodeFields(object.fields, rec, labels);
  for (const field of Object.values(object.fields)) {
    if (field.sub === undefined) continue;
    const change = changes?.[field.code];
    const rows = rec[field.code];
    if (change !== undefined) {
      wire[field.code] = {
        set: change.set.map((row) => encodeRow(field, row, labels)),
        del: [...change.del],
        ...(change.order === undefined ? {} : { order: [...change.order] }),
      };
    } else if (Array.isArray(rows))
      wire[field.code] = (rows as readonly Row[]).map((row) => encodeRow(field, row, labels));
  }
  return wire;
}

/** JSON of one row, base keys included when present. */
export function encodeRow(field: ResolvedField, row: Row, labels?: Labels): { [key: string]: Json } {
  return encodeFields(field.sub?.fields ?? {}, row, labels);
}

/** JSON of one field as the record carries it: one or two keys. */
export function encodeField(field: ResolvedField, record: Rec | Row, labels?: Labels): { [key: string]: Json } {
  const value = record[field.code] as Value | undefined;
  if (field.type === 'ref') return encodeRef(field, value ?? null, labels);
  const own = caseOf(field, record);
  if (own === field) return { [field.code]: kindOf(field.kind).codec.toWire(value, field) as Json };
  const read = caseValue(value, own);
  return { [field.code]: 'problem' in read ? null : (kindOf(own.kind).codec.toWire(read.value, own) as Json) };
}

/** Stored rows after a change: set rows merged by id or added, deleted ones gone, then the order. New rows stand behind. */
export function applyRowsChange(stored: readonly Row[], change: RowsChange): Row[] {
  const gone = new Set(change.del);
  const byId = new Map(stored.filter((row) => !gone.has(row.id)).map((row) => [row.id, row]));
  for (const row of change.set) byId.set(row.id, { ...byId.get(row.id), ...row });
  const rows = [...byId.values()];
  if (change.order === undefined) return rows;
  const place = new Map(change.order.map((id, i) => [id, i]));
  const last = change.order.length;
  return rows
    .map((row, i) => ({ row, i }))
    .sort((a, b) => (place.get(a.row.id) ?? last + a.i) - (place.get(b.row.id) ?? last + b.i))
    .map(({ row }) => row);
}

/** Key under which a field stands in a record on the wire, and the one a write is read from. */
export function wireKey(field: ResolvedField): string {
  return field.type === 'ref' && field.many !== true ? `${field.code}Id` : field.code;
}

/** How one field is read, found out once for all rows: thousands of rows of a document have the same fields. */
interface Step {
  readonly field: ResolvedField;
  readonly key: string;
  readonly kind: FieldKind;
  /** key inside `ext` */
  readonly prop: string | undefined;
  /** its kind depends on another field, which is read before */
  readonly later: boolean;
  /** a stored value stands on the wire as it is */
  readonly same: 'string' | 'number' | undefined;
}
interface Plan {
  readonly steps: readonly Step[];
  readonly later: readonly Step[];
}
const SAME: { readonly [type: string]: 'string' | 'number' } = {
  text: 'string',
  date: 'string',
  datetime: 'string',
  int: 'number',
  decimal: 'number',
};
const plans = new WeakMap<Many<ResolvedField>, Plan>();
function planOf(fields: Many<ResolvedField>): Plan {
  let plan = plans.get(fields);
  if (plan === undefined) {
    const steps = Object.values(fields)
      .filter((field) => field.type !== 'rows' || field.ext)
      .map((field) => ({
        field,
        key: wireKey(field),
        kind: kindOf(field.kind),
        prop: field.ext ? field.code.slice(4) : undefined,
        later: field.kindBy !== undefined || field.type === 'rows',
        same:
          kindOf(field.kind).asIs && field.many !== true && field.kindBy === undefined ? SAME[field.type] : undefined,
      }));
    plan = { steps, later: steps.filter(({ field }) => field.kindBy !== undefined && field.type !== 'rows') };
    plans.set(fields, plan);
  }
  return plan;
}

/** Fields that a row on the wire has values of. */
const sentCodes = (fields: Many<ResolvedField>, wire: Plain): string[] =>
  planOf(fields).steps.flatMap(({ field, key }) =>
    field.code !== 'id' && Object.hasOwn(wire, key) ? [field.code] : [],
  );

class Reader {
  readonly problems: Problem[] = [];
  readonly labels: RefLabel[] = [];
  private readonly options: DecodeOptions;
  constructor(options: DecodeOptions) {
    this.options = options;
  }

  fields(fields: Many<ResolvedField>, wire: Plain, into: Rec | Row, prefix: string): void {
    const plan = planOf(fields);
    const ext = isPlain(wire.ext) ? wire.ext : {};
    const { stored } = this.options;
    for (const step of plan.steps) {
      // most of thousands of rows: a stored value that is there as it is
      if (stored === true && step.same !== undefined && step.prop === undefined) {
        const sent = wire[step.key];
        if (typeof sent === step.same && sent !== '') {
          into[step.field.code] = sent as Value;
          continue;
        }
      }
      if (step.prop !== undefined && Object.hasOwn(ext, step.prop))
        this.field(step, { [step.field.code]: ext[step.prop] }, into, prefix);
      else if (!step.later && Object.hasOwn(wire, step.key)) this.field(step, wire, into, prefix);
    }
    for (const step of plan.later)
      if (Object.hasOwn(wire, step.key) && !(step.prop !== undefined && Object.hasOwn(ext, step.prop)))
        this.field(step, wire, into, prefix);
    if (Object.hasOwn(wire, 'ext')) {
      if (isPlain(wire.ext)) into.ext = wire.ext as Json;
      else if (wire.ext !== null)
        this.problems.push(problem('rows.shape', `${prefix}ext`, text('rows.shape', { field: 'ext' })));
    }
  }

  private field({ field, key, kind, same }: Step, wire: Plain, into: Rec | Row, prefix: string): void {
    const sent = wire[key];
    if (this.options.stored === true && same !== undefined && typeof sent === same && sent !== '') {
      into[field.code] = sent as Value;
      return;
    }
    if (field.type === 'ref') this.noteLabels(field, sent, wire[field.code]);
    const own = field.kindBy === undefined ? field : caseOf(field, into);
    const { codec } = own === field ? kind : kindOf(own.kind);
    const read = codec.fromWire(sent, own, prefix + field.code);
    if ('problem' in read) this.problems.push(read.problem);
    else into[field.code] = own === field ? read.value : caseText(read.value);
  }

  private noteLabels(field: ResolvedField, sent: unknown, label: unknown): void {
    if (field.ref === undefined) return;
    if (field.many !== true) {
      const id = readId(sent);
      if (id !== undefined && typeof label === 'string' && label !== '')
        this.labels.push({ object: field.ref, id, label });
      return;
    }
    for (const entry of Array.isArray(sent) ? (sent as readonly unknown[]) : []) {
      const id = readId(entry);
      if (id !== undefined && isPlain(entry) && typeof entry.label === 'string')
        this.labels.push({ object: field.ref, id, label: entry.label });
    }
  }

  rows(field: ResolvedField, wire: unknown): Row[] | undefined {
    if (wire === null || wire === undefined) return [];
    if (!Array.isArray(wire)) {
      this.problems.push(fieldProblem('rows.shape', field, field.code));
      return undefined;
    }
    const rows: Row[] = [];
    const fields = field.sub?.fields ?? {};
    // the rows of a list have the same keys: room for those of the first, given back where there is nothing
    const codes = isPlain(wire[0]) ? sentCodes(fields, wire[0]) : [];
    const blank = shapeOf<Row[string]>(['id', ...codes]);
    const seen = new Set<string>();
    for (const entry of wire as readonly unknown[]) {
      const id = isPlain(entry) ? (readId(entry.id) ?? this.options.newId?.()) : undefined;
      if (!isPlain(entry) || id === undefined || seen.has(id)) {
        this.problems.push(fieldProblem('rows.shape', field, field.code));
        continue;
      }
      seen.add(id);
      const row = blank() as Row;
      row.id = id;
      this.fields(fields, entry.id === id ? entry : { ...entry, id }, row, `${field.code}[${id}].`);
      for (const code of codes) if (row[code] === undefined) delete row[code];
      rows.push(row);
    }
    return rows;
  }

  change(field: ResolvedField, wire: Plain): RowsChange | undefined {
    const set = this.rows(field, wire.set ?? []);
    const del = readIds(wire.del ?? []);
    const order = wire.order === undefined ? undefined : readIds(wire.order);
    const isKnown = Object.keys(wire).every((key) => key === 'set' || key === 'del' || key === 'order');
    if (set === undefined || del === undefined || (wire.order !== undefined && order === undefined) || !isKnown) {
      this.problems.push(fieldProblem('rows.shape', field, field.code));
      return undefined;
    }
    return { set, del, ...(order === undefined ? {} : { order }) };
  }
}

function encodeFields(
  fields: Many<ResolvedField>,
  record: Rec | Row,
  labels: Labels | undefined,
): { [key: string]: Json } {
  const wire: { [key: string]: Json } = {};
  for (const field of Object.values(fields)) {
    if (field.type === 'rows' || record[field.code] === undefined) continue;
    Object.assign(wire, encodeField(field, record, labels));
  }
  if (record.ext !== undefined) wire.ext = record.ext as Json;
  return wire;
}
function encodeRef(field: ResolvedField, value: Value, labels: Labels | undefined): { [key: string]: Json } {
  const label = (id: string): string | undefined =>
    field.ref === undefined ? undefined : labels?.label?.(field.ref, id);
  if (field.many === true) {
    const ids = Array.isArray(value) ? (value as readonly string[]) : [];
    const list = ids.map((id): { [key: string]: Json } =>
      labels === undefined ? { id } : { id, label: label(id) ?? '' },
    );
    return { [field.code]: list };
  }
  const id = typeof value === 'string' && value !== '' ? value : null;
  if (labels === undefined) return { [`${field.code}Id`]: id };
  return { [`${field.code}Id`]: id, [field.code]: id === null ? null : (label(id) ?? '') };
}

type Plain = { readonly [key: string]: unknown };
function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function readIds(wire: unknown): readonly string[] | undefined {
  if (!Array.isArray(wire)) return undefined;
  const ids = (wire as readonly unknown[]).map(readId);
  return ids.every((id) => id !== undefined) ? (ids as readonly string[]) : undefined;
}
/** Row keys of answers (`_actions`, `$isDisabled`, …), hop columns and labels are no fields and no strangers. */
const ANSWER_KEYS = new Set(['ext', 'delDisabled', 'addDisabled', 'children', 'leaf']);
function unknownKeys(fields: Many<ResolvedField>, wire: Plain): readonly string[] {
  const known = new Set<string>();
  for (const field of Object.values(fields)) {
    known.add(field.code);
    known.add(wireKey(field));
  }
  return Object.keys(wire).filter(
    (key) => !known.has(key) && !ANSWER_KEYS.has(key) && !/^[_$]|\./.test(key) && !key.endsWith('Total'),
  );
}
