import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Rec, Value } from '../../../schemas/language/value';
import { rowsOf } from '../../calendar/book';
import { workOf } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx, Service } from '../../ctx';

/** Rows of 排班查询: planned, stopped and net minutes of each device, day and shift. */
export const calendarMinutes: Service = {
  name: 'calendar.minutes',
  right: null,
  async run({ date, equipment }, ctx): Promise<readonly Rec[]> {
    const days = daysIn(date);
    const { records } = ctx.asSystem();
    const chosen = Array.isArray(equipment) ? (equipment as string[]) : [];
    const heads = await records.find('equipment', chosen.length > 0 ? 'id in param.chosen' : 'isDisabled == 0', {
      param: chosen.length > 0 ? { chosen } : {},
    });
    const groups = await groupIds(ctx);
    const resources = await resourcesOf(
      ctx,
      heads.map(({ id }) => ({ id: id as string, day: days[0] ?? '' })),
    );
    return heads.flatMap(({ id, factoryUnit }) => {
      const resource = resources.get(keyOf({ id: id as string, day: days[0] ?? '' }));
      if (!resource) return [];
      return days.flatMap((day) =>
        workOf(resource, day).map(({ shift, planMin, netMin }) => ({
          date: day,
          equipment: id as string,
          factoryUnit: (factoryUnit as string | null) ?? null,
          workGroup: groups.get(id as string) ?? null,
          shift: shift.id,
          planMin,
          stopMin: planMin - netMin,
        })),
      );
    });
  },
};

const groupIds = async (ctx: Ctx): Promise<ReadonlyMap<string, string>> => {
  const { records } = ctx.asSystem();
  const heads = await records.find('workGroup', 'isDisabled == 0');
  const ids = heads.map(({ id }) => id as string);
  const groups = await records.many('workGroup', ids, { rows: ['equips'], stored: true });
  return new Map(
    groups.flatMap((group) => rowsOf(group, 'equips').map((row) => [row.equipment as string, group.id as string])),
  );
};

const MAX_DAYS = 92;
const daysIn = (span: Value | undefined): readonly string[] => {
  const [from, to] = Array.isArray(span) ? (span as string[]) : [];
  const days: string[] = [];
  let day: string | null = from?.slice(0, 10) ?? null;
  while (day !== null && day <= (to ?? '').slice(0, 10) && days.length < MAX_DAYS) {
    days.push(day);
    day = dateAdd(day, 1, 'day');
  }
  return days;
};
