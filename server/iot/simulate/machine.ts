/** One machine over a span: when it runs, when a count is done, what its meter and its parameters show. */
import { type Machine, type Param, WORD } from './plant';
import { around, type Random } from './random';
import { dayOf, MINUTE_MS, type Span } from './scenarios';

export interface Stretch extends Span {
  readonly word: number;
}
export interface Told {
  readonly machine: Machine;
  readonly stretches: readonly Stretch[];
  /** moments at which a count was done */
  readonly counts: readonly number[];
}

/** 60 minutes of each shift of the demo factory, and what lies between its shifts; minutes of the day. */
const REST: readonly (readonly [number, number])[] = [
  [0, 60],
  [300, 480],
  [720, 780],
  [1020, 1200],
];

export const tell = (machine: Machine, span: Span, random: Random, fault: Span | null): Told => {
  const stretches = stretchesOf(span, random, fault);
  const counts: number[] = [];
  const cycle = (): number => Math.round(around(random, machine.cycleSec, machine.cycleSec * 0.05) * 1000);
  let left = Math.max(1000, Math.round(cycle() * random()));
  for (const { from, to, word } of stretches) {
    if (word !== WORD.running || machine.count === undefined) continue;
    let at = from;
    while (at + left < to) {
      at += left;
      counts.push(at);
      left = cycle();
    }
    left -= to - at;
  }
  return { machine, stretches, counts };
};

const stretchesOf = (span: Span, random: Random, fault: Span | null): readonly Stretch[] => {
  const made: Stretch[] = [];
  let word: number = WORD.running;
  let until = span.from + Math.round(around(random, 45, 12) * MINUTE_MS);
  for (let at = span.from; at < span.to; ) {
    const forced = forcedAt(at, fault);
    const end = Math.min(span.to, forced?.to ?? Math.min(until, nextForced(at, fault)));
    made.push({ from: at, to: end, word: forced?.word ?? word });
    at = end;
    if (at < until) continue;
    word = word === WORD.running ? WORD.standby : WORD.running;
    until = at + Math.round(around(random, word === WORD.running ? 45 : 4, word === WORD.running ? 12 : 1) * MINUTE_MS);
  }
  return made;
};
const restsOf = (at: number): readonly Stretch[] => {
  const day = dayOf(at);
  return REST.map(([from, to]) => ({ from: day + from * MINUTE_MS, to: day + to * MINUTE_MS, word: WORD.stopped }));
};
const forcesOf = (at: number, fault: Span | null): readonly Stretch[] => [
  ...(fault === null ? [] : [{ ...fault, word: WORD.fault }]),
  ...restsOf(at),
];
const forcedAt = (at: number, fault: Span | null): Stretch | undefined =>
  forcesOf(at, fault).find(({ from, to }) => from <= at && at < to);
const nextForced = (at: number, fault: Span | null): number =>
  [...forcesOf(at, fault), ...restsOf(at + 1_440 * MINUTE_MS)].reduce(
    (next, { from }) => (from > at ? Math.min(next, from) : next),
    Number.POSITIVE_INFINITY,
  );

export const wordAt = ({ stretches }: Told, ts: number): number =>
  (stretches.find(({ from, to }) => from <= ts && ts < to) ?? stretches.at(-1))?.word ?? WORD.stopped;

/** kWh up to a moment, thousandths */
export const energyAt = ({ machine, stretches }: Told, ts: number): number => {
  let watts = 0;
  for (const { from, to, word } of stretches)
    watts += Math.max(0, Math.min(to, ts) - from) * (word === WORD.running ? machine.runKw : machine.idleKw);
  return Math.round(watts / 3_600) / 1000;
};
export const paramAt = ({ mean, spread }: Param, random: Random): number =>
  Math.round(around(random, mean, spread) * 100) / 100;
