/** Which columns a user sees, in which order and how wide; what the document adds later appears at its own place. Pure. */
import type { Side, TableColumn } from './index';

export interface ColumnSettings {
  readonly hidden: readonly string[];
  /** keys in the user's order; [] = the document's */
  readonly order: readonly string[];
  /** px at 1440 */
  readonly widths: Readonly<Record<string, number>>;
}
export const PLAIN: ColumnSettings = { hidden: [], order: [], widths: {} };

/** All columns in the user's order. */
export const arranged = (columns: readonly TableColumn[], { order }: ColumnSettings): readonly TableColumn[] => {
  if (order.length === 0) return columns;
  const place = new Map(order.map((key, index) => [key, index]));
  let last = -1;
  // a column the order does not know keeps its place behind the neighbour it has in the document
  const ranked = columns.map((column) => {
    const known = place.get(column.key);
    if (known !== undefined) last = known;
    return { column, at: known ?? last + 0.5 };
  });
  return ranked.toSorted((a, b) => a.at - b.at).map(({ column }) => column);
};

export const applied = (columns: readonly TableColumn[], settings: ColumnSettings): readonly TableColumn[] => {
  const hidden = new Set(settings.hidden);
  return arranged(columns, settings)
    .filter((column) => !hidden.has(column.key))
    .map((column) => {
      const width = settings.widths[column.key];
      return width === undefined ? column : { ...column, width, grows: false, exact: true };
    });
};

export const toggled = (settings: ColumnSettings, key: string): ColumnSettings => ({
  ...settings,
  hidden: settings.hidden.includes(key) ? settings.hidden.filter((text) => text !== key) : [...settings.hidden, key],
});

/** The box of all columns: everything shown, or only the first left. */
export const toggledAll = (
  settings: ColumnSettings,
  columns: readonly TableColumn[],
  keeps: (column: TableColumn) => boolean = () => false,
): ColumnSettings => ({
  ...settings,
  hidden:
    settings.hidden.length > 0
      ? []
      : columns.flatMap((column, index) => (index === 0 || keeps(column) ? [] : [column.key])),
});

export const moved = (
  settings: ColumnSettings,
  columns: readonly TableColumn[],
  key: string,
  before: string,
): ColumnSettings => {
  const order = arranged(columns, settings).map((column) => column.key);
  const from = order.indexOf(key);
  const to = order.indexOf(before);
  if (from < 0 || to < 0) return settings;
  const rest = order.filter((text) => text !== key);
  return { ...settings, order: [...rest.slice(0, to), key, ...rest.slice(to)] };
};

/** The column takes the place before or behind another one (dragged in the header). */
export const placed = (
  settings: ColumnSettings,
  columns: readonly TableColumn[],
  key: string,
  target: string,
  side: Side,
): ColumnSettings => {
  const rest = arranged(columns, settings)
    .map((column) => column.key)
    .filter((text) => text !== key);
  const at = rest.indexOf(target);
  if (key === target || at < 0) return settings;
  const to = side === 'before' ? at : at + 1;
  return { ...settings, order: [...rest.slice(0, to), key, ...rest.slice(to)] };
};
