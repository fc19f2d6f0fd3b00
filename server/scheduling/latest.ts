/** The pass backward from the due date without limits (30 §3 step 4): how late each operation may end and start. */
import { backFrom, type Calendar, unitedCalendar } from './calendar';
import { machinesOf } from './choose';
import { DAY } from './moment';
import type { Job, OrderJobs, Shop } from './shop';
import { batchesOf, inBatches } from './transfer';
import { type Minute, TRANSFER } from './types';
import { ceilMinutes, perPiece, runMinutes } from './work';

/** Sets due and priority of orders, latestEnd and latestStart of their jobs; a sub-order after what it feeds. */
export function setLatest(shop: Shop): void {
  const united = new Map<string, Calendar>();
  const passed = (order: OrderJobs): void => {
    const { consumer } = order;
    order.due = order.order.dueDay * DAY + shop.config.dueTime;
    order.priority = order.order.priority;
    if (consumer !== null) {
      // what it makes is to be received by then
      order.due = consumer.latestStart - shop.config.receiptMin;
      order.priority = consumer.order.priority;
    }
    const work = new Map(order.jobs.map((job) => [job, workOf(shop, job, united)]));
    for (const job of [...order.jobs].reverse()) {
      job.latestEnd = latestEnd(job, work);
      job.latestStart = started(job, job.latestEnd, work.get(job)!);
    }
    for (const sub of order.subs) passed(sub);
  };
  for (const order of shop.orders) if (order.consumer === null) passed(order);
}

interface Work {
  readonly calendar: Calendar;
  /** on the fastest machine of the group */
  readonly run: number;
  readonly per: number;
}

function workOf(shop: Shop, job: Job, united: Map<string, Calendar>): Work {
  const machines = machinesOf(shop, job);
  const key = machines.map(({ resource }) => resource.id).join(' ');
  const calendar = united.get(key) ?? unitedCalendar(machines.map((machine) => machine.calendar));
  united.set(key, calendar);
  const efficiency = Math.max(...machines.map((machine) => shop.termsFor(machine, job.operation).efficiency), 0) || 100;
  const qty = job.rest;
  return {
    calendar,
    run: qty > 0 ? runMinutes(job.operation, efficiency, qty) : 0,
    per: qty > 0 ? perPiece(job.operation, efficiency, qty) : 0,
  };
}

function latestEnd(job: Job, work: ReadonlyMap<Job, Work>): Minute {
  const { moveMin, transferMode, supplier } = job.operation;
  let latest = job.after.length === 0 ? job.order.due : Number.POSITIVE_INFINITY;
  for (const after of job.after) {
    const between = moveMin + after.operation.queueMin;
    if (inBatches(job, after)) {
      const { calendar, per } = work.get(after)!;
      latest = Math.min(
        latest,
        backFrom(calendar, after.latestEnd, ceilMinutes(lastBatch(job, after) * per)) - between,
      );
    } else if (transferMode === TRANSFER.free && supplier === null) latest = Math.min(latest, job.order.due);
    else latest = Math.min(latest, after.latestStart - between);
  }
  return latest;
}

/** Pieces of the next operation that the last batch brings. */
function lastBatch(job: Job, after: Job): number {
  const { qty, transferBatch, ratio } = job.operation;
  const pieces = qty - (batchesOf(job) - 1) * (transferBatch ?? qty);
  return Math.min(after.rest, (pieces * after.operation.ratio) / ratio);
}

function started(job: Job, end: Minute, { calendar, run }: Work): Minute {
  const { supplier, setupMin } = job.operation;
  if (supplier !== null) return end - Math.ceil(supplier.days * DAY);
  return run === 0 ? end : backFrom(calendar, end, setupMin + run);
}
