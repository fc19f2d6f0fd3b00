/** Who has a resource when. Counted in open minutes of its calendar, where a task is one span (calendar.ts). */
import { type Calendar, stretches, worked } from './calendar';
import { Lane } from './lane';
import { Profile } from './profile';
import { type Setups, setupMinutes } from './setup';
import type { Placed } from './shop';
import type { Interval, Resource } from './types';

export interface Reservation {
  /** the set-up begins */
  from: number;
  readonly run: number;
  readonly to: number;
  readonly key: string;
  /** set-up where no changeover is named */
  readonly setupMin: number;
  readonly lanes: number;
  /** its set-up may not begin before, when another one comes before it and makes it longer */
  readonly least: number;
  readonly isFixed: boolean;
  /** stays within one interval */
  readonly isWhole: boolean;
  readonly needs: readonly Need[];
  readonly placed: Placed;
}
/** Heads of a crew or a mould, with how many of it. */
export interface Need {
  readonly shared: Shared;
  readonly amount: number;
}
export interface Shared {
  readonly name: string;
  readonly kind: 'team' | 'mould';
  readonly capacity: number;
  /** in real minutes: resources of other calendars use it too */
  readonly profile: Profile;
}
export interface Machine {
  readonly resource: Resource;
  readonly calendar: Calendar;
  /** of a resource that does one task at a time */
  readonly lane: Lane | null;
  /** of one that does several: used lanes, and its tasks by their end */
  readonly profile: Profile;
  readonly ended: Reservation[];
  readonly setups: Setups;
}

export const newMachine = (resource: Resource, calendar: Calendar, setups: Setups, isSingle: boolean): Machine => ({
  resource,
  calendar,
  lane: isSingle ? new Lane() : null,
  profile: new Profile(),
  ended: [],
  setups,
});

/** Set-up of `next` after a task, or after the last real product of the resource. */
export const setupAfter = (
  { setups, resource }: Machine,
  before: { readonly key: string } | undefined,
  next: { readonly key: string; readonly setupMin: number },
): number => setupMinutes(setups, resource.group, before === undefined ? resource.lastKey : before.key, next);

/**
 * Puts a reservation into its machine and takes what it needs; the set-up of the next one follows. Answers how to undo it, the last
 * first.
 */
export function reserve(machine: Machine, reservation: Reservation): () => void {
  const { lane } = machine;
  use(machine, reservation, 1);
  if (lane === null) {
    machine.profile.add(reservation.from, reservation.to, reservation.lanes);
    machine.ended.splice(endedBefore(machine, reservation.to), 0, reservation);
    return () => release(machine, reservation);
  }
  const after = lane.insert(reservation);
  if (after === undefined || after.isFixed) return () => release(machine, reservation);
  const { from } = after;
  beginSetup(machine, after, after.run - setupAfter(machine, reservation, after));
  return () => {
    release(machine, reservation);
    beginSetup(machine, after, from);
  };
}

/** Takes a reservation out; what follows it stays as it is. */
export function release(machine: Machine, reservation: Reservation): void {
  use(machine, reservation, -1);
  if (machine.lane !== null) machine.lane.remove(reservation);
  else {
    machine.profile.add(reservation.from, reservation.to, -reservation.lanes);
    machine.ended.splice(machine.ended.indexOf(reservation), 1);
  }
}

/** Lets the set-up of a reservation begin at another minute; its run stays. */
export function beginSetup(machine: Machine, reservation: Reservation, from: number): void {
  if (from === reservation.from) return;
  use(machine, reservation, -1);
  reservation.from = from;
  use(machine, reservation, 1);
}

/** The task of a resource with several lanes that ended last by a minute. */
export const lastEnded = (machine: Machine, by: number): Reservation | undefined =>
  machine.ended[endedBefore(machine, by) - 1];

/** Minutes × lanes reserved within [from, to). */
export const usedWithin = ({ lane, profile }: Machine, from: number, to: number): number =>
  lane === null
    ? profile.sum(from, to)
    : lane.within(from, to).reduce((sum, it) => sum + Math.min(it.to, to) - Math.max(it.from, from), 0);

/** The first real span in which something needed is not free for work over [from, to); null = all free. */
export function firstBlocked(
  calendar: Calendar,
  span: Interval,
  needs: readonly Need[],
): (Interval & { readonly shared: Shared }) | null {
  let first: (Interval & { readonly shared: Shared }) | null = null;
  for (const { shared, amount } of needs)
    for (const { from, to } of stretches(calendar, span.from, span.to)) {
      const found = shared.profile.firstAbove(from, to, shared.capacity - amount);
      if (found === null) continue;
      if (first === null || found.from < first.from) first = { ...found, shared };
      break;
    }
  return first;
}

/** The open minute from which the last such span starts. */
export function lastBlocked(calendar: Calendar, span: Interval, needs: readonly Need[]): number | null {
  let last: number | null = null;
  for (const { shared, amount } of needs)
    for (const { from, to } of stretches(calendar, span.from, span.to).reverse()) {
      const found = shared.profile.lastAbove(from, to, shared.capacity - amount);
      if (found === null) continue;
      const at = found === Number.NEGATIVE_INFINITY ? found : worked(calendar, found);
      if (last === null || at > last) last = at;
      break;
    }
  return last;
}

function use({ calendar }: Machine, { from, to, needs }: Reservation, sign: 1 | -1): void {
  for (const { shared, amount } of needs)
    for (const piece of stretches(calendar, from, to)) shared.profile.add(piece.from, piece.to, sign * amount);
}

/** How many tasks ended by a minute. */
function endedBefore({ ended }: Machine, by: number): number {
  let low = 0;
  let high = ended.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ended[middle]!.to <= by) low = middle + 1;
    else high = middle;
  }
  return low;
}
