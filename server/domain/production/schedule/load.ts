/** Rows of 排产负荷: open and planned minutes of each resource and day, of the workshops whose plan the caller sees. */
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import type { Rec } from '../../../../schemas/language/value';
import type { Service } from '../../../ctx';
import { KIND } from '../../../scheduling';
import { planAnswer } from './answer';
import { workshops } from './workshops';

/** without a span: today and what follows of a week */
const DAYS = 6;

export const scheduleLoad: Service = {
  name: 'schedule.load',
  right: 'scheduleTask:view',
  async run({ day }, ctx): Promise<readonly Rec[]> {
    const [first, last] = (Array.isArray(day) ? day : []).map((value) => String(value).slice(0, 10));
    const from = first ?? ctx.today;
    const to = last ?? dateAdd(from, DAYS, 'day')?.slice(0, 10) ?? from;
    const rows: Rec[] = [];
    for (const { id: workshop } of await workshops(ctx)) {
      const { resources, loads } = await planAnswer(ctx, { workshopId: workshop, from, to });
      const known = new Map(resources.map((resource) => [resource.id, resource]));
      for (const { resourceId, day, availableMin, plannedMin } of loads) {
        const resource = known.get(resourceId);
        rows.push({
          day,
          workshop,
          equipment: resource?.kind === KIND.device ? resourceId : null,
          team: resource?.kind === KIND.team ? resourceId : null,
          workGroup: resource?.groupId ?? null,
          availableMin,
          plannedMin,
        });
      }
    }
    return rows;
  },
};
