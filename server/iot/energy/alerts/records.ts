/** Rows of 能耗预警记录 against what is derived now: what people said of one stays with it, and nobody hears of it twice. */
import { sql } from 'kysely';
import { roundHalfUp } from '../../../../schemas/language/codec/decimal';
import { factoryClock } from '../../../clock';
import type { Ctx } from '../../../ctx';
import { type Told, TYPE } from '../../../energy/alerts';
import type { RowOf } from '../../../rows';
import type { Warning } from '../../rules/rule';
import { isTold, pairsOf, secondOf, timesOf } from '../../rules/warnings';
import { tablesOf } from '../closed';
import { follow, receiversOf } from './then';

export interface MadeAlert {
  /** the rule, with its part of the quota */
  readonly source: string;
  readonly rule: string;
  readonly type: string;
  readonly part: number | null;
  readonly warning: Warning;
  readonly told: Told;
  /** it goes on */
  readonly fresh: boolean;
}
interface Said extends Warning {
  readonly told: Told;
}
interface Known {
  readonly id: string;
  readonly source: string;
  readonly openAt: number;
  readonly said: Said;
  readonly told: boolean;
}
export interface DerivedAlerts {
  readonly meter: RowOf<'energyMeter'>;
  /** alerts that opened from here on are replaced */
  readonly since: number;
  readonly now: number;
  readonly made: readonly MadeAlert[];
}

/** Answers those that are others now. */
export const replaceAlerts = async (ctx: Ctx, derived: DerivedAlerts): Promise<readonly string[]> => {
  const known = await knownOf(ctx, derived);
  const lateAt = derived.now - Number(ctx.setting('iot.lateSec')) * 1000;
  const pairs = pairsOf(derived.made, known);
  const kept = new Set([...pairs.values()].map(({ id }) => id));
  const gone = known.filter(({ id, openAt }) => openAt >= derived.since && !kept.has(id));
  for (const row of gone) await takeBack(ctx, row);
  const changed: string[] = gone.map(({ id }) => id);
  for (const made of derived.made) {
    const row = pairs.get(made);
    const told = row?.told === true || isTold(made, lateAt);
    const said: Said = { ...made.warning, told: made.told };
    if (row !== undefined && told === row.told && JSON.stringify(said) === JSON.stringify(row.said)) continue;
    changed.push(await write(ctx, derived.meter, { made, row, told, said }));
  }
  return changed;
};

const knownOf = async (ctx: Ctx, { meter, since, made }: DerivedAlerts): Promise<readonly Known[]> => {
  const { rows } = await sql<Omit<Known, 'openAt'> & { readonly open_at: string }>`
    SELECT alert_id AS id, source, open_at, said, told FROM ${tablesOf(ctx)('mw_energy_alert')}
     WHERE meter_id = ${meter.id} AND (open_at >= ${since} OR (source, open_at) IN
       (SELECT * FROM unnest(${made.map(({ source }) => source)}::text[], ${made.map(({ warning }) => warning.openAt)}::bigint[])))
     ORDER BY open_at, source`.execute(ctx.trx);
  return rows.map(({ open_at, ...row }) => ({ ...row, openAt: Number(open_at) }));
};

interface Write {
  readonly made: MadeAlert;
  readonly row: Known | undefined;
  readonly told: boolean;
  readonly said: Said;
}
/** A record that is there is written past its versions: people act on it while its peak changes with each slot. */
const write = async (ctx: Ctx, meter: RowOf<'energyMeter'>, { made, row, told, said }: Write): Promise<string> => {
  const { trx } = ctx;
  const at = tablesOf(ctx);
  const { warning, source } = made;
  const [rule] = await ctx.records.many('energyRule', [made.rule], { rows: ['receivers'] });
  const head = await headOf(ctx, meter, made, rule?.level);
  const id = row?.id ?? ctx.newId();
  if (row === undefined) {
    const receivers = [...(await receiversOf(ctx, rule))];
    await ctx.records.save('energyAlert', { ...timesOf(warning), ...head, id, receivers, hist: !told });
    await sql`INSERT INTO ${at('mw_energy_alert')} (alert_id, meter_id, source, open_at, said, told)
      VALUES (${id}, ${meter.id}, ${source}, ${warning.openAt}, ${JSON.stringify(said)}::jsonb, ${told})`.execute(trx);
  } else {
    await sql`UPDATE ${at('energy_alert')} SET start_at = ${secondOf(warning.startAt)}, open_at = ${secondOf(warning.openAt)},
        end_at = ${secondOf(warning.endAt)}, value = ${head.value}::numeric, limit_value = ${head.limitValue}::numeric,
        peak = ${head.peak}::numeric, level = ${head.level}, text = ${head.text},
        over_use = ${head.overUse}::numeric, over_amount = ${head.overAmount}::numeric, repeat_qty = ${warning.repeats},
        shake_qty = ${warning.shaken}, hist = ${!told} WHERE id = ${id}`.execute(trx);
    await sql`UPDATE ${at('mw_energy_alert')} SET open_at = ${warning.openAt}, said = ${JSON.stringify(said)}::jsonb, told = ${told}
      WHERE alert_id = ${id}`.execute(trx);
  }
  const { rows } = await sql<{ state: string }>`
    UPDATE ${at('energy_alert')} SET doc_status = CASE WHEN doc_status = '80' THEN '80' WHEN ${warning.endAt !== null}::boolean THEN '60'
        WHEN ack_by_id IS NULL THEN '10' ELSE '20' END WHERE id = ${id} RETURNING doc_status AS state`.execute(trx);
  if (!told || rows[0]?.state === '80') return id;
  if (row?.told !== true) {
    await ctx.emit('energyAlert.open', { id });
    await follow(ctx, id, rule, warning.openAt);
  }
  const wasOpen = row === undefined || row.said.endAt === null;
  if (wasOpen && warning.endAt !== null) await ctx.emit('energyAlert.recovered', { id });
  return id;
};

/** Late readings say it never was: it goes, unless somebody dealt with it. */
const takeBack = async (ctx: Ctx, { id }: Known): Promise<void> => {
  const at = tablesOf(ctx);
  const { rows } = await sql`
    DELETE FROM ${at('energy_alert')} WHERE id = ${id} AND doc_status <> '80' AND ack_by_id IS NULL AND service_order_id IS NULL
    RETURNING id`.execute(ctx.trx);
  if (rows.length === 0)
    await sql`UPDATE ${at('energy_alert')} SET end_at = coalesce(end_at, open_at),
      doc_status = CASE WHEN doc_status = '80' THEN '80' ELSE '60' END WHERE id = ${id}`.execute(ctx.trx);
  await sql`DELETE FROM ${at('mw_energy_alert')} WHERE alert_id = ${id}`.execute(ctx.trx);
};

const GRAVE = '3';
type Level = RowOf<'energyRule'>['level'];
/** A rule may look at something else by now: what it says is of what it looked at then. */
const headOf = async (
  ctx: Ctx,
  meter: RowOf<'energyMeter'>,
  { rule, type, part, warning, told }: MadeAlert,
  levelNow: Level = '2',
) => {
  const ruleType = Object.values(TYPE).find((one) => one === type) ?? TYPE.window;
  const { value, limit, peak, overUse } = told;
  const price = await priceOn(ctx, meter.id, factoryClock(new Date(warning.openAt)).slice(0, 10));
  const level: Level = told.isGrave && levelNow < GRAVE ? GRAVE : levelNow;
  return {
    ...{ energyType: meter.energyType, meter: meter.id, factoryUnit: meter.factoryUnit, energyRule: rule, ruleType },
    ...{ value, limitValue: limit, peak, overUse, level },
    overAmount: overUse === null || price === null ? null : roundHalfUp(overUse * price, 2),
    text: textOf({ ruleType, energyType: meter.energyType, part }, told),
  };
};
const textOf = (
  {
    ruleType,
    energyType,
    part,
  }: { readonly ruleType: string; readonly energyType: string; readonly part: number | null },
  { value, limit }: Told,
): string => {
  const [x, of] = [value ?? '', limit ?? ''];
  switch (ruleType) {
    case TYPE.quota:
      return `本月累计用量${x}，达到定额的${part}%`;
    case TYPE.jump:
      return `环比突增：小时用量${x}，限值${of}`;
    case TYPE.rest:
      return `非生产时段用量${x}，限值${of}`;
    case TYPE.night:
      return `${energyType === '3' ? '疑似漏气' : '疑似漏水'}：夜间最小流量${x}m³/h，限值${of}`;
    case TYPE.factor:
      return `日功率因数${x}，低于${of}`;
    case TYPE.demand:
      return `需量预警：${x}kW，限值${of}kW`;
    case TYPE.silent:
      return `${of}分钟无数据`;
    case TYPE.loss:
      return `日损耗率${x}%，限值${of}%`;
    default:
      return `${ruleType === TYPE.moment ? '瞬时越限' : '时段用量超限'}：${x}，限值${of}`;
  }
};
/** Mean price of the day; null = no price holds. */
const priceOn = async (ctx: Ctx, meter: string, day: string): Promise<number | null> => {
  const { rows } = await sql<{ price: number | null }>`
    SELECT (CASE WHEN bool_or(fee IS NULL) THEN NULL ELSE sum(fee + sewage + resource) END / nullif(sum(use), 0))::float8 AS price
      FROM ${tablesOf(ctx)('mw_energy_unit')} WHERE meter_id = ${meter} AND day = ${day}::date`.execute(ctx.trx);
  return rows[0]?.price ?? null;
};
