/** 班次 (20 §2): minutes of the block and of its breaks; a break earlier than the start belongs to the next day. */
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';

const DAY = 24 * 60;

export const shift: DomainModule = {
  async derive(record) {
    const span = spanOf(record);
    if (span === null) return undefined;
    const breakMin = breaksOf(record, span).reduce((sum, one) => sum + (one.to - one.from), 0);
    return { totalMin: span.length, breakMin };
  },
  async check(record) {
    const span = spanOf(record);
    if (span === null) return [];
    const problems: Problem[] = [];
    const breaks = breaksOf(record, span).sort((a, b) => a.from - b.from);
    for (const [index, one] of breaks.entries()) {
      const path = `breaks[${one.id}].startTime`;
      if (one.to > span.length) problems.push({ code: 'shift.break', path, text: '休息时间必须在班次时间内' });
      const before = breaks[index - 1];
      if (before && one.from < before.to) problems.push({ code: 'shift.break', path, text: '休息时间不能重叠' });
    }
    return problems;
  },
};

/** 班制: a crew works one shift a day. */
export const shiftPattern: DomainModule = {
  async check(record) {
    if (record.kind !== '2') return [];
    return ((record.days as readonly Row[] | undefined) ?? [])
      .filter(({ shifts }) => Array.isArray(shifts) && shifts.length > 1)
      .map(({ id }) => ({ code: 'shiftPattern.one', path: `days[${id}].shifts`, text: '轮班每天最多一个班次' }));
  },
};

interface Span {
  readonly start: number;
  /** minutes; start = end is a whole day */
  readonly length: number;
}
const spanOf = (record: Rec): Span | null => {
  const [start, end] = [minuteOf(record.startTime), minuteOf(record.endTime)];
  if (start === null || end === null) return null;
  return { start, length: end > start ? end - start : end - start + DAY };
};

/** Breaks as minutes since the start of the shift. */
const breaksOf = (record: Rec, { start }: Span): { id: string; from: number; to: number }[] =>
  ((record.breaks as readonly Row[] | undefined) ?? []).flatMap((row) => {
    const [from, to] = [minuteOf(row.startTime), minuteOf(row.endTime)];
    if (from === null || to === null) return [];
    const since = (from - start + DAY) % DAY;
    return [{ id: row.id, from: since, to: since + ((to - from + DAY) % DAY) }];
  });

const minuteOf = (time: unknown): number | null => {
  const found = typeof time === 'string' ? /^(\d{2}):(\d{2})/.exec(time) : null;
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
};
