/** Numbers beside those of an earlier span: what they were, and how far they moved. */
import type { Compare, ReportGrain } from '../../../schemas/language/document-report';
import type { ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import type { EngineCtx } from '../host';
import { type GroupRow, runReport } from './run';
import { nowOf, type Shift, shiftOf, spanOf } from './span';
import type { ReportSpec } from './spec';

export interface Compared {
  of(row: GroupRow): Readonly<Record<string, number | null>> | undefined;
  readonly total: Readonly<Record<string, number | null>> | undefined;
}

/**
 * Asks the same of the earlier span; undefined when the request names no span to shift. What still runs is compared with as much of what was:
 * the earlier span ends where the asked one has come to, to the minute where the time of the report knows hours, else to the day.
 */
export async function compared(
  ctx: EngineCtx,
  report: ResolvedReport,
  spec: ReportSpec,
  compare: Compare | undefined,
  life = 0,
): Promise<Compared | undefined> {
  const span = compare === undefined ? undefined : await spanOf(ctx, report, spec.search);
  if (compare === undefined || span === undefined || report.time === undefined) return undefined;
  const at = spec.groups.findIndex((group) => group.dim.code === report.time);
  const { time } = report;
  const isTimed = report.dims[time]?.type === 'datetime';
  const now = await nowOf(ctx, report);
  const ask = async (grain: ReportGrain | undefined) => {
    const { shift, earlier } = shiftOf(compare, span, grain);
    const search = { ...spec.search, [time]: earlier(now, isTimed) };
    return { shift, answer: await runReport(ctx, report, { ...spec, search }, life) };
  };
  const grain = at < 0 ? undefined : (spec.groups[at]?.grain ?? 'day');
  const { shift, answer } = await ask(grain);
  // weeks are those of the year before by number, the whole is that of the same dates
  const whole = compare === 'yoy' && grain === 'week' ? (await ask(undefined)).answer : answer;
  const rows = new Map(answer.rows.map((row) => [keyText(row, -1, undefined), row.values]));
  return { of: (row) => rows.get(keyText(row, at, shift)), total: whole.total?.values };
}
function keyText(row: GroupRow, at: number, shift: Shift | undefined): string {
  const keys = row.keys.map((key, index) =>
    index === at && shift !== undefined && typeof key === 'string' ? shift(key) : key,
  );
  return JSON.stringify([row.set, keys]);
}

/** How far a number moved, in per cent of what it was; of a percentage in points. Nothing to compare with is null. */
export function changeOf(
  measure: ResolvedMeasure,
  now: number | null,
  before: number | null | undefined,
): number | null {
  if (now === null || before === null || before === undefined) return null;
  if (isPercent(measure)) return round(now - before);
  return before === 0 ? null : round(((now - before) / Math.abs(before)) * 100);
}
export const isPercent = (measure: ResolvedMeasure): boolean => measure.suffix === '%';
const round = (value: number): number => Math.round(value * 100) / 100;
