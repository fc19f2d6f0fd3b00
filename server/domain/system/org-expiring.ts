/** Days before an organisation's last one somebody is told (10 §5.1): the platform of all, every organisation of itself. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';

const DAYS = [30, 7, 1];

export async function remindOrgs(ctx: Ctx): Promise<number> {
  const days = DAYS.flatMap((n) => dateAdd(ctx.today, n) ?? []);
  const orgs = await ctx.records.find('org', 'validTo in param.days && isDisabled == 0', { param: { days } });
  for (const { id, code, name, validTo } of orgs) await ctx.emit('org.expiring', { id, code, name, validTo });
  return orgs.length;
}
