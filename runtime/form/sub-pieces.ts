/**
 * A scanned serial number: the piece joins the row that may hold it, rows that still lack pieces first. Pieces are records (what lies in
 * stock), or texts where they come in for the first time.
 */

import { gs1Of } from '../../schemas/language/codec/scanned';
import { isNumeric } from '../../schemas/language/kinds/index';
import type { Row } from '../../schemas/language/value';
import { namedBy } from '../fields/shared/exact';
import type { GridColumn, ScanAnswer } from '../grid/types';
import type { ScannedRows } from './sub-scan';

/** The pieces of a row: the first list of references with `scan`. */
export const pieceColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => field.scan === true && field.type === 'ref' && field.many === true && !fixed);

/** Pieces nothing is known of yet: the first list of texts with `scan`. */
export const freshColumn = (columns: readonly GridColumn[]): GridColumn | undefined =>
  columns.find(({ field, fixed }) => field.scan === true && field.type === 'text' && field.many === true && !fixed);

/** The quantity the pieces come to: the number with a unit. */
const quantityOf = (columns: readonly GridColumn[], row: Row): number => {
  const code = columns.find(({ field }) => isNumeric(field) && field.unit !== undefined)?.code;
  return Number((code === undefined ? null : row[code]) ?? 0);
};
const piecesOf = (row: Row, { code }: GridColumn): readonly string[] =>
  Array.isArray(row[code]) ? (row[code] as readonly unknown[]).filter((id) => typeof id === 'string') : [];

/** Undefined where no row may hold such a piece. */
export async function scanPiece(sub: ScannedRows, text: string): Promise<ScanAnswer | undefined> {
  const column = pieceColumn(sub.columns);
  if (column === undefined) return undefined;
  const open = sub.store.rows.filter((row) => sub.editable(row, column));
  const lacks = (row: Row): boolean => piecesOf(row, column).length < quantityOf(sub.columns, row);
  let held: ScanAnswer | undefined;
  for (const row of [...open.filter(lacks), ...open.filter((row) => !lacks(row))]) {
    const items = await sub.choices(row, column, text);
    const [hit] = namedBy(items, text);
    if (hit === undefined) continue;
    const line = sub.number(row, sub.store.indexOf(row.id));
    const pieces = piecesOf(row, column);
    if (hit.disabled !== undefined) held ??= { ok: false, text: `「${hit.label}」${hit.disabled}` };
    else if (pieces.includes(String(hit.value))) held = { ok: false, text: `「${hit.label}」已在第${line}行` };
    else {
      sub.change([{ row: row.id, col: column.code, value: [...pieces, String(hit.value)] }]);
      sub.control.show(row.id, column.code);
      return { ok: true, text: `${hit.label} 第${line}行 ${pieces.length + 1}件` };
    }
  }
  return held;
}

/** A number that names no record, into the first row that still lacks pieces. Undefined where none does. */
export function scanFresh(sub: ScannedRows, text: string): ScanAnswer | undefined {
  const column = freshColumn(sub.columns);
  if (column === undefined) return undefined;
  const serial = gs1Of(text)?.serial ?? text;
  const lineOf = (row: Row): string => String(sub.number(row, sub.store.indexOf(row.id)));
  const open = sub.store.rows.filter((row) => sub.editable(row, column));
  const held = open.find((row) => piecesOf(row, column).includes(serial));
  if (held !== undefined) return { ok: false, text: `「${serial}」已在第${lineOf(held)}行` };
  const row = open.find((row) => piecesOf(row, column).length < quantityOf(sub.columns, row));
  if (row === undefined) return undefined;
  const pieces = [...piecesOf(row, column), serial];
  sub.change([{ row: row.id, col: column.code, value: pieces }]);
  sub.control.show(row.id, column.code);
  return { ok: true, text: `${serial} 第${lineOf(row)}行 ${pieces.length}件` };
}
