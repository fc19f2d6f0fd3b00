/** What the energy reports of pieces and of hours are asked: an energy, and days of shifts as far as today. */
import { endOf, startOf } from '../../../schemas/language/codec/date-time';
import type { Value } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { badRequest } from '../../errors';
import type { TimeSpan } from '../iot/device-time';
import { daysAsked } from '../iot/devices-seen';

export interface DeviceAsk {
  readonly energyType: string;
  readonly span: TimeSpan;
  readonly slotMs: number;
}
/** undefined: none of the days has begun */
export const deviceAsked = (ctx: Ctx, args: Readonly<Record<string, Value>>): DeviceAsk | undefined => {
  const energyType = String(args.energyType ?? '');
  if (energyType === '') throw badRequest();
  const { from, to } = daysAsked(args.day);
  // nobody said when: this month
  const first = from ?? startOf(to ?? ctx.today, 'month')?.slice(0, 10) ?? ctx.today;
  const last = to ?? endOf(from ?? ctx.today, 'month')?.slice(0, 10) ?? ctx.today;
  const span = { from: first, to: last < ctx.today ? last : ctx.today };
  return span.from > span.to ? undefined : { energyType, span, slotMs: Number(ctx.setting('energy.slotMin')) * 60_000 };
};
