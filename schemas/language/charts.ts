/** What each mark takes: how many dims and measures, whether its measures must add up, whether its axis has an order (80 §7.4). */

import type { ChartKeys, ChartMark, ChartOptions } from './document-report';
import { isDated, isNumeric } from './kinds/index';
import type { ResolvedReport } from './resolved-report';

export interface MarkRoles {
  readonly title: string;
  readonly dims: readonly [number, number];
  readonly measures: readonly [number, number];
  /** parts of a whole: only measures that are sums of their rows */
  readonly adds?: true;
  /** a line over things without an order says nothing */
  readonly ordered?: true;
  /** its first dim is a day or a moment */
  readonly timed?: true;
  /** its numbers are made by a service: limits are never guessed by a picture */
  readonly served?: true;
}
export const MARKS: { readonly [mark in ChartMark]: MarkRoles } = {
  number: { title: '指标卡', dims: [0, 1], measures: [1, 3] },
  line: { title: '折线图', dims: [1, 2], measures: [1, 6], ordered: true },
  area: { title: '面积图', dims: [1, 2], measures: [1, 6], ordered: true },
  bar: { title: '柱状图', dims: [1, 2], measures: [1, 4] },
  stackBar: { title: '堆叠柱', dims: [1, 2], measures: [1, 6] },
  hbar: { title: '条形图', dims: [1, 2], measures: [1, 3] },
  barLine: { title: '柱线图', dims: [1, 1], measures: [2, 6] },
  pareto: { title: '帕累托图', dims: [1, 1], measures: [1, 1], adds: true },
  pie: { title: '饼图', dims: [1, 1], measures: [1, 1], adds: true },
  gauge: { title: '仪表盘', dims: [0, 0], measures: [1, 1] },
  progress: { title: '进度列表', dims: [1, 1], measures: [1, 2] },
  rank: { title: '排行榜', dims: [1, 1], measures: [1, 2] },
  table: { title: '表格', dims: [1, 6], measures: [1, 20] },
  heat: { title: '热力图', dims: [2, 2], measures: [1, 1] },
  scatter: { title: '散点图', dims: [1, 2], measures: [2, 3] },
  radar: { title: '雷达图', dims: [1, 2], measures: [1, 10] },
  funnel: { title: '漏斗图', dims: [0, 1], measures: [1, 8] },
  histogram: { title: '直方图', dims: [1, 1], measures: [1, 1] },
  waterfall: { title: '瀑布图', dims: [1, 1], measures: [1, 1], adds: true },
  // start and series; the state, and how many minutes it held (else until the next one of its series)
  stateTimeline: { title: '状态时间线', dims: [2, 2], measures: [1, 2], timed: true },
  // point and its marks; value, centre, upper and lower limit, then upper and lower specification
  spc: { title: '控制图', dims: [1, 2], measures: [4, 6], served: true },
  calendar: { title: '日历图', dims: [1, 1], measures: [1, 1], timed: true },
};

/** Lines that eyes still tell apart: of more the largest are drawn, the others as one. */
export const MAX_LINES = 12;
/** Columns a table spreads the values of its `series` over; more are shown as rows. */
export const MAX_COLUMNS = 31;

/** `options` of a chart and what each is. */
export const CHART_OPTIONS = {
  ring: 'bool',
  stack100: 'bool',
  smooth: 'bool',
  zero: 'bool',
  labels: ['auto', 'on', 'off'],
  bins: 'int',
  height: 'int',
} as const satisfies { readonly [key in keyof ChartOptions]-?: 'bool' | 'int' | readonly string[] };
/** Marks that show the measure named by `size`: points by their size, a card beside its number. */
export const SIZED: ReadonlySet<ChartMark> = new Set<ChartMark>(['scatter', 'number']);

/** A number opens the records behind it: those of the source, or of the page the report names. */
export const hasDrill = ({ drill, from }: Pick<ResolvedReport, 'drill' | 'from'>): boolean =>
  drill !== false && (from !== undefined || typeof drill === 'string' || typeof drill === 'object');

/** Dims of a chart without their grains, x first, then series. */
export function chartDims(chart: ChartKeys): readonly { readonly dim: string; readonly grain?: string }[] {
  const x = chart.x === undefined ? [] : typeof chart.x === 'string' ? [chart.x] : chart.x;
  return [...x, ...(chart.series === undefined ? [] : [chart.series])].map((text) => {
    const [dim = '', grain] = text.split(':');
    return grain === undefined ? { dim } : { dim, grain };
  });
}
/** Measures of a chart: shown ones, then the one of size. */
export const chartMeasures = (chart: ChartKeys): readonly string[] => [
  ...new Set([...(chart.y ?? []), ...(chart.size === undefined ? [] : [chart.size])]),
];

export interface RoleProblem {
  readonly code: 'chart.roles' | 'chart.adds' | 'chart.order' | 'chart.time' | 'chart.served';
  readonly terms: { readonly [term: string]: string };
  readonly level?: 'warn';
}
/** What a chart says against the roles of its mark. */
export function roleProblems(chart: ChartKeys, report: ResolvedReport): readonly RoleProblem[] {
  const mark = chart.chart ?? 'table';
  const roles = MARKS[mark];
  const dims = chartDims(chart);
  const measures = chart.y ?? [];
  const found: RoleProblem[] = [];
  const within = (count: number, [least, most]: readonly [number, number]): boolean => count >= least && count <= most;
  if (!within(dims.length, roles.dims) || !within(measures.length, roles.measures))
    found.push({ code: 'chart.roles', terms: { c: roles.title, a: range(roles.dims), b: range(roles.measures) } });
  for (const code of measures) {
    const measure = report.measures[code];
    const adds = measure?.total === 'sum' || measure?.total === 'count';
    if (roles.adds && measure !== undefined && !adds)
      found.push({ code: 'chart.adds', terms: { m: measure.title, c: roles.title } });
  }
  const x = report.dims[dims[0]?.dim ?? ''];
  // a service tells the slots of its pivot in their order
  const isServed = report.service !== undefined && x !== undefined && x === report.dims[report.pivot ?? ''];
  const isOrdered = isDated(x) || isNumeric(x) || isServed;
  if (roles.ordered && x !== undefined && !isOrdered && x.dict === undefined)
    found.push({ code: 'chart.order', terms: { d: x.title }, level: 'warn' });
  if (roles.timed && x !== undefined && !isDated(x))
    found.push({ code: 'chart.time', terms: { d: x.title, c: roles.title } });
  if (roles.served && report.service === undefined) found.push({ code: 'chart.served', terms: { c: roles.title } });
  return found;
}
const range = ([least, most]: readonly [number, number]): string =>
  least === most ? String(least) : `${least}–${most}`;
