/** Which work order is planned first (30 §3 step 5). */
import { earliestMoment, earliestOf } from './earliest';
import { DAY } from './moment';
import { openPieces } from './placed';
import type { Job, OrderJobs, Shop } from './shop';
import { type Minute, RULE } from './types';
import { runMinutes } from './work';

/** By priority, value of the rule, latest start of the first open operation, number; sub-orders always before what they feed. */
export function inSequence(shop: Shop): OrderJobs[] {
  const keys = new Map(shop.orders.map((order) => [order, keyOf(shop, order)]));
  const compare = (a: OrderJobs, b: OrderJobs): number => {
    const [one, other] = [keys.get(a)!, keys.get(b)!];
    for (let n = 0; n < one.length; n++) if (one[n] !== other[n]) return one[n]! < other[n]! ? -1 : 1;
    return a.order.nbr < b.order.nbr ? -1 : 1;
  };
  return withSubsFirst([...shop.orders].sort(compare), compare);
}

/** The same orders with each sub-order before what it feeds. */
export function withSubsFirst(
  orders: readonly OrderJobs[],
  compare?: (a: OrderJobs, b: OrderJobs) => number,
): OrderJobs[] {
  const out = new Set<OrderJobs>();
  const place = (order: OrderJobs): void => {
    if (out.has(order)) return;
    for (const sub of compare ? [...order.subs].sort(compare) : order.subs) place(sub);
    out.add(order);
  };
  for (const order of orders) place(order);
  return [...out];
}

function keyOf(shop: Shop, order: OrderJobs): readonly number[] {
  const first = order.jobs.find((job) => openPieces(job) > 0) ?? order.jobs[0];
  const latestStart = first?.latestStart ?? order.due;
  return [order.priority, ruleValue(shop, order, first, latestStart), latestStart];
}

function ruleValue(shop: Shop, order: OrderJobs, first: Job | undefined, latestStart: Minute): number {
  switch (shop.config.rule) {
    case RULE.ratio: {
      const left = order.jobs.reduce((sum, job) => sum + leftMinutes(job), 0);
      return left > 0 ? (order.due - shop.now) / left : Number.POSITIVE_INFINITY;
    }
    case RULE.slack:
      return first === undefined ? Number.POSITIVE_INFINITY : latestStart - earliestMoment(earliestOf(shop, first));
    case RULE.manual:
      return order.order.rank;
    default:
      return order.due;
  }
}

/** set-up + run + queue + move of what is left, at standard speed. */
function leftMinutes({ operation, rest }: Job): number {
  if (rest <= 0) return 0;
  const { supplier, setupMin, queueMin, moveMin } = operation;
  const work = supplier === null ? setupMin + runMinutes(operation, 100, rest) : supplier.days * DAY;
  return work + queueMin + moveMin;
}
