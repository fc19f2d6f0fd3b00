/** 班次 (20 §2): minutes of the block and of its breaks; changed times hold from tomorrow, the days before keep theirs. */
import type { Json, Problem } from '../../../schemas/language/value';
import { bookOf } from '../../calendar/book';
import { minutesOf } from '../../calendar/minutes';
import { type Shift, type ShiftTimes, timesOf } from '../../calendar/shift';
import type { DomainModule } from '../../ctx';
import type { DraftOf, RowOf } from '../../rows';

const WEEKLY = '1';

export const shift: DomainModule<'shift'> = {
  async derive(record, old, ctx) {
    const times = timesIn(record);
    if (times === null) return undefined;
    const minutes = { totalMin: times.to - times.from, breakMin: minutesOf(times.breaks) };
    const former = old && changed(old, record) ? formerOf(old, ctx.today) : undefined;
    return former ? { ...minutes, former } : minutes;
  },
  async check(record, old) {
    const times = timesIn(record);
    if (times === null) return [];
    const problems: Problem[] = [];
    const rows = record.breaks;
    const breaks = times.breaks
      .map((eachBreak, at) => ({ ...eachBreak, id: rows[at]?.id }))
      .sort((a, b) => a.from - b.from);
    for (const [index, item] of breaks.entries()) {
      const path = `breaks[${item.id}].startTime`;
      if (item.to > times.to) problems.push({ code: 'shift.break', path, text: '休息时间必须在班次时间内' });
      const before = breaks[index - 1];
      if (before && item.from < before.to) problems.push({ code: 'shift.break', path, text: '休息时间不能重叠' });
    }
    if (problems.length === 0 && old && changed(old, record))
      problems.push({
        code: 'shift.times',
        path: 'startTime',
        text: '修改只影响明天起的排班，是否继续？',
        level: 'warn',
      });
    return problems;
  },
};

/** 班制: a crew works one shift a day, and shifts of one day do not meet. */
export const shiftPattern: DomainModule<'shiftPattern'> = {
  async check(record, _old, ctx) {
    const problems: Problem[] = [];
    const { shifts } = await bookOf(ctx);
    for (const { id, shifts: chosen } of record.days) {
      const day = chosen.flatMap((text) => shifts.get(text) ?? []);
      const path = `days[${id}].shifts`;
      if (record.kind !== WEEKLY && day.length > 1)
        problems.push({ code: 'shiftPattern.one', path, text: '轮班每天最多一个班次' });
      else if (overlap(day)) problems.push({ code: 'shiftPattern.overlap', path, text: '同一天的班次时间不能重叠' });
    }
    return problems;
  },
};

const overlap = (shifts: readonly Shift[]): boolean => {
  const spans = shifts.map(({ times }) => times).sort((a, b) => a.from - b.from);
  return spans.some((span, at) => at > 0 && span.from < (spans[at - 1]?.to ?? 0));
};

type Times = Pick<DraftOf<'shift'>, 'startTime' | 'endTime' | 'breaks'>;
const timesIn = ({ startTime, endTime, breaks }: Times): ShiftTimes | null => timesOf(startTime, endTime, breaks);

const changed = (old: Times, record: Times): boolean =>
  JSON.stringify(timesIn(old)) !== JSON.stringify(timesIn(record));

/** The times up to today are added once a day: what was tried in between was never worked. */
const formerOf = (old: RowOf<'shift'>, today: string): Json => {
  const known: readonly Json[] = Array.isArray(old.former) ? old.former : [];
  if (known.some((value) => value !== null && typeof value === 'object' && 'until' in value && value.until === today))
    return known;
  const breaks = old.breaks.map(({ startTime, endTime, plannedStop }) => ({
    startTime,
    endTime,
    plannedStop,
  }));
  return [...known, { until: today, startTime: old.startTime, endTime: old.endTime, breaks }];
};
