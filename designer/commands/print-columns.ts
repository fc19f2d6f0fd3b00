/**
 * Columns of a printed table. The language has only items; what stands one above the other in head, row and foot of a sub-table is a
 * column, and people add, widen, order and take away columns.
 */
import type { BandDoc, DetailsDoc, PrintItemDoc } from '../../schemas/language/print/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { valueAt } from '../../schemas/language/steps/index';
import type { Command } from '../document/state';
import { nameOfItem, putItems, tenths } from './print';
import { Sketch } from './sketch';

export interface PrintColumn {
  readonly x: number;
  readonly w: number;
  /** code of the row's item that makes it */
  readonly code: string;
  readonly title: string;
}
const PARTS = ['header', 'row', 'footer'] as const;
type Part = (typeof PARTS)[number];
const NEAR = 0.35;
/** narrower holds no character */
const NARROWEST = 3;

/** Columns from left to right, by the items of the row band; what overlaps is one column. */
export function printColumns(details: DetailsDoc): readonly PrintColumn[] {
  const items = Object.entries(details.row.items ?? {})
    .filter(([, item]) => item.off !== true && item.box !== true && item.line !== true)
    .sort(([, a], [, b]) => a.x - b.x || a.y - b.y);
  const columns: PrintColumn[] = [];
  for (const [code, item] of items) {
    const last = columns.at(-1);
    if (last !== undefined && item.x < last.x + last.w - NEAR) {
      columns[columns.length - 1] = { ...last, w: Math.max(last.w, tenths(item.x + item.w - last.x)) };
      continue;
    }
    const head = Object.values(details.header?.items ?? {}).find(
      (eachItem) => eachItem.text !== undefined && isIn(eachItem, item),
    );
    columns.push({ x: item.x, w: item.w, code, title: head?.text ?? nameOfItem(item) });
  }
  return columns;
}
const isIn = (item: PrintItemDoc, { x, w }: { readonly x: number; readonly w: number }): boolean =>
  item.x >= x - NEAR && item.x + item.w <= x + w + NEAR;

interface Table {
  readonly sketch: Sketch;
  readonly details: DetailsDoc;
  readonly columns: readonly PrintColumn[];
  readonly address: string;
}
function tableAt(sketch: Sketch, address: string): Table | undefined {
  const details = valueAt(sketch.text, address);
  if (!isNode(details) || !isNode(details.row)) return undefined;
  const read = details as unknown as DetailsDoc;
  return { sketch, details: read, columns: printColumns(read), address };
}
const GONE = { reason: '明细已不存在' } as const;

/** Moves the right edge of a column: the next one gives or takes, or with `push` all behind it move along. */
export const setColumnEdge: Command<{
  readonly details: string;
  readonly column: number;
  /** mm from the left edge of the band */
  readonly edge: number;
  readonly push?: boolean;
}> = (state, { details, column, edge, push = false }) => {
  const table = tableAt(new Sketch(state), details);
  const at = table?.columns[column];
  if (table === undefined || at === undefined) return GONE;
  const next = table.columns[column + 1];
  const isShared = !push && next !== undefined && next.x - (at.x + at.w) < NEAR;
  const most = isShared ? next.x + next.w - NARROWEST : Number.POSITIVE_INFINITY;
  const to = tenths(Math.min(Math.max(edge, at.x + NARROWEST), most));
  const by = tenths(to - (at.x + at.w));
  write(table, (x) => {
    const from = at.x + at.w;
    if (Math.abs(x - from) <= NEAR) return to;
    return x > from && !isShared ? x + by : x;
  });
  return table.sketch.done('调整列宽', { group: `${state.open}:${details}:${column}:edge` });
};

/** Another place in the order. */
export const movePrintColumn: Command<{
  readonly details: string;
  readonly column: number;
  readonly to: number;
}> = (state, { details, column, to }) => {
  const table = tableAt(new Sketch(state), details);
  const moved = table?.columns[column];
  if (table === undefined || moved === undefined) return GONE;
  const order = table.columns.filter((_, i) => i !== column);
  order.splice(Math.max(0, Math.min(to, order.length)), 0, moved);
  let x = table.columns[0]?.x ?? 0;
  const starts = new Map(
    order.map((column): readonly [PrintColumn, number] => {
      const start = x;
      x = tenths(x + column.w);
      return [column, start];
    }),
  );
  for (const part of PARTS)
    for (const [code, item] of itemsOf(table.details, part)) {
      const own = table.columns.find((column) => isIn(item, column));
      const start = own === undefined ? undefined : starts.get(own);
      if (own !== undefined && start !== undefined)
        setX(table, part, code, item, tenths(item.x + start - own.x), item.w);
    }
  return table.sketch.done(`移动列「${moved.title}」`, {});
};

/** A column behind another (-1 = first): its cells for head, row and foot; the table stays within `room` by making all columns narrower. */
export const addPrintColumn: Command<{
  readonly details: string;
  readonly after: number;
  readonly code: string;
  readonly width: number;
  readonly room: number;
  readonly cells: { readonly header?: PrintItemDoc; readonly row: PrintItemDoc; readonly footer?: PrintItemDoc };
}> = (state, { details, after, code, width, room, cells }) => {
  const sketch = new Sketch(state);
  const table = tableAt(sketch, details);
  if (table === undefined) return GONE;
  const at = table.columns[after];
  const start = at === undefined ? (table.columns[0]?.x ?? 0) : tenths(at.x + at.w);
  const w = tenths(width);
  // what begins at or behind the place moves; a ground that spans it gets wider
  write(table, (x, isRight) => (x > start + NEAR || (x >= start - NEAR && !isRight) ? x + w : x), start);
  const made = PARTS.flatMap((part) => {
    const cell = cells[part];
    if (cell === undefined || (part !== 'row' && table.details[part] === undefined)) return [];
    const h = table.details[part]?.height ?? cell.h;
    return putItems(sketch, `${details}.${part}`, [{ code, item: { ...cell, x: start, y: 0, w, h } }]);
  });
  squeeze(sketch, details, room);
  const row = made.find((address) => address.startsWith(`${details}.row.`));
  return sketch.done(`添加列「${cells.header?.text ?? code}」`, {
    selection: row === undefined ? [] : [sketch.selected(row)],
  });
};

/** The column of a row's item with what stands above and below it; those behind it close up. */
export const removePrintColumn: Command<{ readonly details: string; readonly column: number }> = (
  state,
  { details, column },
) => {
  const table = tableAt(new Sketch(state), details);
  const gone = table?.columns[column];
  if (table === undefined || gone === undefined) return GONE;
  if (table.columns.length === 1) return { reason: '至少保留一列' };
  const end = gone.x + gone.w;
  const dropped = new Set<string>();
  for (const part of PARTS)
    for (const [code, item] of itemsOf(table.details, part))
      if (isIn(item, gone)) {
        dropped.add(`${part}.${code}`);
        table.sketch.remove(`${details}.${part}.items.${code}`);
      }
  write(table, (x) => (x >= end - NEAR ? x - gone.w : x), undefined, dropped);
  return table.sketch.done(`移除列「${gone.title}」`, { selection: [] });
};

/** Columns of equal width over the width the table has. */
export const evenPrintColumns: Command<{ readonly details: string }> = (state, { details }) => {
  const table = tableAt(new Sketch(state), details);
  const [first] = table?.columns ?? [];
  const last = table?.columns.at(-1);
  if (table === undefined || first === undefined || last === undefined) return GONE;
  const each = (last.x + last.w - first.x) / table.columns.length;
  stretch(table, (i) => tenths(first.x + each * i));
  return table.sketch.done('平均列宽', {});
};

/** Narrows all columns in proportion until the table fits. */
function squeeze(sketch: Sketch, address: string, room: number): void {
  const table = tableAt(sketch, address);
  const [first] = table?.columns ?? [];
  const last = table?.columns.at(-1);
  if (table === undefined || first === undefined || last === undefined || last.x + last.w <= room + 0.05) return;
  const factor = (room - first.x) / (last.x + last.w - first.x);
  const edges = [...table.columns.map((column) => column.x), last.x + last.w];
  stretch(table, (i) => tenths(first.x + ((edges[i] ?? 0) - first.x) * factor));
}
/** New places for the edges between columns, in order. */
function stretch(table: Table, edge: (i: number) => number): void {
  const last = table.columns.at(-1);
  const edges = [...table.columns.map((column) => column.x), last === undefined ? 0 : last.x + last.w];
  write(table, (x) => {
    const at = edges.findIndex((edge) => Math.abs(edge - x) <= NEAR);
    if (at >= 0) return edge(at);
    const i = edges.findLastIndex((edge) => edge < x);
    const [from, to] = [edges[i], edges[i + 1]];
    if (from === undefined || to === undefined) return x;
    return edge(i) + ((x - from) / (to - from)) * (edge(i + 1) - edge(i));
  });
}

/** Puts both edges of every item through a function. */
function write(
  table: Table,
  place: (x: number, isRight: boolean) => number,
  from = Number.NEGATIVE_INFINITY,
  dropped: ReadonlySet<string> = new Set(),
): void {
  for (const part of PARTS)
    for (const [code, item] of itemsOf(table.details, part)) {
      if (dropped.has(`${part}.${code}`) || item.x + item.w < from - NEAR) continue;
      const x = tenths(place(item.x, false));
      setX(table, part, code, item, x, tenths(place(item.x + item.w, true) - x));
    }
}
function setX(table: Table, part: Part, code: string, item: PrintItemDoc, x: number, w: number): void {
  const address = `${table.address}.${part}.items.${code}`;
  if (x !== item.x) table.sketch.set(`${address}.x`, x);
  if (w !== item.w) table.sketch.set(`${address}.w`, w);
}
const itemsOf = (details: DetailsDoc, part: Part): readonly (readonly [string, PrintItemDoc])[] =>
  Object.entries((details[part] as BandDoc | undefined)?.items ?? {}).filter(([, item]) => item.off !== true);
