/** How rules of energy watch meters, as versions: a new rule from its 生效日期 on, a changed one from the next reading on. */
import { sql } from 'kysely';
import type { Ctx, Trx } from '../../../ctx';
import { type EnergyRule, TYPE } from '../../../energy/alerts';
import type { RowOf } from '../../../rows';
import { ALERTS, type At, notesOf } from '../../dirty';
import { factoryMs } from '../../factory-time';
import { tablesOf } from '../closed';
import { READ } from '../sources';
import { topsOfUnits } from './quota';

type Written = Omit<RowOf<'energyRule'>, 'receivers'>;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const ruleOf = (record: Written): EnergyRule => ({
  type: record.ruleType,
  below: record.ruleType === TYPE.moment && record.op === 'lt',
  limit: record.limitValue ?? 0,
  part: record.limit2 ?? 0,
  windowMin: record.windowMin ?? 0,
  forSec: record.forSec ?? 0,
  nights: record.nights ?? 0,
  clear: record.clearValue,
  range:
    record.activeFrom === null || record.activeTo === null
      ? null
      : { from: minuteOf(record.activeFrom), to: minuteOf(record.activeTo) },
  days: record.activeDays.map(Number),
});

interface Pair {
  readonly meter: string;
  readonly id: string;
  readonly from: number;
  readonly rule: EnergyRule;
}
/** What a person reads is spread evenly: only what adds up is judged of it. */
const ADDS_UP: readonly string[] = [TYPE.quota, TYPE.loss];
const pairsNow = async (ctx: Ctx): Promise<readonly Pair[]> => {
  const { records } = ctx.asSystem();
  const rules = await records.find('energyRule', 'isDisabled == 0');
  if (rules.length === 0) return [];
  const meters = await records.find('energyMeter', 'isDisabled == 0', { sort: 'code' });
  const tops = topsOfUnits(meters);
  return rules.flatMap((record) => {
    const scope = new Set(
      record.scopeType === '1'
        ? record.meters
        : record.factoryUnits.flatMap((unit) => tops.get(`${record.energyType} ${unit}`) ?? []),
    );
    return meters
      .filter(
        ({ id, energyType, readMode }) =>
          scope.has(id) &&
          energyType === record.energyType &&
          (readMode === READ.auto ||
            ADDS_UP.includes(record.ruleType) ||
            (readMode === READ.virtual && record.ruleType !== TYPE.silent)),
      )
      .map(({ id }) => ({
        ...{ meter: id, id: record.id, rule: ruleOf(record) },
        from: factoryMs(`${record.effectiveFrom} 00:00:00`),
      }));
  });
};

/** Notes what changed in rules and meters since it was asked last; their meters lag from there on. */
export const noteEnergyWatches = async (ctx: Ctx, now: number): Promise<void> => {
  const { trx } = ctx;
  const at = tablesOf(ctx);
  const pairs = await pairsNow(ctx);
  const { rows } = await sql<{ meter_id: string; from_ts: string }>`
    WITH latest AS (SELECT DISTINCT ON (meter_id, rule_id) meter_id, rule_id, rule FROM ${at('mw_energy_watch')}
                     ORDER BY meter_id, rule_id, from_ts DESC),
    n AS (SELECT * FROM unnest(${pairs.map(({ meter }) => meter)}::uuid[], ${pairs.map(({ id }) => id)}::uuid[],
            ${pairs.map(({ from }) => from)}::bigint[], ${pairs.map(({ rule }) => JSON.stringify(rule))}::jsonb[])
      n (meter_id, rule_id, from_ts, rule))
    INSERT INTO ${at('mw_energy_watch')} (meter_id, rule_id, from_ts, rule)
    SELECT meter_id, rule_id, CASE WHEN l.meter_id IS NULL THEN n.from_ts ELSE GREATEST(${now}::bigint, n.from_ts) END, n.rule
      FROM n FULL JOIN latest l USING (meter_id, rule_id) WHERE n.rule IS DISTINCT FROM l.rule
    ON CONFLICT (meter_id, rule_id, from_ts) DO UPDATE SET rule = excluded.rule
    RETURNING meter_id, from_ts`.execute(trx);
  const from = new Map<string, number>();
  for (const { meter_id, from_ts } of rows)
    from.set(meter_id, Math.min(Number(from_ts), from.get(meter_id) ?? Number.MAX_SAFE_INTEGER));
  await notesOf(trx, at, ALERTS).mark(from);
};

export interface Version {
  readonly from: number;
  readonly rule: EnergyRule | null;
}
/** By rule all versions of how it watches a meter, the first one first. */
export const versionsOf = async (trx: Trx, at: At, meter: string): Promise<ReadonlyMap<string, readonly Version[]>> => {
  const { rows } = await sql<{ rule_id: string; from_ts: string; rule: EnergyRule | null }>`
    SELECT rule_id, from_ts, rule FROM ${at('mw_energy_watch')} WHERE meter_id = ${meter} ORDER BY from_ts`.execute(
    trx,
  );
  const found = new Map<string, Version[]>();
  for (const { rule_id, from_ts, rule } of rows)
    found.set(rule_id, [...(found.get(rule_id) ?? []), { from: Number(from_ts), rule }]);
  return found;
};

/** Alerts of a meter that is watched, and of the one above it, lag behind its slots from a moment on; in their transaction. */
export const markAlerts = async (trx: Trx, at: At, meter: string, from: number): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT w.meter_id AS id FROM ${at('mw_energy_watch')} w
     WHERE w.meter_id = ${meter} OR w.meter_id = (SELECT parent_id FROM ${at('energy_meter')} WHERE id = ${meter})`.execute(
    trx,
  );
  await notesOf(trx, at, ALERTS).mark(new Map(rows.map(({ id }) => [id, from])));
};
