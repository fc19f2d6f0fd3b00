/** 顺延 (30 §3 step 14): what is in the way of a moved task goes on after it, in order, then what follows from that; never earlier. */
import { opening, worked } from './calendar';
import { askOf } from './choose';
import { type Pinned, standing } from './pin';
import { allPlaced, put, runDone, startOf, take } from './placed';
import { beginSetup, type Machine, setupAfter } from './reservations';
import type { Placed, Shop } from './shop';
import { type Ask, firstSlot } from './slot';
import { predecessorBound } from './transfer';
import type { Minute } from './types';

/**
 * Puts a pinned task down; tasks of its resource, and of the one it came from, that stand after it follow in their order with new
 * set-ups, each where it was or later. False = one of them has no place any more.
 */
export function shiftAround(
  shop: Shop,
  { placed }: Pinned,
  source: { readonly machine: Machine; readonly from: number } | null,
): boolean {
  const machine = placed.machine!;
  const own = placed.reservation!;
  if (machine.lane === null) {
    if (!shiftAmongLanes(shop, placed)) return false;
    return source === null || source.machine === machine || inRow(shop, source.machine, source.from);
  }
  const first = source?.machine === machine ? Math.min(own.from, source.from) : own.from;
  const row = looseFrom(machine, first);
  for (const one of row) take(one);
  put(placed);
  if (!refill(shop, machine, row)) return false;
  return source === null || source.machine === machine || inRow(shop, source.machine, source.from);
}

/**
 * Moves on what begins before its pieces are there, or whose set-up has become longer than its room, to its earliest feasible time on
 * its resource among what stands there. The asked task stays. False = no place within the horizon.
 */
export function shiftSuccessors(shop: Shop, asked: Placed): boolean {
  for (let isStable = false; !isStable; ) {
    isStable = true;
    const inOrder = allPlaced(shop)
      .filter(({ isFixed, job, id }) => !isFixed && job !== null && id !== asked.id)
      .map((placed) => ({ placed, start: startOf(placed) }))
      .sort((a, b) => a.start - b.start || (a.placed.id < b.placed.id ? -1 : 1));
    for (const { placed } of inOrder) {
      if (isInPlace(placed)) continue;
      isStable = false;
      if (!goOn(shop, placed)) return false;
    }
  }
  return true;
}

/** Tasks of a row that may move and end after an open minute, in order. */
const looseFrom = (machine: Machine, from: number): Placed[] =>
  standing(machine, from, machine.calendar.total)
    .filter(({ isFixed, placed }) => !isFixed && placed.job !== null)
    .map(({ placed }) => placed);

function inRow(shop: Shop, machine: Machine, from: number): boolean {
  if (machine.lane === null) return true;
  const row = looseFrom(machine, from);
  for (const one of row) take(one);
  return refill(shop, machine, row);
}

/** Puts tasks into a row one after the other, each not before its old place. */
function refill(shop: Shop, machine: Machine, row: readonly Placed[]): boolean {
  let end = 0;
  for (const one of row) {
    const at = one.reservation!;
    const next = placeFrom(shop, one, machine, { setup: Math.max(at.from, end), run: at.run });
    if (next === null) return false;
    put(next);
    end = next.reservation!.to;
  }
  return true;
}

/** On a resource of several lanes only what no longer fits beside the moved task goes on. */
function shiftAmongLanes(shop: Shop, placed: Placed): boolean {
  const machine = placed.machine!;
  const { from, to } = placed.reservation!;
  const beside = standing(machine, from, to).filter(({ isFixed, placed: one }) => !isFixed && one.job !== null);
  for (const { placed: one } of beside) take(one);
  put(placed);
  for (const { placed: one } of beside) {
    const at = one.reservation!;
    const next = placeFrom(shop, one, machine, { setup: at.from, run: at.run });
    if (next === null) return false;
    put(next);
  }
  return true;
}

function isInPlace(placed: Placed): boolean {
  const { job, machine, reservation } = placed;
  const bound = predecessorBound(job!, placed, machine?.calendar ?? null);
  if (startOf(placed) < bound.hard) return false;
  if (machine === null || reservation === null) return true;
  if (runDone(placed) < bound.run) return false;
  if (machine.lane === null) return true;
  const { before } = machine.lane.around(reservation);
  const setup = setupAfter(machine, before, reservation);
  if (setup > reservation.run - reservation.from) return false;
  // what it needs less of begins later
  beginSetup(machine, reservation, reservation.run - setup);
  return true;
}

function goOn(shop: Shop, placed: Placed): boolean {
  const { machine, reservation, job, times } = placed;
  if (machine === null || reservation === null) {
    const bound = predecessorBound(job!, placed, null);
    const start: Minute = Math.max(times!.start, bound.hard);
    placed.times = { start, run: start, end: start + times!.end - times!.start };
    job!.arrivals = null;
    return placed.times.end <= shop.end;
  }
  take(placed);
  const next = placeFrom(shop, placed, machine, { setup: reservation.from, run: reservation.run });
  if (next === null) return false;
  put(next);
  return true;
}

/** A task taken from the floor at its earliest place from `floor` on, after its predecessors, nobody else disturbed. */
function placeFrom(
  shop: Shop,
  placed: Placed,
  machine: Machine,
  floor: { readonly setup: number; readonly run: number },
): Placed | null {
  const asked = askOf(shop, placed.job!, machine, placed.qty);
  if (asked === null) return null;
  const { calendar } = machine;
  const bound = predecessorBound(placed.job!, placed, calendar);
  const ask: Ask = { ...asked.ask, gapFill: true, keepsOthers: true };
  const setup = Math.max(floor.setup, worked(calendar, bound.hard));
  const slot = firstSlot(machine, ask, { setup, run: Math.max(floor.run, setup, bound.run) });
  if (slot === null || opening(calendar, slot.to - 1) >= shop.end) return null;
  const next: Placed = { ...placed, times: null };
  next.reservation = { ...placed.reservation!, ...slot, least: slot.from, placed: next };
  return next;
}
