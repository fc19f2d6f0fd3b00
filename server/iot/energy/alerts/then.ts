/** What follows when an alert opens (50 §6 energyRule): who is told beside the rules of notices, and a service for a device. */
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import type { Ctx } from '../../../ctx';
import { toService } from '../../../domain/iot/warning';
import type { RowOf } from '../../../rows';

const BY = { role: '1' };
const THEN = { service: '3' };
/** 维修支持 */
const REPAIR = '1';

type Told = Pick<RowOf<'energyRule'>, 'receivers'>;
/** Users in use a rule names, itself or by a role, each once. */
export const receiversOf = async (ctx: Ctx, rule: Told | undefined): Promise<readonly string[]> => {
  if (rule === undefined || rule.receivers.length === 0) return [];
  const users = await ctx.asSystem().records.find('user', 'isDisabled == 0', { sort: 'loginName' });
  return users.flatMap(({ id, roles }) =>
    rule.receivers.some(({ kind, role, user }) =>
      kind === BY.role ? role !== null && roles.includes(role) : user === id,
    )
      ? id
      : [],
  );
};

/** One service order for an alert, whoever wrote it; a device that is out of use gets none. */
export const serve = async (ctx: Ctx, alertId: string): Promise<void> => {
  const { records } = ctx.asSystem();
  const [alert] = await records.many('energyAlert', [alertId]);
  if (alert === undefined || alert.energyRule === null || alert.serviceOrder !== null) return;
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
