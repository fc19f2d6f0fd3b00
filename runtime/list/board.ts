/** A list as a board: the columns of a field, and where a card may be dragged. Pure. */
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import type { Page } from '../page/index';
import { allows, isDestructive } from './row-actions';

export interface BoardColumn {
  /** '' = rows without a value */
  readonly value: string;
  readonly rows: readonly WireRow[];
}

/** Every value the field can have, in the order of its dictionary; values rows bring besides; rows without one first, if there are any. */
export const boardColumns = (page: Page, field: string, rows: readonly WireRow[]): readonly BoardColumn[] => {
  const { dict, type } = page.object.fields[field] ?? {};
  const known =
    type === 'bool'
      ? ['false', 'true']
      : dict === undefined
        ? []
        : (page.dicts.get(dict)?.items ?? []).map((item) => item.code);
  const groups = new Map<string, WireRow[]>(known.map((code) => [code, []]));
  for (const row of rows) {
    const value = codeOf(row, field, type);
    const group = groups.get(value) ?? [];
    group.push(row);
    groups.set(value, group);
  }
  const columns = [...groups].map(([value, own]) => ({ value, rows: own }));
  return columns.toSorted((a, b) => Number(b.value === '') - Number(a.value === ''));
};

const codeOf = (row: WireRow, field: string, type: string | undefined): string => {
  const value = row[field];
  if (type === 'bool') return value === true ? 'true' : 'false';
  return value === null || value === undefined ? '' : String(value);
};

/** Actions that lead a row on, by the column they lead to: only the field that is the state has any. What takes away is no drag. */
export const wayOf = (
  page: Page,
  field: string,
  row: WireRow,
  actions: readonly ResolvedAction[],
): ReadonlyMap<string, ResolvedAction> => {
  const ways = new Map<string, ResolvedAction>();
  if (page.object.state !== field) return ways;
  const from = row[field];
  for (const action of actions) {
    const { to } = action;
    if (typeof to !== 'string' || to === from || ways.has(to) || isDestructive(action)) continue;
    if (action.from !== undefined && !action.from.includes(String(from))) continue;
    if (allows(row, action)) ways.set(to, action);
  }
  return ways;
};
