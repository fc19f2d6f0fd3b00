/** Planning from the due date (30 §3 step 10): each operation as late as what follows it allows. */
import { opening, worked } from './calendar';
import { askOf, type Choice, floorOf, machinesOf, placedOf, setupOf } from './choose';
import { earliestMoment, earliestOf, leftJob, leftOrder } from './earliest';
import { placeForward, supplierMinutes, supplierPlaced } from './forward';
import { openBase, openPieces, put, startOf } from './placed';
import type { Job, OrderJobs, Placed, Shop } from './shop';
import { lastSlot } from './slot';
import { noteText } from './texts';
import { predecessorBound, successorBound } from './transfer';
import type { Minute } from './types';

/** Places an order from its last operation to its first; where one would start too early, all of it forward. Never in parts. */
export function placeBackward(shop: Shop, order: OrderJobs): void {
  const open = order.jobs.filter((job) => openPieces(job) > 0);
  if (open.length === 0) return;
  const isLeft = leftOrder(shop, order) !== null || open.some((job) => leftJob(shop, job) !== null);
  const undo: (() => void)[] = [];
  const isPlaced =
    !isLeft &&
    [...open].reverse().every((job) => {
      const placed = latestPlaced(shop, job);
      if (placed !== null) undo.push(put(placed));
      return placed !== null;
    });
  if (isPlaced) return;
  for (const back of undo.reverse()) back();
  if (!isLeft) order.note = noteText.forward;
  placeForward(shop, order);
}

function latestPlaced(shop: Shop, job: Job): Placed | null {
  const earliest = earliestOf(shop, job);
  const [base, qty] = [openBase(job), openPieces(job)];
  if (job.operation.supplier !== null) {
    const start = Math.min(shop.end, supplierEnd(job)) - supplierMinutes(job);
    const bound = predecessorBound(job, { base, qty, per: 0 }, null);
    return start < Math.max(earliestMoment(earliest), bound.hard) ? null : supplierPlaced(job, start);
  }
  let best: (Choice & { readonly start: Minute }) | null = null;
  for (const machine of machinesOf(shop, job)) {
    const asked = askOf(shop, job, machine, qty);
    if (asked === null) continue;
    const part = { base, qty, per: asked.per };
    const floor = floorOf(job, part, machine, earliest);
    const bound = successorBound(job, asked.per, asked.ask.minutes, machine.calendar);
    const end = Math.min(bound.end, worked(machine.calendar, shop.end));
    const slot = lastSlot(machine, asked.ask, { setup: floor.setup, runFloor: floor.run, run: bound.run, end });
    if (slot === null) continue;
    const start = opening(machine.calendar, slot.from);
    // what comes before it is planned to end as its set-up begins: that may not grow
    const choice = { machine, slot, part, least: slot.from, end: 0, start };
    if (best === null || isLater(choice, best)) best = choice;
  }
  return best === null ? null : placedOf(shop, job, best);
}

/** The latest start, then less set-up, then the code: machines come in the order of their codes. */
const isLater = (a: Choice & { readonly start: Minute }, b: Choice & { readonly start: Minute }): boolean => {
  if (a.start !== b.start) return a.start > b.start;
  const setup = setupOf(a) - setupOf(b);
  return setup !== 0 ? setup < 0 : a.machine.resource.code < b.machine.resource.code;
};

/** By when a supplier is to be done: what follows takes all of it. */
function supplierEnd(job: Job): Minute {
  const limits = job.after.flatMap((after) =>
    after.placed.map((next) => startOf(next) - job.operation.moveMin - after.operation.queueMin),
  );
  return limits.length === 0 ? job.order.due : Math.min(...limits);
}
