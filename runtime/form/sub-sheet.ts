/** Lines of text (clipboard, Excel file) as changes of a sub-table: columns by title or by place, references looked up together. */

import type { ResolvedSub } from '../../schemas/language/resolved';
import type { Row } from '../../schemas/language/value';
import { exactOrOnly } from '../fields/shared/exact';
import { matchHeader } from '../grid/paste';
import type { CellChange, Choice, GridColumn, GridHost, PickedRecord, SheetPlan } from '../grid/types';

/** The rows that lines go into. */
export interface SheetRows extends Pick<GridHost, 'choices' | 'editable' | 'parse'> {
  readonly sub: ResolvedSub;
  /** candidates that whole texts name, by the text in small letters */
  named(row: Row, column: GridColumn, texts: readonly string[]): Promise<ReadonlyMap<string, readonly Choice[]>>;
}

export type Lines = readonly (readonly string[])[];
export interface Sheet {
  /** the column of each cell of a line; undefined = nobody takes it */
  readonly columns: readonly (GridColumn | undefined)[];
  readonly lines: Lines;
  /** the first line named the columns */
  readonly titled: boolean;
  readonly unmatched: readonly string[];
}
export interface SheetFault {
  readonly row: string;
  readonly col: string;
  readonly text: string;
}
export interface SheetRead {
  readonly changes: readonly CellChange[];
  readonly faults: readonly SheetFault[];
  /** columns that could not be written in any row */
  readonly kept: readonly string[];
}
/** texts in one question */
const TOGETHER = 500;
const LOOKUPS = 6;

/** Cells with their columns: by the titles in the first line, else from column `from` on. */
export function sheetOf(cells: Lines, columns: readonly GridColumn[], from: number): Sheet {
  const first = cells[0] ?? [];
  const header = matchHeader(first, columns);
  if (header === null) return { columns: columns.slice(from), lines: cells, titled: false, unmatched: [] };
  return {
    columns: header.map((code) => columns.find((column) => column.code === code)),
    lines: cells.slice(1),
    titled: true,
    unmatched: first.filter((title, at) => title.trim() !== '' && header[at] === null),
  };
}

/**
 * References written as text: `column\ntext` → record. The texts of a column are asked together; one that names nothing whole may still
 * be part of a single record, which is asked by itself as in its cell.
 */
export async function lookUp(sub: SheetRows, sheet: Sheet, sample: Row): Promise<ReadonlyMap<string, PickedRecord>> {
  const found = new Map<string, PickedRecord>();
  const left: { readonly column: GridColumn; readonly text: string }[] = [];
  const take = (column: GridColumn, text: string, items: readonly Choice[]): void => {
    const hit = exactOrOnly(items, text);
    if (hit?.picked !== undefined && hit.disabled === undefined) found.set(keyOf(column, text), hit.picked);
  };
  await Promise.all(
    [...refTexts(sheet)].map(async ([column, all]) => {
      for (let from = 0; from < all.length; from += TOGETHER) {
        const texts = all.slice(from, from + TOGETHER);
        // an answer that is too long, or none at all: each by itself
        const named = await sub.named(sample, column, texts).catch(() => new Map<string, Choice[]>());
        for (const text of texts) {
          const items = named.get(text.toLowerCase());
          if (items === undefined) left.push({ column, text });
          else take(column, text, items);
        }
      }
    }),
  );
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { column, text } = next;
      take(column, text, await Promise.resolve(sub.choices(sample, column, text)).catch(() => []));
    }
  };
  await Promise.all(Array.from({ length: LOOKUPS }, work));
  return found;
}
/** The distinct texts of each column of references. */
function refTexts(sheet: Sheet): ReadonlyMap<GridColumn, readonly string[]> {
  const texts = new Map<GridColumn, readonly string[]>();
  sheet.columns.forEach((column, c) => {
    if (column?.field.type !== 'ref' || column.editor !== 'list' || column.fixed) return;
    const own = new Set(sheet.lines.map((line) => (line[c] ?? '').trim()).filter((text) => text !== ''));
    if (own.size > 0) texts.set(column, [...own]);
  });
  return texts;
}
const keyOf = (column: GridColumn, text: string): string => `${column.code}\n${text}`;

/** The lines against the rows they go into. */
export function readSheet(
  sub: SheetRows,
  sheet: Sheet,
  rows: readonly (Row | undefined)[],
  found: ReadonlyMap<string, PickedRecord>,
): SheetRead {
  const changes: CellChange[] = [];
  const faults: SheetFault[] = [];
  // the order of the document, whatever that of the sheet: the material first, then what its rules would set
  const fields = Object.keys(sub.sub.fields);
  const order = sheet.columns
    .flatMap((column, c) => (column === undefined ? [] : [{ c, column, at: fields.indexOf(column.code) }]))
    .sort((a, b) => a.at - b.at);
  const kept = new Set(sheet.titled ? order.map(({ column }) => column.title) : []);
  sheet.lines.forEach((line, n) => {
    const row = rows[n];
    if (row === undefined) return;
    for (const { c, column } of order) {
      const text = line[c];
      if (text === undefined || !sub.editable(row, column)) continue;
      kept.delete(column.title);
      const parsed = sub.parse(row, column, text);
      if ('value' in parsed) changes.push({ row: row.id, col: column.code, value: parsed.value });
      else if ('problem' in parsed) faults.push({ row: row.id, col: column.code, text: parsed.problem });
      else {
        const hit = found.get(keyOf(column, parsed.lookup));
        if (hit === undefined)
          faults.push({ row: row.id, col: column.code, text: `没有找到「${parsed.lookup}」，请重新选择` });
        else changes.push({ row: row.id, col: column.code, value: hit.id, picked: hit });
      }
    }
  });
  return { changes, faults, kept: [...kept] };
}

/** The columns of a sheet with what they are here. */
export function sheetHeads(sheet: Sheet, first: readonly string[]): SheetPlan['heads'] {
  const width = Math.max(0, ...sheet.lines.map((line) => line.length), sheet.titled ? first.length : 0);
  return Array.from({ length: width }, (_, at) => ({
    title: (sheet.titled ? first[at] : undefined) ?? '',
    column: sheet.columns[at]?.title ?? null,
    kept: sheet.columns[at]?.fixed === true,
  }));
}
/** Cells of a sheet that could not be taken: `line column` → why. */
export function sheetFaults(
  sub: SheetRows,
  sheet: Sheet,
  sample: Row,
  found: ReadonlyMap<string, PickedRecord>,
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  sheet.lines.forEach((line, n) => {
    line.forEach((text, c) => {
      const column = sheet.columns[c];
      if (column === undefined || column.fixed || text.trim() === '') return;
      const parsed = sub.parse(sample, column, text);
      if ('problem' in parsed) faults.set(`${n} ${c}`, parsed.problem);
      else if ('lookup' in parsed && !found.has(keyOf(column, parsed.lookup)))
        faults.set(`${n} ${c}`, `没有找到「${parsed.lookup}」`);
    });
  });
  return faults;
}

/** A small block pasted over a larger selection fills it, when it fits a whole number of times. */
export function tiled(cells: Lines, rows: number, columns: number): Lines {
  const width = Math.max(0, ...cells.map((line) => line.length));
  const height = cells.length;
  if (width === 0 || (rows <= height && columns <= width)) return cells;
  if (rows % height !== 0 || columns % width !== 0) return cells;
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_c, c) => cells[r % height]?.[c % width] ?? ''),
  );
}
