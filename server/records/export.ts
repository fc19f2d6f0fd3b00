/** A list as a sheet: the current filter, order and columns, the rows of view and export together. */
import type { SheetData } from 'write-excel-file';
import writeXlsxFile from 'write-excel-file/node';
import { kindOf } from '../../schemas/language/kinds';
import type { Labels } from '../../schemas/language/kinds/kind';
import type { Value } from '../../schemas/language/value';
import { forbidden, refuse } from '../errors';
import type { Page } from '../registry/pages';
import { nameListed } from './file-values';
import type { EngineCtx } from './host';
import { addLate } from './late-columns';
import type { ListColumn } from './list-column';
import { parseListRequest } from './list-request';
import { planList, run } from './plan';
import type { Out } from './plan-builder';

export interface Sheet {
  /** `采购订单_20260115080000.xlsx` */
  readonly name: string;
  readonly content: Buffer;
}
/** Rows a sheet is read in: memory stays flat while cells are made. */
const CHUNK = 5000;

export async function exportList(ctx: EngineCtx, page: Page, body: unknown): Promise<Sheet> {
  const right = `${page.object.object}:export`;
  if (!ctx.session.rights.has(right)) throw forbidden();
  const max = Number(ctx.setting('export.maxRows') ?? 100_000);
  const { current: _current, size: _size, rows: _rows, ...filter } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const request = parseListRequest({ ...filter, current: 1 }, 1);
  const options = { rights: [page.right, right], plain: true };
  const sheet: SheetData = [];
  let columns: readonly ListColumn[] = [];
  for (let from = 0; ; from += CHUNK) {
    // a page more than allowed is enough to refuse; the order is total, so chunks never overlap
    const planned = await planList(ctx, page, { ...request, size: CHUNK, current: from / CHUNK + 1 }, options);
    if (!planned) throw refuse('没有可导出的数据');
    columns = planned.plan.columns;
    const rows = await run(ctx, planned.plan.rows, planned.values);
    if (from === 0 && rows.length === 0) throw refuse('没有可导出的数据');
    if (from === 0) sheet.push(columns.map((column) => ({ value: column.title, fontWeight: 'bold' as const })));
    const labels: Labels = { dict: (code) => ctx.registry.dicts.get(code) };
    const records = rows.map(planned.plan.write);
    await addLate(ctx, page.object, planned.plan.late, records);
    await nameListed(ctx, columns, records);
    for (const record of records) sheet.push(columns.map((column) => cellOf(column, record, labels)));
    if (from + rows.length > max) throw refuse(`导出数据超过${max}行，请缩小查询范围`);
    if (rows.length < CHUNK) break;
  }
  const stamp = ctx.now.replace(/\D/g, '');
  const content = await writeXlsxFile(sheet, {
    buffer: true,
    sheet: page.title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    columns: columns.map((column) => ({ width: Math.round((column.placement.width ?? widthOf(column)) / 8) })),
  });
  return { name: `${page.title}_${stamp}.xlsx`, content };
}

/**
 * Numbers are number cells, everything else is a text cell: a text that begins with = + - @ stays a text, a sheet never computes what
 * somebody typed.
 */
function cellOf(column: ListColumn, record: Out, labels: Labels): SheetData[number][number] {
  const value = record[column.prop];
  if (value === null || value === undefined) return null;
  if (column.ty === 'number' && typeof value === 'number') return { type: Number, value };
  const text = textOf(column, value, labels);
  return text === '' ? null : { type: String, value: text };
}

function textOf(column: ListColumn, value: unknown, labels: Labels): string {
  if (column.ty === 'label') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'label' in one))
    return (value as readonly { readonly label: string | null }[]).map((one) => one.label ?? '').join('、');
  const { field } = column;
  if (column.ty === 'bool') return value === true ? '是' : '否';
  if (field && field.type !== 'ref') return clean(kindOf(field.kind).codec.toText(value as Value, field, labels));
  return clean(
    Array.isArray(value) ? value.join('、') : typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
}
/** Control characters that no sheet may hold, and the longest text of a cell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
const clean = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').slice(0, 32_767);

function widthOf(column: ListColumn): number {
  return column.ty === 'number' || column.ty === 'bool' ? 110 : 160;
}
