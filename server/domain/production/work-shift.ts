/** The shift a document of the floor belongs to: of its crew, else of the first of its people, at the moment it began. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';

interface Work {
  readonly team?: string | null | undefined;
  readonly shift?: string | null | undefined;
  readonly shiftDate?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly workers?: readonly { readonly employee?: string | null | undefined }[] | undefined;
}
/** Nothing when somebody chose the shift, or nobody there has a calendar. */
export const shiftAtWork = async (
  record: Work,
  ctx: Ctx,
): Promise<{ readonly shift?: string; readonly shiftDate?: string }> => {
  const id = record.team ?? record.workers?.[0]?.employee ?? ctx.session.me.employee;
  const at = record.startTime ?? ctx.occurAt;
  if (typeof record.shift === 'string' || typeof id !== 'string') return {};
  const ask = { id, day: at.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  if (!resource) return {};
  const { shift, date } = shiftAt(resource, at);
  return shift === null ? {} : { shift: shift.id, shiftDate: date };
};

/** From when to when a shift of a day lasts, some hours more on both sides. */
export const spanOfShift = (
  { startTime, endTime }: Pick<RowOf<'shift'>, 'startTime' | 'endTime'>,
  day: string,
  hours = 0,
): { readonly from: string; readonly to: string } => {
  const last = endTime <= startTime ? dateAdd(day, 1, 'day') : day;
  return {
    from: dateAdd(`${day} ${startTime}`, -hours, 'hour') ?? '',
    to: dateAdd(`${last} ${endTime}`, hours, 'hour') ?? '',
  };
};

/** The shift a moment lies in where no calendar says so: who works outside of his own works in one of the factory's. */
export const shiftAround = async (
  at: string,
  hours: number,
  ctx: Ctx,
): Promise<{ readonly shift?: string; readonly shiftDate?: string }> => {
  const shifts = await ctx.asSystem().records.find('shift', 'isDisabled == 0', { sort: 'code' });
  const day = at.slice(0, 10);
  for (const grace of [0, hours])
    for (const date of [day, dateAdd(day, -1, 'day') ?? day])
      for (const shift of shifts) {
        const { from, to } = spanOfShift(shift, date, grace);
        if (at >= from && at <= to) return { shift: shift.id, shiftDate: date };
      }
  return {};
};
