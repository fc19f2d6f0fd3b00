/** One machine over a span: when it runs, when a count is done, what its meter and its parameters show. */
import { dayUse, type Load, REST, usedBy } from './load';
import { MACHINES, type Machine, type Param, WORD } from './plant';
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
  /** those of them that made a bad piece */
  readonly bads: readonly number[];
  /** kWh on its meter when the span begins */
  readonly stood: number;
  /** what it draws, times what it is said to draw */
  readonly strength: number;
}

/** minutes it runs and stands in turn, in the mean */
const RUNS = 45;
const STANDS = 4;

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
  const { bad } = machine;
  const bads = bad === undefined ? [] : counts.filter(() => random() < bad.share);
  const load = expected(machine);
  const stood = usedBy(load, span.from);
  const drawn = drawnBy(machine, stretches, span.to);
  // a run ends where its moment says, so that the next one goes on from there, whichever its seed
  const strength = drawn > 0 ? (usedBy(load, span.to) - stood) / drawn : 0;
  return { machine, stretches, counts, bads, stood, strength };
};
/** What it draws when nothing is known of it but the hours of the shifts. */
const expected = (machine: Machine): Load => ({
  seed: MACHINES.indexOf(machine) + 1,
  work: (RUNS * machine.runKw + STANDS * machine.idleKw) / (RUNS + STANDS),
  rest: machine.idleKw,
});
/** kWh of a mean day */
export const meanDay = (machine: Machine): number => dayUse(expected(machine));

const stretchesOf = (span: Span, random: Random, fault: Span | null): readonly Stretch[] => {
  const made: Stretch[] = [];
  let word: number = WORD.running;
  let until = span.from + Math.round(around(random, RUNS, 12) * MINUTE_MS);
  for (let at = span.from; at < span.to; ) {
    const forced = forcedAt(at, fault);
    const end = Math.min(span.to, forced?.to ?? Math.min(until, nextForced(at, fault)));
    made.push({ from: at, to: end, word: forced?.word ?? word });
    at = end;
    if (at < until) continue;
    word = word === WORD.running ? WORD.standby : WORD.running;
    until =
      at +
      Math.round(around(random, word === WORD.running ? RUNS : STANDS, word === WORD.running ? 12 : 1) * MINUTE_MS);
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

const kwOf = ({ runKw, idleKw }: Machine, word: number): number => (word === WORD.running ? runKw : idleKw);
const drawnBy = (machine: Machine, stretches: readonly Stretch[], ts: number): number => {
  let kwMs = 0;
  for (const { from, to, word } of stretches) kwMs += Math.max(0, Math.min(to, ts) - from) * kwOf(machine, word);
  return kwMs / 3_600_000;
};
/** kW at a moment */
export const powerAt = (told: Told, ts: number): number => kwOf(told.machine, wordAt(told, ts)) * told.strength;
/** kWh up to a moment */
export const usedAt = ({ machine, stretches, stood, strength }: Told, ts: number): number =>
  stood + drawnBy(machine, stretches, ts) * strength;
/** what its own meter shows: thousandths */
export const energyAt = (told: Told, ts: number): number => Math.round(usedAt(told, ts) * 1000) / 1000;
/** of a machine in a state: a spindle that stands does not turn */
export const paramAt = ({ mean, spread, still }: Param, word: number, random: Random): number => {
  const running = Math.round(around(random, mean, spread) * 100) / 100;
  return word === WORD.running ? running : (still ?? running);
};
