/**
 * Why a task does not run earlier (30 §3 step 9). Each minute from the first possible moment to the run start has one cause; the minutes
 * of its own set-up are work and have none, unless it is done while pieces are still on their way.
 */
import { closing, opening, stretches, worked } from './calendar';
import { earliestOf } from './earliest';
import { endOf, runOf } from './placed';
import type { Machine, Reservation } from './reservations';
import type { Placed, Shop } from './shop';
import { waitText } from './texts';
import { type PredecessorBound, predecessorBound } from './transfer';
import { DIRECTION, type Interval, type Minute, WAIT, type Wait } from './types';

interface Piece extends Omit<Wait, 'minutes'> {
  /** minutes and the first of them, by which waits stand in order */
  readonly at: Minute;
  readonly minutes: number;
}

/** The waits of a planned task in order, those of one cause and task added up. */
export function waitsOf(shop: Shop, placed: Placed): Wait[] {
  const { job, live, machine } = placed;
  if (job === null || placed.isFixed) return live === null ? [] : [...live.waits];
  const bound = predecessorBound(job, placed, machine?.calendar ?? null);
  const pieces: Piece[] = [];
  const run = runOf(placed);
  let at = firstMoment(shop, bound);
  const until = (limit: Minute, code: Wait['code'], text: string): void => {
    const to = Math.min(limit, run);
    if (to <= at) return;
    pieces.push({ at, minutes: to - at, code, text, task: null });
    at = to;
  };
  const { start, sub, material } = earliestOf(shop, job);
  until(start, WAIT.start, waitText.start(start));
  if (sub) until(sub.at, WAIT.subOrder, waitText.subOrder(sub.nbr, sub.at));
  if (material) until(material.at, WAIT.material, waitText.material(material.name, material.at));
  const there = predecessorMoment(bound, machine);
  if (bound.by) until(there, WAIT.predecessor, waitText.predecessor(bound.by.operation.opNbr, there));
  if (machine !== null && placed.reservation !== null) pieces.push(...onMachine(shop, placed, { from: at, to: run }));
  else if (run > at) pieces.push({ at, minutes: run - at, code: WAIT.start, text: restText(shop, placed), task: null });
  return addedUp(pieces);
}

/** The first possible moment: the first batch where pieces come in batches, else now. */
export const firstMoment = ({ now }: Shop, { first }: PredecessorBound): Minute => Math.max(now, first ?? now);

/** When predecessors let a run begin, capacity apart. */
export const predecessorMoment = ({ hard, run }: PredecessorBound, machine: Machine | null): Minute =>
  Math.max(hard, machine === null || run === Number.NEGATIVE_INFINITY ? hard : opening(machine.calendar, run));

function onMachine(shop: Shop, placed: Placed, span: Interval): Piece[] {
  const machine = placed.machine!;
  const { calendar } = machine;
  const reservation = placed.reservation!;
  const from = worked(calendar, span.from);
  const pieces: Piece[] = [];
  let closed = span.to - span.from - (reservation.run - from);
  for (const stop of calendar.stops) {
    const [at, to] = [Math.max(stop.from, span.from), Math.min(stop.to, span.to)];
    if (to <= at) continue;
    const text = waitText.stopped(machine.resource.code, stop.to);
    pieces.push({ at, minutes: to - at, code: WAIT.stopped, text, task: null });
    closed -= to - at;
  }
  if (closed > 0)
    pieces.push({
      at: Math.max(span.from, closing(calendar, from)),
      minutes: closed,
      code: WAIT.closed,
      text: waitText.closed,
      task: null,
    });
  if (from < reservation.from) pieces.push(...whileOpen(shop, placed, { from, to: reservation.from }));
  return pieces;
}

/** Causes of the open minutes before the set-up: device, people, lock. */
function whileOpen(shop: Shop, placed: Placed, span: Interval): Piece[] {
  const machine = placed.machine!;
  const { calendar, resource } = machine;
  const pieces: Piece[] = [];
  let at = span.from;
  const held = (by: Reservation, from: number, to: number): void => {
    const text = waitText.device(resource.code, by.placed, endOf(by.placed));
    pieces.push({ at: opening(calendar, from), minutes: to - from, code: WAIT.device, text, task: by.placed.id });
  };
  for (const { by, from, to } of busySpans(machine, placed.reservation!, span)) {
    if (from > at) pieces.push(...unused(shop, placed, { from: at, to: from }, by));
    held(by, Math.max(at, from), Math.min(to, span.to));
    at = Math.min(to, span.to);
  }
  if (at < span.to) pieces.push(...unused(shop, placed, { from: at, to: span.to }, null));
  return pieces;
}

interface Busy extends Interval {
  readonly by: Reservation;
}
/** Where others leave no lane, and who: of several the one whose end makes room. */
function busySpans(machine: Machine, own: Reservation, span: Interval): Busy[] {
  const { lane, profile, ended } = machine;
  if (lane !== null)
    return lane
      .within(span.from, span.to)
      .filter((other) => other !== own)
      .map((by) => ({ by, from: Math.max(by.from, span.from), to: by.to }));
  const spans: Busy[] = [];
  const most = capacityOf(machine, own) - own.lanes;
  for (let at = span.from; at < span.to; ) {
    const above = profile.firstAbove(at, span.to, most);
    if (above === null) break;
    const by = ended.find((other) => other.to === above.to && other !== own) ?? ended.find(({ to }) => to >= above.to);
    if (!by) break;
    spans.push({ by, from: above.from, to: above.to });
    at = above.to;
  }
  return spans;
}
/** lanes of its resource; the terms of an operation may name others, which only moves minutes between two causes */
const capacityOf = ({ resource }: Machine, { lanes }: Reservation): number => Math.max(resource.lanes, lanes);

/** Open minutes in which the resource was free and not taken: people or a mould were not, or the room was too short. */
function unused(shop: Shop, placed: Placed, span: Interval, next: Reservation | null): Piece[] {
  const { calendar, resource } = placed.machine!;
  const pieces: Piece[] = [];
  let left = span.to - span.from;
  for (const { shared, amount } of placed.reservation!.needs)
    for (const { from, to } of stretches(calendar, span.from, span.to))
      for (let at = from; at < to && left > 0; ) {
        const found = shared.profile.firstAbove(at, to, shared.capacity - amount);
        if (found === null) break;
        const minutes = Math.min(left, Math.min(found.to, to) - found.from);
        const text = shared.kind === 'team' ? waitText.people(shared.name) : waitText.mould(shared.name);
        pieces.push({ at: found.from, minutes, code: WAIT.people, text, task: null });
        left -= minutes;
        at = found.to;
      }
  if (left <= 0) return pieces;
  const at = opening(calendar, span.from);
  const name = next?.placed;
  if (isBackward(shop, placed) || (next === null && !placed.reservation!.isWhole && pieces.length === 0))
    return [...pieces, { at, minutes: left, code: WAIT.start, text: restText(shop, placed), task: null }];
  if (next === null && pieces.length > 0)
    return [{ ...pieces[0]!, minutes: pieces[0]!.minutes + left }, ...pieces.slice(1)];
  if (next === null) return [{ at, minutes: left, code: WAIT.closed, text: waitText.closed, task: null }];
  const cause = next.isFixed
    ? { code: WAIT.locked, text: waitText.locked(resource.code, name!) }
    : { code: WAIT.device, text: waitText.device(resource.code, name!, endOf(name!)) };
  return [...pieces, { at, minutes: left, ...cause, task: name!.id }];
}

const isBackward = ({ config }: Shop, { job }: Placed): boolean =>
  config.direction === DIRECTION.backward && job?.order.note === '';
const restText = (shop: Shop, placed: Placed): string =>
  isBackward(shop, placed) ? waitText.backward : waitText.asPlanned;

function addedUp(pieces: readonly Piece[]): Wait[] {
  const waits = new Map<string, { code: Wait['code']; minutes: number; text: string; task: string | null }>();
  for (const { code, minutes, text, task } of [...pieces].sort((a, b) => a.at - b.at)) {
    const key = `${code} ${task ?? text}`;
    const before = waits.get(key);
    if (before) before.minutes += minutes;
    else waits.set(key, { code, minutes, text, task });
  }
  return [...waits.values()];
}
