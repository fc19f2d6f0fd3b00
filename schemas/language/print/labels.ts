/** Labels: one for each record, row or piece, on sheets of rows × columns or each on a page of its own. */
import type { Scope } from '../env';
import type { Rec, Row } from '../value';
import { drawBand, setBand } from './band';
import type { BoundBand, BoundPrint } from './bound';
import type { PrintDoc } from './document';
import { marginsOf, type PrintInput, paperOf } from './layout';
import { type DrawItem, moved, type PrintPage, type PrintSheets } from './page';

/** More labels than this in one job are a typing error: who prints refuses them, a picture of them shows the first. */
export const MAX_LABELS = 2000;

/** So many labels several records ask for. */
export const labelCount = ({ doc, details: [details] }: BoundPrint, inputs: readonly PrintInput[]): number =>
  doc.per === undefined || details === undefined
    ? inputs.length
    : inputs
        .flatMap(({ rec }) => (rec[details.rows] ?? []) as readonly Row[])
        .reduce((sum, row) => sum + (doc.per === 'qty' ? piecesOf(row) : 1), 0);

/** Sheets of labels of several records; `start` is the first free cell, from 1. */
export function layoutLabels(print: BoundPrint, inputs: readonly PrintInput[], start = 1): PrintSheets {
  const { doc } = print;
  const faces = inputs.flatMap((input) => facesOf(print, input)).slice(0, MAX_LABELS);
  const [width, height] = paperOf(doc);
  const { grid } = doc;
  const [top, , , left] = marginsOf(doc);
  if (grid === undefined) return { width, height, pages: faces.map((face) => ({ items: moved(face, left, top) })) };
  const cells = grid.rows * grid.columns;
  const [gapX, gapY] = [grid.gapX ?? 0, grid.gapY ?? 0];
  const [w, h] = cellOf(doc);
  const pages: DrawItem[][] = [];
  faces.forEach((face, i) => {
    const at = i + Math.max(1, Math.min(start, cells)) - 1;
    const cell = at % cells;
    const page = Math.floor(at / cells);
    pages[page] ??= [];
    pages[page].push(
      ...moved(face, left + (cell % grid.columns) * (w + gapX), top + Math.floor(cell / grid.columns) * (h + gapY)),
    );
  });
  return { width, height, pages: pages.map((items): PrintPage => ({ items })) };
}

/** Width and height of one label: a cell of its sheet, or the paper within its margins. */
export function cellOf(doc: PrintDoc): readonly [number, number] {
  const [width, height] = paperOf(doc);
  const { grid } = doc;
  const [top, right, bottom, left] = marginsOf(doc);
  if (grid === undefined) return [width - left - right, height - top - bottom];
  return [
    doc.width ?? (width - left - right - (grid.gapX ?? 0) * (grid.columns - 1)) / grid.columns,
    doc.height ?? (height - top - bottom - (grid.gapY ?? 0) * (grid.rows - 1)) / grid.rows,
  ];
}

function facesOf(print: BoundPrint, { rec, env, trail = [] }: PrintInput): DrawItem[][] {
  const [details] = print.details;
  const face = (band: BoundBand, scope: Scope): DrawItem[] =>
    drawBand(setBand(band, scope, trail, false), band.height, 0, 0);
  if (print.doc.per === undefined || details === undefined)
    return [face(print.bands.docHeader, { env, self: rec, doc: rec })];
  const rows = (rec[details.rows] ?? []) as readonly Row[];
  return rows.flatMap((row) => {
    const count = print.doc.per === 'qty' ? Math.min(MAX_LABELS, piecesOf(row)) : 1;
    const drawn = face(details.row, { env, self: row, doc: rec as Rec, row, rows });
    return Array.from({ length: count }, () => drawn);
  });
}

/** Whole pieces of a row; a part of one gets a label too. */
const piecesOf = (row: Row): number => {
  const qty = typeof row.qty === 'number' ? row.qty : 1;
  return Math.max(0, Math.ceil(qty));
};
