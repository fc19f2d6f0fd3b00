/** uniqueBy, noOverlap, increasing: over an index of the rows, never row against row (language §5.1). */
import { isBig, numText } from '../codec/decimal';
import { compareV } from '../functions/text';
import type { Rec, Row } from '../value';
import type { Frame, Run, V } from './frame';
import type { AmongBound } from './typed';

interface Index {
  readonly rows: readonly Row[];
  /** rows that break the rule, by object and by id */
  readonly bad: ReadonlySet<unknown>;
}

/** Whether the row at hand (in a row) or all rows (at the head) keep the rule. */
export function amongRows(node: AmongBound, rows: readonly Row[], values: readonly Run[], f: Frame): boolean {
  const index = indexOf(node, rows, values, f);
  if (!node.inRow || f.self === null) return index.bad.size === 0;
  const self: Rec | Row = f.self;
  return !index.bad.has(self) && !(typeof self.id === 'string' && index.bad.has(self.id));
}

function indexOf(node: AmongBound, rows: readonly Row[], values: readonly Run[], f: Frame): Index {
  const known = f.scope.cache?.get(node) as Index | undefined;
  if (known !== undefined && known.rows === rows) return known;
  const inner: Frame = { scope: f.scope, self: null, budget: f.budget };
  const read = rows.map((row) => {
    inner.self = row;
    return { row, values: values.map((run) => run(inner)) };
  });
  const bad = new Set<unknown>();
  const mark = (row: Row): void => {
    bad.add(row);
    if (typeof row.id === 'string') bad.add(row.id);
  };
  if (node.fn === 'uniqueBy') repeated(read, mark);
  else if (node.fn === 'noOverlap') overlapping(read, mark);
  else notIncreasing(read, mark);
  const index: Index = { rows, bad };
  f.scope.cache?.set(node, index);
  return index;
}

interface Read {
  readonly row: Row;
  readonly values: readonly V[];
}
const keyOf = (values: readonly V[]): string =>
  JSON.stringify(values.map((v) => (typeof v === 'number' || isBig(v) ? Number(numText(v)) : v)));
const allNull = (values: readonly V[]): boolean => values.every((v) => v === null);

/** rows without any value are not filled in yet */
function repeated(rows: readonly Read[], mark: (row: Row) => void): void {
  const seen = new Map<string, Row>();
  for (const { row, values } of rows) {
    if (allNull(values)) continue;
    const key = keyOf(values);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    else {
      mark(first);
      mark(row);
    }
  }
}

/** both ends belong to a range; null is open; a touch is an overlap */
function overlapping(rows: readonly Read[], mark: (row: Row) => void): void {
  const groups = new Map<string, { row: Row; from: V; to: V }[]>();
  for (const { row, values } of rows) {
    const [from = null, to = null, ...by] = values;
    if (by.length > 0 && allNull(values)) continue;
    const key = keyOf(by);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ row, from, to }]);
    else group.push({ row, from, to });
  }
  for (const group of groups.values()) {
    group.sort((a, b) =>
      a.from === null ? (b.from === null ? 0 : -1) : b.from === null ? 1 : compareV(a.from, b.from),
    );
    let reach: V | undefined;
    group.forEach((item, i) => {
      const next = group[i + 1];
      const before = reach !== undefined && touches(item.from, reach);
      if (before || (next !== undefined && touches(next.from, item.to))) mark(item.row);
      if (reach === undefined || item.to === null || (reach !== null && compareV(item.to, reach) > 0))
        reach = reach === null ? null : item.to;
    });
  }
}
/** a range that starts at `from` meets one that ends at `to` */
const touches = (from: V, to: V): boolean => from === null || to === null || compareV(from, to) <= 0;

function notIncreasing(rows: readonly Read[], mark: (row: Row) => void): void {
  let before: V = null;
  for (const { row, values } of rows) {
    const v = values[0] ?? null;
    if (v === null) continue;
    if (before !== null && compareV(v, before) <= 0) mark(row);
    before = v;
  }
}
