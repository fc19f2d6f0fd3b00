/**
 * Room for set-up and run on one resource (30 §3 steps 7 and 10). All in open minutes of its calendar: closed time interrupts work and
 * is not there to be seen. A resource of one lane keeps its tasks in a row, and a task put between two changes the set-up of the second,
 * whose run stays: the longer set-up must fit before it. On a resource of several lanes the changeover is from the task that ended last,
 * and what has its place keeps the set-up it was given.
 */
import { type Calendar, intervalAt, worked } from './calendar';
import {
  firstBlocked,
  lastBlocked,
  lastEnded,
  type Machine,
  type Need,
  type Reservation,
  setupAfter,
} from './reservations';

export interface Ask {
  readonly key: string;
  readonly setupMin: number;
  /** open minutes of the run */
  readonly minutes: number;
  readonly lanes: number;
  /** of the resource for this operation */
  readonly capacity: number;
  readonly isWhole: boolean;
  readonly needs: readonly Need[];
  readonly gapFill: boolean;
  /** what stands on the resource may not begin its set-up earlier */
  readonly keepsOthers: boolean;
}
/** Open minutes: set-up [from, run), run [run, to). */
export interface Slot {
  readonly from: number;
  readonly run: number;
  readonly to: number;
}

/** Open minutes of a search. */
interface Search {
  /** before which no set-up begins */
  readonly setup: number;
  /** before which no run begins */
  readonly run: number;
  /** who asks has no use for what ends later: there the search stops */
  readonly until: number;
}

/** The first slot of a search; null = none on its calendar, or none by its end. */
export function firstSlot(
  machine: Machine,
  ask: Ask,
  floor: Omit<Search, 'until'>,
  until = machine.calendar.total,
): Slot | null {
  if (ask.lanes > ask.capacity) return null;
  let { setup } = floor;
  for (;;) {
    const at = { setup, run: floor.run, until };
    const slot = machine.lane === null ? firstAmongLanes(machine, ask, at) : firstInRow(machine, ask, at);
    if (slot === null || ask.needs.length === 0) return slot;
    const blocked = firstBlocked(machine.calendar, slot, ask.needs);
    if (blocked === null) return slot;
    setup = worked(machine.calendar, blocked.to);
    if (setup >= machine.calendar.total || setup + ask.minutes > until) return null;
  }
}

/** The last slot that ends by `end`, whose run begins by `run` and whose set-up not before `setup`; null = none. */
export function lastSlot(
  machine: Machine,
  ask: Ask,
  limit: { readonly setup: number; readonly runFloor: number; readonly run: number; readonly end: number },
): Slot | null {
  if (ask.lanes > ask.capacity) return null;
  let run = Math.min(limit.run, limit.end - ask.minutes);
  for (;;) {
    const slot = machine.lane === null ? lastAmongLanes(machine, ask, run) : lastInRow(machine, ask, run, limit.setup);
    if (slot === null || slot.from < limit.setup || slot.run < limit.runFloor) return null;
    if (ask.needs.length === 0) return slot;
    const blocked = lastBlocked(machine.calendar, slot, ask.needs);
    if (blocked === null) return slot;
    run = blocked - ask.minutes;
  }
}

function firstInRow(machine: Machine, ask: Ask, floor: Search): Slot | null {
  const lane = machine.lane!;
  const { minutes } = ask;
  let found: Slot | null = null;
  const tryHole = (before: Reservation | undefined, after: Reservation | undefined): boolean => {
    if ((before?.to ?? 0) + minutes > floor.until) return true;
    const setup = setupAfter(machine, before, ask);
    let run = Math.max(floor.run, Math.max(floor.setup, before?.to ?? 0) + setup);
    const limit = after === undefined ? machine.calendar.total : limitBefore(machine, ask, after);
    if (run + minutes > limit) return false;
    if (ask.isWhole) run = wholeFrom(machine.calendar, run, setup, minutes);
    if (run + minutes > limit) return false;
    found = { from: run - setup, run, to: run + minutes };
    return true;
  };
  if (ask.gapFill) lane.forward(Math.max(floor.setup, floor.run), minutes, tryHole);
  else tryHole(lane.last, undefined);
  return found;
}

function lastInRow(machine: Machine, ask: Ask, latest: number, floor: number): Slot | null {
  const { minutes } = ask;
  let found: Slot | null = null;
  const tryHole = (before: Reservation | undefined, after: Reservation | undefined): boolean => {
    const setup = setupAfter(machine, before, ask);
    const limit = after === undefined ? machine.calendar.total : limitBefore(machine, ask, after);
    let run = Math.min(latest, limit - minutes);
    if (ask.isWhole) run = wholeUntil(machine.calendar, run, setup, minutes);
    if (run - setup >= (before?.to ?? 0)) {
      found = { from: run - setup, run, to: run + minutes };
      return true;
    }
    // earlier holes end before this one: below the floor there is nothing to find
    return (before?.from ?? 0) < floor;
  };
  machine.lane!.backward(latest, minutes, tryHole);
  return found;
}

/** The open minute by which work before a reservation must end; −1 = none may be put there. */
function limitBefore(machine: Machine, ask: Ask, after: Reservation): number {
  const setup = setupAfter(machine, ask, after);
  const given = after.run - after.from;
  if (setup <= given) return after.isFixed ? after.from : after.run - setup;
  if (after.isFixed || ask.keepsOthers) return -1;
  const from = after.run - setup;
  if (after.isWhole && intervalAt(machine.calendar, from) !== intervalAt(machine.calendar, after.run)) return -1;
  if (from < after.least || firstBlocked(machine.calendar, { from, to: after.from }, after.needs) !== null) return -1;
  return from;
}

function firstAmongLanes(machine: Machine, ask: Ask, floor: Search): Slot | null {
  const { calendar, profile, ended } = machine;
  const { minutes } = ask;
  let start = ask.gapFill ? floor.setup : Math.max(floor.setup, ended.at(-1)?.to ?? 0);
  for (;;) {
    const { setup, run: after } = setupAt(machine, ask, start, floor.run);
    const run = ask.isWhole ? wholeFrom(calendar, after, setup, minutes) : after;
    if (!(run + minutes <= calendar.total) || start + minutes > floor.until) return null;
    const above = profile.firstAbove(run - setup, run + minutes, ask.capacity - ask.lanes);
    if (above === null) return { from: run - setup, run, to: run + minutes };
    start = above.to;
  }
}

function lastAmongLanes(machine: Machine, ask: Ask, latest: number): Slot | null {
  const { minutes } = ask;
  let run = Math.min(latest, machine.calendar.total - minutes);
  for (;;) {
    let setup = setupAfter(machine, lastEnded(machine, run), ask);
    setup = setupAfter(machine, lastEnded(machine, run - setup), ask);
    if (ask.isWhole) run = wholeUntil(machine.calendar, run, setup, minutes);
    if (run - setup < 0) return null;
    const above = machine.profile.lastAbove(run - setup, run + minutes, ask.capacity - ask.lanes);
    if (above === null) return { from: run - setup, run, to: run + minutes };
    run = above - minutes;
  }
}

/** Set-up and run of work that may begin at `start`, its run not before `floor`. */
function setupAt(machine: Machine, ask: Ask, start: number, floor: number): { setup: number; run: number } {
  const setup = setupAfter(machine, lastEnded(machine, start), ask);
  const run = Math.max(floor, start + setup);
  if (run === start + setup) return { setup, run };
  // it begins later: another one may have ended last by then
  const later = setupAfter(machine, lastEnded(machine, run - setup), ask);
  return { setup: later, run: Math.max(run, start + later) };
}

/** The first run from `run` on that lies with its set-up within one interval; Infinity = none is long enough. */
function wholeFrom(calendar: Calendar, run: number, setup: number, minutes: number): number {
  let at = run;
  for (let n = intervalAt(calendar, at - setup); n < calendar.from.length; n++) {
    at = Math.max(at, calendar.before[n]! + setup);
    if (at + minutes <= calendar.before[n + 1]!) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/** The last run until `run` that lies with its set-up within one interval; −Infinity = none. */
function wholeUntil(calendar: Calendar, run: number, setup: number, minutes: number): number {
  let at = run;
  for (let n = intervalAt(calendar, at + minutes - 1); n >= 0; n--) {
    at = Math.min(at, (calendar.before[n + 1] ?? calendar.total) - minutes);
    if (at - setup >= calendar.before[n]!) return at;
  }
  return Number.NEGATIVE_INFINITY;
}
