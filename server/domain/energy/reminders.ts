/** What the night says of meters and tariffs before it is too late (50 §8). */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';
import { tellOnce } from '../tell-once';

const CHECK_DAYS = 30;
const TARIFF_DAYS = 15;

/** 检定 that is due, once for each due day. */
const dueChecks = async (ctx: Ctx): Promise<number> => {
  const until = dateAdd(ctx.today, CHECK_DAYS) ?? ctx.today;
  const meters = await ctx.records.find('energyMeter', 'isDisabled == 0 && checkDue <= param.until', {
    param: { until },
    sort: 'code',
  });
  const told = meters.flatMap(({ id, code, name, checkDue }) =>
    checkDue === null ? [] : [{ id, nbr: code, at: checkDue, detail: `${code} ${name} 检定到期 ${checkDue}` }],
  );
  return tellOnce(ctx, { object: 'energyMeter', event: 'checkDue' }, told);
};

/** Tariffs in force that end without one that follows. */
const endingTariffs = async (ctx: Ctx): Promise<number> => {
  const until = dateAdd(ctx.today, TARIFF_DAYS) ?? ctx.today;
  const all = await ctx.records.find('tariff', 'status == 60', { sort: 'code' });
  const told = all.flatMap(({ id, code, name, energyType, endDate }) => {
    if (endDate === null || endDate < ctx.today || endDate > until) return [];
    if (all.some((other) => other.energyType === energyType && other.startDate > endDate)) return [];
    return [{ id, nbr: code, at: endDate, detail: `${code} ${name} ${endDate}后没有费率` }];
  });
  return tellOnce(ctx, { object: 'tariff', event: 'expiring' }, told);
};

export const remindEnergy = async (ctx: Ctx): Promise<number> => (await dueChecks(ctx)) + (await endingTariffs(ctx));
