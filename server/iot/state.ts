/**
 * Run states of one device (50 §2.8) from what its signals say, whose box is silent and what holds it; plain values in and out. A wanted
 * state is a candidate first: it wins when it held long enough, and is dated back to its first moment.
 */
import { meant, type Reads } from './reads';

export const RUN = { run: 1, standby: 2, stop: 3, fault: 4, offline: 5, repair: 6, care: 7 } as const;
export type RunState = (typeof RUN)[keyof typeof RUN];
export const BY = { signal: 1, task: 2, beat: 3, count: 4 } as const;
export type By = (typeof BY)[keyof typeof BY];
export type HoldState = typeof RUN.fault | typeof RUN.repair | typeof RUN.care;

export interface StateRow {
  readonly from: number;
  readonly to: number;
  readonly state: RunState;
  /** once in this state, it is left only below here */
  readonly keepTo: number;
  readonly holdMs: number;
}
export interface StateSignal extends Reads {
  readonly kind: 'state';
  readonly rows: readonly StateRow[];
}
export interface AlarmSignal extends Reads {
  readonly kind: 'alarm';
  /** values that stop the device */
  readonly stops: readonly { readonly raw: number; readonly code: string }[];
}
export interface CountSignal extends Reads {
  readonly kind: 'count';
  readonly pulse: boolean;
  readonly idleMs: number;
}
export type Signal = StateSignal | AlarmSignal | CountSignal;
export interface DeviceRule {
  readonly signals: readonly Signal[];
}

export type Happening =
  | { readonly kind: 'read'; readonly point: string; readonly value: number }
  | { readonly kind: 'box'; readonly box: string; readonly silent: boolean }
  | { readonly kind: 'hold'; readonly state: HoldState | null };

/** What a signal said last. */
interface Seen {
  readonly point: string;
  readonly x: number;
  readonly row: StateRow | null;
  readonly stop: string | null;
  readonly countAt: number | null;
}
interface Wanted {
  readonly state: RunState;
  readonly by: By;
  readonly fault: string | null;
  readonly holdMs: number;
}
export interface Machine {
  /** everything up to here is settled */
  readonly at: number;
  readonly run: RunState | null;
  readonly since: number;
  readonly by: By;
  readonly fault: string | null;
  readonly next: (Wanted & { readonly from: number }) | null;
  readonly seen: Readonly<Record<string, Seen>>;
  readonly silent: readonly string[];
  readonly hold: HoldState | null;
}
export const NO_MACHINE: Machine = {
  ...{ at: 0, run: null, since: 0, by: BY.signal, fault: null, next: null },
  ...{ seen: {}, silent: [], hold: null },
};
/** null: from here on nothing is known of the device */
export interface Change {
  readonly at: number;
  readonly state: RunState | null;
  readonly by: By;
  readonly fault: string | null;
}
type Tell = (change: Change) => void;

/** All that happens at one moment is taken before it is judged. */
export const happen = (
  rule: DeviceRule,
  machine: Machine,
  { ts, all }: { readonly ts: number; readonly all: readonly Happening[] },
  tell: Tell,
): Machine => {
  const before = settle(rule, machine, ts, tell);
  const taken = all.reduce((state, one) => take(rule, state, one, ts), before);
  return judge(rule, taken, ts, tell);
};

/** What time alone decides until a moment, that one included. */
export const settle = (rule: DeviceRule, machine: Machine, until: number, tell: Tell): Machine => {
  let state = machine;
  for (let due = settlesAt(rule, state); due !== null && due <= until; due = settlesAt(rule, state))
    state = judge(rule, { ...win(state, due, tell), at: due }, due, tell);
  return { ...state, at: Math.max(state.at, until) };
};

/** When time alone decides next; null: never. */
export const settlesAt = (rule: DeviceRule, { at, next, seen }: Machine): number | null => {
  const idle = signalsOf(rule, 'count').flatMap(({ map, idleMs }) => {
    const { countAt = null } = seen[map] ?? {};
    return countAt === null || countAt + idleMs <= at ? [] : [countAt + idleMs];
  });
  const due = next === null ? idle : [next.from + next.holdMs, ...idle];
  return due.length === 0 ? null : Math.min(...due);
};

/** Another rule holds from a moment on: what signals said stands until they speak again. */
export const renew = (rule: DeviceRule, machine: Machine, ts: number, tell: Tell): Machine => {
  const points = new Map(rule.signals.map(({ map, point }) => [map, point]));
  const seen = Object.fromEntries(Object.entries(machine.seen).filter(([map, { point }]) => points.get(map) === point));
  const kept = { ...machine, seen };
  return isTracked(rule) ? kept : judge(rule, kept, ts, tell);
};

const signalsOf = <K extends Signal['kind']>({ signals }: DeviceRule, kind: K): readonly (Signal & { kind: K })[] =>
  signals.filter((signal): signal is Signal & { kind: K } => signal.kind === kind);
/** Alarms alone make no timeline. */
const isTracked = ({ signals }: DeviceRule): boolean => signals.some(({ kind }) => kind !== 'alarm');

const take = (rule: DeviceRule, machine: Machine, one: Happening, ts: number): Machine => {
  if (one.kind === 'hold') return { ...machine, hold: one.state };
  if (one.kind === 'box') {
    const others = machine.silent.filter((box) => box !== one.box);
    return { ...machine, silent: one.silent ? [...others, one.box].sort() : others };
  }
  const seen = { ...machine.seen };
  for (const signal of rule.signals) {
    const x = signal.point === one.point ? meant(signal, one.value) : null;
    if (x !== null) seen[signal.map] = see(signal, seen[signal.map], x, ts);
  }
  return { ...machine, seen };
};
const see = (signal: Signal, before: Seen | undefined, x: number, ts: number): Seen => {
  const { point, kind } = signal;
  const counted = kind === 'count' && before !== undefined && (signal.pulse ? before.x <= 0 && x > 0 : x > before.x);
  return {
    ...{ point, x },
    row: kind === 'state' ? rowOf(signal, before?.row ?? null, x) : null,
    stop: kind === 'alarm' ? (signal.stops.find(({ raw }) => raw === x)?.code ?? null) : null,
    countAt: counted ? ts : (before?.countAt ?? null),
  };
};
const rowOf = ({ rows }: StateSignal, before: StateRow | null, x: number): StateRow | null => {
  const isKept = before !== null && x < before.from && x >= before.keepTo;
  return isKept ? before : (rows.find(({ from, to }) => x >= from && x <= to) ?? null);
};

/** What the device should be in, and null when nothing says it. */
const wantedOf = (rule: DeviceRule, { hold, silent, seen }: Machine, t: number): Wanted | null => {
  const said = { fault: null, holdMs: 0 };
  if (hold !== null) return { ...said, state: hold, by: BY.task };
  if (!isTracked(rule)) return null;
  const states = signalsOf(rule, 'state');
  const carriers = states.length > 0 ? states : rule.signals;
  if (carriers.every(({ box }) => silent.includes(box))) return { ...said, state: RUN.offline, by: BY.beat };
  // what a silent box said last is no news
  const heard = ({ box }: Signal): boolean => !silent.includes(box);
  for (const { map } of signalsOf(rule, 'alarm').filter(heard)) {
    const fault = seen[map]?.stop ?? null;
    if (fault !== null) return { ...said, state: RUN.fault, by: BY.signal, fault };
  }
  if (states.length === 0) return countedOf(signalsOf(rule, 'count').filter(heard), seen, t);
  const rows = states.filter(heard).flatMap(({ map }) => seen[map]?.row ?? []);
  for (const state of [RUN.fault, RUN.run, RUN.standby, RUN.stop]) {
    const row = rows.find((one) => one.state === state);
    if (row !== undefined) return { ...said, state, by: BY.signal, holdMs: row.holdMs };
  }
  return null;
};
const countedOf = (signals: readonly CountSignal[], seen: Machine['seen'], t: number): Wanted | null => {
  const known = signals.filter(({ map }) => seen[map] !== undefined);
  if (known.length === 0) return null;
  const runs = known.some(({ map, idleMs }) => {
    const { countAt = null } = seen[map] ?? {};
    return countAt !== null && t < countAt + idleMs;
  });
  return { state: runs ? RUN.run : RUN.standby, by: BY.count, fault: null, holdMs: 0 };
};

const judge = (rule: DeviceRule, machine: Machine, ts: number, tell: Tell): Machine => {
  const wanted = wantedOf(rule, machine, ts);
  if (wanted === null) return isTracked(rule) ? { ...machine, next: null } : ended(machine, ts, tell);
  if (wanted.state === machine.run) return { ...machine, next: null };
  const goesOn = machine.next?.state === wanted.state;
  const next = goesOn ? machine.next : { ...wanted, from: ts, holdMs: machine.run === null ? 0 : wanted.holdMs };
  return win({ ...machine, next }, ts, tell);
};
const win = (machine: Machine, ts: number, tell: Tell): Machine => {
  const { next } = machine;
  if (next === null || ts < next.from + next.holdMs) return machine;
  const { state, from, by, fault } = next;
  tell({ at: from, state, by, fault });
  return { ...machine, ...{ run: state, since: from, by, fault, next: null } };
};
const ended = (machine: Machine, ts: number, tell: Tell): Machine => {
  if (machine.run !== null) tell({ at: ts, state: null, by: machine.by, fault: null });
  return { ...machine, run: null, next: null, fault: null };
};
