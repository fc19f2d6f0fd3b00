/** Values the server answers as texts (trail, two versions side by side): numbers stay numbers and are shown as their field shows them. */
import { formatNum } from '../../schemas/language/codec/decimal';
import { isMoney } from '../../schemas/language/codec/shown';
import type { Page } from '../page/types';

/** Amounts keep two decimals, a suffix stands behind; `path` is a field or `items.qty`. */
export function shownText(page: Page, path: string, value: string | number | null): string {
  if (value === null || value === '') return '--';
  if (typeof value === 'string') return value;
  const [code = '', column] = path.split('.');
  const own = page.object.fields[code];
  const field = column === undefined ? own : own?.sub?.fields[column];
  if (field !== undefined && isMoney(field)) return formatNum(value, '#,##0.00');
  return formatNum(value, '#,##0.##########') + (field?.suffix ?? '');
}
