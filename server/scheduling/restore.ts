/**
 * Undo and redo of moves: operations with all their parts where somebody saw them before. What stands beside them must be as it was then,
 * which the version of the plan tells; closed time, foreign resources and held tasks are refused as for a move.
 */
import { supplierMinutes } from './forward';
import { type Moved, movedOf, openPlan } from './move';
import { pin } from './pin';
import { put, take } from './placed';
import { planOf } from './plan';
import { calendarsOf, type Job, type Placed, type Shop } from './shop';
import { poolText } from './texts';
import type { Input, Minute, Refused } from './types';

export interface Place {
  readonly task: string;
  readonly operation: string;
  readonly part: number;
  readonly resource: string;
  readonly start: Minute;
  readonly qty: number;
  readonly setupMin: number;
}

/** Puts all loose parts of the operations to the places; those without one go to the pool. */
export function restorePlaces(input: Input, operations: readonly string[], places: readonly Place[]): Moved | Refused {
  const calendars = calendarsOf(input);
  const shop = openPlan(input, calendars);
  const gone = new Set<string>();
  for (const id of operations)
    for (const placed of [...(shop.jobs.get(id)?.placed ?? [])]) {
      if (placed.isFixed) continue;
      take(placed);
      gone.add(placed.id);
    }
  for (const place of [...places].sort((a, b) => a.start - b.start || (a.task < b.task ? -1 : 1))) {
    const refused = putPlace(shop, place);
    if (refused !== null) return { refused };
  }
  return movedOf(planOf(shop, input, calendars), input, { id: '', early: [] });
}

function putPlace(shop: Shop, place: Place): string | null {
  const job = shop.jobs.get(place.operation);
  if (job === undefined) throw new Error(`no operation ${place.operation}`);
  const placed = asPlaced(job, place);
  if (job.operation.supplier !== null) {
    const { start } = place;
    placed.times = { start, run: start, end: start + supplierMinutes(job) };
    put(placed);
    return null;
  }
  const machine = shop.machines.get(place.resource);
  if (machine === undefined) throw new Error(`no resource ${place.resource}`);
  const pinned = pin(shop, placed, machine, { start: place.start, back: place });
  if ('refused' in pinned) return pinned.refused;
  const text = pinned.overload();
  if (text !== null) return text;
  put(pinned.placed);
  return pinned.placed.reservation === null ? poolText.beyond(shop.config.horizonDays) : null;
}

const asPlaced = (job: Job, { task, part, qty }: Place): Placed => ({
  id: task,
  job,
  live: null,
  nbr: job.order.order.nbr,
  opNbr: job.operation.opNbr,
  part,
  qty,
  base: job.operation.reported + job.placed.reduce((sum, other) => sum + (other.part < part ? other.qty : 0), 0),
  per: 0,
  machine: null,
  reservation: null,
  times: null,
  isFixed: false,
});
