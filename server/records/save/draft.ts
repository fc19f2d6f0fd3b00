/** The record as it would be after a write: defaults, fills, on-set rules and formulas over what was sent. Pure; run it inside `settle`. */

import type { Env } from '../../../schemas/language/env';
import type { Kept } from '../../../schemas/language/record/fill';
import type { Model } from '../../../schemas/language/record/model';
import { newRecord, newRow } from '../../../schemas/language/record/new';
import { type Changed, type EventOptions, runEvents } from '../../../schemas/language/record/on-set';
import { recomputeStale } from '../../../schemas/language/record/recompute';
import { numbered } from '../../../schemas/language/record/rows';
import { ruleStates, type States } from '../../../schemas/language/record/states';
import { emptyOf, isEmpty } from '../../../schemas/language/record/values';
import { type Work, workOn } from '../../../schemas/language/record/work';
import type { Problem, Rec, Row, Value } from '../../../schemas/language/value';
import { isTyped } from '../../../schemas/language/written';
import { memo } from '../../registry/memo';
import { setRowsOf } from '../act/effect';
import { type Sent, sentPaths } from './sent';

/** Values that come from the source of a pushed line: `forced` ones whatever was sent, others when nothing was; `seen`: the user may view it. */
export interface Origin {
  readonly head: OriginValues;
  readonly rows: ReadonlyMap<string, OriginValues>;
  /** each new line with what its own source says of the head */
  readonly lines: readonly OriginLine[];
}
export interface OriginLine {
  /** `items[…]`, or the field that links the head */
  readonly path: string;
  /** absent: the head is the line */
  readonly at?: { readonly row: string; readonly sub: string } | undefined;
  readonly nbr: string;
  /** of the source; null where its head is the line */
  readonly lineNo: number | null;
  readonly head: ReadonlyMap<string, Value>;
  /** what the push that brings it is called where its `where` does not hold */
  readonly closed: string | undefined;
}
/** The record, and what its formulas could not hold. */
export interface Drafted {
  readonly rec: Rec;
  readonly problems: readonly Problem[];
}
export interface OriginValue {
  readonly value: Value;
  readonly forced: boolean;
  readonly seen: boolean;
}
export type OriginValues = ReadonlyMap<string, OriginValue>;

const NOTHING: Kept = { has: () => false, hasCell: () => false };

/** A new record. Values of fields that a rule locks in it count only from default, fill, on-set or source. */
export function draftNew(model: Model, env: Env, id: string, sent: Sent, origin: Origin, engine: boolean): Drafted {
  let head = joined(sent.head, origin.head);
  let rows = new Map([...sent.rows].map(([sub, rows]) => [sub, rows.rows.map((row) => joinedRow(row, origin))]));
  let problems: Problem[] = [];
  let rec = build(model, env, id, head, rows, problems);
  if (!engine) {
    const states = ruleStates(model, rec, env, { old: null });
    const allowed = withoutLocked(model, env, rec, states, head, rows, origin);
    if (allowed) {
      ({ head, rows } = allowed);
      problems = [];
      rec = build(model, env, id, head, rows, problems);
    }
  }
  const kept: Sent = { head, rows: new Map([...rows].map(([sub, list]) => [sub, { rows: list, deleted: [] }])) };
  const work = workOn(model, rec);
  runEvents(
    work,
    env,
    triggers(model, kept, () => true).map((trigger) => ({ ...trigger, filled: true })),
    { typed: NOTHING, sent: sentPaths(kept), confirm: 'run' },
  );
  return { rec: work.rec, problems: [...problems, ...work.problems] };
}

function build(
  model: Model,
  env: Env,
  id: string,
  head: Rec,
  rows: ReadonlyMap<string, readonly Row[]>,
  problems: Problem[],
): Rec {
  const given: Rec = { ...head, id };
  for (const [sub, place] of model.subs) {
    const list = rows.get(sub);
    given[sub] = list ? numbered(list, place.rows?.number) : [];
  }
  return newRecord(model, env, given, { problems });
}

function joined(sent: Rec, origin: OriginValues): Rec {
  const head: Rec = { ...sent };
  for (const [code, { value, forced }] of origin) if (forced || head[code] === undefined) head[code] = value;
  return head;
}
function joinedRow(row: Row, origin: Origin): Row {
  const own = origin.rows.get(row.id);
  return own ? ({ ...joined(row as unknown as Rec, own), id: row.id } as Row) : row;
}

/** The given values without those a rule locks; undefined when none is. */
function withoutLocked(
  model: Model,
  env: Env,
  rec: Rec,
  states: States,
  head: Rec,
  rows: ReadonlyMap<string, readonly Row[]>,
  origin: Origin,
): { head: Rec; rows: Map<string, Row[]> } | undefined {
  let found = false;
  const free = (
    values: Rec,
    locks: ReadonlyMap<string, string>,
    from: OriginValues | undefined,
    fieldOf: (code: string) => boolean,
  ): Rec => {
    const out: Rec = {};
    for (const [code, value] of Object.entries(values)) {
      if (!locks.has(code) || !fieldOf(code)) out[code] = value;
      else {
        const source = from?.get(code);
        if (source) out[code] = source.value;
        if (!source || source.value !== value) found = true;
      }
    }
    return out;
  };
  const isRuled = (path: string): boolean => {
    const field = model.fields.get(path);
    return field !== undefined && isTyped(field.field);
  };
  // rows without rules of their own share their states: those are looked through once
  const ruled = new Map<States['readonly'], boolean>();
  const hasRuled = (sub: string, locks: States['readonly']): boolean =>
    memo(ruled, locks, () => [...locks.keys()].some((code) => isRuled(`${sub}.${code}`)));
  const nextHead = free(head, states.readonly, origin.head, isRuled);
  const nextRows = new Map<string, Row[]>();
  for (const [sub, list] of rows) {
    const built = new Map(((rec[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    nextRows.set(
      sub,
      list.map((row) => {
        const own = built.get(row.id);
        if (!own) return row;
        const { readonly: locks } = ruleStates(model, rec, env, { sub, row: own, head: states, old: null });
        if (!hasRuled(sub, locks)) return row;
        const { id, lineNo, ...values } = row;
        const next = free(values as Rec, locks, origin.rows.get(row.id), (code) => isRuled(`${sub}.${code}`));
        return { ...next, id, ...(lineNo === undefined ? {} : { lineNo }) } as Row;
      }),
    );
  }
  return found ? { head: nextHead, rows: nextRows } : undefined;
}

/** The stored record with what was sent; nothing that was not sent changes but by fill, rule and formula. */
export function draftChange(model: Model, env: Env, stored: Rec, sent: Sent, origin: Origin, engine: boolean): Drafted {
  const work = workOn(model, stored);
  const before = new Map(
    [...model.subs.keys()].map((sub) => [sub, new Map(work.rows(sub).map((row) => [row.id, row]))]),
  );
  const differs = new Set<string>();
  for (const [code, value] of Object.entries(joined(sent.head, headFrom(origin, stored, sent)))) {
    if (work.setHead(code, value as Value)) differs.add(code);
  }
  for (const [sub, { rows, deleted }] of sent.rows) {
    const known = before.get(sub) ?? new Map<string, Row>();
    const added = new Map<string, Row>();
    const merged: Row[] = [];
    for (const given of rows) {
      const old = known.get(given.id);
      if (old) {
        merged.push({ ...old, ...given });
        for (const code of Object.keys(given))
          if (old[code] !== given[code]) differs.add(`${sub}[${given.id}].${code}`);
        continue;
      }
      const row = addedRow(model, env, sub, work.rec, joinedRow(given, origin), merged, origin, engine);
      added.set(row.id, row);
      merged.push(row);
      for (const code of Object.keys(given)) differs.add(`${sub}[${given.id}].${code}`);
    }
    if (added.size > 0 || deleted.length > 0) differs.add(sub);
    setRowsOf(work, sub, numbered(merged, model.subs.get(sub)?.rows?.number));
  }
  const options: EventOptions = { typed: NOTHING, sent: sentPaths(sent), confirm: 'skip', old: stored };
  runEvents(
    work,
    env,
    triggers(model, sent, (path) => differs.has(path), differs),
    options,
  );
  recomputeStale(work, env);
  return { rec: work.rec, problems: work.problems };
}

/** What lines that stay have brought into the head stays: a line that comes to them says only what is open there. */
function headFrom({ head, lines }: Origin, stored: Rec, sent: Sent): OriginValues {
  const stays = lines.some(({ at }) => {
    if (at === undefined) return false;
    const rows = stored[at.sub] as readonly Row[];
    const linked = new Set(rows.filter((row) => !isEmpty(row.srcRowId)).map(({ id }) => id));
    return sent.rows.get(at.sub)?.rows.some(({ id }) => linked.has(id)) === true;
  });
  return stays ? new Map([...head].filter(([code]) => isEmpty(stored[code]))) : head;
}

/** A row that comes with a save: defaults and fills, values a rule locks only from those or from its source. */
function addedRow(
  model: Model,
  env: Env,
  sub: string,
  doc: Rec,
  given: Row,
  before: readonly Row[],
  origin: Origin,
  engine: boolean,
): Row {
  const at: Rec = { ...doc, [sub]: [...before] };
  const row = newRow(model, sub, env, at, given);
  if (engine) return row;
  const locks = ruleStates(model, { ...at, [sub]: [...before, row] }, env, { sub, row, old: null }).readonly;
  const from = origin.rows.get(given.id);
  const left: Row = { id: given.id };
  let dropped = false;
  for (const [code, value] of Object.entries(given)) {
    const field = model.fields.get(`${sub}.${code}`);
    const locked = locks.has(code) && field !== undefined && isTyped(field.field);
    const source = locked ? from?.get(code) : undefined;
    if (!locked || source) left[code] = source ? source.value : value;
    if (locked && (!source || source.value !== value)) dropped = true;
  }
  return dropped ? newRow(model, sub, env, at, left) : row;
}

/** What was sent and may trigger something, in document order, rows in row order. */
function triggers(model: Model, sent: Sent, differs: (path: string) => boolean, subs?: ReadonlySet<string>): Changed[] {
  const wanted = new Set(model.events.flatMap((event) => event.on));
  for (const field of model.fields.values()) if (field.fill.length > 0) wanted.add(field.path);
  const changed: Changed[] = [];
  for (const field of model.fields.values()) {
    const { path, code, sub } = field;
    if (!wanted.has(path)) continue;
    if (sub === undefined) {
      const rows = sent.rows.get(code);
      if (rows ? (subs ? subs.has(code) : rows.rows.length > 0) : sent.head[code] !== undefined && differs(code))
        changed.push({ path });
      continue;
    }
    for (const row of sent.rows.get(sub)?.rows ?? []) {
      if (row[code] !== undefined && differs(`${sub}[${row.id}].${code}`)) changed.push({ path, rowId: row.id });
    }
  }
  return changed;
}

/** Hidden fields are not sent: what came for them all the same is put back to what is stored, or to empty. */
export function withoutHidden(model: Model, env: Env, rec: Rec, stored: Rec | null, sent: Sent, states: States): Rec {
  const work: Work = workOn(model, rec);
  for (const code of Object.keys(sent.head)) {
    const field = model.head.fields.get(code);
    if (!field || !states.hidden.has(code)) continue;
    work.setHead(code, (stored?.[code] as Value | undefined) ?? emptyOf(field.field));
  }
  for (const [sub, { rows }] of sent.rows) {
    const ruled = (code: string): boolean =>
      states.hidden.has(sub) ||
      (states.hidden.has(`${sub}.${code}`) && !model.fields.get(`${sub}.${code}`)?.field.hidden);
    const hides =
      model.states.some((rule) => rule.sub === sub && (rule.rule.hide || rule.rule.show)) ||
      [...(model.subs.get(sub)?.fields.keys() ?? [])].some(ruled);
    if (!hides) continue;
    const old = new Map(((stored?.[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    for (const given of rows) {
      const index = work.rows(sub).findIndex((row) => row.id === given.id);
      const row = work.rows(sub)[index];
      if (!row) continue;
      const own = ruleStates(model, rec, env, { sub, row, head: states, old: stored });
      for (const code of Object.keys(given)) {
        const field = model.fields.get(`${sub}.${code}`);
        if (!field || field.field.base || !own.hidden.has(code) || field.field.hidden) continue;
        work.setRow(sub, index, code, (old.get(given.id)?.[code] as Value | undefined) ?? emptyOf(field.field));
      }
    }
  }
  recomputeStale(work, env);
  return work.rec;
}
