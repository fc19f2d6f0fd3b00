/** What stands on the floor: operations that could begin and do not, starts that nobody ended with the shift (30 §§2, 4). */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';
import { type Told, tellOnce } from '../tell-once';
import { shiftAround, spanOfShift } from './work-shift';

/** Hours from ready to 等待, and past the end of the shift to 超时. */
const WAITS = 4;
const GRACE = 2;
const MAX = 1_000;

/** Answers how many it spoke of; each is said once for the moment it began to stand. */
export async function remindStanding(ctx: Ctx): Promise<number> {
  return (await remindWaiting(ctx)) + (await remindForgotten(ctx));
}

/** Ready for four hours; planned for later it waits from then on. */
const remindWaiting = async (ctx: Ctx): Promise<number> => {
  const ready = await ctx.records.find('orderProcess', WAITING, {
    param: { before: dateAdd(ctx.now, -WAITS, 'hour') },
    limit: MAX,
    sort: 'readyAt',
  });
  const things = ready.map(({ id, name, readyAt }) => ({
    id,
    nbr: name,
    at: readyAt ?? '',
    detail: `可开工时间 ${readyAt?.slice(0, 16) ?? ''}`,
  }));
  return tellOnce(ctx, { object: 'orderProcess', event: 'waiting' }, things);
};
const WAITING = 'docStatus == 20 && readyAt < param.before && (empty(plannedStart) || plannedStart < param.before)';

const remindForgotten = async (ctx: Ctx): Promise<number> => {
  const { records, now } = ctx;
  const running = await records.find('prdStart', 'docStatus == 30', { limit: MAX, sort: 'startTime' });
  const shifts = new Map((await records.find('shift', 'true', {})).map((shift) => [shift.id, shift]));
  const left: Told[] = [];
  for (const { id, nbr, startTime, shift: own, shiftDate } of running) {
    if (startTime === null) continue;
    const given =
      own === null || shiftDate === null ? await shiftAround(startTime, GRACE, ctx) : { shift: own, shiftDate };
    const shift = shifts.get(given.shift ?? '');
    if (!shift || given.shiftDate === undefined) continue;
    const { to } = spanOfShift(shift, given.shiftDate, GRACE);
    const at = dateAdd(to, -GRACE, 'hour') ?? to;
    if (to < now) left.push({ id, nbr, at, detail: `班次结束 ${at.slice(0, 16)}` });
  }
  return tellOnce(ctx, { object: 'prdStart', event: 'forgotten' }, left);
};
