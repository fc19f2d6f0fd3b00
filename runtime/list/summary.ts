/** Totals under the columns: over the whole filter, written as the cells above, two decimals at most (specification §9). */
import { formatNum } from '../../schemas/language/codec/decimal';
import { isMoney } from '../../schemas/language/codec/shown';
import type { Page } from '../page/index';
import type { TableColumn } from '../table/index';
import type { List } from './use-list';

export const summaryOf = (
  page: Page,
  { data, rows }: Pick<List, 'data' | 'rows'>,
  columns: readonly TableColumn[],
): { readonly label: string; readonly values: Readonly<Record<string, string>> } | undefined => {
  const keys = Object.keys(page.object.list.summary);
  if (keys.length === 0 || data === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const key of keys) {
    // a service of the specification answers `<column>Total` on the first record
    const value = data.summary?.[key] ?? rows[0]?.[`${key}Total`];
    const column = columns.find((column) => column.key === key);
    if (column === undefined || value === null || value === undefined) continue;
    const number = Number(value);
    values[key] = Number.isFinite(number) ? totalText(number, column) : String(value);
  }
  return { label: `合计（全部 ${data.total}${data.capped === true ? '+' : ''} 条）`, values };
};

const totalText = (total: number, { field, placement }: TableColumn): string => {
  const shown = field === undefined ? undefined : { ...field, scale: placement?.scale ?? field.scale };
  const text = formatNum(total, shown !== undefined && isMoney(shown) ? '#,##0.00' : '#,##0.##');
  return field?.suffix === '%' ? `${text}%` : text;
};
