/** The selection as spreadsheets take it: tab-separated text, and a table with plain numbers for those that prefer it. */
import { printTable } from './paste';

const ESCAPES: { readonly [mark: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark);

export interface Clip {
  readonly text: string;
  readonly html: string;
}
/** `texts` marks columns that a spreadsheet must not read as numbers or dates (codes with leading zeros). */
export function clipOf(cells: readonly (readonly string[])[], texts: readonly boolean[]): Clip {
  const rows = cells.map(
    (row) =>
      `<tr>${row.map((cell, c) => `<td${texts[c] === true ? ` style="mso-number-format:'\\@'"` : ''}>${escaped(cell)}</td>`).join('')}</tr>`,
  );
  return { text: printTable(cells), html: `<table>${rows.join('')}</table>` };
}
