import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readXlsxFile from 'read-excel-file/node';

/** Cells of a sheet of an xlsx, the first one without a word, row by row. */
export const sheetRows = async (
  content: Buffer | Readable,
  sheet: string | number = 1,
): Promise<readonly (readonly unknown[])[]> =>
  (await readXlsxFile(Buffer.isBuffer(content) ? content : await buffer(content), {
    sheet,
  })) as unknown as readonly (readonly unknown[])[];
