/** A scanned code as a row: the record it names joins the table, once more of it is one more piece. */
import { addDec } from '../../schemas/language/codec/decimal';
import type { Row } from '../../schemas/language/value';
import { exactOrOnly } from '../fields/shared/exact';
import type { GridColumn, ScanAnswer } from '../grid/types';
import type { SubModel } from './sub-model';

/** The reference a scan is looked up in: the first one with `scan` that can be written. */
export const scanColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => field.scan === true && field.type === 'ref' && field.many !== true && !fixed);

/** The quantity that grows: the number with a unit. */
const countColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(
    ({ field, fixed }) => !fixed && (field.type === 'decimal' || field.type === 'int') && field.unit !== undefined,
  );

/** Asks the server for the code and puts the answer into the rows; one undo step. */
export async function scanRow(sub: SubModel, code: string): Promise<ScanAnswer> {
  const text = code.trim();
  const column = scanColumn(sub.columns);
  if (column === undefined || text === '') return { ok: false, text: '' };
  const sample: Row = sub.store.rows.at(-1) ?? { id: 'scan' };
  const items = await sub.choices(sample, column, text);
  const hit = exactOrOnly(items, text);
  if (hit?.picked === undefined) return { ok: false, text: `无法识别的条码：${text}` };
  if (hit.disabled !== undefined) return { ok: false, text: `「${hit.label}」${hit.disabled}` };
  const count = countColumn(sub.columns);
  const known = sub.store.rows.find((row) => row[column.field.code] === hit.value && sub.state(row).lock === null);
  if (known !== undefined) {
    const line = sub.number(known, sub.store.indexOf(known.id));
    if (count === undefined || !sub.editable(known, count)) {
      sub.control.show(known.id, column.code);
      return { ok: false, text: `「${hit.label}」已在第${line}行` };
    }
    const value = addDec(Number(known[count.code] ?? 0), 1);
    sub.change([{ row: known.id, col: count.code, value }]);
    sub.control.show(known.id, count.code);
    return { ok: true, text: `${hit.label} 第${line}行 数量 ${value}` };
  }
  if (!sub.can.add) return { ok: false, text: `「${hit.label}」不在明细中` };
  const id = sub.addPicked(column.field, hit.picked, count);
  if (id === undefined) return { ok: false, text: '' };
  sub.control.show(id, count?.code ?? column.code);
  return { ok: true, text: `${hit.label} 已加入` };
}
