/**
 * Runs of the engine (30 §3): one over the order of step 5, and better ones by exchanging neighbours in it (step 11). The swaps come from
 * a fixed seed, so the same number of them gives the same plan; who has only seconds ends it by `goOn`.
 */
import { placeBackward } from './backward';
import { putFixed } from './fixed';
import { placeForward } from './forward';
import { weightOf } from './kpi';
import { setLatest } from './latest';
import { endOf, openPieces } from './placed';
import { inSequence, withSubsFirst } from './sequence';
import { type Calendars, type OrderJobs, openShop, type Shop } from './shop';
import { DIRECTION, type Input } from './types';

/** Plans everything in the order of step 5, or in that of `sequence` (ids of work orders). */
export function runOnce(
  input: Input,
  calendars: Calendars,
  { sequence, told }: { readonly sequence?: readonly string[]; readonly told?: Improvement['told'] } = {},
): { shop: Shop; sequence: string[] } {
  const shop = openShop(input, calendars);
  putFixed(shop, input.live);
  setLatest(shop);
  const byId = new Map(shop.orders.map((order) => [order.order.id, order]));
  const orders: OrderJobs[] = sequence ? withSubsFirst(sequence.map((id) => byId.get(id)!)) : inSequence(shop);
  const place = input.config.direction === DIRECTION.backward ? placeBackward : placeForward;
  orders.forEach((order, n) => {
    place(shop, order);
    told?.((n + 1) / orders.length);
  });
  return { shop, sequence: orders.map(({ order }) => order.id) };
}

/** The best of the plan and `swaps` exchanges, each kept when it costs less and leaves no more in the pool: never worse. */
export function improved(input: Input, calendars: Calendars, { swaps, goOn, told }: Improvement): Shop {
  let best = runOnce(input, calendars, told ? { told } : {});
  let least = costOf(best.shop);
  const random = generator();
  for (let n = 0; n < swaps && best.sequence.length > 1 && goOn(); n++) {
    const at = random(best.sequence.length - 1);
    const sequence = [...best.sequence];
    [sequence[at], sequence[at + 1]] = [sequence[at + 1]!, sequence[at]!];
    const tried = runOnce(input, calendars, { sequence });
    const cost = costOf(tried.shop);
    if (cost.left > least.left || cost.minutes >= least.minutes) continue;
    [best, least] = [tried, cost];
  }
  return best.shop;
}
export interface Improvement {
  readonly swaps: number;
  readonly goOn: () => boolean;
  /** share of the orders of the first plan that are placed */
  readonly told?: (share: number) => void;
}

const SETUP_WEIGHT = 0.1;
/** Σ weight × minutes late + 0.1 × set-up, and how many operations have no place. */
export function costOf({ orders, config }: Shop): { readonly left: number; readonly minutes: number } {
  let [left, minutes] = [0, 0];
  for (const { jobs, due, order } of orders) {
    let end = Number.NEGATIVE_INFINITY;
    for (const job of jobs) {
      if (openPieces(job) > 0) left++;
      for (const placed of job.placed) {
        end = Math.max(end, endOf(placed));
        if (placed.reservation !== null && placed.times === null)
          minutes += SETUP_WEIGHT * (placed.reservation.run - placed.reservation.from);
      }
    }
    minutes += weightOf(config.weights, order.priority) * Math.max(0, end - due);
  }
  return { left, minutes };
}

/** Numbers below a limit, the same each time. */
function generator(): (limit: number) => number {
  let state = 20_260_112;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
