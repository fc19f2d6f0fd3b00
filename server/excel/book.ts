/** What goes into a workbook, as plain data: it crosses to the worker thread by structured clone. */

/** How a cell looks; the numbers of `cellXfs` are the places in this list. */
export const STYLES = ['plain', 'head', 'needed', 'date', 'datetime', 'text', 'bad', 'sample', 'note'] as const;
export type Style = (typeof STYLES)[number];

export type Cell =
  | string
  | number
  | null
  | { readonly v: string | number | null; readonly s?: Style; readonly note?: string };
export interface BookColumn {
  /** characters */
  readonly width: number;
  /** `date` and `datetime`: texts of the language become serial numbers of the sheet; `text`: what is typed stays text */
  readonly as?: 'date' | 'datetime' | 'text';
}
export interface SheetSpec {
  readonly name: string;
  readonly columns: readonly BookColumn[];
  /** rows at the top that stay when scrolling */
  readonly frozen?: number;
  /** printed at the top of every page, and seen in the page view */
  readonly header?: string;
  /** drop-downs: cells of a column (0 …) take a value of a range of another sheet */
  readonly choices?: readonly { readonly column: number; readonly from: string }[];
}

/** Letters of a column: 0 → A, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** A sheet name as the format allows it: no brackets and slashes, 31 characters. */
export const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim() || 'Sheet';
