/** What the status bar says of the selected cells: 计数, and where there are numbers 求和 and 平均. */
import { divDec, formatNum, sumDec } from '../../schemas/language/codec/decimal';
import type { Row } from '../../schemas/language/value';
import { cellValue } from './columns';
import type { Range } from './store';
import type { GridColumn } from './types';

export type Fact = readonly [title: string, text: string];

/** Null with less than two cells selected. */
export function selectionFacts(
  rows: readonly Row[],
  all: readonly GridColumn[],
  { top, bottom, left, right }: Range,
): readonly Fact[] | null {
  if (top === bottom && left === right) return null;
  const columns = all.slice(left, right + 1);
  const numbers: number[] = [];
  let filled = 0;
  for (let r = top; r <= bottom; r += 1) {
    const row = rows[r];
    if (row === undefined) continue;
    for (const column of columns) {
      const value = cellValue(row, column);
      if (value === null || value === undefined || value === '') continue;
      filled += 1;
      if (typeof value === 'number') numbers.push(value);
    }
  }
  if (numbers.length === 0) return [['计数', String(filled)]];
  const sum = sumDec(numbers);
  return [
    ['计数', String(filled)],
    ['求和', formatNum(sum, '#,##0.####')],
    ['平均', formatNum(divDec(sum, numbers.length) ?? 0, '#,##0.####')],
  ];
}
