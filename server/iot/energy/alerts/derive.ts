/**
 * Alerts of meters, derived from their slots and from nothing else, as warnings of devices are from readings: what comes late takes the
 * rules of a meter back to the midnight before it, and what is derived anew replaces what was.
 */
import { sql } from 'kysely';
import type { Ctx } from '../../../ctx';
import {
  type EnergyRule,
  foldedRule,
  linesOf,
  type Measure,
  missedAt,
  type Series,
  samplesOf,
  TYPE,
  toldOf,
} from '../../../energy/alerts';
import { midnightOf } from '../../../energy/register';
import { ALERTS, type At, notesOf } from '../../dirty';
import { foldRule } from '../../rules/engine';
import { afterChange, IDLE, type RuleState, type Warning } from '../../rules/rule';
import { tablesOf } from '../closed';
import { type MadeAlert, replaceAlerts } from './records';
import { seriesOf } from './series';
import { type Version, versionsOf } from './watch';

const DAY_MS = 86_400_000;
/** months of quotas and the last days of a sort lie within it */
const LOOK_BACK_MS = 62 * DAY_MS;

/** Answers the alerts that are others now. */
export const deriveAlerts = async (ctx: Ctx, meterId: string, now: number): Promise<readonly string[]> => {
  const { trx } = ctx;
  const at = tablesOf(ctx);
  // a meter has one writer at a time; who comes second finds nothing that lags
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${meterId}, 55))`.execute(trx);
  const notes = notesOf(trx, at, ALERTS);
  const dirty = await notes.read(meterId, now);
  if (dirty === undefined) return [];
  const versions = await versionsOf(trx, at, meterId);
  const first = Math.min(...[...versions.values()].map(([version]) => version?.from ?? now));
  const start = Math.max(midnightOf(dirty.from), midnightOf(first));
  const [meter] = await ctx.asSystem().records.many('energyMeter', [meterId]);
  if (meter === undefined || versions.size === 0) {
    await notes.done(meterId, dirty, null);
    return [];
  }
  const states = await statesAt(ctx, at, meterId, start);
  const opened = [...states.values()].flatMap((lines) => Object.values(lines)).flatMap((state) => openOf(state) ?? []);
  const since = Math.min(start, ...opened.map(({ startAt }) => startAt)) - LOOK_BACK_MS;
  const series = await seriesOf(ctx, { meter, since, now });
  const made: MadeAlert[] = [];
  const dues: number[] = [];
  for (const [rule, all] of versions) {
    const run: Run = {
      rule,
      start,
      series,
      states: new Map(Object.entries(states.get(rule) ?? {})),
      made: new Map(),
      marks: new Map(),
    };
    foldVersions(run, all);
    made.push(...run.made.values());
    await replaceMarks(ctx, at, meterId, run);
    const last = all.at(-1)?.rule;
    const due = last?.type === TYPE.silent ? missedAt(last, series) : null;
    if (due !== null) dues.push(due);
  }
  const changed = await replaceAlerts(ctx, { meter, since: start, now, made });
  await notes.done(meterId, dirty, dues.length === 0 ? null : Math.min(...dues));
  return changed;
};

interface Run {
  readonly rule: string;
  readonly start: number;
  readonly series: Series;
  /** by source: the rule, with its part of the quota */
  readonly states: Map<string, RuleState>;
  readonly made: Map<string, MadeAlert>;
  /** by midnight, what holds before it */
  readonly marks: Map<number, Readonly<Record<string, RuleState>>>;
}
const openOf = ({ phase, muted, last }: RuleState): Warning | null =>
  (phase === 'active' || phase === 'clearing') && !muted ? last : null;
interface Lined {
  readonly rule: EnergyRule;
  readonly part: number | null;
  readonly measures: readonly Measure[];
}
const take =
  (run: Run, source: string, { rule, part, measures }: Lined) =>
  (warning: Warning): void =>
    void run.made.set(`${source} ${warning.openAt}`, {
      ...{ source, rule: run.rule, type: rule.type, part, warning, told: toldOf(rule, measures, warning) },
      fresh: false,
    });

const foldVersions = (run: Run, versions: readonly Version[]): void => {
  for (const [n, { from, rule }] of versions.entries()) {
    const until = versions[n + 1]?.from ?? Number.MAX_SAFE_INTEGER;
    if (until <= run.start) continue;
    const before = versions[n - 1]?.rule;
    if (before && from >= run.start) end(run, before, rule, from);
    if (rule !== null) foldLines(run, rule, { from: Math.max(from, run.start), until });
  }
};
/** A rule that is gone, or looks at something else now, ends what it said; a changed one begins anew. */
const end = (run: Run, before: EnergyRule, rule: EnergyRule | null, ts: number): void => {
  const isSame = rule !== null && rule.type === before.type && rule.part === before.part;
  for (const { part, measures } of linesOf(before, run.series)) {
    const source = sourceOf(run.rule, part);
    const state = run.states.get(source);
    if (state === undefined) continue;
    const open = openOf(state);
    if (open !== null && !isSame) take(run, source, { rule: before, part, measures })({ ...open, endAt: ts });
    if (isSame) run.states.set(source, afterChange(state));
    else run.states.delete(source);
  }
  mark(run, ts);
};
const mark = ({ marks, states }: Run, ts: number): void =>
  void marks.set(midnightOf(ts) + DAY_MS, Object.fromEntries(states));
const sourceOf = (rule: string, part: number | null): string => (part === null ? rule : `${rule} ${part}`);

const foldLines = (run: Run, rule: EnergyRule, span: { readonly from: number; readonly until: number }): void => {
  const folded = foldedRule(rule);
  const lines = linesOf(rule, run.series).map(({ part, measures }) => {
    const source = sourceOf(run.rule, part);
    const tell = take(run, source, { rule, part, measures });
    const open = openOf(run.states.get(source) ?? IDLE);
    // what is open may have become worse since, by measures of before
    if (open !== null) tell(open);
    return { source, tell, measures: measures.filter(({ ts }) => ts >= span.from && ts < span.until) };
  });
  const days = [...new Set(lines.flatMap(({ measures }) => measures.map(({ ts }) => midnightOf(ts))))].sort(
    (a, b) => a - b,
  );
  for (const day of days) {
    for (const { source, tell, measures } of lines) {
      const samples = samplesOf(
        rule,
        measures.filter(({ ts }) => midnightOf(ts) === day),
      );
      const last = samples.at(-1);
      if (last === undefined) continue;
      const state = foldRule(folded, run.states.get(source) ?? IDLE, { samples, until: last.ts }, tell);
      run.states.set(source, state);
    }
    mark(run, day);
  }
  if (span.until !== Number.MAX_SAFE_INTEGER) return;
  for (const { source } of lines) {
    const open = openOf(run.states.get(source) ?? IDLE);
    const key = `${source} ${open?.openAt}`;
    const made = run.made.get(key);
    if (open !== null && made !== undefined) run.made.set(key, { ...made, fresh: true });
  }
};

const statesAt = async ({ trx }: Ctx, at: At, meter: string, ts: number) => {
  const { rows } = await sql<{ rule_id: string; state: Readonly<Record<string, RuleState>> }>`
    SELECT DISTINCT ON (rule_id) rule_id, state FROM ${at('mw_energy_rule_mark')}
     WHERE meter_id = ${meter} AND ts <= ${ts} ORDER BY rule_id, ts DESC`.execute(trx);
  return new Map(rows.map(({ rule_id, state }) => [rule_id, state]));
};
const replaceMarks = async ({ trx }: Ctx, at: At, meter: string, { rule, start, marks }: Run): Promise<void> => {
  await sql`DELETE FROM ${at('mw_energy_rule_mark')} WHERE meter_id = ${meter} AND rule_id = ${rule} AND ts > ${start}`.execute(
    trx,
  );
  if (marks.size > 0)
    await sql`INSERT INTO ${at('mw_energy_rule_mark')} (meter_id, rule_id, ts, state)
      SELECT ${meter}::uuid, ${rule}::uuid, * FROM unnest(${[...marks.keys()]}::bigint[],
        ${[...marks.values()].map((state) => JSON.stringify(state))}::jsonb[])`.execute(trx);
};
