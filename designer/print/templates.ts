/** What a new layout begins with: the fields of its object, an empty page, a label, or another layout. */
import type { PrintDoc, PrintItemDoc } from '../../schemas/language/print/document';
import { cellOf, derivePrint } from '../../schemas/language/print/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';

export type Beginning = 'fields' | 'blank' | 'label' | { readonly copy: PrintDoc };
export const BEGINNINGS: readonly { readonly code: 'fields' | 'blank' | 'label'; readonly title: string }[] = [
  { code: 'fields', title: '按编辑页的字段排好' },
  { code: 'label', title: '标签（二维码和主要字段）' },
  { code: 'blank', title: '空白单据' },
];
const LABEL = { width: 60, height: 40 } as const;

/** `first` = the object has no other layout: it becomes the one that is taken. */
export function newPrint(
  object: ResolvedObject,
  named: { readonly print: string; readonly title: string },
  begin: Beginning,
  first: boolean,
): PrintDoc {
  const head = { $schema: 'print/1', ...named, page: object.object } as const;
  const isDefault = first ? { default: true } : {};
  if (typeof begin === 'object') {
    const { $schema: _, print: __, title: ___, default: ____, when: _____, ...rest } = begin.copy;
    return { ...head, ...rest, ...isDefault };
  }
  if (begin === 'label') return { ...head, sort: 'label', paper: 'label', ...LABEL, bands: labelBands(object) };
  const { bands, landscape } = derivePrint({ ...object, title: named.title });
  if (begin === 'fields') return { ...head, ...(landscape === true ? { landscape } : {}), ...isDefault, bands };
  return {
    ...head,
    ...isDefault,
    bands: {
      pageHeader: {
        height: 18,
        items: { title: { text: named.title, x: 0, y: 3, w: 190, h: 9, size: 16, bold: true, align: 'center' } },
      },
      docHeader: { height: 30 },
      pageFooter: {
        height: 8,
        items: { page: { text: '第 {page} / {pages} 页', x: 95, y: 3, w: 95, h: 5, size: 8, align: 'right' } },
      },
    },
  };
}

/** What one label is made for: a record, a row of a sub-table, or each piece of it. */
export type LabelPer = 'record' | 'row' | 'qty';
export function labelPers(object: ResolvedObject): readonly { readonly code: LabelPer; readonly title: string }[] {
  const rows = rowsOf(object)?.sub;
  return [
    { code: 'record', title: '每条一张' },
    ...(rows === undefined ? [] : [{ code: 'row', title: '每行一张' } as const]),
    ...(rows?.fields.qty === undefined ? [] : [{ code: 'qty', title: '按数量' } as const]),
  ];
}
/** Keys of a layout whose label is made for something else; what is on it begins anew where the other has other fields. */
export function labelFor(
  doc: PrintDoc,
  object: ResolvedObject,
  per: LabelPer,
): { readonly per: PrintDoc['per']; readonly bands?: PrintDoc['bands'] } {
  if (per === 'record')
    return { per: undefined, ...(doc.bands.docHeader === undefined ? { bands: labelBands(object) } : {}) };
  const rows = rowsOf(object);
  const begun = Object.keys(doc.bands.details ?? {}).length > 0 || rows === undefined;
  return { per, ...(begun ? {} : { bands: rowBands(rows, cellOf(doc)[1]) }) };
}
const rowsOf = (object: ResolvedObject): ResolvedField | undefined =>
  Object.values(object.fields).find((field) => field.sub !== undefined && columnsOf(field).length > 0);
const columnsOf = ({ sub }: ResolvedField): readonly ResolvedField[] =>
  (sub?.columns ?? [])
    .flatMap(({ field }) => (field === undefined ? [] : (sub?.fields[field] ?? [])))
    .filter((field) => field.secret === undefined && !CLOSED.has(field.type));

function rowBands(rows: ResolvedField, height: number): PrintDoc['bands'] {
  const [first, ...more] = columnsOf(rows);
  const items: Record<string, PrintItemDoc> =
    first === undefined
      ? {}
      : {
          code: { code: { type: 'qr', text: `{${first.code}}` }, x: 2, y: 2, w: 18, h: 18 },
          [first.code]: { field: first.code, x: 22, y: 2, w: 36, h: 8, size: 11, bold: true, fit: 'shrink' },
        };
  more.slice(0, 5).forEach((field, i) => {
    // three by seven on A4 leave 39.5 mm
    const at = i < 2 ? { x: 22, y: 10 + i * 6, w: 36 } : { x: 2, y: [22, 27.8, 33.6][i - 2] ?? 0, w: 56 };
    items[field.code] = { text: `${field.title}：{${field.code}}`, ...at, h: 5.8, fit: 'shrink' };
  });
  return { details: { [rows.code]: { rows: rows.code, row: { height, items } } } };
}

/** The number as a QR code, and beside it what a reader looks for. */
function labelBands(object: ResolvedObject): PrintDoc['bands'] {
  const fields = object.edit.groups
    .flatMap((part) => part.fields ?? [])
    .flatMap(({ field }) => (field === undefined ? [] : (object.fields[field] ?? [])))
    .filter((field) => field.sub === undefined && field.secret === undefined && !CLOSED.has(field.type));
  const nbr = object.label.find((code) => object.fields[code]?.type === 'text') ?? 'id';
  const items: Record<string, PrintItemDoc> = {
    code: { code: { type: 'qr', text: `{${nbr}}` }, x: 2, y: 2, w: 18, h: 18 },
    title: { text: object.title, x: 22, y: 2, w: 36, h: 6, size: 11, bold: true },
    nbr: { field: nbr, x: 22, y: 9, w: 36, h: 6, fit: 'shrink' },
  };
  const shown = [...new Map(fields.filter((field) => field.code !== nbr).map((field) => [field.code, field])).values()];
  shown.slice(0, 3).forEach((field, i) => {
    items[field.code] = { text: `${field.title}：{${field.code}}`, x: 2, y: 21 + i * 6, w: 56, h: 6, fit: 'shrink' };
  });
  return { docHeader: { height: LABEL.height, items } };
}
const CLOSED: ReadonlySet<string> = new Set(['file', 'json', 'none', 'rows']);
