/** A month of one resource as its page shows it: shifts, minutes and entries of each day (block monthCalendar). */
import { dateAdd, endOf, startOf } from '../../schemas/language/codec/date-time';
import type { CalendarDay } from '../../schemas/language/wire';
import { badRequest } from '../errors';
import type { EngineCtx } from '../records/host';
import { findOne, notThere } from '../records/read/read';
import type { Page } from '../registry/pages';
import { daysOf, netMinutes, workOf } from './resource';
import { keyOf, resourcesOf } from './resources';

export const monthOf = async (
  ctx: EngineCtx,
  page: Page,
  { id, month }: Readonly<Record<string, unknown>>,
): Promise<readonly CalendarDay[]> => {
  if (typeof id !== 'string' || typeof month !== 'string' || !/^\d{4}-\d{2}$/.test(month)) throw badRequest();
  if (!(await findOne(ctx, page, { id }))) throw notThere();
  const first = startOf(`${month}-01`, 'month');
  const last = endOf(`${month}-01`, 'month');
  if (first === null || last === null) throw badRequest();
  const dates: string[] = [];
  for (let day: string | null = first; day !== null && day <= last; day = dateAdd(day, 1, 'day')) dates.push(day);
  const resources = await resourcesOf(
    ctx,
    dates.map((day) => ({ id, day })),
  );
  const titles = new Map(ctx.records.dict('calendarEntryKind')?.items.map((item) => [item.code, item.title]));
  return dates.flatMap((date) => {
    const resource = resources.get(keyOf({ id, day: date }));
    if (!resource) return [];
    return [
      {
        date,
        netMin: netMinutes(resource, date),
        shifts: workOf(resource, date).map(({ shift, span, netMin }) => ({
          name: shift.name,
          color: shift.color,
          from: clock(span.from),
          to: clock(span.to),
          netMin,
        })),
        entries: daysOf(resource, date).entries.map(({ kind, reason }) => ({
          kind,
          title: titles.get(kind) ?? '',
          reason,
        })),
      },
    ];
  });
};

const clock = (minute: number): string => {
  const at = Math.round(minute) % (24 * 60);
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};
