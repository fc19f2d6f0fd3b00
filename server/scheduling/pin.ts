/** A task pinned to a start a planner asked for, with what refuses it (30 §3 step 14). */
import { closing, intervalAt, opening, worked } from './calendar';
import { askOf } from './choose';
import { Profile } from './profile';
import { lastEnded, type Machine, type Reservation, setupAfter } from './reservations';
import type { Placed, Shop } from './shop';
import { poolText, refusalText } from './texts';
import { predecessorBound } from './transfer';
import type { Minute, Refused } from './types';
import { predecessorMoment } from './waits';

export interface Pinned {
  /** not on the floor yet */
  readonly placed: Placed;
  /** the sentence where its resource cannot do it beside what stands there; null = it can */
  readonly overload: () => string | null;
}

/**
 * A task, taken from the floor before, at the asked start or the next working minute after it; never before now. `back`: it
 * goes back to where it was, with the set-up it had, even before its predecessors or in the past.
 */
export function pin(
  shop: Shop,
  task: Placed,
  machine: Machine,
  { start, back }: { readonly start: Minute; readonly back?: { readonly setupMin: number } },
): Pinned | Refused {
  const job = task.job!;
  const { calendar, resource } = machine;
  const { operation } = job;
  const asked = askOf(shop, job, machine, task.qty);
  const isOfGroup =
    operation.device === resource.id ||
    (operation.equips.length > 0 ? operation.equips.includes(resource.id) : operation.group === resource.group);
  if (!isOfGroup || !resource.inUse || asked === null) {
    const group = operation.group ?? '';
    return { refused: refusalText.foreign(resource.code, shop.groups.get(group)?.name ?? group) };
  }
  const { minutes, isWhole } = asked.ask;
  let from = worked(calendar, back ? start : Math.max(start, shop.now));
  const setupAt = (at: number): number => back?.setupMin ?? setupAfter(machine, doneBefore(machine, at), asked.ask);
  let setup = setupAt(from);
  if (isWhole)
    for (let n = intervalAt(calendar, from); n < calendar.from.length; n++) {
      from = Math.max(from, calendar.before[n]!);
      setup = setupAt(from);
      if (from + setup + minutes <= calendar.before[n + 1]!) break;
    }
  const run = from + setup;
  const to = run + minutes;
  if (to > calendar.total || closing(calendar, to) > shop.end)
    return { refused: poolText.beyond(shop.config.horizonDays) };
  const placed: Placed = { ...task, per: asked.per, machine, times: null, reservation: null };
  placed.reservation = {
    from,
    run,
    to,
    key: asked.ask.key,
    setupMin: asked.ask.setupMin,
    lanes: asked.ask.lanes,
    least: from,
    isFixed: false,
    isWhole,
    needs: asked.ask.needs,
    placed,
  };
  const refused =
    (back ? null : tooEarly(placed, placed.reservation)) ?? lockedText(placed.reservation, machine, asked.ask.capacity);
  if (refused !== null) return { refused };
  return { placed, overload: () => overloadText(placed.reservation!, machine, asked.ask.capacity) };
}

/** The task that works on a resource at a moment, another one than `except`. */
export function placedAt(machine: Machine, moment: Minute, except: Placed): Placed | null {
  const at = worked(machine.calendar, moment);
  return standing(machine, at, at + 1).find(({ placed }) => placed.id !== except.id)?.placed ?? null;
}

/** Reservations that touch [from, to). */
export const standing = ({ lane, ended }: Machine, from: number, to: number): readonly Reservation[] =>
  lane === null
    ? ended
        .filter((it) => it.from < to && it.to > from)
        .sort((a, b) => a.from - b.from || (a.placed.id < b.placed.id ? -1 : 1))
    : lane.within(from, to);

const doneBefore = (machine: Machine, at: number): Reservation | undefined => {
  if (machine.lane === null) return lastEnded(machine, at);
  let before: Reservation | undefined;
  for (const it of machine.lane.within(0, at)) if (it.to <= at) before = it;
  return before;
};

function tooEarly(placed: Placed, { from, run }: Reservation): string | null {
  const machine = placed.machine!;
  const bound = predecessorBound(placed.job!, placed, machine.calendar);
  if (bound.by === null || (opening(machine.calendar, from) >= bound.hard && run >= bound.run)) return null;
  // before its first pieces are there, or so early that it would wait for later ones
  const at = opening(machine.calendar, run) < bound.byFirst ? bound.byFirst : predecessorMoment(bound, machine);
  return refusalText.beforePredecessor(bound.by.operation.opNbr, at);
}

/** Where fixed tasks alone leave no lane. */
function lockedText(own: Reservation, machine: Machine, capacity: number): string | null {
  const fixed = standing(machine, own.from, own.to).filter(({ isFixed }) => isFixed);
  const profile = new Profile();
  for (const { from, to, lanes } of fixed) profile.add(from, to, lanes);
  const above = profile.firstAbove(own.from, own.to, capacity - own.lanes);
  if (above === null) return null;
  return refusalText.locked(machine.resource.code, realSpan(machine, above.from, Math.min(above.to, own.to)));
}

/** The sentence of the sweep for a task beside what stands on its resource. */
function overloadText(own: Reservation, machine: Machine, capacity: number): string | null {
  const profile = new Profile();
  for (const { from, to, lanes } of standing(machine, own.from, own.to)) profile.add(from, to, lanes);
  const above = profile.firstAbove(own.from, own.to, capacity - own.lanes);
  if (above === null) return null;
  const to = Math.min(above.to, own.to);
  const planned = profile.sum(above.from, above.from + 1) + own.lanes;
  return refusalText.overload(machine.resource.code, realSpan(machine, above.from, to), planned, capacity);
}

const realSpan = ({ calendar }: Machine, from: number, to: number): { from: Minute; to: Minute } => ({
  from: opening(calendar, from),
  to: closing(calendar, to),
});
