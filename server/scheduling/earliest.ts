/** From when on an operation may be planned, apart from its predecessors (30 §3 step 6), and why it may not at all (step 15). */
import { endOf, openPieces } from './placed';
import type { Job, Shop } from './shop';
import { poolText } from './texts';
import { MATERIAL, type Minute, type Shortage } from './types';

export interface Earliest {
  /** release, resume, what the planner said */
  readonly start: Minute;
  readonly sub: { readonly at: Minute; readonly nbr: string } | null;
  readonly material: { readonly at: Minute; readonly name: string } | null;
}

/** Moments in minutes; `now` where nothing else binds. */
export function earliestOf({ now, config }: Shop, job: Job): Earliest {
  const { order, subs } = job.order;
  let sub: { at: Minute; nbr: string } | null = null;
  for (const made of subs) {
    if (made.consumer !== job) continue;
    const at = Math.max(...made.jobs.flatMap(({ placed }) => placed.map(endOf)), now) + config.receiptMin;
    if (sub === null || at > sub.at) sub = { at, nbr: made.order.nbr };
  }
  let material: { at: Minute; name: string } | null = null;
  if (config.materialMode === MATERIAL.dated)
    for (const { arrival, material: name } of shortagesOf(job))
      if (arrival !== null && (material === null || arrival > material.at)) material = { at: arrival, name };
  return {
    start: Math.max(
      now,
      order.releaseAt ?? now,
      order.isPaused ? (order.resumeAt ?? now) : now,
      job.operation.earliest ?? now,
    ),
    sub,
    material,
  };
}

/** Before which nothing of it begins, predecessors apart. */
export const earliestMoment = ({ start, sub, material }: Earliest): Minute =>
  Math.max(start, sub?.at ?? start, material?.at ?? start);

/** Why nothing of an order can be planned; null = it can. */
export function leftOrder({ config }: Shop, { order }: Job['order']): string | null {
  if (order.isPaused && order.resumeAt === null) return poolText.paused;
  if (config.materialMode === MATERIAL.complete && order.shortages.length > 0)
    return poolText.short(inOrder(order.shortages));
  return null;
}

/** Why a job cannot be planned for what it waits for; null = it can. */
export function leftJob(shop: Shop, job: Job): string | null {
  const open = job.before.find((before) => before.left !== null && openPieces(before) > 0);
  if (open) return open.left;
  if (job.order.subs.some((sub) => sub.consumer === job && sub.jobs.some((made) => openPieces(made) > 0)))
    return poolText.subOrder;
  if (shop.config.materialMode === MATERIAL.dated && shortagesOf(job).some(({ arrival }) => arrival === null))
    return poolText.noArrival;
  return null;
}

/** Shortages of an operation; those that name none belong to the first. */
const shortagesOf = (job: Job): readonly Shortage[] => {
  const { order, jobs } = job.order;
  if (order.shortages.length === 0) return [];
  return inOrder(order.shortages).filter(({ opNbr }) =>
    opNbr === null ? jobs[0] === job : opNbr === job.operation.opNbr,
  );
};
const inOrder = (shortages: readonly Shortage[]): readonly Shortage[] =>
  [...shortages].sort((a, b) => (a.material < b.material ? -1 : a.material > b.material ? 1 : a.qty - b.qty));
