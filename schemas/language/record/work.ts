/**
 * A record being changed: a copy-on-write view over the caller's record, the list of what became stale, and the patch in the end.
 * Nothing here writes into the record it was given.
 */
import type { Problem, Rec, Row, Value } from '../value';
import type { Model } from './model';
import { sameValue } from './values';

/** A `confirm` question of an on-set rule: nothing of the rule is done until the caller says yes (`resume`). */
export interface Ask {
  readonly rule: string;
  readonly text: string;
  /** the row the rule stands at; absent = head, or all rows of its sub-table */
  readonly rowId?: string;
}
/** A rule that a service answers (`service`): the caller asks it and merges the patch. */
export interface ServiceCall {
  readonly rule: string;
  readonly service: string;
  readonly rowId?: string;
}
export interface RowPatch {
  readonly sub: string;
  readonly id: string;
  readonly values: { readonly [field: string]: Value };
}
/** A fill or on-set rule whose values are not there yet: `resume` it when they are. */
export interface Wait {
  readonly rule?: string;
  /** path of the reference whose fill waits */
  readonly fill?: string;
  readonly rowId?: string;
}
/** What changes: only values that differ from the record. */
export interface Patch {
  readonly head: { readonly [field: string]: Value | readonly Row[] };
  readonly rows: readonly RowPatch[];
  readonly asks: readonly Ask[];
  readonly services: readonly ServiceCall[];
  readonly waits: readonly Wait[];
  readonly problems: readonly Problem[];
}

export interface Work {
  /** the record as it stands now */
  readonly rec: Rec;
  readonly model: Model;
  /** stale since the last recompute */
  readonly heads: Set<string>;
  readonly columns: Set<string>;
  readonly cells: Map<string, Map<string, Set<string>>>;
  readonly collections: Set<string>;
  readonly asks: Ask[];
  readonly services: ServiceCall[];
  readonly waits: Wait[];
  readonly problems: Problem[];
  /** everything is being computed: nothing needs to be marked */
  whole: boolean;
  rows(sub: string): readonly Row[];
  /** where a row stands; -1 = it is not there */
  indexOf(sub: string, id: string | undefined): number;
  setHead(code: string, value: Value): boolean;
  setRow(sub: string, index: number, code: string, value: Value): boolean;
  setRows(sub: string, rows: readonly Row[]): void;
  /** marks cells as stale; without codes the row is new: all its formulas are. `at` is where it stands, if that is known */
  touchRow(sub: string, id: string, codes?: readonly string[], at?: number): void;
  patch(): Patch;
}

/** Marks every column of a row as stale. */
export const WHOLE_ROW = '*';

export function workOn(model: Model, source: Rec): Work {
  const rec: Rec = { ...source };
  /** rows copied, by where they stand */
  const copied = new Map<string, Set<number>>();
  const headPatch = new Map<string, Value | readonly Row[]>();
  /** places of rows by id: rows are changed where they stand, only `setRows` moves them */
  const places = new Map<string, Map<string, number>>();
  const work: Work = {
    rec,
    model,
    heads: new Set(),
    columns: new Set(),
    cells: new Map(),
    collections: new Set(),
    asks: [],
    services: [],
    waits: [],
    problems: [],
    whole: false,
    rows: (sub) => (rec[sub] as Row[] | undefined) ?? [],
    indexOf(sub, id) {
      if (id === undefined) return -1;
      const rows = work.rows(sub);
      const index = entry(places, sub, newMap<number>);
      // a few rows are said with their place or looked for one by one: all places are written down when more are asked
      let at = index.get(id);
      if (at === undefined && index.size < FEW) at = rows.findIndex((row) => row.id === id);
      else if (at === undefined && index.size < rows.length) {
        rows.forEach((row, n) => {
          index.set(row.id, n);
        });
        at = index.get(id);
      }
      if (at === undefined || at < 0) return -1;
      index.set(id, at);
      return at;
    },
    setHead(code, value) {
      if (sameValue(rec[code], value) && rec[code] !== undefined) return false;
      rec[code] = value;
      places.delete(code);
      headPatch.set(code, value);
      if (!work.whole) work.heads.add(code);
      return true;
    },
    setRow(sub, index, code, value) {
      const before = work.rows(sub)[index];
      if (!before || (sameValue(before[code], value) && before[code] !== undefined)) return false;
      own(sub, index)[code] = value;
      if (!work.whole) stale(sub, before.id, code);
      return true;
    },
    setRows(sub, rows) {
      rec[sub] = [...rows];
      copied.delete(sub);
      places.delete(sub);
      headPatch.set(sub, rows);
      work.collections.add(sub);
      work.heads.add(sub);
    },
    touchRow(sub, id, codes, at) {
      if (at !== undefined && work.rows(sub)[at]?.id === id) entry(places, sub, newMap<number>).set(id, at);
      for (const code of codes ?? [WHOLE_ROW]) stale(sub, id, code);
    },
    patch: () => ({
      head: Object.fromEntries([...headPatch].filter(([code, value]) => differs(source[code], value))),
      rows: [...copied].flatMap(([sub, at]) => (headPatch.has(sub) ? [] : rowPatches(source, rec, sub, at))),
      asks: work.asks,
      services: work.services,
      waits: work.waits,
      problems: work.problems,
    }),
  };
  const stale = (sub: string, id: string, code: string): void => {
    work.columns.add(`${sub}.${code}`);
    entry(entry(work.cells, sub, newMap<Set<string>>), id, newSet<string>).add(code);
  };
  const own = (sub: string, index: number): Row => {
    const done = entry(copied, sub, newSet<number>);
    if (done.size === 0) rec[sub] = [...work.rows(sub)];
    const rows = rec[sub] as Row[];
    const row = rows[index] as Row;
    if (done.has(index)) return row;
    const copy = { ...row };
    rows[index] = copy;
    done.add(index);
    // rows set whole are in the patch as a list: keep that list in step
    if (headPatch.has(sub)) headPatch.set(sub, rows);
    return copy;
  };
  return work;
}

const differs = (before: Value | readonly Row[] | undefined, after: Value | readonly Row[]): boolean =>
  before === undefined || !sameValue(before, after);

/** Values of copied rows that differ from those of the record it was given, where they stand in both. */
function rowPatches(source: Rec, rec: Rec, sub: string, places: ReadonlySet<number>): RowPatch[] {
  return [...places]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const old = (source[sub] as readonly Row[] | undefined)?.[at];
      const row = (rec[sub] as readonly Row[] | undefined)?.[at];
      if (old === undefined || row === undefined) return [];
      const values: Record<string, Value> = {};
      let changed = false;
      for (const [code, value] of Object.entries(row)) {
        if (old[code] === value || !differs(old[code], value as Value)) continue;
        values[code] = value as Value;
        changed = true;
      }
      return changed ? [{ sub, id: row.id, values }] : [];
    });
}

/** The record after a patch; rows and head untouched by it are shared with the record before. */
export function withPatch(rec: Rec, patch: Pick<Patch, 'head' | 'rows'>): Rec {
  const next: Rec = { ...rec, ...(patch.head as Rec) };
  const bySub = new Map<string, Map<string, RowPatch['values']>>();
  for (const row of patch.rows) entry(bySub, row.sub, newMap<RowPatch['values']>).set(row.id, row.values);
  for (const [sub, changes] of bySub) {
    next[sub] = ((next[sub] as Row[] | undefined) ?? []).map((row) => {
      const values = changes.get(row.id);
      return values ? ({ ...row, ...values } as Row) : row;
    });
  }
  return next;
}

/** so many rows are looked for one by one */
const FEW = 4;
const newSet = <V>(): Set<V> => new Set();
const newMap = <V>(): Map<string, V> => new Map();
function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
