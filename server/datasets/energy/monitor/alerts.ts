/** What stands open on a monitor (50 §6.4): alerts of the meters that are looked at, as far as who looks may see alerts; and limits of demand. */
import { sql } from 'kysely';
import type { AlertNow } from '../../../../schemas/language/wire-energy';
import { factoryClock } from '../../../clock';
import type { Ctx } from '../../../ctx';
import { type EnergyRule, TYPE } from '../../../energy/alerts';
import { tablesOf } from '../../../iot/energy/closed';
import { factoryMs } from '../../../iot/factory-time';
import { bindCondition } from '../../../records/expression';
import { engineOf } from '../../../records/host';
import { findRows } from '../../../records/list/finder';
import { sourceScope } from '../../../records/read/access';
import type { Looked } from './frame';

const VIEW = 'energyAlert:view';
const MOST = 50;
const OPEN = ['10', '20'];

/** The newest first; null: not for who looks. */
export const alertsNow = async (given: Ctx, { inside }: Looked): Promise<readonly AlertNow[] | null> => {
  const ctx = engineOf(given);
  if (!ctx.session.rights.has(VIEW)) return null;
  const object = ctx.records.object('energyAlert');
  const scope = sourceScope(ctx, object, VIEW);
  if (scope === false) return null;
  const meters = new Map(inside.map((meter) => [meter.id, meter]));
  const rows = await findRows(ctx, {
    object,
    conditions: scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)],
    where: () => [sql`t.meter_id = ANY(${[...meters.keys()]}::uuid[])`, sql`t.doc_status = ANY(${OPEN}::text[])`],
    select: () =>
      sql`t.id, t.meter_id as meter, t.rule_type as "ruleType", t.level, t.text, (extract(epoch from t.open_at) * 1000)::float8 as at,
        t.doc_status = '20' as acked`,
    order: () => sql`t.open_at desc, t.id`,
    limit: MOST,
  });
  return rows.map((row) => {
    const meter = String(row.meter);
    const { code = '', name = '' } = meters.get(meter) ?? {};
    return {
      ...{ id: String(row.id), meter, code, name, acked: row.acked === true },
      ...{ ruleType: String(row.ruleType), level: String(row.level), text: String(row.text ?? '') },
      openAt: factoryClock(new Date(Number(row.at))),
    };
  });
};

/** The lowest limit of 需量预警 that watches the meter now; null = none does, or there are several meters. */
export const demandLimitOf = async (ctx: Ctx, ids: readonly string[]): Promise<number | null> => {
  const [id] = ids;
  if (id === undefined || ids.length > 1) return null;
  const { rows } = await sql<{ rule: EnergyRule | null }>`
    SELECT DISTINCT ON (rule_id) rule FROM ${tablesOf(ctx)('mw_energy_watch')}
     WHERE meter_id = ${id} AND from_ts <= ${factoryMs(ctx.now)}::bigint ORDER BY rule_id, from_ts DESC`.execute(
    ctx.trx,
  );
  const limits = rows.flatMap(({ rule }) => (rule?.type === TYPE.demand ? rule.limit : []));
  return limits.length === 0 ? null : Math.min(...limits);
};
