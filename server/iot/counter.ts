/**
 * Pieces of a count signal (50 §2.7), a fold over its readings in the order of their own times. What waits for a confirmation is
 * settled by time too: `settle` acts at a moment that follows from the readings alone, so that early and late give the same.
 */

import { addDec, mulDec, subDec } from '../../schemas/language/codec/decimal';

export interface CounterRule {
  /** counts by its level, not by a total */
  readonly pulse: boolean;
  readonly maxRate: number | null;
  /** distinct values of the register; null = it never begins anew */
  readonly rolloverMax: number | null;
  readonly backTol: number;
  readonly confirmReads: number;
  readonly confirmMs: number;
  readonly debounceMs: number;
  readonly minGapMs: number;
  /** pieces of one count: factor × perShot */
  readonly per: number;
}
export interface Sample {
  readonly ts: number;
  readonly x: number;
}
export interface CounterState {
  readonly base: Sample | null;
  /** counts so far: pieces are whole ones of them */
  readonly cum: number;
  /** readings that do not go on from the base, and may be a new beginning */
  readonly pending: { readonly kind: 'drop' | 'jump'; readonly samples: readonly Sample[] } | null;
  /** pulse: since when the level is up, while it is not counted; when the last one was */
  readonly risenAt: number | null;
  readonly countedAt: number | null;
}
/** Pieces made between two moments; `suspect` ones wait for a person and are none yet. */
export interface Booking {
  readonly from: number;
  readonly to: number;
  readonly pieces: number;
  readonly suspect: boolean;
}
export type Step = readonly [CounterState, readonly Booking[]];

export const NO_COUNT: CounterState = { base: null, cum: 0, pending: null, risenAt: null, countedAt: null };

/** When time alone settles something; null = never. */
export const settlesAt = (rule: CounterRule, { pending, risenAt }: CounterState): number | null => {
  if (risenAt !== null) return risenAt + rule.debounceMs;
  const [first] = pending?.kind === 'drop' ? pending.samples : [];
  return first === undefined ? null : first.ts + rule.confirmMs;
};

/** What waited long enough counts. */
export const settle = (rule: CounterRule, state: CounterState): Step =>
  state.risenAt !== null ? countPulse(rule, state, state.risenAt) : confirmDrop(rule, state);

/** The next reading, a good one. */
export const count = (rule: CounterRule, state: CounterState, sample: Sample): Step =>
  rule.pulse ? pulse(state, sample) : total(rule, state, sample);

const total = (rule: CounterRule, state: CounterState, sample: Sample): Step => {
  const { base } = state;
  if (base === null) return [{ ...state, base: sample, pending: null }, []];
  const cap = capOf(rule, sample.ts - base.ts);
  const step = subDec(sample.x, base.x);
  if (step >= 0 && step <= cap) return booked(rule, state, sample, step);
  if (step < 0 && -step <= rule.backTol) return [{ ...state, pending: null }, []];
  if (step >= 0) return jumped(rule, state, sample);
  const over = rule.rolloverMax === null ? null : addDec(subDec(rule.rolloverMax, base.x), sample.x);
  if (over !== null && over >= 0 && over <= cap) return booked(rule, state, sample, over);
  return dropped(rule, state, sample);
};

/** Most counts in so many ms; a rate that is not known limits nothing. */
const capOf = ({ maxRate }: CounterRule, ms: number): number =>
  maxRate === null ? Number.POSITIVE_INFINITY : Math.ceil(((maxRate * ms) / 60_000) * 1.5 + 1);

const booked = (rule: CounterRule, state: CounterState, sample: Sample, counts: number): Step => {
  const cum = addDec(state.cum, counts);
  const pieces = wholes(rule, cum) - wholes(rule, state.cum);
  const from = state.base?.ts ?? sample.ts;
  return [{ ...state, base: sample, cum, pending: null }, bookings(from, sample.ts, pieces, false)];
};
const wholes = ({ per }: CounterRule, counts: number): number => Math.floor(mulDec(counts, per));
const bookings = (from: number, to: number, pieces: number, suspect: boolean): readonly Booking[] =>
  pieces === 0 ? [] : [{ from, to, pieces, suspect }];

/** Readings that go on from a level far above: a person decides what the jump was. */
const jumped = (rule: CounterRule, state: CounterState, sample: Sample): Step => {
  const samples = goingOn(rule, state, 'jump', sample);
  const [first] = samples;
  if (samples.length < rule.confirmReads || first === undefined || state.base === null)
    return [{ ...state, pending: { kind: 'jump', samples } }, []];
  const pieces = wholes(rule, subDec(sample.x, state.base.x));
  return [{ ...state, base: sample, pending: null }, bookings(state.base.ts, sample.ts, pieces, true)];
};

const dropped = (rule: CounterRule, state: CounterState, sample: Sample): Step => {
  const samples = goingOn(rule, state, 'drop', sample);
  const next: CounterState = { ...state, pending: { kind: 'drop', samples } };
  return samples.length < rule.confirmReads ? [next, []] : confirmDrop(rule, next);
};

/** Readings of one sort that rise together, no faster than the machine can; another one begins anew. */
const goingOn = (
  rule: CounterRule,
  { pending }: CounterState,
  kind: 'drop' | 'jump',
  sample: Sample,
): readonly Sample[] => {
  const before = pending?.kind === kind ? pending.samples : [];
  const last = before.at(-1);
  const step = last === undefined ? -1 : subDec(sample.x, last.x);
  return last !== undefined && step >= 0 && step <= capOf(rule, sample.ts - last.ts) ? [...before, sample] : [sample];
};

/** The counter began anew: its first value and what followed are booked at their own times, what no machine can make is not. */
const confirmDrop = (rule: CounterRule, state: CounterState): Step => {
  const samples = state.pending?.samples ?? [];
  let { cum, base } = state;
  const made: Booking[] = [];
  for (const sample of samples) {
    const counts = base === state.base ? sample.x : subDec(sample.x, base?.x ?? 0);
    const from = base?.ts ?? sample.ts;
    if (counts > capOf(rule, sample.ts - from)) made.push(...bookings(from, sample.ts, wholes(rule, counts), true));
    else {
      made.push(...bookings(from, sample.ts, wholes(rule, addDec(cum, counts)) - wholes(rule, cum), false));
      cum = addDec(cum, counts);
    }
    base = sample;
  }
  return [{ ...state, base, cum, pending: null }, made];
};

/** A level that rises, holds and is far enough from the one before. */
const pulse = (state: CounterState, sample: Sample): Step => {
  const wasUp = (state.base?.x ?? 1) > 0;
  const isUp = sample.x > 0;
  const risenAt = isUp ? (wasUp ? state.risenAt : sample.ts) : null;
  return [{ ...state, base: sample, risenAt }, []];
};
const countPulse = (rule: CounterRule, state: CounterState, at: number): Step => {
  const next = { ...state, risenAt: null };
  if (state.countedAt !== null && at - state.countedAt < rule.minGapMs) return [next, []];
  const cum = state.cum + 1;
  return [{ ...next, cum, countedAt: at }, bookings(at, at, wholes(rule, cum) - wholes(rule, state.cum), false)];
};

/** All of them from a state on, what time settles until a moment among them. */
export const foldCounter = (
  rule: CounterRule,
  from: CounterState,
  samples: readonly Sample[],
  until: number,
  take: (booking: Booking, at: number) => void,
): CounterState => {
  let state = from;
  const settleUntil = (moment: number): void => {
    for (let at = settlesAt(rule, state); at !== null && at <= moment; at = settlesAt(rule, state)) {
      const [next, made] = settle(rule, state);
      state = next;
      for (const booking of made) take(booking, at);
    }
  };
  for (const sample of samples) {
    settleUntil(sample.ts);
    const [next, made] = count(rule, state, sample);
    state = next;
    for (const booking of made) take(booking, sample.ts);
  }
  settleUntil(until);
  return state;
};
