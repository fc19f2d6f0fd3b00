/** §2.11 reports, charts, boards: the keys in canonical order. */
import { FIELD } from './field';
import { LIST, PART } from './page';
import { is, noted, type SortTable, table } from './table';

/** Marks of 80 §7.4 that the runtime draws. */
export const CHART_WORDS = [
  'number',
  'line',
  'area',
  'bar',
  'stackBar',
  'hbar',
  'barLine',
  'pareto',
  'pie',
  'gauge',
  'progress',
  'rank',
  'table',
  'heat',
  'scatter',
  'radar',
  'funnel',
  'histogram',
  'waterfall',
  'stateTimeline',
  'spc',
  'calendar',
] as const;
export const GRAINS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const COMPARE = ['prev', 'yoy'] as const;
const TOTALS = ['sum', 'count', 'distinct', 'ratio', 'last', 'min', 'max', 'formula'] as const;
const BETTER = { shape: { words: ['up', 'down'] } } as const;
const PERIODS = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'];

const { kind, type, dict, ref, many, ...rest } = FIELD;
const shown = Object.fromEntries(
  ['scale', 'unit', 'suffix', 'grant', 'format', 'tip', 'width', 'align'].map((key) => [key, rest[key] ?? is.json]),
);
const drill = { shape: { any: ['bool', { ref: 'page' }, { node: 'drill' }] } } as const;

export const REPORT = table({
  $schema: { shape: { words: ['report/1'] }, need: true },
  report: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  from: is.path,
  service: { shape: { ref: 'service' } },
  where: { ...is.expr, scope: 'source' },
  params: { shape: { map: 'field' } },
  time: { ...is.code, names: 'columns' },
  minGrain: { shape: { words: GRAINS } },
  maxDays: { ...is.int, def: 366 },
  dims: { shape: { map: 'dim' }, need: true },
  by: { ...is.codes, names: 'columns' },
  groupBy: { ...is.codes, names: 'columns' },
  periods: { shape: { wordList: GRAINS } },
  compare: { shape: { wordList: COMPARE } },
  pivot: { ...is.code, names: 'columns' },
  cell: { ...is.code, names: 'columns' },
  measures: { shape: { map: 'measure' }, need: true },
  list: { shape: { node: 'reportList' } },
  views: { shape: { map: 'reportView' } },
  drill,
  subtotals: is.flag,
  events: is.codes,
  public: is.flag,
  kpis: { shape: { map: 'kpi' } },
  tools: { shape: { map: 'tool' } },
});
export const DIM = table({
  title: is.text,
  ...noted,
  kind: kind ?? is.text,
  ...types(),
  of: { ...is.expr, scope: 'source' },
  ...shown,
  shift: is.flag,
});
export const MEASURE = table({
  title: { ...is.text, need: true },
  ...noted,
  ...types(),
  of: is.expr,
  total: { shape: { words: TOTALS } },
  better: BETTER,
  drill,
  ...shown,
});
function types(): SortTable {
  return { type: type ?? is.text, dict: dict ?? is.text, ref: ref ?? is.text, many: many ?? is.flag };
}
export const REPORT_LIST = table({ ...LIST, summary: { ...is.codes, names: 'columns' } });
export const REPORT_VIEW = table({
  title: { ...is.text, need: true },
  ...noted,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  grant: is.text,
  where: is.expr,
  with: { shape: { mapOf: 'value' }, names: 'given' },
  list: { shape: { node: 'reportList' } },
});
/** a button over the report that starts an action of another page on no record: something is added or imported */
export const TOOL = table({
  title: { ...is.text, need: true },
  ...noted,
  page: { shape: { ref: 'page' }, need: true },
  action: { ...is.code, need: true, names: 'started' },
});
export const DRILL = table({
  page: { shape: { ref: 'page' }, need: true },
  map: { shape: { mapOf: { any: ['path', 'bool'] } }, names: 'given', scope: 'other' },
  where: { ...is.expr, scope: 'other' },
});
export const KPI = table({
  title: { ...is.text, need: true },
  ...noted,
  measure: { ...is.code, need: true, names: 'columns' },
  where: is.expr,
  period: { shape: { words: PERIODS } },
  compare: { shape: { words: COMPARE } },
  better: BETTER,
  warn: is.number,
  good: is.number,
  decimals: is.int,
  // cards of the home page and gauges open no list by themselves
  drill: { ...drill, later: true },
  grant: is.text,
});

/** roles, order and look of a chart: an entry of `list.charts`, and what a part with a report may say */
export const DRAWN: SortTable = {
  chart: { shape: { words: CHART_WORDS } },
  x: { shape: { any: ['text', 'texts'] }, names: 'columns' },
  series: { ...is.text, names: 'columns' },
  y: { ...is.codes, names: 'columns' },
  right: { ...is.codes, names: 'columns' },
  size: { ...is.code, names: 'columns' },
  sort: { ...is.text, names: 'columns' },
  top: is.int,
  others: is.on,
  compare: { shape: { words: COMPARE } },
  target: { shape: { any: ['number', 'code'] } },
  thresholds: { shape: { mapOf: 'literals' }, names: 'columns' },
  drill,
  drillDims: { ...is.codes, names: 'columns' },
  emit: { ...is.codes, names: 'columns' },
  decimals: is.int,
  unit: is.text,
  options: is.json,
  every: is.int,
  span: { shape: { words: [1, 2, 3, 4] } },
};
export const CHART = table({
  title: is.text,
  ...noted,
  grant: { shape: { ref: 'right' } },
  report: { shape: { ref: 'report' } },
  where: { ...is.expr, scope: 'report' },
  with: { shape: { mapOf: 'value' } },
  ...DRAWN,
});
/** a part anywhere: fields, list, report with chart keys, block; `at` places it on a board */
export const CHART_PART = table({ ...PART, ...DRAWN });

export const BOARD = table({
  $schema: { shape: { words: ['board/1'] }, need: true },
  board: { ...is.code, need: true },
  title: { ...is.text, need: true },
  note: is.text,
  route: is.route,
  menu: { shape: { ref: 'menu' } },
  rows: { ...is.int, def: 3 },
  columns: { ...is.int, def: 2 },
  gap: { ...is.int, def: 10 },
  cellWidth: is.int,
  theme: { shape: { words: ['light', 'dark'] }, def: 'light' },
  search: { shape: { placements: 'search' } },
  to: { shape: { wordList: ['menu', 'home', 'screen'] } },
  public: is.flag,
  cells: { shape: { map: 'part', parts: true }, need: true },
});
