/** Totals under the columns: over the whole filter, thousands, two decimals where there are any (specification §9). */
import { formatNum } from '../../schemas/language/codec/decimal';
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
    if (!Number.isFinite(number)) values[key] = String(value);
    else
      values[key] =
        formatNum(number, Number.isInteger(number) && column.field?.type === 'int' ? '#,##0' : '#,##0.00') +
        (column.field?.suffix === '%' ? '%' : '');
  }
  return { label: `合计（全部 ${data.total}${data.capped === true ? '+' : ''} 条）`, values };
};
