import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readXlsxFile from 'read-excel-file/node';

/** Cells of the first sheet of an xlsx, row by row. */
export const sheetRows = async (content: Buffer | Readable): Promise<readonly (readonly unknown[])[]> =>
  (await readXlsxFile(
    Buffer.isBuffer(content) ? content : await buffer(content),
  )) as unknown as readonly (readonly unknown[])[];
