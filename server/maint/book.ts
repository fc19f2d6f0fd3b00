/** What the maintenance jobs with a workbook share: the file of a record as lines, and what is wrong with them as rows of the record. */
import type { FileValue, Rec, Row } from '../../schemas/language/value';
import type { Ctx } from '../ctx';
import { refuse } from '../errors';
import { readUpload } from '../excel/read';
import type { Table } from '../excel/read-sheet';
import { bytesOf, keepMade } from '../files/made';
import type { EngineCtx } from '../records/host';
import type { CellError, Lines } from '../records/import/lines';
import { errorBook } from '../records/import/report';

/** one run is one transaction in the name of who confirms it */
export const MAX_LINES = 5000;
const MAX_TOLD = 200;
const LIMITS = { rows: MAX_LINES + 1, columns: 200, cell: 5000 };

export const WAITING = '10';
export const DONE = '60';

export async function tableOf(ctx: EngineCtx, record: Rec): Promise<Table> {
  const [file] = (record.file as readonly FileValue[] | undefined) ?? [];
  if (!file) throw refuse('请上传数据文件');
  return readUpload(await bytesOf(ctx, file.id), LIMITS);
}

/** `第3行「数量」不能为空` */
export const sentenceOf = ({ row, column, text }: CellError): string =>
  `第${row}行${column === '' ? '' : `「${column}」`}${text}`;

/** Fields of the record that tell what is wrong: the first ones as rows, all of them in the workbook that was sent. */
export async function faultsOf(
  ctx: EngineCtx,
  name: string,
  table: Table,
  lines: Lines,
  errors: readonly CellError[],
): Promise<Rec> {
  const book = errors.length === 0 ? [] : [await keepMade(ctx, name, await errorBook(table, lines, errors))];
  return { errorCount: errors.length, errorFile: book as never, faults: faultRows(ctx, errors) as never };
}
const faultRows = (ctx: Ctx, errors: readonly CellError[]): readonly Row[] =>
  errors.slice(0, MAX_TOLD).map(({ row, column, text }, n) => ({
    id: ctx.newId(),
    lineNo: (n + 1) * 10,
    rowNo: row,
    column,
    text: text.slice(0, 500),
  }));

/** An answer of an action that is a file: the browser saves it. */
export const fileAnswer = (name: string, content: Buffer): Rec =>
  ({ file: { name, content: content.toString('base64') } }) as never;
