/** Rows to the bytes of a workbook, as they come. Runs in the worker thread. */
import { type Cell, columnName, type SheetSpec, sheetName } from './book';
import { bookParts, commentsXml, drawingXml, type Note, rowXml, sheetEnd, sheetRels, sheetStart } from './xml';
import { zipOut } from './zip-out';

export interface Packer {
  sheet(spec: SheetSpec): Promise<void>;
  rows(rows: readonly (readonly Cell[])[]): Promise<void>;
  end(): Promise<void>;
}

export function packer(send: (chunk: Uint8Array) => void): Packer {
  const zip = zipOut(send);
  const names: string[] = [];
  const noted: { readonly sheet: number; readonly notes: readonly Note[] }[] = [];
  let spec: SheetSpec | undefined;
  let letters: readonly string[] = [];
  let row = 0;
  let notes: Note[] = [];
  const closeSheet = async (): Promise<void> => {
    if (!spec) return;
    await zip.write(sheetEnd(spec, notes.length > 0));
    await zip.close();
    if (notes.length > 0) noted.push({ sheet: names.length, notes });
    spec = undefined;
  };
  const part = async (path: string, text: string): Promise<void> => {
    zip.open(path);
    await zip.write(text);
    await zip.close();
  };
  return {
    async sheet(next) {
      await closeSheet();
      spec = next;
      row = 0;
      notes = [];
      letters = next.columns.map((_, index) => columnName(index));
      names.push(sheetName(next.name));
      zip.open(`xl/worksheets/sheet${names.length}.xml`);
      await zip.write(sheetStart(next));
    },
    async rows(rows) {
      if (!spec) throw new Error('no sheet is open');
      let text = '';
      for (const cells of rows) {
        row++;
        text += rowXml(cells, row, spec.columns, letters);
        cells.forEach((cell, column) => {
          if (cell !== null && typeof cell === 'object' && cell.note !== undefined)
            notes.push({ row, column, text: cell.note });
        });
      }
      await zip.write(text);
    },
    async end() {
      await closeSheet();
      for (const { sheet, notes: list } of noted) {
        await part(`xl/worksheets/_rels/sheet${sheet}.xml.rels`, sheetRels(sheet));
        await part(`xl/comments${sheet}.xml`, commentsXml(list));
        await part(`xl/drawings/vmlDrawing${sheet}.vml`, drawingXml(list));
      }
      for (const [path, text] of bookParts(
        names,
        noted.map(({ sheet }) => sheet),
      ))
        await part(path, text);
      zip.end();
    },
  };
}
