/** What has its place on the floor: its times, when its pieces are done, and how it comes and goes. */
import { closing, opening, worked } from './calendar';
import { release, reserve } from './reservations';
import type { Job, Placed, Shop } from './shop';
import type { Minute } from './types';
import { ceilMinutes } from './work';

/** The first minute of its set-up, or of its run where it needs none. */
export const startOf = ({ times, machine, reservation }: Placed): Minute =>
  times?.start ?? opening(machine!.calendar, reservation!.from);
export const runOf = ({ times, machine, reservation }: Placed): Minute =>
  times?.run ?? opening(machine!.calendar, reservation!.run);
export const endOf = ({ times, machine, reservation }: Placed): Minute =>
  times?.end ?? closing(machine!.calendar, reservation!.to);

/** Open minutes of its resource before its run. */
export const runDone = ({ times, machine, reservation }: Placed): number =>
  times === null ? reservation!.run : worked(machine!.calendar, times.run);

/** The moment `pieces` of it are finished; a supplier gives all of them at the end. */
export function finishedAt(placed: Placed, pieces: number): Minute {
  const { machine, qty, per } = placed;
  if (machine === null || pieces >= qty) return endOf(placed);
  return Math.min(endOf(placed), closing(machine.calendar, runDone(placed) + ceilMinutes(pieces * per)));
}

/** How many pieces are finished by a moment. */
export function finishedBy(placed: Placed, at: Minute): number {
  if (at >= endOf(placed)) return placed.qty;
  if (placed.machine === null || placed.per === 0) return 0;
  const done = worked(placed.machine.calendar, at) - runDone(placed);
  return done <= 0 ? 0 : Math.min(placed.qty, (done + 1e-7) / placed.per);
}

/** Gives something its place; answers how to take it back, the last first. */
export function put(placed: Placed): () => void {
  const { job, machine, reservation } = placed;
  const undo = machine === null || reservation === null ? undefined : reserve(machine, reservation);
  if (job !== null) {
    job.placed.push(placed);
    job.arrivals = null;
  }
  return () => {
    undo?.();
    if (job !== null) {
      job.placed.splice(job.placed.indexOf(placed), 1);
      job.arrivals = null;
    }
  };
}

/** Takes something from the floor; its neighbours stay as they are. */
export function take(placed: Placed): void {
  const { job, machine, reservation } = placed;
  if (machine !== null && reservation !== null) release(machine, reservation);
  if (job !== null) {
    job.placed.splice(job.placed.indexOf(placed), 1);
    job.arrivals = null;
  }
}

/** Pieces of an operation that nothing planned covers yet. */
export const openPieces = ({ rest, placed }: Job): number => {
  const left = rest - placed.reduce((sum, { qty }) => sum + qty, 0);
  return left > 1e-6 ? Math.round(left * 1e6) / 1e6 : 0;
};
/** Pieces before the first that is still open. */
export const openBase = ({ operation, placed }: Job): number =>
  operation.reported + placed.reduce((sum, { qty }) => sum + qty, 0);

export const allPlaced = (shop: Shop): Placed[] => [
  ...shop.orders.flatMap(({ jobs }) => jobs.flatMap(({ placed }) => placed)),
  ...shop.strangers,
];
