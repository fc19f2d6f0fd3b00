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
  minutes: number;
}
/** What is told of those who hold a resource: one text for all that wait for them. Good as long as nothing moves. */
export type HeldTexts = Map<Placed, string>;

/** The waits of a planned task in order, those of one cause and task added up. */
export function waitsOf(shop: Shop, placed: Placed, held: HeldTexts): Wait[] {
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
  if (machine !== null && placed.reservation !== null)
    onMachine({ shop, placed, machine, reservation: placed.reservation, held, pieces }, { from: at, to: run });
  else if (run > at) pieces.push({ at, minutes: run - at, code: WAIT.start, text: restText(shop, placed), task: null });
  return addedUp(pieces);
}

/** The first possible moment: the first batch where pieces come in batches, else now. */
export const firstMoment = ({ now }: Shop, { first }: PredecessorBound): Minute => Math.max(now, first ?? now);

/** When predecessors let a run begin, capacity apart. */
export const predecessorMoment = ({ hard, run }: PredecessorBound, machine: Machine | null): Minute =>
  Math.max(hard, machine === null || run === Number.NEGATIVE_INFINITY ? hard : opening(machine.calendar, run));

/** A task whose waits are looked for on its machine, and what is found. */
interface Waiting {
  readonly shop: Shop;
  readonly placed: Placed;
  readonly machine: Machine;
  readonly reservation: Reservation;
  readonly held: HeldTexts;
  readonly pieces: Piece[];
}

function onMachine(waiting: Waiting, span: Interval): void {
  const { machine, reservation, pieces } = waiting;
  const { calendar } = machine;
  const from = worked(calendar, span.from);
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
  if (from < reservation.from) whileOpen(waiting, { from, to: reservation.from });
}

/** Causes of the open minutes before the set-up: device, people, lock. */
function whileOpen(waiting: Waiting, span: Interval): void {
  const { machine, reservation } = waiting;
  const { lane } = machine;
  let at = span.from;
  const busy = (by: Reservation, begins: number, ends: number): void => {
    const from = Math.max(begins, span.from);
    if (from > at) unused(waiting, { from: at, to: from }, by);
    const start = Math.max(at, from);
    at = Math.min(ends, span.to);
    behind(waiting, by.placed, start, at - start);
  };
  if (lane === null) for (const { by, from, to } of busySpans(machine, reservation, span)) busy(by, from, to);
  else for (const by of lane.within(span.from, span.to)) if (by !== reservation) busy(by, by.from, by.to);
  if (at < span.to) unused(waiting, { from: at, to: span.to }, null);
}

/** Minutes behind another task: with those just before them they are one piece. */
function behind({ machine, held, pieces }: Waiting, by: Placed, from: number, minutes: number): void {
  const last = pieces.at(-1);
  if (last !== undefined && last.task === by.id && last.code === WAIT.device) {
    last.minutes += minutes;
    return;
  }
  let text = held.get(by);
  if (text === undefined) {
    text = waitText.device(machine.resource.code, by, endOf(by));
    held.set(by, text);
  }
  pieces.push({ at: opening(machine.calendar, from), minutes, code: WAIT.device, text, task: by.id });
}

interface Busy extends Interval {
  readonly by: Reservation;
}
/** Where others leave no lane of several, and who: the one whose end makes room. */
function busySpans({ profile, ended, resource }: Machine, own: Reservation, span: Interval): Busy[] {
  const spans: Busy[] = [];
  // lanes of its resource; the terms of an operation may name others, which only moves minutes between two causes
  const most = Math.max(resource.lanes, own.lanes) - own.lanes;
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

/** Open minutes in which the resource was free and not taken: people or a mould were not, or the room was too short. */
function unused(waiting: Waiting, span: Interval, next: Reservation | null): void {
  const { shop, placed, machine, reservation, pieces } = waiting;
  const short = shortOf(waiting, span);
  pieces.push(...short);
  const left = short.reduce((rest, { minutes }) => rest - minutes, span.to - span.from);
  if (left <= 0) return;
  const rest = (code: Wait['code'], text: string, task: string | null = null): void => {
    pieces.push({ at: opening(machine.calendar, span.from), minutes: left, code, text, task });
  };
  if (isBackward(shop, placed) || (next === null && !reservation.isWhole && short.length === 0))
    rest(WAIT.start, restText(shop, placed));
  else if (next?.isFixed) rest(WAIT.locked, waitText.locked(machine.resource.code, next.placed), next.placed.id);
  else if (next !== null) behind(waiting, next.placed, span.from, left);
  else if (short[0]) short[0].minutes += left;
  else rest(WAIT.closed, waitText.closed);
}

/** Minutes in which people or a mould it needs were not free. */
function shortOf({ machine: { calendar }, reservation }: Waiting, span: Interval): Piece[] {
  const pieces: Piece[] = [];
  let left = span.to - span.from;
  for (const { shared, amount } of reservation.needs)
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
  return pieces;
}

const isBackward = ({ config }: Shop, { job }: Placed): boolean =>
  config.direction === DIRECTION.backward && job?.order.note === '';
const restText = (shop: Shop, placed: Placed): string =>
  isBackward(shop, placed) ? waitText.backward : waitText.asPlanned;

function addedUp(pieces: readonly Piece[]): Wait[] {
  const waits: { code: Wait['code']; minutes: number; text: string; task: string | null }[] = [];
  const byCause = new Map<Wait['code'], Map<string, (typeof waits)[number]>>();
  for (const { code, minutes, text, task } of [...pieces].sort((a, b) => a.at - b.at)) {
    const causes = byCause.get(code) ?? new Map<string, (typeof waits)[number]>();
    byCause.set(code, causes);
    const before = causes.get(task ?? text);
    if (before) before.minutes += minutes;
    else {
      const wait = { code, minutes, text, task };
      causes.set(task ?? text, wait);
      waits.push(wait);
    }
  }
  return waits;
}
