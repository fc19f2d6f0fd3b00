/** Planning from now on (30 §3 steps 6 to 8): each operation at the place where it ends first. */
import { chooseForward, placedOf } from './choose';
import { earliestMoment, earliestOf, leftJob, leftOrder } from './earliest';
import { DAY } from './moment';
import { openBase, openPieces, put } from './placed';
import type { Job, OrderJobs, Placed, Shop } from './shop';
import { poolText } from './texts';
import { predecessorBound } from './transfer';
import type { Minute } from './types';

/** Places what is open of an order; what cannot be planned keeps its reason. */
export function placeForward(shop: Shop, order: OrderJobs): void {
  const whole = leftOrder(shop, order);
  for (const job of order.jobs) {
    if (openPieces(job) === 0) continue;
    job.left = whole ?? leftJob(shop, job) ?? placeJob(shop, job);
  }
}

function placeJob(shop: Shop, job: Job): string | null {
  const earliest = earliestOf(shop, job);
  if (job.operation.supplier !== null) {
    const part = { base: openBase(job), qty: openPieces(job), per: 0 };
    const start = Math.max(earliestMoment(earliest), predecessorBound(job, part, null).hard);
    return putSupplier(shop, job, start) ? null : poolText.beyond(shop.config.horizonDays);
  }
  const chosen = chooseForward(shop, job, earliest);
  if ('left' in chosen) return chosen.left;
  for (const choice of chosen.choices) put(placedOf(shop, job, choice));
  return null;
}

/** A supplier takes its days from `start` on, whatever else it does; false = it would end after all that is planned. */
export function putSupplier(shop: Shop, job: Job, start: Minute): boolean {
  const placed = supplierPlaced(job, start);
  if (placed.times!.end > shop.end) return false;
  put(placed);
  return true;
}

export const supplierMinutes = ({ operation: { supplier } }: Job): number => Math.ceil((supplier?.days ?? 0) * DAY);

export function supplierPlaced(job: Job, start: Minute): Placed {
  const { operation, order } = job;
  const number = 1 + Math.max(0, ...job.placed.map(({ part }) => part));
  return {
    id: `${operation.id}/${number}`,
    job,
    live: null,
    nbr: order.order.nbr,
    opNbr: operation.opNbr,
    part: number,
    base: openBase(job),
    qty: openPieces(job),
    per: 0,
    machine: null,
    reservation: null,
    times: { start, run: start, end: start + supplierMinutes(job) },
    isFixed: false,
  };
}
