/** Two people changed one record: what each of them changed since the state both began with, and the record that follows from choices. */

import type { ResolvedField, ResolvedObject } from '../resolved';
import type { Rec, Row, Value } from '../value';
import { isGiven } from '../written';
import { sameValue } from './values';

export type Side = 'mine' | 'theirs';
/** One thing that differs. Without `row` a head field; without `col` a whole row, or (`rows`) the rows one side added. */
export interface Difference {
  /** `qty`, `items[id].qty`, `items[id]`, `items+mine` */
  readonly key: string;
  readonly field: ResolvedField;
  readonly row?: string;
  readonly col?: ResolvedField;
  /** rows one side added */
  readonly rows?: readonly Row[];
  /** who changed it; `both` = differently, somebody has to choose */
  readonly by: Side | 'both';
  readonly base: Held;
  readonly mine: Held;
  readonly theirs: Held;
}
/** a value, a row, null = nothing there */
export type Held = Value | Row;
export type Choices = ReadonlyMap<string, Side>;

const rowsIn = (rec: Rec, code: string): readonly Row[] => (rec[code] as readonly Row[] | undefined) ?? [];
const columnsOf = (field: ResolvedField): readonly ResolvedField[] =>
  Object.values(field.sub?.fields ?? {}).filter(isGiven);

/** What differs between the two records, in field and row order; equal changes of both are no difference. */
export function differences(object: ResolvedObject, base: Rec, theirs: Rec, mine: Rec): Difference[] {
  return Object.values(object.fields).flatMap((field) => {
    const { code } = field;
    if (!isGiven(field)) return [];
    if (field.sub !== undefined)
      return rowDifferences(field, rowsIn(base, code), rowsIn(theirs, code), rowsIn(mine, code));
    if (theirs[code] === undefined && base[code] !== undefined) return [];
    return differing(code, { field }, held(base[code]), held(theirs[code]), held(mine[code]));
  });
}

const held = (value: Rec[string] | Row): Held => (value ?? null) as Held;
const same = (a: Held, b: Held): boolean => sameValue(a as Value, b as Value);

function differing(
  key: string,
  at: Pick<Difference, 'field' | 'row' | 'col'>,
  base: Held,
  theirs: Held,
  mine: Held,
): Difference[] {
  if (same(mine, theirs)) return [];
  const by = same(base, theirs) ? 'mine' : same(base, mine) ? 'theirs' : 'both';
  return [{ key, ...at, by, base, theirs, mine }];
}

function rowDifferences(
  field: ResolvedField,
  base: readonly Row[],
  theirs: readonly Row[],
  mine: readonly Row[],
): Difference[] {
  const columns = columnsOf(field);
  const inTheirs = new Map(theirs.map((row) => [row.id, row]));
  const inMine = new Map(mine.map((row) => [row.id, row]));
  const known = new Set(base.map((row) => row.id));
  const found: Difference[] = [];
  for (const row of base) {
    const their = inTheirs.get(row.id);
    const own = inMine.get(row.id);
    if (own === row && their === row) continue;
    const key = `${field.code}[${row.id}]`;
    if (their !== undefined && own !== undefined) {
      for (const col of columns)
        found.push(
          ...differing(
            `${key}.${col.code}`,
            { field, row: row.id, col },
            held(row[col.code]),
            held(their[col.code]),
            held(own[col.code]),
          ),
        );
    } else if (their !== undefined || own !== undefined) {
      const left = their ?? own ?? row;
      const isChanged = columns.some((col) => !sameValue(row[col.code], left[col.code]));
      const remover: Side = their === undefined ? 'theirs' : 'mine';
      found.push({
        key,
        field,
        row: row.id,
        by: isChanged ? 'both' : remover,
        base: row,
        theirs: their ?? null,
        mine: own ?? null,
      });
    }
  }
  for (const [by, rows] of [
    ['theirs', theirs],
    ['mine', mine],
  ] as const) {
    const other = by === 'mine' ? inTheirs : inMine;
    const added = rows.filter((row) => !known.has(row.id) && !other.has(row.id));
    if (added.length > 0)
      found.push({ key: `${field.code}+${by}`, field, rows: added, by, base: null, theirs: null, mine: null });
  }
  return found;
}

/** Who wins without being asked: whoever changed it alone. */
export const ownChoices = (all: readonly Difference[]): Choices =>
  new Map(all.flatMap(({ key, by }) => (by === 'both' ? [] : [[key, by] as const])));

/** The record after the choices: theirs, with mine where mine was chosen. */
export function merged(
  object: ResolvedObject,
  base: Rec,
  theirs: Rec,
  mine: Rec,
  all: readonly Difference[],
  choices: Choices,
): Rec {
  const rec: Rec = {};
  const isMine = (key: string): boolean => choices.get(key) === 'mine';
  const differs = new Set(all.map(({ key }) => key));
  for (const field of Object.values(object.fields)) {
    const { code } = field;
    if (!isGiven(field)) continue;
    if (field.sub !== undefined)
      rec[code] = mergedRows(field, rowsIn(base, code), rowsIn(theirs, code), rowsIn(mine, code), differs, isMine);
    // what was chosen may be an empty value; a field that only one side holds at all is not compared
    else if (differs.has(code)) rec[code] = (isMine(code) ? mine : theirs)[code] ?? null;
    else rec[code] = theirs[code] === undefined ? mine[code] : theirs[code];
  }
  return rec;
}

function mergedRows(
  field: ResolvedField,
  base: readonly Row[],
  theirs: readonly Row[],
  mine: readonly Row[],
  differs: ReadonlySet<string>,
  isMine: (key: string) => boolean,
): Row[] {
  const { code } = field;
  const inTheirs = new Map(theirs.map((row) => [row.id, row]));
  const inMine = new Map(mine.map((row) => [row.id, row]));
  const known = new Set(base.map((row) => row.id));
  const one = (id: string): Row | undefined => {
    const their = inTheirs.get(id);
    const own = inMine.get(id);
    const key = `${code}[${id}]`;
    if (!known.has(id)) {
      if (their !== undefined && own !== undefined) return { ...their, ...own };
      const by = their === undefined ? 'mine' : 'theirs';
      return isMine(`${code}+${by}`) === (by === 'mine') ? (their ?? own) : undefined;
    }
    if (differs.has(key)) return isMine(key) ? own : their;
    if (their === undefined || own === undefined) return undefined;
    const chosen = columnsOf(field).filter((col) => differs.has(`${key}.${col.code}`) && isMine(`${key}.${col.code}`));
    return chosen.length === 0
      ? their
      : { ...their, ...Object.fromEntries(chosen.map((col) => [col.code, own[col.code]])) };
  };
  // the order of whoever moved rows; new rows of the other one follow
  const order = (rows: readonly Row[]): string[] => rows.filter((row) => known.has(row.id)).map((row) => row.id);
  const still = order(base).filter((id) => inTheirs.has(id));
  const moved = order(theirs).join() !== still.join();
  const [first, then] = moved ? [theirs, mine] : [mine, theirs];
  const ids = new Set([...first, ...then, ...base].map((row) => row.id));
  return [...ids].flatMap((id) => one(id) ?? []);
}
