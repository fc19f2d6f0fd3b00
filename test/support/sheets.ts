import readXlsxFile from 'read-excel-file/node';

/** Cells of the first sheet of an xlsx, row by row. */
export const sheetRows = async (content: Buffer): Promise<readonly (readonly unknown[])[]> =>
  (await readXlsxFile(content)) as unknown as readonly (readonly unknown[])[];
