/**
 * How pieces go from an operation to the next (30 §3 steps 4, 6, 10). Batch k of size b leaves when min(k × b, quantity) pieces are
 * finished and arrives moveMin later; after it the next operation lets them stand queueMin. With batches the next run may begin while
 * this one goes on, but so late that it never waits for a batch once it runs.
 */
import { type Calendar, opening, worked } from './calendar';
import { endOf, finishedAt, finishedBy, runDone, runOf, startOf } from './placed';
import type { Job, Placed } from './shop';
import { type Minute, TRANSFER } from './types';
import { ceilMinutes, floorMinutes } from './work';

/** Pieces of an operation that run together, from `base` on. */
export interface Part {
  readonly base: number;
  readonly qty: number;
  readonly per: number;
}
export interface PredecessorBound {
  /** nothing begins before, not even the set-up */
  readonly hard: Minute;
  /** open minutes of the resource before which the run may not begin; set-up may be done before */
  readonly run: number;
  /** the first batch, when pieces come in batches from all before it */
  readonly first: Minute | null;
  /** whose pieces bind, and when the first of them are there */
  readonly by: Job | null;
  readonly byFirst: Minute;
}
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** Whether pieces go on in batches; to and from suppliers they go as a whole. */
export const inBatches = (before: Job, after: Job): boolean =>
  before.operation.transferMode === TRANSFER.batches &&
  (before.operation.transferBatch ?? 0) > 0 &&
  before.operation.supplier === null &&
  after.operation.supplier === null;

/** Arrival of each batch of a planned operation; −Infinity = it is there already. */
export function arrivalsOf(job: Job): readonly Minute[] {
  if (job.arrivals !== null) return job.arrivals;
  const { qty, reported, transferBatch, moveMin } = job.operation;
  const batch = transferBatch ?? qty;
  const arrivals: Minute[] = [];
  for (let k = 1; k <= batchesOf(job); k++) {
    const pieces = Math.min(k * batch, qty) - reported;
    arrivals.push(pieces <= 0 ? LONG_AGO : doneAt(job.placed, pieces) + moveMin);
  }
  job.arrivals = arrivals;
  return arrivals;
}

/** When a part of an operation may begin for its predecessors, on a calendar (none for a supplier). */
export function predecessorBound(job: Job, part: Part, calendar: Calendar | null): PredecessorBound {
  let [hard, run, by, byFirst] = [LONG_AGO, LONG_AGO, null as Job | null, LONG_AGO];
  let first: Minute | null = null;
  let latest = LONG_AGO;
  let isAllBatches = true;
  const { queueMin } = job.operation;
  for (const before of job.before) {
    const binds = (at: Minute, there: Minute): void => {
      if (at <= latest) return;
      [latest, by, byFirst] = [at, before, there];
    };
    if (before.placed.length === 0) continue;
    if (calendar !== null && inBatches(before, job)) {
      const found = batchBound(before, job, part, calendar);
      if (found === null) continue;
      run = Math.max(run, found.run);
      first = Math.max(first ?? LONG_AGO, found.first);
      binds(opening(calendar, found.run), found.first);
    } else if (before.operation.transferMode === TRANSFER.free && before.operation.supplier === null) {
      isAllBatches = false;
      if (before.operation.reported > 0) continue;
      const at = Math.min(...before.placed.map(runOf));
      hard = Math.max(hard, at);
      binds(at, at);
    } else {
      isAllBatches = false;
      const at = Math.max(...before.placed.map(endOf)) + before.operation.moveMin + queueMin;
      hard = Math.max(hard, at);
      binds(at, at);
    }
  }
  return { hard, run, first: isAllBatches ? first : null, by, byFirst };
}

/** The latest open minutes for run and end of an operation, for what comes after it (30 §3 step 10). */
export function successorBound(job: Job, per: number, run: number, calendar: Calendar): { run: number; end: number } {
  let mostRun = Number.POSITIVE_INFINITY;
  let mostEnd = Number.POSITIVE_INFINITY;
  const { moveMin } = job.operation;
  let isBound = false;
  for (const after of job.after)
    for (const next of after.placed) {
      isBound = true;
      if (next.machine !== null && inBatches(job, after))
        mostRun = Math.min(mostRun, neededRun({ job, per, run }, after, next, calendar));
      else if (job.operation.transferMode === TRANSFER.free && job.operation.supplier === null) {
        // the open minute that has begun by then
        mostRun = Math.min(mostRun, worked(calendar, runOf(next) + 1) - 1);
        mostEnd = Math.min(mostEnd, worked(calendar, job.order.due));
      } else mostEnd = Math.min(mostEnd, worked(calendar, startOf(next) - moveMin - after.operation.queueMin));
    }
  return isBound ? { run: mostRun, end: mostEnd } : { run: mostRun, end: worked(calendar, job.order.due) };
}

export const batchesOf = ({ operation: { qty, transferBatch } }: Job): number =>
  transferBatch === null || transferBatch <= 0 ? 1 : Math.max(1, Math.ceil(qty / transferBatch - 1e-9));

/** pieces of the next operation for one of this */
const ratio = (before: Job, after: Job): number => after.operation.ratio / before.operation.ratio;

/** Pieces of the next operation that batch k brings: [from, to), the last one all that is left. */
function bringsOf(before: Job, after: Job, k: number): readonly [from: number, to: number] {
  const size = (before.operation.transferBatch ?? before.operation.qty) * ratio(before, after);
  return [(k - 1) * size, k === batchesOf(before) ? Number.POSITIVE_INFINITY : k * size];
}

function batchBound(
  before: Job,
  after: Job,
  { base, qty, per }: Part,
  calendar: Calendar,
): { run: number; first: Minute } | null {
  let run = LONG_AGO;
  let first: Minute | null = null;
  const { queueMin } = after.operation;
  const arrivals = arrivalsOf(before);
  for (let k = 1; k <= arrivals.length; k++) {
    const [from, to] = bringsOf(before, after, k);
    if (to <= base + 1e-9) continue;
    if (from >= base + qty - 1e-9) break;
    const at = arrivals[k - 1]! + queueMin;
    first ??= at;
    if (at === LONG_AGO) continue;
    const offset = from <= base ? 0 : floorMinutes((from - base) * per);
    run = Math.max(run, worked(calendar, at) - offset);
  }
  return run === LONG_AGO ? null : { run, first: first ?? LONG_AGO };
}

function neededRun(
  { job, per, run }: { readonly job: Job; readonly per: number; readonly run: number },
  after: Job,
  next: Placed,
  calendar: Calendar,
): number {
  const { qty, reported, transferBatch, moveMin } = job.operation;
  const batch = transferBatch ?? qty;
  let most = Number.POSITIVE_INFINITY;
  for (let k = 1; k <= batchesOf(job); k++) {
    const [from, to] = bringsOf(job, after, k);
    const pieces = Math.min(k * batch, qty) - reported;
    if (pieces <= 0 || to <= next.base + 1e-9 || from >= next.base + next.qty - 1e-9) continue;
    const offset = from <= next.base ? 0 : floorMinutes((from - next.base) * next.per);
    const begins = opening(next.machine!.calendar, runDone(next) + offset);
    const limit = begins - moveMin - after.operation.queueMin;
    most = Math.min(most, worked(calendar, limit) - Math.min(run, ceilMinutes(pieces * per)));
  }
  return most;
}

/** The moment several parts together have finished a number of pieces. */
function doneAt(parts: readonly Placed[], pieces: number): Minute {
  if (parts.length === 1) return finishedAt(parts[0]!, pieces);
  let low = Math.min(...parts.map(runOf)) - 1;
  let high = Math.max(...parts.map(endOf));
  // pieces are whole in each part only at its end: what is begun there counts as soon as it is finished
  const done = (at: Minute): number => parts.reduce((sum, part) => sum + wholePieces(part, at), 0);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (done(middle) >= pieces - 1e-6) high = middle;
    else low = middle;
  }
  return high;
}
const wholePieces = (part: Placed, at: Minute): number => {
  const done = finishedBy(part, at);
  return done >= part.qty ? part.qty : Math.floor(done + 1e-6);
};
