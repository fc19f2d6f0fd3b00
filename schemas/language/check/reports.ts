/** What reports, charts and boards must mean (§2.11, 80 §7.8): names, roles of marks, places of cells, conditions, drills. */

import { CHART_OPTIONS, chartDims, chartMeasures, roleProblems, SIZED } from '../charts';
import type { ChartKeys, DrillDoc } from '../document-report';
import { bindExpr } from '../expr/check';
import { sqlProblems } from '../expr/sql-form';
import type { Bound } from '../expr/typed';
import { BOOL } from '../expr/types';
import { isDated } from '../kinds/index';
import { addressOf } from '../resolve/address';
import { placementKey } from '../resolve/placement';
import { addsRows } from '../resolve/service-measures';
import type { Placement } from '../resolved';
import type { ResolvedBoard, ResolvedMeasure, ResolvedReport } from '../resolved-report';
import { GRAINS } from '../sorts/report';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { leakOf } from './judge';
import { type Library, objectOfPage } from './library';
import type { Say } from './object-check';
import { reportPlacesOf } from './report-places';

export function checkReport(report: ResolvedReport, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  const say = sayInto(problems);
  checkSource(report, library, say);
  for (const place of reportPlacesOf(report, library.types)) {
    const bound = bindExpr(place.text, place.env, place.want);
    if (Array.isArray(bound)) {
      for (const eachProblem of bound)
        problems.push(
          problem(
            eachProblem.missing?.sort === 'function' ? 'ref.function' : eachProblem.code,
            place.address,
            eachProblem.text,
          ),
        );
      continue;
    }
    const typed = bound as Bound;
    for (const eachProblem of place.sql === true ? sqlProblems(typed, undefined, place.env.rowsAtHand === true) : [])
      problems.push(problem(eachProblem.code, place.address, eachProblem.text));
    const leak = place.into === undefined ? undefined : leakOf(typed, place.into.grant);
    if (leak !== undefined) say('grant.leak', place.address, { f: leak });
  }
  checkNames(report, say);
  if (report.public) checkPublic(report, say);
  checkList(report, say);
  for (const [code, chart] of Object.entries(report.charts))
    checkChart(chart, report, `list.charts.${code}`, library, say);
  for (const [code, kpi] of Object.entries(report.kpis)) {
    if (report.measures[kpi.measure] === undefined) say('ref.field', `kpis.${code}.measure`, { c: kpi.measure });
    if ((kpi.period !== undefined || kpi.compare !== undefined) && report.time === undefined)
      say('key.missing', `kpis.${code}`, { k: 'time' });
  }
  checkDrill(report, report.drill, 'drill', library, say);
  checkSearched(report, library, say);
  return problems;
}

function checkSource(report: ResolvedReport, library: Library, say: Say): void {
  if (report.from === undefined) {
    if (report.service === undefined) say('key.missing', '', { k: 'from' });
    return;
  }
  if (report.service !== undefined) say('key.unknown', 'service', { k: 'service' });
  const entry = library.objects.get(report.from);
  if (entry === undefined) say('ref.object', 'from', { c: report.from });
  else if (report.sub !== undefined && entry.object.fields[report.sub]?.sub === undefined)
    say('ref.field', 'from', { c: report.sub });
  if (library.objects.has(report.report)) say('code.taken', 'report', { c: report.report });
}

function checkNames(report: ResolvedReport, say: Say): void {
  const dim = (code: string | undefined, at: string): void => {
    if (code !== undefined && report.dims[code] === undefined) say('ref.field', at, { c: code });
  };
  for (const code of Object.keys(report.measures))
    if (report.dims[code] !== undefined) say('code.taken', `measures.${code}`, { c: code });
  dim(report.time, 'time');
  dim(report.pivot, 'pivot');
  if (report.cell !== undefined) {
    if (report.measures[report.cell] === undefined) say('ref.field', 'cell', { c: report.cell });
    if (report.pivot === undefined) say('key.missing', 'cell', { k: 'pivot' });
  }
  for (const code of report.by) dim(code, 'by');
  for (const code of report.groupBy) dim(code, 'groupBy');
  const time = report.time === undefined ? undefined : report.dims[report.time];
  if (time !== undefined && !isDated(time)) say('report.time', 'time', { f: time.title });
  if ((report.periods.length > 0 || report.compare.length > 0) && report.time === undefined)
    say('key.missing', '', { k: 'time' });
  for (const measure of Object.values(report.measures))
    if (measure.of === undefined || (report.service !== undefined && isUnadded(measure)))
      say('key.missing', `measures.${measure.code}`, { k: 'of' });
}

/** Everybody who passes a screen reads it: no measure or dim of a field group, no people. */
function checkPublic(report: ResolvedReport, say: Say): void {
  for (const field of [...Object.values(report.dims), ...Object.values(report.measures)]) {
    if (field.grant !== undefined || field.ref === 'user' || field.ref === 'employee')
      say('report.public', 'public', { f: field.title });
  }
}

/** a ratio of sums cannot be made of ratios */
const isUnadded = ({ code, of, total }: ResolvedMeasure): boolean => of === `sum(${code})` && !addsRows(total);

/** Columns, totals, order and search name dims, measures and parameters. */
function checkList(report: ResolvedReport, say: Say): void {
  const fields = report.object.fields;
  const known = (code: string | undefined, at: string): void => {
    if (code !== undefined && !code.startsWith('$') && fields[code] === undefined) say('ref.field', at, { c: code });
  };
  for (const column of report.list.columns) known(column.field, addressOf('list.columns', placementKey(column)));
  for (const item of report.list.search) {
    const at = addressOf('list.search', placementKey(item));
    for (const code of [item.field, ...(item.fields ?? [])]) known(code, at);
    if (item.param !== undefined && item.where === undefined) say('key.missing', at, { k: 'where' });
  }
  for (const code of Object.keys(report.list.summary))
    if (report.measures[code] === undefined) say('ref.field', 'list.summary', { c: code });
  for (const key of report.list.sort.split(',')) known(key === '' ? undefined : key.replace(/^-/, ''), 'list.sort');
}

/** One chart over a report: names there, roles of its mark, where a click leads. */
export function checkChart(
  chart: ChartKeys,
  report: ResolvedReport,
  address: string,
  library: Library,
  say: Say,
): void {
  for (const { dim, grain } of chartDims(chart)) {
    if (report.dims[dim] === undefined) say('ref.field', `${address}.x`, { c: dim });
    if (grain !== undefined && !(GRAINS as readonly string[]).includes(grain))
      say('value.range', `${address}.x`, { k: `「${dim}:${grain}」的粒度（可用 ${GRAINS.join(' · ')}）` });
  }
  for (const code of [...chartMeasures(chart), ...(chart.right ?? [])])
    if (report.measures[code] === undefined) say('ref.field', `${address}.y`, { c: code });
  for (const code of [...(chart.drillDims ?? []), ...(chart.emit ?? [])])
    if (report.dims[code] === undefined) say('ref.field', `${address}.drillDims`, { c: code });
  if (typeof chart.target === 'string' && (report.measures[chart.target] ?? report.kpis[chart.target]) === undefined)
    say('ref.field', `${address}.target`, { c: chart.target });
  if (chart.size !== undefined && !SIZED.has(chart.chart ?? 'table'))
    say('key.later', `${address}.size`, { k: 'size' });
  for (const [key, value] of Object.entries(chart.options ?? {})) {
    const at = `${address}.options.${key}`;
    if (!Object.hasOwn(CHART_OPTIONS, key)) say('key.unknown', at, { k: key });
    else if (!isOption(CHART_OPTIONS[key as keyof typeof CHART_OPTIONS], value)) say('value.range', at, { k: key });
  }
  if (chart.chart !== undefined)
    for (const problem of roleProblems(chart, report)) say(problem.code, address, problem.terms, problem.level);
  checkDrill(report, chart.drill, `${address}.drill`, library, say);
}

const isOption = (shape: 'bool' | 'int' | readonly string[], value: unknown): boolean =>
  shape === 'bool'
    ? typeof value === 'boolean'
    : shape === 'int'
      ? Number.isInteger(value) && (value as number) > 0
      : shape.includes(value as string);

function checkDrill(
  report: ResolvedReport,
  drill: DrillDoc | undefined,
  address: string,
  library: Library,
  say: Say,
): void {
  if (typeof drill !== 'object') return;
  const target = objectOfPage(library, drill.page);
  const type = target === undefined ? undefined : library.types.object(target.object.object);
  const bound =
    drill.where === undefined || type === undefined
      ? undefined
      : bindExpr(drill.where, { lib: library.types, object: type }, BOOL);
  for (const problem of Array.isArray(bound) ? bound : []) say('report.drill', `${address}.where`, { t: problem.text });
  for (const [dim, path] of Object.entries(drill.map ?? {})) {
    if ((report.dims[dim] ?? report.params[dim]) === undefined) say('ref.field', `${address}.map`, { c: dim });
    if (path === false) continue;
    const [head = '', inner] = path.split('.');
    const field = target?.object.fields[head];
    if (
      target !== undefined &&
      (field === undefined || (inner !== undefined && field.sub !== undefined && field.sub.fields[inner] === undefined))
    )
      say('ref.field', `${address}.map`, { c: path });
  }
}

/** A list that numbers lead to shows what they counted: none of its searches must be filled first. */
function checkSearched(report: ResolvedReport, library: Library, say: Say): void {
  const { drill } = report;
  if (drill === false || report.from === undefined) return;
  const page = typeof drill === 'object' ? drill.page : undefined;
  const target = page === undefined ? library.objects.get(report.from) : objectOfPage(library, page);
  const view = page?.split('#')[0]?.split('.')[1];
  const list = view === undefined ? target?.object.list : target?.object.views[view]?.list;
  for (const item of list?.search ?? [])
    if (item.required === true) say('report.search', 'drill', { f: placementKey(item) });
}

/** `list.charts` of an object and report parts anywhere name a report that exists. */
export function checkChartOver(
  chart: ChartKeys & { readonly report?: string },
  address: string,
  library: Library,
  say: Say,
): void {
  if (chart.report === undefined) {
    say('key.missing', address, { k: 'report' });
    return;
  }
  const report = library.reports.get(chart.report.split('.')[0] ?? '')?.report;
  if (report !== undefined) checkChart(chart, report, address, library, say);
}

export function checkBoard(board: ResolvedBoard, library: Library): readonly Problem[] {
  const problems: Problem[] = [];
  const say = sayInto(problems);
  if (board.rows < 1 || board.rows > 12) say('value.range', 'rows', { k: 'rows' });
  if (board.columns < 1 || board.columns > 12) say('value.range', 'columns', { k: 'columns' });
  const taken = new Map<string, number>();
  board.cells.forEach((cell, index) => {
    const address = `cells.${cell.code}`;
    const [row, column, rows, columns] = cell.at;
    if (row < 1 || column < 1 || row + rows - 1 > board.rows || column + columns - 1 > board.columns)
      say('board.outside', address);
    for (let r = row; r < row + rows; r++)
      for (let c = column; c < column + columns; c++) {
        const other = taken.get(`${r} ${c}`);
        if (other !== undefined && other !== index)
          problems.push(
            problem('board.overlap', address, text('board.overlap', { a: String(other + 1), b: String(index + 1) })),
          );
        else taken.set(`${r} ${c}`, index);
      }
    if (cell.report !== undefined) {
      const report = library.reports.get(cell.report.split('.')[0] ?? '')?.report;
      if (report === undefined) return;
      if (cell.chart !== undefined && (cell.y ?? []).length === 0) say('board.measure', address);
      else checkChart(cell, report, address, library, say);
      // its place says how high it is
      if (cell.options?.height !== undefined) say('key.unknown', `${address}.options.height`, { k: 'height' });
      if (board.public && !report.public) say('board.public', address, { c: cell.report });
    } else if (cell.list !== undefined) {
      if (board.public) say('board.public', address, { c: cell.list });
    } else if (cell.title === undefined) say('key.missing', address, { k: 'report' });
    // a board shows no record: nothing to place, and every block there is stands over one
    if (cell.fields !== undefined) say('key.unknown', `${address}.fields`, { k: 'fields' });
    if (cell.block !== undefined) say('key.later', `${address}.block`, { k: 'block' });
  });
  for (const item of board.search)
    if (!reaches(board, item, library))
      say('board.search', addressOf('search', placementKey(item)), { f: placementKey(item) }, 'warn');
  return problems;
}
/** Whether a search field changes any cell: its dim or parameter is there. */
function reaches(board: ResolvedBoard, item: Placement, library: Library): boolean {
  const code = placementKey(item);
  return board.cells.some((cell) => {
    const report = library.reports.get(cell.report?.split('.')[0] ?? '')?.report;
    if (report === undefined) return false;
    return report.dims[code] !== undefined || report.params[code] !== undefined;
  });
}

const sayInto =
  (problems: Problem[]): Say =>
  (code, address, terms = {}, level) => {
    problems.push(problem(code, address, text(code, terms), level));
  };
