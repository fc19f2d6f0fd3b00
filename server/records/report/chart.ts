/** Numbers of one chart, KPI or cell of a board: its dims, its measures, top and rest, the span before, a complete axis. */

import { chartDims, chartMeasures, MAX_COLUMNS, MAX_LINES } from '../../../schemas/language/charts';
import type { ChartKeys, KpiDoc, ReportGrain } from '../../../schemas/language/document-report';
import type { ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import type { ChartData, ChartGoal, ChartRow, ChartSums, KpiData } from '../../../schemas/language/wire';
import { AppError, forbidden } from '../../errors';
import type { EngineCtx } from '../host';
import { type Compared, compared } from './compare';
import { drillDoc, leadOf } from './drill';
import { type GroupRow, type ReportAnswer, runReport } from './run';
import { nowOf, slotsOf, spanOf } from './span';
import { type Among, type GroupBy, groupOf, isHeld, measuresOf, type ReportSpec } from './spec';

export interface ChartAsk {
  readonly report: ResolvedReport;
  readonly chart: ChartKeys;
  readonly search: Readonly<Record<string, unknown>>;
  readonly wheres: readonly string[];
  readonly among?: Among;
  /** seconds an answer may be shared */
  readonly life?: number;
}
/** The live channel tells of objects the viewer may see; others' numbers are asked for at an interval. */
function watched(ctx: EngineCtx, report: ResolvedReport): { readonly live?: string } {
  const object = report.from ?? report.events.find((event) => ctx.registry.find(event) !== undefined);
  return object !== undefined && ctx.session.rights.has(`${object}:view`) ? { live: object } : {};
}
const MAX_POINTS = 5000;
const COARSER: { readonly [grain: string]: ReportGrain | undefined } = {
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
};
const GRAIN_TITLE: { readonly [grain: string]: string } = {
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
};

export async function chartData(ctx: EngineCtx, ask: ChartAsk): Promise<ChartData> {
  const { report, chart } = ask;
  if (!ctx.session.rights.has(`${report.report}:view`)) throw forbidden();
  const span = await spanOf(ctx, report, ask.search);
  const goal = goalOf(ctx, report, chart.target);
  const target = typeof chart.target === 'string' && goal === undefined ? [chart.target] : [];
  const codes = [...new Set([...chartMeasures(chart), ...target])];
  const measures = measuresOf(ctx, report, codes);
  if (measures.length === 0) throw forbidden();
  let groups = chartDims(chart).map(({ dim, grain }) =>
    groupOf(ctx, report, grain === undefined ? dim : `${dim}:${grain}`),
  );
  const timeAt = groups.findIndex((group) => group.dim.code === report.time);
  const cut = cutOf(chart, groups);
  const sort =
    chart.sort ??
    (timeAt === 0
      ? (report.time as string)
      : chart.top === undefined || cut?.at === 1
        ? defaultSort(report, groups, measures)
        : `-${measures[0]?.code}`);
  const isSpread = chart.chart === 'table' && chart.series !== undefined && groups.length > 1;
  const of = (): ReportSpec => ({
    groups,
    measures,
    search: ask.search,
    wheres: ask.wheres,
    sort,
    // totals: of what is cut by its size, of the rows and columns of a table that spreads one dim
    sets: [
      ...(isSpread ? [groups.slice(1).map((_, at) => at), [groups.length - 1]] : []),
      ...(cut === undefined ? [] : [[cut.at]]),
    ],
    ...(ask.among === undefined ? {} : { among: ask.among }),
  });
  const life = ask.life ?? 0;
  let answer = await runReport(ctx, report, of(), life);
  let note: string | undefined;
  while (answer.rows.length > MAX_POINTS && timeAt >= 0) {
    const coarser = COARSER[groups[timeAt]?.grain ?? 'day'];
    if (coarser === undefined) break;
    groups = groups.map((group, at) => (at === timeAt ? { ...group, grain: coarser } : group));
    note = `数据较多，已按${GRAIN_TITLE[coarser]}汇总`;
    answer = await runReport(ctx, report, of(), life);
  }
  const spec = of();
  const earlier = await compared(ctx, report, spec, chart.compare, life);
  const found = asServed(report, groups, answer);
  const whole = found.filter((row) => row.set.length === groups.length);
  const parts = cut === undefined ? undefined : await cutRows(ctx, ask, spec, cut, found, earlier);
  const written = parts?.rows ?? whole.map((row) => writeRow(row, earlier));
  const sums = isSpread ? sumsOf(found, groups.length, earlier, parts?.others) : undefined;
  if (isSpread && sums === undefined) note = `列超过${MAX_COLUMNS}，按行显示`;
  const axis = axisOf(groups[timeAt]);
  const isAxis =
    timeAt === 0 &&
    axis !== undefined &&
    groups.length <= 2 &&
    chart.chart !== 'stateTimeline' &&
    cut?.at !== 0 &&
    chart.sort === undefined;
  return {
    dims: groups.map(({ dim, grain: own }) => ({
      code: dim.code,
      title: dim.title,
      type: dim.type,
      ...(dim.dict === undefined ? {} : { dict: dim.dict }),
      ...(dim.ref === undefined ? {} : { ref: dim.ref }),
      ...(own === undefined ? {} : { grain: own }),
    })),
    measures: measures.map(({ code, title, type, total, scale, suffix, better, dict }) => ({
      code,
      title,
      type,
      total,
      ...(scale === undefined ? {} : { scale }),
      ...(suffix === undefined ? {} : { suffix }),
      ...(better === undefined ? {} : { better }),
      ...(dict === undefined ? {} : { dict }),
    })),
    rows: isAxis
      ? completed(written, {
          measures,
          grain: axis,
          span: span ?? spanOfRows(written),
          now: await nowOf(ctx, report),
          earlier,
        })
      : written,
    total: answer.total?.values ?? {},
    ...(earlier?.total === undefined ? {} : { before: earlier.total }),
    ...(parts?.others === undefined ? {} : { cut: cut?.at ?? 0 }),
    ...(sums === undefined ? {} : { sums }),
    asOf: answer.asOf,
    ...(note === undefined ? {} : { note }),
    ...(goal === undefined ? {} : { goal }),
    ...leads(ctx, ask),
    ...(ctx.session.rights.has(`${report.report}:export`) ? { exports: true } : {}),
    ...(chart.every === 0 ? watched(ctx, report) : {}),
  };
}

/** What a service says of its rows: slots of its pivot stand in their order, rows that are no records of a dim are no marks. */
function asServed(report: ResolvedReport, groups: readonly GroupBy[], { rows, served }: ReportAnswer) {
  const { tree, slots } = served ?? {};
  const treeAt = groups.findIndex(({ dim }) => dim.code === tree?.dim);
  const added = new Set(tree?.nodes.flatMap(({ value, title }) => (title === undefined ? [] : [value])));
  const marks = rows.filter(({ keys, set }) => !set.includes(treeAt) || !added.has(String(keys[treeAt])));
  if (slots === undefined || groups[0]?.dim.code !== report.pivot) return marks;
  const order = new Map(slots.map(({ value }, at) => [value, at]));
  const placeOf = ({ keys }: GroupRow): number => order.get(keys[0] ?? null) ?? slots.length;
  return marks.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Whether its marks open records, and whether those are closed to the reader. */
function leads(ctx: EngineCtx, { report, chart, search, wheres }: ChartAsk): Pick<ChartData, 'drill' | 'barred'> {
  const dims = chartDims(chart).map(({ dim }) => dim);
  const lead = leadOf(ctx, report, drillDoc(report, chart.drill, chart.y ?? []), { search, wheres, dims });
  return lead === 'barred' ? { drill: false, barred: true } : { drill: lead === 'open' };
}

/** A target may name a KPI: its good number is the aim, its two limits the tones; nothing of a KPI the viewer may not see. */
function goalOf(ctx: EngineCtx, report: ResolvedReport, target: ChartKeys['target']): ChartGoal | undefined {
  if (typeof target !== 'string' || Object.hasOwn(report.measures, target) || !Object.hasOwn(report.kpis, target))
    return undefined;
  const { measure, warn, good, grant } = report.kpis[target] as KpiDoc;
  if (good === undefined || !isHeld(ctx, grant)) return {};
  return { target: good, ...(warn === undefined ? {} : { thresholds: { [measure]: [warn, good] } }) };
}

/** Codes of a dictionary in its order would be best known to the browser; sums largest first, ratios by name. */
function defaultSort(report: ResolvedReport, groups: readonly GroupBy[], measures: readonly ResolvedMeasure[]): string {
  const [first] = groups;
  if (first === undefined) return '';
  if (first.dim.dict !== undefined || first.dim.type !== 'ref') return first.dim.code;
  return measures[0] === undefined ? first.dim.code : report.measures[measures[0].code] ? `-${measures[0].code}` : '';
}

function writeRow(row: GroupRow, earlier: Compared | undefined): ChartRow {
  const before = earlier?.of(row);
  // dims are texts, numbers, dates, yes or no: their values are what the wire carries
  return { k: row.keys as ChartRow['k'], l: row.labels, v: row.values, ...(before === undefined ? {} : { p: before }) };
}

/** The dim of a chart that shows its largest values only, and how many of them. */
interface Cut {
  readonly at: number;
  readonly most: number;
}
function cutOf({ chart, series, top }: ChartKeys, groups: readonly GroupBy[]): Cut | undefined {
  if (chart === 'stateTimeline' || chart === 'spc' || groups.length === 0) return undefined;
  // lines are cut by their series, time goes on
  const isLine = (chart === 'line' || chart === 'area') && series !== undefined;
  if (isLine && groups.length === 2) return { at: 1, most: Math.min(top ?? MAX_LINES, MAX_LINES) };
  return top === undefined ? undefined : { at: 0, most: top };
}
/** Rows of the largest values; everything else asked again as one, so that its ratios are of its own sums. */
async function cutRows(
  ctx: EngineCtx,
  ask: ChartAsk,
  spec: ReportSpec,
  { at, most }: Cut,
  found: readonly GroupRow[],
  earlier: Compared | undefined,
): Promise<{ readonly rows: readonly ChartRow[]; readonly others?: ChartRow }> {
  const { groups } = spec;
  const rows = found.filter((row) => row.set.length === groups.length);
  const [main] = spec.measures;
  const sums = groups.length === 1 ? rows : found.filter((row) => row.set.length === 1 && row.set[0] === at);
  const size = (row: GroupRow): number =>
    main === undefined ? 0 : (row.values[main.code] ?? Number.NEGATIVE_INFINITY);
  const ranked = at === 0 ? sums : [...sums].sort((a, b) => size(b) - size(a));
  const shown = ranked.slice(0, most);
  const isShown = new Set(shown.map((row) => JSON.stringify(row.keys[at])));
  const kept = rows.filter((row) => isShown.has(JSON.stringify(row.keys[at]))).map((row) => writeRow(row, earlier));
  const group = groups[at];
  if (ranked.length <= most || ask.chart.others === false || group === undefined) return { rows: kept };
  const values = shown.map(({ keys }) => (keys[at] === null || keys[at] === undefined ? null : String(keys[at])));
  const { sets: _sets, ...rest } = spec;
  const others: ReportSpec = {
    ...rest,
    groups: groups.filter((eachGroup) => eachGroup !== group),
    without: { group, values },
  };
  const answer = await runReport(ctx, ask.report, others, ask.life ?? 0);
  const before = await compared(ctx, ask.report, others, ask.chart.compare, ask.life ?? 0);
  const label = restLabel(ctx, group, shown, at);
  const write = (row: GroupRow): ChartRow => {
    const { k, l, ...numbers } = writeRow(row, before);
    return { k: k.toSpliced(at, 0, null), l: l.toSpliced(at, 0, label), ...numbers, rest: true };
  };
  const { total } = answer;
  if (total === undefined) return { rows: kept };
  return { rows: [...kept, ...answer.rows.map(write)], others: write({ ...total, keys: [], labels: [] }) };
}
/** 其他, unless something that is shown is called so itself. */
function restLabel(ctx: EngineCtx, { dim }: GroupBy, shown: readonly GroupRow[], at: number): string {
  const items = ctx.registry.dicts.get(dim.dict ?? '')?.items ?? [];
  const names = shown.map(
    ({ keys, labels }) => labels[at] ?? items.find(({ code }) => code === keys[at])?.title ?? keys[at],
  );
  return names.includes('其他') ? '其余' : '其他';
}
/** Sums of rows and columns of a table whose last dim stands in columns; undefined with more columns than fit. */
function sumsOf(
  found: readonly GroupRow[],
  depth: number,
  earlier: Compared | undefined,
  others: ChartRow | undefined,
): ChartSums | undefined {
  const last = depth - 1;
  const write = (row: GroupRow): ChartRow => {
    const { k, l, ...numbers } = writeRow(row, earlier);
    return { k: row.set.map((at) => k[at] ?? null), l: row.set.map((at) => l[at] ?? null), ...numbers };
  };
  const columns = found.filter((row) => row.set.length === 1 && row.set[0] === last);
  if (columns.length > MAX_COLUMNS) return undefined;
  const rows = found.filter((row) => row.set.length === last && row.set[0] !== last);
  // of a table with one dim beside the columns, what was cut is a row like the others
  const rest = others === undefined || last !== 1 ? [] : [others];
  return { rows: [...rows.map(write), ...rest], columns: columns.map(write) };
}

/** Slots of a time dim; moments that are not gathered make no axis. */
const axisOf = (group: GroupBy | undefined): ReportGrain | undefined =>
  group?.grain ?? (group?.dim.type === 'date' ? 'day' : undefined);

interface Axis {
  readonly measures: readonly ResolvedMeasure[];
  readonly grain: ReportGrain;
  readonly span: readonly [string, string] | undefined;
  readonly now: string;
  readonly earlier: Compared | undefined;
}
/**
 * Every step of the axis, for each series: past ones without rows are 0 for sums and counts, as they were for balances, and empty for
 * ratios; steps to come are empty.
 */
function completed(rows: readonly ChartRow[], { measures, grain, span, now, earlier }: Axis): readonly ChartRow[] {
  const timed = rows.filter((row) => row.k[0] !== null);
  if (span === undefined || timed.length === 0) return rows;
  const starts = slotsOf(span, grain, MAX_POINTS);
  const isStart = new Set(starts);
  const series = [...new Map(timed.map((row) => [textOf(row, row.k.slice(1)), row])).values()];
  const known = new Map(timed.map((row) => [textOf(row, row.k), row]));
  if (starts.length * series.length > MAX_POINTS || timed.some((row) => !isStart.has(String(row.k[0])))) return rows;
  const held = new Map<string, ChartRow['v']>();
  const steps = starts.flatMap((start) =>
    series.map((eachRow): ChartRow => {
      const keys = [start, ...eachRow.k.slice(1)];
      const of = textOf(eachRow, eachRow.k.slice(1));
      const row = known.get(textOf(eachRow, keys)) ?? {
        k: keys,
        l: [null, ...eachRow.l.slice(1)],
        ...(eachRow.rest === undefined ? {} : { rest: eachRow.rest }),
        v: Object.fromEntries(measures.map((own) => [own.code, start > now ? null : emptyOf(own, held.get(of))])),
        ...(eachRow.rest === undefined ? beforeOf(earlier, keys) : {}),
      };
      held.set(of, row.v);
      return row;
    }),
  );
  return [...steps, ...rows.filter((row) => row.k[0] === null)];
}
/** a group without a value is another thing than the rest of all groups */
const textOf = ({ rest }: ChartRow, keys: ChartRow['k']): string => JSON.stringify([rest === true, keys]);
const emptyOf = ({ code, total }: ResolvedMeasure, held: ChartRow['v'] | undefined): number | null =>
  total === 'sum' || total === 'count' ? 0 : total === 'last' ? (held?.[code] ?? null) : null;
function beforeOf(earlier: Compared | undefined, keys: ChartRow['k']): Pick<ChartRow, 'p'> {
  const p = earlier?.of({ keys: keys as Value[], labels: [], set: keys.map((_, at) => at), rows: 0, values: {} });
  return p === undefined ? {} : { p };
}
const spanOfRows = (rows: readonly ChartRow[]): readonly [string, string] | undefined => {
  const starts = rows.flatMap((row) => (typeof row.k[0] === 'string' ? [row.k[0]] : []));
  return starts.length === 0 ? undefined : [starts[0] as string, starts.at(-1) as string];
};

/** A KPI: one number of a period, compared, and good, doubtful or bad by its two limits. */
export async function kpiData(ctx: EngineCtx, report: ResolvedReport, code: string, life = 0): Promise<KpiData> {
  const kpi = Object.hasOwn(report.kpis, code) ? report.kpis[code] : undefined;
  if (kpi === undefined) throw new AppError(400);
  if (!isHeld(ctx, kpi.grant)) throw forbidden();
  const search = kpi.period === undefined || report.time === undefined ? {} : { [report.time]: { rel: kpi.period } };
  const chart: ChartKeys = {
    chart: 'number',
    y: [kpi.measure],
    ...(kpi.compare === undefined ? {} : { compare: kpi.compare }),
  };
  const data = await chartData(ctx, {
    report,
    chart,
    search,
    wheres: kpi.where === undefined ? [] : [kpi.where],
    life,
  });
  const measure = report.measures[kpi.measure] as ResolvedMeasure;
  const value = data.total[kpi.measure] ?? null;
  const better = kpi.better ?? measure.better;
  const tone = toneOf(kpi, better ?? 'up', value);
  return {
    code,
    title: kpi.title,
    value,
    ...(data.before === undefined ? {} : { before: data.before[kpi.measure] ?? null }),
    ...(measure.suffix === undefined ? {} : { suffix: measure.suffix }),
    scale: kpi.decimals ?? measure.scale ?? (measure.type === 'int' ? 0 : 2),
    ...(better === undefined ? {} : { better }),
    ...(tone === undefined ? {} : { tone }),
    ...(kpi.warn === undefined ? {} : { warn: kpi.warn }),
    ...(kpi.good === undefined ? {} : { good: kpi.good }),
    asOf: data.asOf,
  };
}
function toneOf({ warn, good }: KpiDoc, better: 'up' | 'down', value: number | null): KpiData['tone'] {
  if (value === null || warn === undefined || good === undefined) return undefined;
  const [w, g, v] = better === 'up' ? [warn, good, value] : [-warn, -good, -value];
  return v >= g ? 'success' : v >= w ? 'warning' : 'danger';
}
