/** What of the live plan never moves (30 §3 step 2): confirmed, locked, running, or about to start. */
import { closing, opening, worked } from './calendar';
import { put } from './placed';
import type { Machine, Reservation } from './reservations';
import { type Job, needsOf, type Placed, type Shop } from './shop';
import type { LiveTask, Minute } from './types';
import { perPiece, runMinutes } from './work';

/** Whether a task stays where it is; the frozen zone reaches lockHours from now. */
export const isFixed = ({ status, isLocked, isRunning, start }: LiveTask, now: Minute, lockHours: number): boolean =>
  status === 1 || isLocked || isRunning || (start >= now && start < now + lockHours * 60);

/** Puts fixed tasks on the floor, earliest first. */
export function putFixed(shop: Shop, live: readonly LiveTask[]): void {
  const { now, config } = shop;
  putLive(
    shop,
    live.filter((task) => isFixed(task, now, config.lockHours)),
    () => true,
  );
}

/** Puts tasks of the live plan where they stand; a running one from now on with what is left of it. */
export function putLive(shop: Shop, live: readonly LiveTask[], isKept: (task: LiveTask) => boolean): void {
  const ordered = [...live].sort(inOrder);
  for (const task of ordered) {
    const job = shop.jobs.get(task.operation) ?? null;
    const machine = shop.machines.get(task.resource) ?? null;
    const qty = leftOf(task);
    if (task.isRunning && qty <= 0) continue;
    const placed: Placed = {
      id: task.id,
      job,
      live: task,
      nbr: task.nbr,
      opNbr: task.opNbr,
      part: task.part,
      qty,
      base: job === null ? 0 : job.operation.reported + piecesBefore(task, ordered),
      per: job === null ? 0 : perOf(shop, job, machine, qty),
      machine,
      reservation: null,
      times: timesOf(shop, task, { job, machine, qty }),
      isFixed: isKept(task),
    };
    if (machine !== null) placed.reservation = reservationOf(shop, placed, machine);
    // what may move has the times of its reservation
    if (placed.reservation !== null && !placed.isFixed) placed.times = null;
    put(placed);
    if (job === null) shop.strangers.push(placed);
  }
}

const leftOf = ({ qty, reported }: LiveTask): number => Math.max(0, qty - reported);
/** Parts share the pieces of an operation in the order of their numbers. */
const piecesBefore = (task: LiveTask, live: readonly LiveTask[]): number =>
  task.part === 1
    ? 0
    : live
        .filter((other) => other.operation === task.operation && other.part < task.part)
        .reduce((sum, other) => sum + leftOf(other), 0);

const inOrder = (a: LiveTask, b: LiveTask): number => a.start - b.start || a.part - b.part || (a.id < b.id ? -1 : 1);

const perOf = (shop: Shop, { operation }: Job, machine: Machine | null, qty: number): number =>
  perPiece(operation, machine === null ? 100 : shop.termsFor(machine, operation).efficiency, Math.max(qty, 1e-9));

function timesOf(
  shop: Shop,
  task: LiveTask,
  { job, machine, qty }: { readonly job: Job | null; readonly machine: Machine | null; readonly qty: number },
): NonNullable<Placed['times']> {
  const { now } = shop;
  if (!task.isRunning) return { start: task.start, run: task.run, end: task.end };
  if (machine === null) return { start: task.start, run: task.run, end: Math.max(task.end, now) };
  const done = worked(machine.calendar, now);
  const start = opening(machine.calendar, done);
  // of what is not planned here nobody knows how much is left
  if (job === null) return { start, run: start, end: Math.max(task.end, start + 1) };
  const minutes = runMinutes(job.operation, shop.termsFor(machine, job.operation).efficiency, qty);
  return { start, run: start, end: closing(machine.calendar, done + minutes) };
}

/** The open minutes a task takes from a resource; null when another fixed one has all of them. */
function reservationOf(shop: Shop, placed: Placed, machine: Machine): Reservation | null {
  const live = placed.live!;
  const { start, run, end } = placed.times ?? live;
  const { calendar, lane } = machine;
  let from = worked(calendar, start);
  const to = worked(calendar, end);
  for (const other of lane?.within(from, to) ?? []) from = Math.max(from, other.to);
  if (to <= from) return null;
  const operation = placed.job?.operation;
  return {
    from,
    run: Math.max(from, Math.min(worked(calendar, run), to - 1)),
    to,
    key: live.setupKey,
    setupMin: operation?.setupMin ?? live.setupMin,
    lanes: live.lanes,
    least: from,
    isFixed: placed.isFixed,
    isWhole: operation !== undefined && !operation.splitShift,
    needs: operation === undefined ? [] : needsOf(shop, operation),
    placed,
  };
}
