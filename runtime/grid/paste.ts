/** Text of spreadsheets: reading and writing tab-separated cells, and matching a header line to columns. */

/** Cells of a clipboard text as Excel writes it: tabs, line ends, quoted cells with doubled quotes. A last empty line is dropped. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let i = 0;
  const n = text.length;
  while (i < n) {
    const ch = text[i]!;
    if (ch === '"' && cell === '') {
      const end = quotedEnd(text, i);
      if (end > 0) {
        cell = text.slice(i + 1, end).replaceAll('""', '"');
        i = end + 1;
        continue;
      }
    }
    if (ch === '\t') {
      row.push(cell);
      cell = '';
    } else if (ch === '\n' || ch === '\r') {
      if (ch === '\r' && text[i + 1] === '\n') i += 1;
      row.push(cell);
      rows.push(row);
      row = [];
      cell = '';
    } else cell += ch;
    i += 1;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** End of a cell that is wholly quoted: the closing quote must stand before a tab, a line end or the end. */
function quotedEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    if (text[i] === '"') {
      if (text[i + 1] === '"') i += 1;
      else {
        const after = text[i + 1];
        return after === undefined || after === '\t' || after === '\n' || after === '\r' ? i : -1;
      }
    }
    i += 1;
  }
  return -1;
}

/** The opposite: cells with tabs, line ends or leading quotes are quoted. */
export function printTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(printCell).join('\t')).join('\n');
}
const printCell = (cell: string): string => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export interface HeaderColumn {
  readonly code: string;
  readonly title: string;
}
/**
 * If the first line names columns (at least one, and most of its filled cells), the column code of each cell; null = data.
 * Titles match without spaces, case, a trailing `*` or a unit in brackets.
 */
export function matchHeader(
  first: readonly string[],
  columns: readonly HeaderColumn[],
): readonly (string | null)[] | null {
  const byTitle = new Map<string, string>();
  for (const column of columns) {
    byTitle.set(bare(column.title), column.code);
    byTitle.set(column.code.toLowerCase(), column.code);
  }
  const found = first.map((cell) => byTitle.get(bare(cell)) ?? null);
  const filled = first.filter((cell) => cell.trim() !== '').length;
  const hits = found.filter((code) => code !== null).length;
  return hits > 0 && hits * 2 > filled ? found : null;
}
const bare = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[(（【[].*?[)）】\]]/g, '')
    .replace(/[\s*＊:：]/g, '');
