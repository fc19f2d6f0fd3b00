/** A second sheet behind an exported list: the rows of a sub-table of all its records, each with the record it belongs to. */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { BookWriter } from '../../excel/write';
import type { EngineCtx } from '../host';
import { loadLabels } from '../read/labels';
import { type ExportColumn, exportRows, rowColumns } from './export-columns';

export interface RowsSheet {
  readonly sub: string;
  readonly title: string;
  /** fields of the rows in order, each with its own title or its field's; those the object has not are left out */
  readonly columns: readonly (readonly [field: string, title: string])[];
}
interface Behind {
  readonly behind: RowsSheet;
  readonly ids: readonly string[];
  readonly book: BookWriter;
  readonly mark: string | undefined;
}
/** Records whose rows are read at once. */
const CHUNK = 100;

export async function writeRowsSheet(
  ctx: EngineCtx,
  object: ResolvedObject,
  { behind, ids, book, mark }: Behind,
): Promise<void> {
  const columns = columnsOf(ctx, object, behind);
  book.sheet({
    name: behind.title,
    columns: columns.map(({ width, as }) => (as ? { width, as } : { width })),
    frozen: 1,
    ...(mark === undefined ? {} : { header: mark }),
  });
  await book.rows([columns.map(({ title }) => ({ v: title, s: 'head' as const }))]);
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK);
    const labels = (await loadLabels(ctx, new Map([[object.object, new Set(some)]]))).get(object.object);
    const records = some.map((id) => ({ id, label: labels?.get(id) ?? null }));
    const lines = await exportRows(ctx, object, columns, records, behind.sub);
    // a record without rows has no line here
    await book.rows(lines.filter((line) => line[1] !== null));
  }
}

const columnsOf = (ctx: EngineCtx, object: ResolvedObject, { sub, columns }: RowsSheet): readonly ExportColumn[] => {
  const label = object.fields[object.label[0] ?? ''];
  const head: ExportColumn = {
    title: label?.title ?? object.title,
    ofRow: false,
    width: 20,
    cell: ({ label }) => (typeof label === 'string' ? label : null),
  };
  const line: ExportColumn = {
    title: '行号',
    ofRow: true,
    width: 8,
    cell: ({ lineNo }) => (typeof lineNo === 'number' ? lineNo : null),
  };
  return [
    head,
    line,
    ...rowColumns(
      ctx,
      object,
      sub,
      columns.map(([field, title]) => ({ field, title })),
    ),
  ];
};
