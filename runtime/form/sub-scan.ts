/** A scanned code as a row: the record it names joins the table, once more of it is one more piece. */
import { addDec } from '../../schemas/language/codec/decimal';
import { isScanned } from '../../schemas/language/codec/scanned';
import type { Row } from '../../schemas/language/value';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { scanClient } from '../data/scan-client';
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

/** What a label or a GS1 text says beside its material; nothing of plain codes. */
async function labelOf(sub: SubModel, column: GridColumn, text: string): Promise<Pick<ScanHit, 'batchNbr' | 'qty'>> {
  if (!isScanned(text)) return {};
  try {
    const { hits } = await scanClient.resolve(sub.form.page.code, column.field.path, text);
    return hits.length === 1 && hits[0] ? hits[0] : {};
  } catch {
    // the picker says what is wrong with it
    return {};
  }
}
const batchColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => !fixed && field.code === 'batchNbr');

/** Asks the server for the code and puts the answer into the rows; one undo step. */
export async function scanRow(sub: SubModel, code: string): Promise<ScanAnswer> {
  const text = code.trim();
  const column = scanColumn(sub.columns);
  if (column === undefined || text === '') return { ok: false, text: '' };
  const sample: Row = sub.store.rows.at(-1) ?? { id: 'scan' };
  const [items, label] = await Promise.all([sub.choices(sample, column, text), labelOf(sub, column, text)]);
  const hit = exactOrOnly(items, text);
  if (hit?.picked === undefined) return { ok: false, text: `无法识别的条码：${text}` };
  if (hit.disabled !== undefined) return { ok: false, text: `「${hit.label}」${hit.disabled}` };
  const count = countColumn(sub.columns);
  const batch = label.batchNbr === undefined ? undefined : batchColumn(sub.columns);
  const known = sub.store.rows.find(
    (row) =>
      row[column.field.code] === hit.value &&
      sub.state(row).lock === null &&
      (batch === undefined || row[batch.code] === label.batchNbr),
  );
  const more = label.qty ?? 1;
  if (known !== undefined) {
    const line = sub.number(known, sub.store.indexOf(known.id));
    if (count === undefined || !sub.editable(known, count)) {
      sub.control.show(known.id, column.code);
      return { ok: false, text: `「${hit.label}」已在第${line}行` };
    }
    const value = addDec(Number(known[count.code] ?? 0), more);
    sub.change([{ row: known.id, col: count.code, value }]);
    sub.control.show(known.id, count.code);
    return { ok: true, text: `${hit.label} 第${line}行 数量 ${value}` };
  }
  if (!sub.can.add) return { ok: false, text: `「${hit.label}」不在明细中` };
  const id = sub.addPicked(column.field, hit.picked, count);
  if (id === undefined) return { ok: false, text: '' };
  const row = sub.store.row(id);
  const change = [
    ...(batch === undefined || row === undefined || !sub.editable(row, batch)
      ? []
      : [{ row: id, col: batch.code, value: label.batchNbr ?? null }]),
    ...(count === undefined || label.qty === undefined ? [] : [{ row: id, col: count.code, value: label.qty }]),
  ];
  if (change.length > 0) sub.change(change);
  sub.control.show(id, count?.code ?? column.code);
  return { ok: true, text: `${hit.label} 已加入` };
}
