/** Where else a task, or what an operation has in the pool, could go with nothing else moved, and when it would end there. */
import { closing, opening } from './calendar';
import { askOf, floorOf, machinesOf } from './choose';
import { earliestOf } from './earliest';
import { openPlan } from './move';
import { allPlaced, endOf, openBase, openPieces, take } from './placed';
import type { Machine } from './reservations';
import { calendarsOf, type Job, type Placed, type Shop } from './shop';
import { firstSlot } from './slot';
import type { Input, Minute } from './types';

export interface Alternative {
  readonly resource: string;
  readonly code: string;
  readonly start: Minute;
  readonly end: Minute;
  readonly setupMin: number;
  readonly lateMin: number;
  /** its end minus the end of now; null for what has no place yet */
  readonly difference: number | null;
  readonly isCurrent: boolean;
}

/** By end; resources that have no room within the horizon are left out. */
export function alternativesOf(
  input: Input,
  asked: { readonly task?: string; readonly operation?: string },
): readonly Alternative[] {
  const shop = openPlan(input, calendarsOf(input));
  const placed = asked.task === undefined ? null : (allPlaced(shop).find(({ id }) => id === asked.task) ?? null);
  const job = placed?.job ?? shop.jobs.get(asked.operation ?? '');
  if (!job || job.operation.supplier !== null) return [];
  const now = placed === null ? null : { end: endOf(placed), machine: placed.machine };
  const stands = placed?.reservation ?? null;
  if (placed !== null) take(placed);
  const found = machinesOf(shop, job).flatMap((machine) => {
    // where it stands it stays, even if it could not be put there any more
    if (stands !== null && machine === now?.machine) return inTime(shop, job, { machine, slot: stands, now });
    const part = partOf(job, placed);
    const terms = askOf(shop, job, machine, part.qty);
    if (terms === null) return [];
    const floor = floorOf(job, { ...part, per: terms.per }, machine, earliestOf(shop, job));
    const slot = firstSlot(machine, { ...terms.ask, gapFill: true, keepsOthers: true }, floor);
    return slot === null ? [] : inTime(shop, job, { machine, slot, now });
  });
  return found.sort((a, b) => a.end - b.end || (a.code < b.code ? -1 : 1));
}

const partOf = (job: Job, placed: Placed | null): { readonly base: number; readonly qty: number } =>
  placed === null ? { base: openBase(job), qty: openPieces(job) } : { base: placed.base, qty: placed.qty };

function inTime(
  shop: Shop,
  job: Job,
  {
    machine,
    slot,
    now,
  }: {
    readonly machine: Machine;
    readonly slot: { readonly from: number; readonly run: number; readonly to: number };
    readonly now: { readonly end: Minute; readonly machine: Placed['machine'] } | null;
  },
): Alternative[] {
  const { calendar, resource } = machine;
  const end = closing(calendar, slot.to);
  if (end > shop.end) return [];
  return [
    {
      resource: resource.id,
      code: resource.code,
      start: opening(calendar, slot.from),
      end,
      setupMin: slot.run - slot.from,
      lateMin: Math.max(0, end - job.order.due),
      difference: now === null ? null : end - now.end,
      isCurrent: now?.machine === machine,
    },
  ];
}
