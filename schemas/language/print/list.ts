/**
 * Prints of a whole list or report: its rows under its columns, over as many pages as they need. The record that is printed has the title
 * and the rows; a layout of sort `report` names them, `$slots` stands for the columns a report spreads.
 */
import type { Many } from '../document';
import type { FieldType, ObjectType } from '../resolved';
import type { BandDoc, DetailsDoc, PrintDoc, PrintItemDoc } from './document';

/** A column of the paper: the text of the list; numbers keep their value beside it, for sums and formats of a layout. */
export interface ListPrintColumn {
  readonly code: string;
  readonly title: string;
  readonly isNumber: boolean;
  /** characters */
  readonly width: number;
  readonly scale?: number;
  /** one of the columns a report spreads */
  readonly isSlot?: boolean;
}
/** Rows of the record that is printed. */
export const LIST_ROWS = 'rows';
export const SLOTS = '$slots';

/** What the texts of such a layout may name: `title`, `asked` (what a report was searched by, in words), `count`, and in the bands of `rows` the columns. */
export function listPrintType(page: string, title: string, columns: readonly ListPrintColumn[]): ObjectType {
  const field = (code: string, name: string, type: FieldType['type'], more: Partial<FieldType> = {}): FieldType => ({
    code,
    title: name,
    type,
    kind: 'default',
    ...more,
  });
  const sub = Object.fromEntries(
    [{ code: 'lineNo', title: '序号', isNumber: true, width: 4, scale: 0 }, ...columns]
      .flatMap(({ code, title: name, isNumber, scale }): FieldType[] =>
        isNumber
          ? [field(code, name, 'decimal', { scale: scale ?? 4 }), field(shownCode(code), name, 'text')]
          : [field(code, name, 'text')],
      )
      .map((eachType) => [eachType.code, eachType]),
  );
  return {
    object: page,
    title,
    label: [],
    fields: {
      title: field('title', '标题', 'text'),
      asked: field('asked', '查询条件', 'text'),
      count: field('count', '行数', 'int'),
      [LIST_ROWS]: field(LIST_ROWS, '行', 'rows', { kind: 'tabTable', sub }),
    },
  };
}

const PORTRAIT = 190;
const LANDSCAPE = 277;
const ROW = 7;
const NO = 10;
/** characters that a portrait and a landscape page hold at this size of type */
const NARROW = 105;
const WIDE = 160;

/** The print every list has without a document of its own; what is wider than a page goes on beside it, its first column repeated. */
export function deriveListPrint(page: string, title: string, columns: readonly ListPrintColumn[]): PrintDoc {
  const groups = groupsOf(columns);
  const isWide = groups.some((group) => charsOf(group) > NARROW);
  const width = isWide ? LANDSCAPE : PORTRAIT;
  return {
    $schema: 'print/1',
    print: page,
    title,
    page,
    sort: 'report',
    ...(isWide ? { landscape: true } : {}),
    bands: {
      pageHeader: {
        height: 12,
        items: { title: { text: '{title}', x: 0, y: 1, w: width, h: 8, size: 14, bold: true, align: 'center' } },
      },
      details: Object.fromEntries(
        groups.map((group, at) => [at === 0 ? LIST_ROWS : `${LIST_ROWS}${at + 1}`, sectionOf(group, width)]),
      ),
      pageFooter: {
        height: 8,
        items: {
          at: {
            text: '共 {count:0} 行　打印 {me.name} {now():yyyy-MM-dd HH:mm}',
            x: 0,
            y: 3,
            w: width / 2,
            h: 5,
            size: 8,
          },
          page: { text: '第 {page} / {pages} 页', x: width / 2, y: 3, w: width / 2, h: 5, size: 8, align: 'right' },
        },
      },
    },
  };
}
const charsOf = (columns: readonly ListPrintColumn[]): number => columns.reduce((sum, column) => sum + column.width, 0);
/** Columns that stand beside each other on one sheet. */
function groupsOf(columns: readonly ListPrintColumn[]): readonly (readonly ListPrintColumn[])[] {
  const [first] = columns;
  const groups: ListPrintColumn[][] = [[]];
  for (const column of columns) {
    const last = groups.at(-1) ?? [];
    if (first === undefined || last.length < 2 || charsOf(last) + column.width <= WIDE) last.push(column);
    else groups.push([first, column]);
  }
  return groups;
}
function sectionOf(columns: readonly ListPrintColumn[], width: number): DetailsDoc {
  const header: Record<string, PrintItemDoc> = { no: cell({ text: '序号', bold: true, align: 'center' }, 0, NO) };
  const row: Record<string, PrintItemDoc> = { no: cell({ text: '{lineNo:0}', align: 'center' }, 0, NO) };
  const chars = charsOf(columns);
  let [x, taken] = [NO, 0];
  for (const column of columns) {
    taken += column.width;
    // edges are rounded, not widths: the last one is the edge of the page
    const edge = round(NO + (taken / chars) * (width - NO));
    header[column.code] = cell(
      { text: escaped(column.title), bold: true, align: 'center', fit: 'shrink' },
      x,
      edge - x,
    );
    row[column.code] = cell({ field: column.code, ...(column.isNumber ? { align: 'right' } : {}) }, x, edge - x);
    x = edge;
  }
  return { rows: LIST_ROWS, header: band(header), row: band(row) };
}
const cell = (item: Omit<PrintItemDoc, 'x' | 'y' | 'w' | 'h'>, x: number, w: number): PrintItemDoc => ({
  ...item,
  x,
  y: 0,
  w: round(w),
  h: ROW,
  size: 8,
  border: 'all',
});
const band = (items: Many<PrintItemDoc>): BandDoc => ({ height: ROW, items });
const round = (mm: number): number => Math.round(mm * 10) / 10;
/** a title is no template */
const escaped = (text: string): string => text.replace(/[{}]/g, '');

/** The text of a number as the list shows it: thousands, unit, spans of time in words. */
export const shownCode = (code: string): string => `${code}Shown`;

/**
 * The layout over the columns of now: an item for each slot where `$slots` stands, the room shared evenly (titles above, values, their
 * sums below), and numbers without a format of their own as the list shows them.
 */
export function placeColumns(doc: PrintDoc, columns: readonly ListPrintColumn[]): PrintDoc {
  const { details } = doc.bands;
  if (details === undefined) return doc;
  const slots = columns.filter((column) => column.isSlot === true);
  const spread = (
    given: BandDoc | undefined,
    look: (slot: ListPrintColumn) => Partial<PrintItemDoc>,
  ): BandDoc | undefined =>
    given && {
      ...given,
      items: Object.fromEntries(
        Object.entries(given.items ?? {}).flatMap(([code, item]): [string, PrintItemDoc][] => {
          if (item.field !== SLOTS) return [[code, item]];
          const { field: _, ...rest } = item;
          const w = item.w / Math.max(1, slots.length);
          return slots.map((slot, at) => [
            `${code}_${slot.code}`,
            { ...rest, ...look(slot), x: round(item.x + at * w), w: round(w) },
          ]);
        }),
      ),
    };
  const numbers = new Set(columns.filter((column) => column.isNumber).map((column) => column.code));
  const asShown = (given: BandDoc): BandDoc => ({
    ...given,
    items: Object.fromEntries(
      Object.entries(given.items ?? {}).map(([code, item]): [string, PrintItemDoc] => [
        code,
        item.field !== undefined && item.format === undefined && numbers.has(item.field)
          ? { ...item, field: shownCode(item.field) }
          : item,
      ]),
    ),
  });
  const section = (given: DetailsDoc): DetailsDoc => {
    const header = spread(given.header, ({ title }) => ({ text: escaped(title) }));
    const footer = spread(given.footer, ({ code }) => ({ text: `{pageSum(${code}):#,##0.####}` }));
    return {
      ...given,
      ...(header ? { header } : {}),
      row: asShown(spread(given.row, ({ code }) => ({ field: code })) as BandDoc),
      ...(footer ? { footer } : {}),
    };
  };
  return {
    ...doc,
    bands: {
      ...doc.bands,
      details: Object.fromEntries(Object.entries(details).map(([code, given]) => [code, section(given)])),
    },
  };
}
