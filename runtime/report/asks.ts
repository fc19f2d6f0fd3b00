/** What the charts and the table of a report ask the server. */
import type { ChartDoc } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { CellAsk } from '../charts/index';
import type { ReportItem, SearchValues, WireRow } from '../data/types';
import type { Page } from '../page/index';
import { type readSort, writeSort } from '../page/list-query';
import type { ReportGroup, ReportSlot } from './columns';
import { type ReportQuery, relative } from './query';

/** The answer for a page of rows. */
export interface ReportData {
  readonly records: readonly WireRow[];
  readonly total: number;
  readonly summary?: Readonly<Record<string, Json>>;
  readonly slots?: readonly ReportSlot[];
  /** measures whose columns say nothing this time */
  readonly off?: readonly string[];
  readonly groups: readonly ReportGroup[];
  readonly asOf: string;
}

/** Charts follow the conditions, and the comparison where their document says none of its own. */
export const chartAsk = (page: Page, chart: ChartDoc, search: SearchValues, query: ReportQuery) => {
  const { title: _title, note: _note, off: _off, grant: _grant, report: _report, with: fixed, ...keys } = chart;
  const compare = keys.compare ?? query.compare;
  return {
    report: page.code,
    chart: { ...keys, ...(compare === undefined ? {} : { compare }) },
    search,
    ...(query.where === '' ? {} : { where: query.where }),
    ...(fixed === undefined ? {} : { with: fixed as Record<string, Json> }),
  };
};

/** What a chart or the table of the page asks, on its way to a board. */
export interface Kept {
  readonly title: string;
  readonly ask: CellAsk;
}
/** most dims and measures of a table on a board */
const MOST = { dims: 6, measures: 20 } as const;
/** The rows of the page as a table: its groups, its measures, its order. */
export const tableAsk = (
  page: Page,
  report: ReportItem,
  search: SearchValues,
  query: ReportQuery,
  data: ReportData | undefined,
  sort: ReturnType<typeof readSort> | undefined,
  today: string,
): CellAsk => {
  const x = (data?.groups ?? []).map(({ code, grain }) => (grain === undefined ? code : `${code}:${grain}`));
  const shown = new Set(page.object.list.columns.map(({ field }) => field));
  const y = Object.keys(report.measures).filter((code) => shown.has(code));
  return {
    report: page.code,
    chart: {
      chart: 'table',
      x: x.slice(0, MOST.dims),
      y: y.slice(0, MOST.measures),
      ...(sort === undefined || sort.length !== 1 ? {} : { sort: writeSort(sort) }),
      ...(query.compare === undefined ? {} : { compare: query.compare }),
    },
    search: relative(page, search, today),
    ...(query.where === '' ? {} : { where: query.where }),
  };
};
