/** What a gesture on charts is judged by: which cells of a board are free, what a mark has room for, what a dataset can give. */

import { chartDims, MARKS, SIZED } from '../../schemas/language/charts';
import type { ChartKeys, ChartMark, ReportDoc } from '../../schemas/language/document-report';
import { isDated } from '../../schemas/language/kinds/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { resolveReport } from '../../schemas/language/resolve/report';
import type { ResolvedReport } from '../../schemas/language/resolved-report';
import { BOARD } from '../../schemas/language/sorts/report';
import { type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { text } from '../../schemas/language/texts';
import type { DesignState } from '../document/state';

/** A rectangle of the grid, counted from 1. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}
export interface PlacedCell {
  readonly code: string;
  readonly title: string;
  readonly area: Area;
}
export interface Panel {
  readonly rows: number;
  readonly columns: number;
  readonly gap: number;
  readonly cellWidth?: number;
}
/** limits of 80 §7.7 */
export const PANEL_LIMITS = { rows: [1, 12], columns: [1, 12], gap: [0, 40], cellWidth: [80, 1200] } as const;

export function panelOf(doc: StepDoc): Panel {
  const own = (key: 'rows' | 'columns' | 'gap'): number =>
    typeof doc[key] === 'number' ? (doc[key] as number) : Number(BOARD[key]?.def);
  return {
    rows: own('rows'),
    columns: own('columns'),
    gap: own('gap'),
    ...(typeof doc.cellWidth === 'number' ? { cellWidth: doc.cellWidth } : {}),
  };
}
export const areaOf = (at: unknown): Area => {
  const [row = 1, column = 1, rows = 1, columns = 1] = Array.isArray(at) ? (at as number[]) : [];
  return { row, column, rows, columns };
};
/** Spans of one are not written. */
export const atOf = ({ row, column, rows, columns }: Area): readonly number[] =>
  rows === 1 && columns === 1 ? [row, column] : [row, column, rows, columns];

export function cellsOf(doc: StepDoc): readonly PlacedCell[] {
  const cells = isNode(doc.cells) ? doc.cells : {};
  return Object.entries(cells).flatMap(([code, cell]) =>
    !isNode(cell) || cell.off === true
      ? []
      : [{ code, title: typeof cell.title === 'string' ? cell.title : code, area: areaOf(cell.at) }],
  );
}
const meets = (a: Area, b: Area): boolean =>
  a.row < b.row + b.rows &&
  b.row < a.row + a.rows &&
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns;
export const isSameArea = (a: Area, b: Area): boolean => atOf(a).join() === atOf(b).join();

/** Cells in an area but one. */
export const cellsIn = (doc: StepDoc, area: Area, except?: string): readonly PlacedCell[] =>
  cellsOf(doc).filter((cell) => cell.code !== except && meets(cell.area, area));

/** Why a cell may not take an area. */
export function areaRefusal(doc: StepDoc, area: Area, except?: string): string | undefined {
  const panel = panelOf(doc);
  const isInside =
    area.row >= 1 &&
    area.column >= 1 &&
    area.rows >= 1 &&
    area.columns >= 1 &&
    area.row + area.rows - 1 <= panel.rows &&
    area.column + area.columns - 1 <= panel.columns;
  if (!isInside) return '超出网格，可先加行或加列';
  const [other] = cellsIn(doc, area, except);
  return other === undefined ? undefined : `和「${other.title}」重叠`;
}
/** The first free place of a size in reading order. */
export function freeArea(doc: StepDoc, { rows, columns }: Pick<Area, 'rows' | 'columns'> = ONE): Area | undefined {
  const panel = panelOf(doc);
  for (let row = 1; row <= panel.rows - rows + 1; row++)
    for (let column = 1; column <= panel.columns - columns + 1; column++) {
      const area = { row, column, rows, columns };
      if (cellsIn(doc, area).length === 0) return area;
    }
  return undefined;
}
const ONE = { rows: 1, columns: 1 } as const;
/** The smallest area that holds two. */
export function around(a: Area, b: Area): Area {
  const row = Math.min(a.row, b.row);
  const column = Math.min(a.column, b.column);
  return {
    row,
    column,
    rows: Math.max(a.row + a.rows, b.row + b.rows) - row,
    columns: Math.max(a.column + a.columns, b.column + b.columns) - column,
  };
}

const known = new WeakMap<StepDoc, ResolvedReport>();
/** A dataset of the changeset as charts read it: its dims and measures by code. Their types need the source, which is not asked here. */
export function datasetOf(state: DesignState, code: string | undefined): ResolvedReport | undefined {
  const doc = state.documents[`report:${code?.split('.')[0] ?? ''}`]?.text;
  if (doc === undefined || doc.$schema !== 'report/1') return undefined;
  let report = known.get(doc);
  if (report === undefined) {
    report = resolveReport(doc as unknown as ReportDoc, { object: () => undefined });
    known.set(doc, report);
  }
  return report;
}
/** The dataset a chart stands over: the one it names, or the report it is written in. */
export function datasetCode(doc: StepDoc, address: string): string | undefined {
  const node = valueAt(doc, address);
  if (isNode(node) && typeof node.report === 'string') return node.report;
  return doc.$schema === 'report/1' ? String(doc.report) : undefined;
}

/** What a chart shows: dims with their grain in the order of their roles, and measures. */
export interface Shown {
  readonly dims: readonly string[];
  readonly measures: readonly string[];
}
export const shownBy = (keys: ChartKeys): Shown => ({
  dims: chartDims(keys).map(({ dim, grain }) => (grain === undefined ? dim : `${dim}:${grain}`)),
  measures: keys.y ?? [],
});
export const codeOfDim = (dim: string): string => dim.split(':')[0] ?? '';

/** A time is shown by its months unless somebody says otherwise. */
export const dimText = (report: ResolvedReport, code: string): string =>
  code !== report.time
    ? code
    : report.minGrain === 'quarter' || report.minGrain === 'year'
      ? `${code}:${report.minGrain}`
      : `${code}:month`;

/** Why a chart has no room for one more dim or measure; the words are those of the linter where it says the same. */
export function roomRefusal(
  mark: ChartMark,
  report: ResolvedReport,
  { dims, measures }: Shown,
  field: string,
): string | undefined {
  const { title, dims: most, measures: many, adds } = MARKS[mark];
  const measure = report.measures[field];
  if (measure === undefined) {
    const dim = report.dims[field];
    if (dim === undefined) return `「${field}」不在「${report.title}」中`;
    if (dims.some((dim) => codeOfDim(dim) === field)) return `「${dim.title}」已在这里`;
    if (most[1] === 0) return `${title}不放维度`;
    return dims.length >= most[1] && most[1] > 1 ? `${title}最多放${most[1]}个维度` : undefined;
  }
  if (measures.includes(field)) return `「${measure.title}」已在这里`;
  if (adds === true && !isAdded(report, field)) return text('chart.adds', { m: measure.title, c: title });
  return measures.length >= many[1] && many[1] > 1 ? `${title}最多放${many[1]}个指标` : undefined;
}
const isAdded = (report: ResolvedReport, code: string): boolean => {
  const total = report.measures[code]?.total;
  return total === 'sum' || total === 'count';
};

/** Marks whose measures may stand on a second axis, and those that read a size. */
const RIGHT: ReadonlySet<ChartMark> = new Set<ChartMark>(['barLine', 'line']);

/** The roles of a mark filled with what is wanted, what lacks taken from the dataset; or why that cannot be. */
export function fitted(
  mark: ChartMark,
  report: ResolvedReport,
  wanted: Shown,
  keys: ChartKeys = {},
): { readonly keys: ChartKeys } | { readonly reason: string } {
  const roles = MARKS[mark];
  if (roles.served === true && report.service === undefined)
    return { reason: text('chart.served', { c: roles.title }) };
  const known = wanted.dims.filter((dim) => report.dims[codeOfDim(dim)] !== undefined);
  const timed = roles.timed === true ? timedBy(mark, report, known) : known;
  if (timed === undefined) return { reason: `「${report.title}」没有时间维度，不能用${roles.title}` };
  const dims = timed.slice(0, roles.dims[1]);
  const measures = wanted.measures
    .filter((measure) => report.measures[measure] !== undefined && (roles.adds !== true || isAdded(report, measure)))
    .slice(0, roles.measures[1]);
  const time = roles.ordered === true && report.time !== undefined ? [report.time] : [];
  for (const code of [...time, ...report.by, ...Object.keys(report.dims)])
    if (dims.length < roles.dims[0] && !dims.some((dim) => codeOfDim(dim) === code)) dims.push(dimText(report, code));
  for (const code of Object.keys(report.measures))
    if (
      measures.length < roles.measures[0] &&
      !measures.includes(code) &&
      (roles.adds !== true || isAdded(report, code))
    )
      measures.push(code);
  if (dims.length < roles.dims[0] || measures.length < roles.measures[0])
    return { reason: `「${report.title}」的维度或指标不够${roles.title}用` };
  return { keys: laid(mark, dims, measures, keys) };
}

/** Marks over time begin with it: a day of a calendar, the moment a state began. */
function timedBy(mark: ChartMark, report: ResolvedReport, dims: readonly string[]): readonly string[] | undefined {
  const isTime = (code: string): boolean => code === report.time || isDated(report.dims[code]);
  const time = dims.map(codeOfDim).find(isTime) ?? report.time ?? Object.keys(report.dims).find(isTime);
  if (time === undefined) return undefined;
  const rest = dims.filter((dim) => codeOfDim(dim) !== time);
  return [MARKS[mark].dims[1] === 1 ? `${time}:day` : time, ...rest];
}

/** Dims and measures in the keys of a mark; what named a measure that is gone goes with it. */
function laid(mark: ChartMark, dims: readonly string[], measures: readonly string[], keys: ChartKeys): ChartKeys {
  const isWide = MARKS[mark].dims[1] > 2;
  const [first, second] = dims;
  const x = isWide && dims.length > 1 ? dims : first;
  const kept = (keys.right ?? []).filter((text) => measures.includes(text));
  const right =
    mark === 'barLine' && (kept.length === 0 || kept.length === measures.length) ? measures.slice(-1) : kept;
  const sorted = keys.sort?.replace(/^-/, '');
  const isSorted = sorted !== undefined && (measures.includes(sorted) || dims.some((dim) => codeOfDim(dim) === sorted));
  const limits = Object.entries(keys.thresholds ?? {}).filter(([code]) => measures.includes(code));
  return {
    chart: mark,
    ...(x === undefined ? {} : { x }),
    ...(isWide || second === undefined ? {} : { series: second }),
    y: measures,
    ...(RIGHT.has(mark) && right.length > 0 && right.length < measures.length ? { right } : {}),
    ...(SIZED.has(mark) && keys.size !== undefined ? { size: keys.size } : {}),
    ...(isSorted && keys.sort !== undefined ? { sort: keys.sort } : {}),
    ...(limits.length === 0 ? {} : { thresholds: Object.fromEntries(limits) }),
  };
}
/** Keys that `fitted` decides; the others of a chart stay as they are. */
export const ROLE_KEYS = ['chart', 'x', 'series', 'y', 'right', 'size', 'sort', 'thresholds'] as const;
