/** The print every object has without a document of its own: title, head fields in two columns, its sub-tables, sums, page numbers. */

import type { Many } from '../document';
import { factsOf, isDated, isNumeric } from '../kinds/index';
import type { Placement, ResolvedField, ResolvedObject, ResolvedSub } from '../resolved';
import type { BandDoc, DetailsDoc, PrintDoc, PrintItemDoc } from './document';

const WIDTH = 190;
const LINE = 6.5;
const ROW = 8;
const HEADER = 18;

/** A4 print of what the edit page shows; landscape when a sub-table has many columns. */
export function derivePrint(object: ResolvedObject): PrintDoc {
  const fields = headFields(object);
  const subs = Object.values(object.fields).filter(
    (field) => field.sub !== undefined && shownSub(field.sub) !== undefined,
  );
  const isWide = subs.some((field) => columnsOf(field.sub as ResolvedSub).length > 8);
  const width = isWide ? 277 : WIDTH;
  const details: Record<string, DetailsDoc> = {};
  for (const field of subs) details[field.code] = deriveDetails(field, width);
  const nbr = fields.find((field) => field.code === object.label[0]);
  return {
    $schema: 'print/1',
    print: object.object,
    title: object.title,
    page: object.object,
    default: true,
    ...(isWide ? { landscape: true } : {}),
    bands: {
      pageHeader: {
        height: HEADER,
        items: {
          title: { text: object.title, x: 0, y: 3, w: width, h: 9, size: 16, bold: true, align: 'center' },
          ...(nbr
            ? {
                code: { code: { type: 'qr', text: `{${nbr.code}}` }, x: width - 15, y: 0, w: 15, h: 15 },
              }
            : {}),
        },
      },
      docHeader: headBand(fields, width),
      ...(subs.length > 0 ? { details } : {}),
      ...summaryOf(object, width),
      pageFooter: {
        height: 8,
        items: {
          at: { text: '打印 {me.name} {now():yyyy-MM-dd HH:mm}', x: 0, y: 3, w: width / 2, h: 5, size: 8 },
          page: { text: '第 {page} / {pages} 页', x: width / 2, y: 3, w: width / 2, h: 5, size: 8, align: 'right' },
        },
      },
    },
  };
}

/** 三联单 of a document, for the paper of three sheets: what it is about in two lines, its first rows, who signs. */
export function deriveSlip(object: ResolvedObject): PrintDoc | undefined {
  const rows = Object.values(object.fields).find(({ sub }) => shownSub(sub) !== undefined);
  const [nbr] = object.label;
  if (!object.audited || rows === undefined || nbr === undefined) return undefined;
  const own = new Set([nbr, 'remark', 'auditStatus', object.state]);
  const fields = headFields(object).filter(({ code, grant }) => !own.has(code) && grant === undefined);
  const third = SLIP / 3;
  const head = fields.slice(0, 6).map((field, n) => [
    field.code,
    {
      text: `${field.title}：{${field.code}}`,
      x: round((n % 3) * third),
      y: Math.floor(n / 3) * 6,
      w: round(third - 1),
      h: 6,
      fit: 'shrink' as const,
    },
  ]);
  return {
    $schema: 'print/1',
    print: `${object.object}Slip`,
    title: '三联单241×140',
    page: object.object,
    paper: '241x140',
    margins: [6, 13, 6, 13],
    across: "{auditStatus == 2 ? '' : '未审核'}",
    bands: {
      pageHeader: {
        height: 15,
        items: {
          title: { text: object.title, x: 35, y: 0, w: 145, h: 8, size: 14, bold: true, align: 'center' },
          nbr: { text: `单据编号：{${nbr}}`, x: 35, y: 8.5, w: 145, h: 5, align: 'center' },
          code: { code: { type: 'qr', text: `{${nbr}}` }, x: SLIP - 14, y: 0, w: 14, h: 14 },
        },
      },
      docHeader: { height: Math.ceil(head.length / 3) * 6 + 1, items: Object.fromEntries(head) },
      details: { [rows.code]: deriveDetails(rows, SLIP, { height: 7, most: 9 }) },
      summary: {
        height: 18,
        items: {
          ...(object.fields.remark === undefined
            ? {}
            : { remark: { text: '备注：{remark}', x: 0, y: 1, w: SLIP, h: 6, fit: 'shrink', when: '!empty(remark)' } }),
          made: { text: '制单：{createdBy}', x: 0, y: 10, w: 55, h: 6, fit: 'shrink' },
          audited: { text: '审核：{auditedBy}', x: 55, y: 10, w: 55, h: 6, fit: 'shrink' },
          sign: { text: '经手人（签字）：＿＿＿＿＿＿　日期：＿＿＿＿＿＿', x: 115, y: 10, w: 100, h: 6 },
        },
      },
      pageFooter: {
        height: 5,
        items: { page: { text: '第 {page} / {pages} 页', x: 115, y: 0, w: 100, h: 5, size: 8, align: 'right' } },
      },
    },
  };
}
/** mm between the holes of its edges */
const SLIP = 215;

/** Fields of the edit page that say something on paper. */
function headFields(object: ResolvedObject): readonly ResolvedField[] {
  const seen = new Set<string>();
  return object.edit.groups
    .flatMap((part) => part.fields ?? [])
    .flatMap((place: Placement) => {
      const field = place.field === undefined ? undefined : object.fields[place.field];
      if (field === undefined || seen.has(field.code) || !isText(field)) return [];
      seen.add(field.code);
      return [field];
    });
}
const isText = (field: ResolvedField): boolean =>
  field.sub === undefined &&
  field.secret === undefined &&
  field.unprinted !== true &&
  !['file', 'json', 'none'].includes(field.type);

function headBand(fields: readonly ResolvedField[], width: number): BandDoc {
  const half = width / 2;
  const items: Record<string, PrintItemDoc> = {};
  let [line, isRight] = [0, false];
  for (const field of fields) {
    const isLong = factsOf(field).isLong;
    if (isLong && isRight) [line, isRight] = [line + 1, false];
    const x = isRight ? half : 0;
    items[`${field.code}Title`] = { text: `${field.title}：`, x, y: line * LINE, w: 24, h: LINE, align: 'right' };
    items[field.code] = {
      field: field.code,
      ...(field.format === 'month' ? { format: 'yyyy-MM' } : {}),
      x: x + 25,
      y: line * LINE,
      w: (isLong ? width : half) - 27,
      h: LINE,
      fit: 'shrink',
    };
    if (isLong || isRight) line++;
    isRight = !isLong && !isRight;
  }
  return { height: (isRight ? line + 1 : line) * LINE + 2, items };
}

const shownSub = (sub: ResolvedSub | undefined): ResolvedSub | undefined =>
  sub !== undefined && columnsOf(sub).length > 0 ? sub : undefined;

const columnsOf = (sub: ResolvedSub, most = 12): readonly ResolvedField[] =>
  sub.columns
    .flatMap((place) => (place.field === undefined ? [] : (sub.fields[place.field] ?? [])))
    .filter((field) => isText(field) && field.hidden !== true)
    .slice(0, most);

/** Bands of a sub-table over a width (mm): its columns as the edit page has them, their sums at the foot of every page. */
export function deriveDetails(
  field: ResolvedField,
  width: number,
  { height = ROW, most }: { readonly height?: number; readonly most?: number } = {},
): DetailsDoc {
  const sub = field.sub as ResolvedSub;
  const columns = columnsOf(sub, most);
  const first = 10;
  const weights = columns.map((column) => weightOf(column));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const header: Record<string, PrintItemDoc> = {
    no: { text: '序号', x: 0, y: 0, w: first, h: height, border: 'all', align: 'center', bold: true },
  };
  const row: Record<string, PrintItemDoc> = {
    no: { text: '{lineNo / 10:0}', x: 0, y: 0, w: first, h: height, border: 'all', align: 'center' },
  };
  const footer: Record<string, PrintItemDoc> = {};
  let [x, taken] = [first, 0];
  columns.forEach((column, i) => {
    taken += weights[i] ?? 1;
    // edges are rounded, not widths: the last one is the edge of the page
    const edge = round(first + (taken / total) * (width - first));
    const w = round(edge - x);
    const isNumber = isNumeric(column);
    header[column.code] = {
      text: column.title,
      x,
      y: 0,
      w,
      h: height,
      border: 'all',
      align: 'center',
      bold: true,
      fit: 'shrink',
    };
    row[column.code] = {
      field: column.code,
      x,
      y: 0,
      w,
      h: height,
      border: 'all',
      ...(isNumber ? { align: 'right' } : {}),
    };
    if (sub.summary[column.code] === 'sum' && isNumber)
      footer[column.code] = {
        text: `{pageSum(${column.code})${(column.scale ?? 4) > 2 ? '' : `:${zeros(column.scale ?? 2)}`}}`,
        x,
        y: 0,
        w,
        h: height,
        border: 'all',
        align: 'right',
      };
    x = edge;
  });
  const isSummed = Object.keys(footer).length > 0;
  return {
    rows: field.code,
    header: { height, items: header },
    row: { height, items: row },
    ...(isSummed
      ? {
          footer: {
            height,
            items: {
              ground: { box: true, x: 0, y: 0, w: width, h: height },
              title: { text: '本页小计', x: 1, y: 0, w: 30, h: height, bold: true },
              ...footer,
            },
          },
        }
      : {}),
  };
}

const weightOf = (field: ResolvedField): number => {
  if (field.code === 'unit') return 1.2;
  if (field.type === 'ref' || factsOf(field).isLong) return 3;
  if (isDated(field)) return 2.4;
  return isNumeric(field) ? 1.8 : 2.4;
};
const round = (mm: number): number => Math.round(mm * 10) / 10;
const zeros = (scale: number): string => (scale === 0 ? '0' : `0.${'0'.repeat(scale)}`);

function summaryOf(object: ResolvedObject, width: number): { readonly summary?: BandDoc } {
  const total = object.fields.totalAmount;
  const items: Many<PrintItemDoc> = {
    ...(total?.type === 'decimal'
      ? {
          money: {
            text: '合计：{totalAmount:0.00}（{cnMoney(totalAmount)}）',
            x: 0,
            y: 2,
            w: width,
            h: LINE,
            bold: true,
            when: '!empty(totalAmount)',
          },
        }
      : {}),
    ...(object.actions.audit ? { trail: { field: '$trail', x: 0, y: 10, w: width, h: 12, size: 8 } } : {}),
  };
  return Object.keys(items).length > 0 ? { summary: { height: 24, items } } : {};
}
