/** A scanned code as a row: the record it names joins the table, once more of it is one more piece. */

import { addDec } from '../../schemas/language/codec/decimal';
import { isScanned } from '../../schemas/language/codec/scanned';
import { isNumeric } from '../../schemas/language/kinds/index';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Row } from '../../schemas/language/value';
import type { ScanHit } from '../../schemas/language/wire-labels';
import { scanClient } from '../data/scan-client';
import { namedBy } from '../fields/shared/exact';
import type { GridControl } from '../grid/control';
import type { GridStore } from '../grid/store';
import type { GridColumn, GridHost, PickedRecord, ScanAnswer } from '../grid/types';
import { chooseOne, NOT_CHOSEN } from '../page/choose';
import type { Feedback } from '../page/host';
import { freshColumn, pieceColumn, scanFresh, scanPiece } from './sub-pieces';

/** The rows a scan goes into. */
export interface ScannedRows
  extends Pick<GridHost, 'columns' | 'can' | 'choices' | 'state' | 'number' | 'editable' | 'change'> {
  readonly form: { readonly page: { readonly code: string }; readonly feedback: Feedback };
  readonly store: GridStore;
  readonly control: GridControl;
  /** a new row around a record that was picked; its id */
  addPicked(field: ResolvedField, picked: PickedRecord, count: GridColumn | undefined): string | undefined;
}

/** The reference a scan is looked up in: the first one with `scan` that can be written. */
export const scanColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => field.scan === true && field.type === 'ref' && field.many !== true && !fixed);

/** Rows come by scans, or pieces into them. */
export const takesScans = (columns: readonly GridColumn[]): boolean =>
  scanColumn(columns) !== undefined || pieceColumn(columns) !== undefined || freshColumn(columns) !== undefined;

/** The quantity that grows: the number with a unit. */
export const countColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => !fixed && isNumeric(field) && field.unit !== undefined);

/** What a label or a GS1 text says beside its material; nothing of plain codes. */
async function hitsOf(sub: ScannedRows, column: GridColumn, text: string): Promise<readonly ScanHit[]> {
  if (!isScanned(text)) return [];
  try {
    return (await scanClient.resolve(sub.form.page.code, column.field.path, text)).hits;
  } catch {
    // the picker says what is wrong with it
    return [];
  }
}
const NO_LABEL: Pick<ScanHit, 'batchNbr' | 'qty'> = {};
/** The lot of a row, where it can be written. */
export const batchColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => !fixed && field.code === 'batchNbr');

/** Asks the server for the code and puts the answer into the rows; one undo step. */
export async function scanRow(sub: ScannedRows, code: string): Promise<ScanAnswer> {
  const text = code.trim();
  const column = scanColumn(sub.columns);
  if (text === '') return { ok: false, text: '' };
  const piece = await scanPiece(sub, text);
  if (piece !== undefined) return piece;
  const unknown = (): ScanAnswer => scanFresh(sub, text) ?? { ok: false, text: `无法识别的条码：${text}` };
  if (column === undefined) return unknown();
  const sample: Row = sub.store.rows.at(-1) ?? { id: 'scan' };
  const [items, hits] = await Promise.all([sub.choices(sample, column, text), hitsOf(sub, column, text)]);
  const open = items.filter(({ disabled }) => disabled === undefined);
  const named = namedBy(open.length > 0 ? open : items, text);
  const hit = await chooseOne(sub.form.feedback, text, named, ({ label, hint }) => ({ label, hint }));
  if (hit === undefined && named.length > 0) return { ok: false, text: NOT_CHOSEN };
  if (hit?.picked === undefined) return unknown();
  if (hit.disabled !== undefined) return { ok: false, text: `「${hit.label}」${hit.disabled}` };
  const count = countColumn(sub.columns);
  const label = hits.find(({ id }) => id === hit.value) ?? NO_LABEL;
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
