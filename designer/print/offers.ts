/** What can be put on paper: fields of the document and its rows, values of the print itself, elements. Each knows the items it becomes. */

import { headRow } from '../../schemas/language/expr/types';
import { factsOf, isNumeric } from '../../schemas/language/kinds/index';
import type { PrintItemDoc } from '../../schemas/language/print/document';
import type { FieldType, ObjectType, ResolvedField } from '../../schemas/language/resolved';
import { kindOfField } from '../palette/kinds';
import type { Layout } from './model';

type Cell = Omit<PrintItemDoc, 'x' | 'y'>;
export interface Offer {
  /** names it in lists and tests: `field:supplier.phone` */
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  readonly note?: string;
  /** code the item gets */
  readonly code: string;
  readonly item: Cell;
  /** words that stand before the value */
  readonly label?: string;
  /** sub-table it belongs to: it becomes a column there */
  readonly rows?: string;
  /** sum of the column at the foot of every page */
  readonly sum?: Cell;
  /** the whole table of a sub-table */
  readonly table?: string;
  /** name of the head it reads, which is said otherwise in rows */
  readonly path?: string;
  /** why it cannot be used */
  readonly closed?: string;
}
export interface OfferGroup {
  readonly key: string;
  readonly title: string;
  readonly offers: readonly Offer[];
  /** fields of referenced records, under their field */
  readonly inner?: readonly OfferGroup[];
}
const LINE = 6.5;
const BASE: ReadonlySet<string> = new Set(['id', 'version', 'isDeleted', 'ext']);
const isShown = (field: FieldType): boolean =>
  !BASE.has(field.code) && field.type !== 'rows' && field.type !== 'json' && field.type !== 'none';

export function fieldOffers({ object, type, library }: Layout): readonly OfferGroup[] {
  const isOwn = ({ code }: FieldType): boolean => object.fields[code]?.base !== true;
  const all = Object.values(type.fields).filter(isShown);
  // what every record has comes last
  const heads = [...all.filter(isOwn), ...all.filter((field) => !isOwn(field))];
  const groups: OfferGroup[] = [
    {
      key: 'head',
      title: '单据头',
      offers: heads.map((field) => offerOf(field, field.code, field.title, object.fields[field.code])),
      inner: heads.flatMap((field) => hopGroup(field, type, library.types.object)),
    },
  ];
  for (const field of Object.values(object.fields)) {
    if (field.sub === undefined) continue;
    const rows = Object.values(type.fields[field.code]?.sub ?? {}).filter(isShown);
    groups.push({
      key: field.code,
      title: field.title,
      offers: [
        {
          key: `table:${field.code}`,
          title: '整个明细表',
          icon: 'table',
          code: field.code,
          item: SIZED,
          table: field.code,
        },
        {
          key: `no:${field.code}`,
          title: '序号',
          icon: 'number',
          code: 'no',
          rows: field.code,
          label: '序号',
          item: { text: '{lineNo / 10:0}', w: 12, h: 8, align: 'center' },
        },
        ...rows.map((row) => rowOffer(row, field.code, field.sub?.fields[row.code])),
      ],
      inner: rows.flatMap((row) =>
        hopGroup(row, type, library.types.object).map((group) => ({
          ...group,
          key: `${field.code}.${group.key}`,
          offers: group.offers.map((offer) => ({ ...offer, key: `${field.code}.${offer.key}`, rows: field.code })),
        })),
      ),
    });
  }
  groups.push({ key: 'system', title: '打印信息', offers: SYSTEM });
  const money = heads.filter((field) => field.type === 'decimal');
  if (money.length > 0)
    groups.push({
      key: 'money',
      title: '大写金额',
      offers: money.map((field) => ({
        key: `money:${field.code}`,
        title: field.title,
        icon: 'formula',
        path: field.code,
        code: `${field.code}Money`,
        label: `${field.title}（大写）`,
        item: { text: `{cnMoney(${field.code})}`, w: 90, h: LINE },
      })),
    });
  return groups;
}
/** supplier.phone → supplierPhone */
const codeOf = (path: string): string => path.replace(/\.(\w)/g, (_, char: string) => char.toUpperCase());
const SIZED: Cell = { w: 40, h: LINE };

function offerOf(field: FieldType, path: string, title: string, resolved: ResolvedField | undefined): Offer {
  const base = { key: `field:${path}`, title, path, code: codeOf(path), icon: iconOf(resolved, field) };
  if (field.type === 'file') return { ...base, item: { image: path, w: 30, h: 20 } };
  const isLong = factsOf(resolved).isLong;
  return {
    ...base,
    label: title,
    item: { field: path, w: isLong ? 120 : 60, h: LINE, ...(isLong ? {} : { fit: 'shrink' }) },
  };
}
function rowOffer(field: FieldType, rows: string, resolved: ResolvedField | undefined): Offer {
  const isNumber = isNumeric(field);
  const head = offerOf(field, field.code, field.title, resolved);
  const { fit: _, ...item } = head.item;
  return {
    ...head,
    key: `rows:${rows}.${field.code}`,
    rows,
    item: { ...item, w: isNumber ? 20 : 28, h: 8, ...(isNumber ? { align: 'right' } : {}) },
    ...(isNumber && field.type === 'decimal'
      ? { sum: { text: `{pageSum(${field.code})}`, w: 20, h: 8, align: 'right' } }
      : {}),
  };
}
/** Fields of the record a reference names. */
function hopGroup(
  field: FieldType,
  type: ObjectType,
  objectOf: (code: string) => ObjectType | undefined,
): readonly OfferGroup[] {
  if (field.type !== 'ref' || field.ref === undefined || field.many === true) return [];
  const target = objectOf(field.ref === 'self' ? type.object : field.ref);
  if (target === undefined) return [];
  const fields = Object.values(headRow(target).fields).filter(
    (field) => isShown(field) && field.type !== 'file' && !STAMPS.has(field.code),
  );
  return [
    {
      key: field.code,
      title: field.title,
      offers: fields.map((eachField) => ({
        ...offerOf(eachField, `${field.code}.${eachField.code}`, eachField.title, undefined),
        label: `${field.title}${eachField.title}`,
      })),
    },
  ];
}
const STAMPS: ReadonlySet<string> = new Set(['createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'orgId']);
const iconOf = (resolved: ResolvedField | undefined, field: FieldType): string =>
  (resolved === undefined ? undefined : kindOfField(resolved)?.icon) ?? ICONS[field.type] ?? 'text';
const ICONS: Readonly<Record<string, string>> = {
  decimal: 'number',
  int: 'number',
  date: 'date',
  datetime: 'date',
  dict: 'select',
  ref: 'link',
  file: 'clip',
  bool: 'switch',
};

const SYSTEM: readonly Offer[] = [
  {
    key: 'page',
    title: '页码',
    icon: 'number',
    code: 'page',
    item: { text: '第 {page} / {pages} 页', w: 40, h: 5, size: 8, align: 'right' },
  },
  {
    key: 'me',
    title: '打印人',
    icon: 'person',
    code: 'printedBy',
    label: '打印',
    item: { text: '{me.name}', w: 30, h: 5, size: 8 },
  },
  {
    key: 'now',
    title: '打印时间',
    icon: 'time',
    code: 'printedAt',
    item: { text: '{now():yyyy-MM-dd HH:mm}', w: 40, h: 5, size: 8 },
  },
  { key: 'trail', title: '审批轨迹', icon: 'rule', code: 'trail', item: { field: '$trail', w: 120, h: 14, size: 8 } },
  { key: 'sign', title: '审批签名', icon: 'rule', code: 'sign', item: { field: '$sign', w: 60, h: 6 } },
];

/** Elements that are no field; a code holds the number of the document. */
export function elementOffers({ object, type }: Layout): readonly Offer[] {
  const nbr = object.label.find((code) => type.fields[code]?.type === 'text') ?? 'id';
  const picture = Object.values(type.fields).find((field) => field.type === 'file')?.code;
  return [
    { key: 'text', title: '文字', icon: 'text', code: 'text', item: { text: '文字', w: 30, h: LINE } },
    {
      key: 'title',
      title: '标题',
      icon: 'title',
      code: 'title',
      item: { text: object.title, w: 80, h: 10, size: 16, bold: true, align: 'center' },
    },
    { key: 'lineX', title: '横线', icon: 'lineX', code: 'line', item: { line: true, w: 60, h: 0 } },
    { key: 'lineY', title: '竖线', icon: 'lineY', code: 'line', item: { line: true, w: 0, h: 20 } },
    { key: 'box', title: '框', icon: 'box', code: 'box', item: { box: true, w: 60, h: 20 } },
    {
      key: 'qr',
      title: '二维码',
      icon: 'qr',
      code: 'qr',
      path: nbr,
      item: { code: { type: 'qr', text: `{${nbr}}` }, w: 18, h: 18 },
    },
    {
      key: 'code128',
      title: '一维码',
      icon: 'code',
      code: 'bars',
      path: nbr,
      item: { code: { type: 'code128', text: `{${nbr}}` }, w: 60, h: 14 },
    },
    {
      key: 'ean13',
      title: '商品码',
      icon: 'code',
      code: 'ean',
      item: { code: { type: 'ean13', text: '690123456789' }, w: 38, h: 20 },
    },
    {
      key: 'image',
      title: '图片',
      icon: 'image',
      code: 'image',
      item: { image: picture ?? '', w: 30, h: 20 },
      ...(picture === undefined ? { closed: '单据没有图片字段，先在编辑页加一个「附件」' } : {}),
    },
  ];
}
