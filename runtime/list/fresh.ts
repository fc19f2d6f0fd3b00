/** Fresh rows under the eyes of somebody who works: values change in place, the order waits. Pure. */
import type { ListPageData, WireRow } from '../data/types';
import type { TableColumn } from '../table/index';

export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

/** Same rows in the same order: nothing moves when they are shown. */
export const isSameOrder = (now: readonly WireRow[], fresh: readonly WireRow[]): boolean =>
  now.length === fresh.length && now.every((row, at) => row.id === fresh[at]?.id);

/** The rows that stand there with their fresh values; what came or went waits. */
export const inPlace = (now: ListPageData, fresh: ListPageData): ListPageData => {
  const known = new Map(fresh.records.map((row) => [row.id, row]));
  return {
    ...fresh,
    total: now.total,
    ...(now.capped === undefined ? {} : { capped: now.capped }),
    records: now.records.map((row) => known.get(row.id) ?? row),
  };
};

/** Cells of rows in both answers whose text is another now. */
export const changedCells = (
  columns: readonly TableColumn[],
  now: readonly WireRow[],
  fresh: readonly WireRow[],
): ChangedCells => {
  const before = new Map(now.map((row) => [row.id, row]));
  const changed = new Map<string, ReadonlySet<string>>();
  for (const row of fresh) {
    const old = before.get(row.id);
    if (old === undefined || (old.version !== undefined && old.version === row.version)) continue;
    const keys = columns
      .filter((column) => !column.key.startsWith('$') && column.text(old, 0) !== column.text(row, 0))
      .map((column) => column.key);
    if (keys.length > 0) changed.set(row.id, new Set(keys));
  }
  return changed;
};
