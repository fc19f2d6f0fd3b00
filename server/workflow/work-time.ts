/** Working time of approvals: the default calendar of the factory; the plain week where nobody has set one up (domain part 10, 7.6 step 16). */
import { dateAdd } from '../../schemas/language/codec/date-time';
import { type FlowDoc, nodesOf, PLAIN_WEEK, type WorkCalendar } from '../../schemas/language/flow/index';
import { bookOf } from '../calendar/book';
import { DAY, movedBy, type Span, without } from '../calendar/minutes';
import { type Resource, workOf } from '../calendar/resource';
import type { EngineCtx } from '../records/host';

/** Only a flow with limits asks for calendars. */
export async function workTimeOf(ctx: EngineCtx, flow: FlowDoc): Promise<WorkCalendar> {
  if (nodesOf(flow).every(({ node }) => node.limit === undefined)) return PLAIN_WEEK;
  const { standard } = await bookOf(ctx);
  const isSet = standard.week.some((shifts) => shifts.length > 0);
  return isSet ? shiftTime({ calendar: standard, isDevice: false }) : PLAIN_WEEK;
}

/** People of offices rest at night: night shifts count only on days that have no other. */
const shiftTime = (people: Resource): WorkCalendar => ({
  periods: (day) =>
    inOrder([...movedAll(spansOf(people, dateAdd(day, -1) ?? day), -DAY), ...spansOf(people, day)]).map(
      ({ from, to }) => [clock(from), clock(to)] as const,
    ),
});

const spansOf = (people: Resource, date: string): readonly Span[] => {
  const work = workOf(people, date);
  const byDay = work.filter(({ shift }) => !shift.isNight);
  return (byDay.length > 0 ? byDay : work).flatMap(({ net }) => net);
};
const movedAll = (spans: readonly Span[], minutes: number): readonly Span[] =>
  spans.map((span) => movedBy(span, minutes));

/** What lies in the day itself, each minute once. */
const inOrder = (spans: readonly Span[]): readonly Span[] => {
  let taken: readonly Span[] = [];
  for (const { from, to } of spans) {
    const inDay = { from: Math.max(from, 0), to: Math.min(to, DAY) };
    if (inDay.to > inDay.from) taken = [...taken, ...without([inDay], taken)];
  }
  return [...taken].sort((a, b) => a.from - b.from);
};
const clock = (minute: number): string =>
  [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
