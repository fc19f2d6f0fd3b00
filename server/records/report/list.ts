/** getPageList of a report: rows by the chosen groups, subtotals, slots of a pivot, comparison, totals of the whole filter. */

import type { Compare } from '../../../schemas/language/document-report';
import type { ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import { AppError, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { treed } from './branches';
import { type Compared, changeOf, compared } from './compare';
import { drillDoc, leadOf } from './drill';
import { assertShown, dimsText, parseReportRequest, type ReportRequest, searchOf } from './request';
import { type GroupRow, type ReportAnswer, runReport } from './run';
import { spanOf } from './span';
import { type GroupBy, groupOf, measuresOf, type ReportSpec } from './spec';

export type Out = Record<string, unknown>;
export interface Slot {
  readonly code: string;
  readonly title: string;
  readonly value: Value;
}
export interface ReportPage {
  readonly records: readonly Out[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
  readonly summary?: Out;
  readonly slots?: readonly Slot[];
  /** what its numbers are compared with */
  readonly compare?: Compare;
  /** measures whose columns are left out */
  readonly off?: readonly string[];
  /** the groups a row has, outermost first */
  readonly groups: readonly { readonly code: string; readonly title: string; readonly grain?: string }[];
  readonly asOf: string;
}
const MAX_SLOTS = 400;

export async function getReportList(ctx: EngineCtx, page: Page, body: unknown): Promise<ReportPage> {
  const size = page.list.size ?? ctx.setting('listDataShowNum');
  const request = parseReportRequest(body, typeof size === 'number' && size > 0 ? size : 30);
  const made = await reportRows(ctx, page, request);
  const from = (request.current - 1) * request.size;
  const { records, ...rest } = made;
  return {
    ...rest,
    records: records.slice(from, from + request.size),
    total: records.length,
    current: request.current,
    size: request.size,
  };
}

/** All rows of the report as the request groups them. */
export async function reportRows(
  ctx: EngineCtx,
  page: Page,
  request: ReportRequest,
): Promise<Omit<ReportPage, 'total' | 'current' | 'size'>> {
  const report = page.report as ResolvedReport;
  const spec = specOf(ctx, page, request);
  const { groups, measures, pivot } = spec;
  await spanOf(ctx, report, spec.query.search);
  const [answer, earlier] = await Promise.all([
    runReport(ctx, report, spec.query),
    compared(ctx, report, spec.query, request.compare),
  ]);
  const full = groups.length;
  const whole = (row: GroupRow): boolean =>
    row.set.length === (pivot === undefined ? full : full - 1) && !row.set.includes(spec.pivotAt);
  const cells = pivot === undefined ? undefined : cellsOf(answer.rows, spec.pivotAt, full);
  const slots = pivot === undefined ? undefined : slotsOfPivot(ctx, answer, pivot, spec.pivotAt);
  const isDrilled = leadOf(ctx, report, drillDoc(report, undefined, []), {
    search: spec.query.search,
    wheres: spec.query.wheres,
    dims: groups.flatMap(({ dim }, at) => (at === spec.pivotAt ? [] : [dim.code])),
  });
  const write = writer({
    ...{
      groups,
      measures,
      cell: spec.cell,
      earlier,
      pivotAt: spec.pivotAt,
      slots,
      cells,
      isDrilled: isDrilled === 'open',
    },
    ...{ estimated: answer.served?.estimated, weak: answer.served?.weak },
  });
  const rows = answer.rows.filter(whole);
  const subs =
    report.subtotals && pivot === undefined && full >= 2 ? answer.rows.filter((row) => row.set.length < full) : [];
  const ordered = subs.length === 0 ? rows : withSubtotals(rows, subs);
  const summary = answer.total === undefined ? undefined : totalsOf(page, answer.total, measures, earlier);
  const { served } = answer;
  const records = treed(ordered.map(write), groups.length - (pivot === undefined ? 0 : 1), served?.tree);
  const [first] = records;
  if (first && summary)
    for (const code of Object.keys(page.list.summary))
      if (summary[code] !== undefined) first[`${code}Total`] = summary[code];
  return {
    records,
    ...(summary === undefined ? {} : { summary }),
    ...(slots === undefined ? {} : { slots }),
    ...(served?.off === undefined ? {} : { off: served.off }),
    ...(earlier === undefined || request.compare === undefined ? {} : { compare: request.compare }),
    groups: groups
      .filter((_, at) => at !== spec.pivotAt)
      .map(({ dim, grain }) => ({ code: dim.code, title: dim.title, ...(grain === undefined ? {} : { grain }) })),
    asOf: answer.asOf,
  };
}

interface PageSpec {
  readonly query: ReportSpec;
  readonly groups: readonly GroupBy[];
  readonly measures: readonly ResolvedMeasure[];
  readonly pivot: GroupBy | undefined;
  /** place of the pivot among the groups, -1 without */
  readonly pivotAt: number;
  /** the measure in its columns, the first one unless said */
  readonly cell: string | undefined;
}
function specOf(ctx: EngineCtx, page: Page, request: ReportRequest): PageSpec {
  const report = page.report as ResolvedReport;
  const asked = request.groupBy ?? report.by;
  for (const text of asked) {
    const code = text.split(':')[0] ?? '';
    if (!report.groupBy.includes(code) && !report.by.includes(code)) throw new AppError(400);
  }
  const grained = asked.map((text) => groupOf(ctx, report, text));
  const groups = request.period === undefined ? grained : withPeriod(ctx, report, grained, request.period);
  const isPivoted = report.pivot !== undefined && request.pivot !== false;
  const pivot = isPivoted ? groupOf(ctx, report, report.pivot as string) : undefined;
  const rows = groups.filter((group) => group.dim.code !== pivot?.dim.code);
  const all = pivot === undefined ? rows : [...rows, pivot];
  const pivotAt = pivot === undefined ? -1 : rows.length;
  const cell = request.cell ?? report.cell;
  assertShown(ctx, report, request);
  const measures = measuresOf(ctx, report, shownMeasures(page, request));
  if (request.cell !== undefined) {
    const isColumn = page.list.columns.some(({ field }) => field === cell);
    if (pivot === undefined || !isColumn || !measures.some(({ code }) => code === cell)) throw new AppError(400);
  }
  const wheres = [
    ...(page.reportView?.where === undefined ? [] : [page.reportView.where]),
    ...dimsText(ctx, report, request.where),
    ...dimsText(ctx, report, request.q),
    ...(request.scheme === undefined ? [] : schemeWhere(page, request.scheme)),
  ];
  const own = rows.map((_, at) => at);
  const subtotals = report.subtotals ? own.slice(0, -1).map((at) => own.slice(0, at + 1)) : [];
  return {
    groups: all,
    measures,
    pivot,
    pivotAt,
    cell,
    query: {
      groups: all,
      measures,
      search: searchOf(page, { ...request.search, ...request.params }),
      wheres,
      sort: request.sort ?? page.list.sort,
      sets: pivot === undefined ? subtotals : [own],
    },
  };
}
/** 周期: the time dim at that grain comes first, or takes the grain where it stands. */
function withPeriod(
  ctx: EngineCtx,
  report: ResolvedReport,
  groups: readonly GroupBy[],
  period: string,
): readonly GroupBy[] {
  if (report.time === undefined || !(report.periods as readonly string[]).includes(period)) throw new AppError(400);
  const time = groupOf(ctx, report, `${report.time}:${period}`);
  const isThere = groups.some((group) => group.dim.code === report.time);
  return isThere ? groups.map((group) => (group.dim.code === report.time ? time : group)) : [time, ...groups];
}
function schemeWhere(page: Page, code: string): readonly string[] {
  const scheme = page.list.schemes.find((scheme) => scheme.code === code || scheme.title === code);
  if (scheme === undefined) throw new AppError(400);
  return scheme.where === undefined ? [] : [scheme.where];
}
/** Measures of the columns, those that are totalled or sorted by, once each; with named columns only theirs. */
function shownMeasures(page: Page, request: ReportRequest): readonly string[] {
  const report = page.report as ResolvedReport;
  const columns = request.columns ?? page.list.columns.flatMap((column) => column.field ?? []);
  const sorted = (request.sort ?? page.list.sort).split(',').map((part) => part.trim().replace(/^-/, ''));
  // the service says by itself what its cells are
  const served = report.service === undefined || report.pivot === undefined ? [] : Object.keys(report.measures);
  const named = [...columns, ...Object.keys(page.list.summary), ...sorted].map((code) => code.split('$')[0] ?? '');
  const codes = [...named, ...served, ...[request.cell ?? report.cell ?? []].flat()];
  return [...new Set(codes)].filter((code) => report.measures[code] !== undefined);
}

type Cells = ReadonlyMap<string, GroupRow['values']>;
const cellKey = (keys: readonly Value[], pivotAt: number, slot: Value): string =>
  JSON.stringify([keys.filter((_, at) => at !== pivotAt), slot]);
function cellsOf(rows: readonly GroupRow[], pivotAt: number, full: number): Cells {
  return new Map(
    rows
      .filter((row) => row.set.length === full)
      .map((row) => [cellKey(row.keys, pivotAt, row.keys[pivotAt] ?? null), row.values]),
  );
}
/** One column for each value of the pivot, in its order; more than a screen can hold is refused. */
function slotsOfPivot(ctx: EngineCtx, answer: ReportAnswer, { dim }: GroupBy, at: number): readonly Slot[] {
  const { rows } = answer;
  const slots = answer.served?.slots;
  if (slots !== undefined && slots.length > MAX_SLOTS) throw refuse(`列数超过${MAX_SLOTS}，请缩小范围`);
  if (slots !== undefined) return slots.map((slot, index) => ({ ...slot, code: `slot${index}` }));
  const dict = dim.dict === undefined ? undefined : ctx.registry.dicts.get(dim.dict);
  const found = new Map<string, Slot>();
  for (const row of rows) {
    if (!row.set.includes(at)) continue;
    const value = row.keys[at] ?? null;
    const key = JSON.stringify(value);
    if (found.has(key)) continue;
    const title =
      row.labels[at] ??
      dict?.items.find((item) => item.code === value)?.title ??
      (value === null ? '（空）' : String(value));
    found.set(key, { code: '', title, value });
  }
  if (found.size > MAX_SLOTS) throw refuse(`列数超过${MAX_SLOTS}，请缩小范围`);
  const order = (slot: Slot): string => {
    const index = dict?.items.findIndex((item) => item.code === slot.value) ?? -1;
    return index < 0 ? `~${slot.title}` : String(index).padStart(4, '0');
  };
  return [...found.values()]
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((slot, index) => ({ ...slot, code: `slot${index}` }));
}

interface Writing {
  readonly groups: readonly GroupBy[];
  readonly measures: readonly ResolvedMeasure[];
  readonly cell: string | undefined;
  readonly earlier: Compared | undefined;
  readonly pivotAt: number;
  readonly slots: readonly Slot[] | undefined;
  readonly cells: Cells | undefined;
  readonly isDrilled: boolean;
  readonly estimated: string | undefined;
  readonly weak: string | undefined;
}
function writer(writing: Writing): (row: GroupRow) => Out {
  const { groups, measures, cell, earlier, pivotAt, slots, cells, isDrilled, estimated = '', weak = '' } = writing;
  const main = measures.find(({ code }) => code === cell) ?? measures[0];
  return (row) => {
    const out: Out = { id: JSON.stringify(row.keys.filter((_, at) => at !== pivotAt)) };
    groups.forEach(({ dim }, at) => {
      if (at === pivotAt || !row.set.includes(at)) return;
      if (dim.type === 'ref') {
        out[`${dim.code}Id`] = row.keys[at] ?? null;
        out[dim.code] = row.labels[at] ?? null;
      } else out[dim.code] = row.keys[at] ?? null;
    });
    Object.assign(out, numbersOf(row, measures, earlier?.of(row), earlier !== undefined));
    if (row.set.length < (pivotAt < 0 ? groups.length : groups.length - 1)) out.$level = row.set.length;
    for (const slot of slots ?? []) {
      const values = cells?.get(cellKey(row.keys, pivotAt, slot.value));
      out[slot.code] = main === undefined ? null : (values?.[main.code] ?? (adds(main) ? 0 : null));
      if (values?.[estimated] === 1) out[`${slot.code}_est`] = true;
      if (values?.[weak] === 1) out[`${slot.code}_weak`] = true;
    }
    if (row.values[estimated] === 1) out.$est = true;
    if (isDrilled) out.$drill = true;
    return out;
  };
}
const adds = (measure: ResolvedMeasure): boolean => measure.total === 'sum' || measure.total === 'count';

function numbersOf(
  row: GroupRow,
  measures: readonly ResolvedMeasure[],
  before: Readonly<Record<string, number | null>> | undefined,
  isCompared: boolean,
): Out {
  const out: Out = {};
  for (const measure of measures) {
    const now = row.values[measure.code] ?? null;
    out[measure.code] = now;
    if (!isCompared) continue;
    out[`${measure.code}$prev`] = before?.[measure.code] ?? null;
    out[`${measure.code}$change`] = changeOf(measure, now, before?.[measure.code]);
  }
  return out;
}
function totalsOf(
  page: Page,
  total: GroupRow,
  measures: readonly ResolvedMeasure[],
  earlier: Compared | undefined,
): Out {
  const named = measures.filter((measure) => page.list.summary[measure.code] !== undefined);
  return { ...numbersOf(total, named, earlier?.total, earlier !== undefined), $rows: total.rows };
}

/** Blocks of the outer group in the order of their first row, each closed by its subtotal; deeper ones likewise. */
function withSubtotals(rows: readonly GroupRow[], subs: readonly GroupRow[]): readonly GroupRow[] {
  const deepest = Math.max(...subs.map((row) => row.set.length));
  const blocks = (part: readonly GroupRow[], depth: number): readonly GroupRow[] => {
    if (depth > deepest) return part;
    const byKey = new Map<string, GroupRow[]>();
    for (const row of part) {
      const key = JSON.stringify(row.keys.slice(0, depth));
      byKey.set(key, [...(byKey.get(key) ?? []), row]);
    }
    return [...byKey].flatMap(([key, block]) => {
      const sub = subs.find((row) => row.set.length === depth && JSON.stringify(row.keys.slice(0, depth)) === key);
      return [...blocks(block, depth + 1), ...(sub === undefined || block.length < 2 ? [] : [sub])];
    });
  };
  return blocks(rows, 1);
}
