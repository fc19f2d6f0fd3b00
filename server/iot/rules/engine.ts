/**
 * A rule over what is read of a device (50 §2.10): idle → pending → active → clearing → idle, a fold in the order of the times of the
 * readings. What time alone settles happens at a moment that follows from the readings, so early and late give the same.
 */
import { firstValue, isClear, isQuiet, isTrue, restarts, see, worse } from './conditions';
import { IDLE, type Rule, type RuleState, type Sample, type Warning } from './rule';

const HOUR_MS = 3_600_000;
/** without an opening for so long, one that opened too often speaks again */
const CALM_MS = 30 * 60_000;

/** told whenever a warning opens, changes or ends */
export type Take = (warning: Warning) => void;

/** When time alone settles something; null = never. */
export const settlesAt = (rule: Rule, state: RuleState): number | null => {
  const { phase, since, clearAt } = state;
  const due = phase === 'pending' ? since + rule.forMs : phase === 'clearing' ? clearAt + rule.clearMs : null;
  const gone = expiresAt(rule, state);
  return due === null || (gone !== null && gone < due) ? gone : due;
};
/** When there are no longer enough beginnings in the time before. */
const expiresAt = ({ often }: Rule, { hits }: RuleState): number | null => {
  if (often === null) return null;
  const nth = hits[hits.length - often.times];
  return nth === undefined ? null : nth + often.withinMs;
};

export interface Course {
  readonly samples: readonly Sample[];
  readonly until: number;
  /** told of each reading with which the condition becomes true */
  readonly onRise?: (ts: number) => void;
}
/** All of them from a state on, and what time settles until a moment. */
export const foldRule = (rule: Rule, from: RuleState, { samples, until, onRise }: Course, take: Take): RuleState => {
  let state = from;
  const settleUntil = (moment: number): void => {
    for (let at = settlesAt(rule, state); at !== null && at <= moment; at = settlesAt(rule, state))
      state = settle(rule, state, at, take);
  };
  for (const sample of samples) {
    settleUntil(sample.ts - 1);
    if (restarts(rule, state.seen, sample)) {
      state = judge(rule, state, { ts: sample.ts, holds: false, clear: true }, take);
      settleUntil(sample.ts);
    }
    const before = state.held;
    state = judged(rule, { ...state, seen: see(state.seen, sample) }, sample.ts, take);
    const isRead = rule.conditions.some(({ signal }) => signal === sample.signal);
    if (!before && state.held && isRead) onRise?.(sample.ts);
    settleUntil(sample.ts);
  }
  settleUntil(until);
  return state;
};

/** Judges what was seen, at a moment. */
const judged = (rule: Rule, state: RuleState, ts: number, take: Take): RuleState => {
  const holds = isTrue(rule, state.seen) && !isQuiet(rule, state.seen);
  if (rule.often === null) return judge(rule, state, { ts, holds, clear: isClear(rule, state.seen) }, take);
  const { times, withinMs } = rule.often;
  const hits = (holds && !state.held ? [...state.hits, ts] : state.hits).filter((hit) => hit + withinMs > ts);
  const often = hits.length >= times;
  return { ...judge(rule, { ...state, hits }, { ts, holds: often, clear: !often }, take), held: holds };
};

interface Verdict {
  readonly ts: number;
  readonly holds: boolean;
  readonly clear: boolean;
}
const judge = (rule: Rule, state: RuleState, { ts, holds, clear }: Verdict, take: Take): RuleState => {
  const x = firstValue(rule, state.seen);
  const next = { ...state, held: holds };
  switch (state.phase) {
    case 'idle':
      return holds ? { ...next, phase: 'pending', since: ts, value: x, peak: x } : next;
    case 'pending':
      return holds ? { ...next, value: x, peak: worse(rule, state.peak, x) } : { ...next, phase: 'idle' };
    case 'active':
    case 'clearing': {
      const again = holds && !state.held;
      const seen = told(next, { repeats: again, peak: worse(rule, state.peak, x) }, take);
      if (!clear) return { ...seen, phase: 'active' };
      return state.phase === 'clearing' ? seen : { ...seen, phase: 'clearing', clearAt: ts };
    }
  }
};
const told = (
  state: RuleState,
  { repeats, peak }: { readonly repeats: boolean; readonly peak: number | null },
  take: Take,
): RuleState => {
  const { last } = state;
  if (state.muted || last === null || (!repeats && peak === last.peak)) return { ...state, peak };
  const changed = { ...last, peak, repeats: last.repeats + (repeats ? 1 : 0) };
  take(changed);
  return { ...state, peak, last: changed };
};

const settle = (rule: Rule, state: RuleState, at: number, take: Take): RuleState => {
  if (expiresAt(rule, state) === at) return judged(rule, state, at, take);
  return state.phase === 'pending' ? open(rule, state, at, take) : recover(state, take);
};

const open = (rule: Rule, state: RuleState, at: number, take: Take): RuleState => {
  const opened = [...state.opened.filter((ts) => ts > at - HOUR_MS), at];
  const calm = state.shakenAt === null || at - state.shakenAt >= CALM_MS;
  const shaken = state.last !== null && (!calm || (state.shakenAt === null && opened.length > rule.maxPerHour));
  if (shaken && state.last !== null) {
    const last = { ...state.last, shaken: state.last.shaken + 1 };
    take(last);
    return { ...state, phase: 'active', opened, last, muted: true, shakenAt: at };
  }
  const { since, value, peak } = state;
  const last: Warning = { startAt: since, openAt: at, endAt: null, value, peak, repeats: 0, shaken: 0 };
  take(last);
  // after a calm time it is counted anew
  const counted = state.shakenAt === null ? opened : [at];
  return { ...state, phase: 'active', opened: counted, last, muted: false, shakenAt: null };
};

const recover = (state: RuleState, take: Take): RuleState => {
  const idle: RuleState = { ...state, phase: 'idle', muted: false };
  if (state.muted || state.last === null) return idle;
  const last = { ...state.last, endAt: state.clearAt };
  take(last);
  return { ...idle, last };
};

/** The warnings of a rule over readings in whatever order, however often each came. */
export const warningsOf = (rule: Rule, readings: readonly Sample[], until: number): readonly Warning[] => {
  const byMoment = new Map(readings.map((sample) => [`${sample.signal} ${sample.ts}`, sample]));
  const samples = [...byMoment.values()].sort((a, b) => a.ts - b.ts || (a.signal < b.signal ? -1 : 1));
  const made = new Map<number, Warning>();
  foldRule(rule, IDLE, { samples, until }, (warning) => made.set(warning.openAt, warning));
  return [...made.values()];
};
