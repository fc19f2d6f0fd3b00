/** What follows when an alert opens (50 §6 energyRule): who is told beside the rules of notices, and a service for a device. */
import { sql } from 'kysely';
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import type { Ctx } from '../../../ctx';
import { toService } from '../../../domain/iot/warning';
import type { RowOf } from '../../../rows';
import { tablesOf } from '../closed';

const BY = { role: '1' };
const THEN = { service: '3' };
/** 维修支持 */
const REPAIR = '1';
const IGNORED = '80';

type Told = Pick<RowOf<'energyRule'>, 'receivers'>;
/** Users in use a rule names, itself or by a role, each once. */
export const receiversOf = async (ctx: Ctx, rule: Told | undefined): Promise<readonly string[]> => {
  if (rule === undefined || rule.receivers.length === 0) return [];
  const users = await ctx.asSystem().records.find('user', 'isDisabled == 0', { sort: 'loginName' });
  const inUse = users.filter(({ validTo }) => validTo === null || validTo >= ctx.today);
  return inUse.flatMap(({ id, roles }) =>
    rule.receivers.some(({ kind, role, user }) =>
      kind === BY.role ? role !== null && roles.includes(role) : user === id,
    )
      ? id
      : [],
  );
};

type Rule = Pick<RowOf<'energyRule'>, 'id' | 'action' | 'equipment' | 'receivers'>;
/** In the transaction of the alert: an order that cannot be written holds up neither the alert nor those after it. */
export const follow = async (ctx: Ctx, alertId: string, rule: Rule | undefined, openAt: number): Promise<void> => {
  if (rule === undefined) return;
  if (rule.receivers.length > 0) await tell(ctx, alertId, rule.receivers);
  if (rule.action === THEN.service && rule.equipment !== null)
    await sql`INSERT INTO ${tablesOf(ctx)('mw_iot_action')} (rule_id, equipment_id, open_at, line_id, object, warning_id, delayed, due_at)
      VALUES (${rule.id}, ${rule.equipment}, ${openAt}, ${alertId}, 'energyAlert', ${alertId}, false, ${openAt}) ON CONFLICT DO NOTHING`.execute(
      ctx.trx,
    );
};
const tell = async (ctx: Ctx, alertId: string, receivers: Rule['receivers']): Promise<void> => {
  const { records } = ctx.asSystem();
  const [alert] = await records.many('energyAlert', [alertId], { stored: true });
  if (alert === undefined) return;
  const meter = alert.meter === null ? '' : await records.label('energyMeter', alert.meter);
  await ctx.emit('energyAlert.told', {
    ...{ id: alertId, level: alert.level, title: `「能耗预警」${meter} ${alert.text ?? ''}` },
    body: `开始时间${alert.startAt ?? ''}，请核对用能。`,
    receivers: receivers.map(({ kind, role, user }) => ({ kind, role, user })),
    // whom a rule of notices tells of it knows by that
    besides: 'energyAlert.open',
  });
};

/** One service order for an alert, whoever wrote it; a device that is out of use gets none, an alert nobody minds neither. */
export const serve = async (ctx: Ctx, alertId: string): Promise<void> => {
  const { records } = ctx.asSystem();
  const [alert] = await records.many('energyAlert', [alertId]);
  if (alert === undefined || alert.energyRule === null || alert.serviceOrder !== null || alert.docStatus === IGNORED)
    return;
  const [rule] = await records.many('energyRule', [alert.energyRule], { stored: true });
  if (rule?.action !== THEN.service || rule.equipment === null || rule.urgency === null) return;
  const { equipment, urgency } = rule;
  const [inUse] = await records.find('equipment', 'id == param.id && isDisabled == 0', { param: { id: equipment } });
  if (inUse === undefined) return;
  const expectAt = dateAdd(ctx.now, 1, 'day') ?? ctx.now;
  const ask = { serviceType: REPAIR, urgency, expectAt, desc: alert.text ?? '' } as const;
  const { serviceOrder } = await toService({ object: 'energyAlert', record: alert, equipment }, ask, ctx);
  await records.patch('energyAlert', alertId, { head: { serviceOrder } });
};
