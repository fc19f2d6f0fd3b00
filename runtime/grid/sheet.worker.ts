/** Reads the first sheet of a workbook away from the page, so that a large or broken file never holds it up. */
import readXlsx from 'read-excel-file/web-worker';

export type SheetAnswer = { readonly cells: readonly (readonly string[])[] } | { readonly error: string };

const two = (n: number): string => String(n).padStart(2, '0');
/** Dates of a sheet carry no zone: their parts in UTC are what the cell shows. */
const dateText = (at: Date): string => {
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
};
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  // numbers of a sheet are binary: 0.1 + 0.2 is 0.3 there, too
  return typeof cell === 'number' ? String(Number(cell.toPrecision(15))) : String(cell);
};

self.onmessage = (event: MessageEvent<File>): void => {
  readXlsx(event.data).then(
    (rows) => {
      const cells = (rows as unknown as readonly (readonly unknown[])[]).map((row) => row.map(cellText));
      self.postMessage({ cells } satisfies SheetAnswer);
    },
    (error: unknown) => self.postMessage({ error: String(error) } satisfies SheetAnswer),
  );
};
