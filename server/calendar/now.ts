/** Which shift the caller is in, by the calendar of his employee. */
import type { ShiftNow } from '../../schemas/language/home/wire';
import type { Ctx } from '../ctx';
import { DAY } from './minutes';
import { shiftAt } from './resource';
import { keyOf, resourcesOf } from './resources';
import { timesOn } from './shift';

/** undefined = he is no employee, has no calendar, or is off duty. */
export const shiftNow = async (ctx: Ctx): Promise<ShiftNow | undefined> => {
  const { employee } = ctx.session.me;
  if (employee === null) return undefined;
  const ask = { id: employee, day: ctx.now.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  const { shift, date } = resource === undefined ? { shift: null, date: '' } : shiftAt(resource, ctx.now);
  if (shift === null) return undefined;
  const { from, to } = timesOn(shift, date);
  return { name: shift.name, from: clock(from), to: clock(to) };
};

const clock = (minute: number): string => {
  const inDay = minute % DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};
