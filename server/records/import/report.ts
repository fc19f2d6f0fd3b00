/** The uploaded table again with its errors: red cells with a note, and a column that says them in words. */
import type { Cell } from '../../excel/book';
import type { Table } from '../../excel/read-sheet';
import { makeBook } from '../../excel/write';
import { type CellError, ERRORS, type Lines } from './lines';

export async function errorBook(table: Table, { places }: Lines, errors: readonly CellError[]): Promise<Buffer> {
  const [head = []] = table;
  const width = head.length;
  const said = head.findIndex((cell) => String(cell ?? '').trim() === ERRORS);
  const last = said < 0 ? width : said;
  const byRow = new Map<number, CellError[]>();
  for (const error of errors) byRow.set(error.row, [...(byRow.get(error.row) ?? []), error]);
  const rows: Cell[][] = [
    Array.from(
      { length: Math.max(width, last + 1) },
      (_, at): Cell => ({ v: at === last ? ERRORS : (head[at] ?? null), s: 'head' }),
    ),
  ];
  for (let index = 1; index < table.length; index++) {
    const cells: Cell[] = Array.from({ length: Math.max(width, last + 1) }, (_, at) => table[index]?.[at] ?? null);
    const own = byRow.get(index + 1) ?? [];
    cells[last] = own.length === 0 ? null : { v: own.map(sentence).join('；'), s: 'bad' };
    for (const { at, column } of places) {
      const here = own.filter((error) => error.column === column.title);
      if (here.length > 0)
        cells[at] = { v: table[index]?.[at] ?? null, s: 'bad', note: here.map(({ text }) => text).join('\n') };
    }
    rows.push(cells);
  }
  return makeBook([
    {
      spec: { name: '数据', columns: rows[0]!.map((_, at) => ({ width: at === last ? 48 : 18 })), frozen: 1 },
      rows,
    },
  ]);
}

const sentence = ({ column, text }: CellError): string =>
  column === '' || text.includes(column) ? text : `${column}：${text}`;
