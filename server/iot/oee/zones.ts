/** The time of a device on its calendar: each shift of each day with what of it is planned, rested and stopped, and what lies outside. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import { DAY, movedBy, type Span, without } from '../../calendar/minutes';
import { type Resource, type WorkSpan, workOf } from '../../calendar/resource';
import { factoryMs } from '../factory-time';

/** Spans in seconds since 1970, [from, to); its own from the first to the last of them. */
export interface Zone extends Span {
  /** the day the shift began; the calendar day outside of all shifts */
  readonly day: string;
  /** null outside of all shifts */
  readonly shift: string | null;
  /** planned: without breaks that stop the device, and without stops */
  readonly net: readonly Span[];
  readonly rest: readonly Span[];
  /** stops of the calendar and of planned maintenance */
  readonly stop: readonly Span[];
  readonly outside: readonly Span[];
}
type Parts = Partial<Pick<Zone, 'net' | 'rest' | 'stop' | 'outside'>>;

/** Zones of the days from…to in the order of time; a moment in two shifts belongs to the first one. */
export const zonesOf = (resource: Resource, from: string, to: string): readonly Zone[] => {
  const zones: (Zone | null)[] = [];
  // the night before still covers hours of the first day, and is none of what is asked for
  let taken = spansOn(resource, dateAdd(from, -1, 'day') ?? from);
  for (let day: string | null = from; day !== null && day <= to; day = dateAdd(day, 1, 'day')) {
    const start = startOf(day);
    for (const { shift, span, net, rest } of workOf(resource, day)) {
      const free = (spans: readonly Span[]): readonly Span[] => without(inSeconds(spans, start), taken);
      const stop = without(without([span], net), rest);
      zones.push(zoneOf(day, shift.id, { net: free(net), rest: free(rest), stop: free(stop) }));
      taken = [...taken, ...inSeconds([span], start)];
    }
    const outside = without([{ from: start, to: start + DAY * 60 }], taken);
    zones.push(...outside.map((span) => zoneOf(day ?? '', null, { outside: [span] })));
    taken = taken.filter((span) => span.to > start + DAY * 60);
  }
  return zones.flatMap((zone) => zone ?? []).sort((a, b) => a.from - b.from);
};

const zoneOf = (day: string, shift: string | null, parts: Parts): Zone | null => {
  const { net = [], rest = [], stop = [], outside = [] } = parts;
  const all = [...net, ...rest, ...stop, ...outside];
  if (all.length === 0) return null;
  const [from, to] = [Math.min(...all.map((span) => span.from)), Math.max(...all.map((span) => span.to))];
  return { from, to, day, shift, net, rest, stop, outside };
};

const startOf = (day: string): number => factoryMs(`${day} 00:00:00`) / 1000;
const inSeconds = (spans: readonly Span[], start: number): readonly Span[] =>
  spans.map(({ from, to }) => movedBy({ from: Math.round(from * 60), to: Math.round(to * 60) }, start));
const spansOn = (resource: Resource, day: string): readonly Span[] =>
  workOf(resource, day).flatMap(({ span }: WorkSpan) => inSeconds([span], startOf(day)));
