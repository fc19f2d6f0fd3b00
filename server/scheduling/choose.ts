/** Which resource an operation goes to (30 §3 step 8), as one run or in parts on several. */
import { closing, dayAround, worked } from './calendar';
import { type Earliest, earliestMoment } from './earliest';
import { openBase, openPieces, put } from './placed';
import { type Machine, type Need, usedWithin } from './reservations';
import { type Job, needsOf, type Placed, type Shop } from './shop';
import { type Ask, firstSlot, type Slot } from './slot';
import { poolText } from './texts';
import { type Part, predecessorBound } from './transfer';
import type { Minute } from './types';
import { perPiece, runMinutes, type Terms } from './work';

export interface Choice {
  readonly machine: Machine;
  readonly slot: Slot;
  readonly part: Part;
  /** open minute before which its set-up may never begin */
  readonly least: number;
  readonly end: Minute;
}

/** The machines an operation may run on: its fixed device, else its own list, else its work group; those in use only. */
export function machinesOf(shop: Shop, { operation: { device, equips, group } }: Job): readonly Machine[] {
  const ids = device !== null ? [device] : equips;
  const machines =
    ids.length > 0
      ? ids.flatMap((id) => shop.machines.get(id) ?? [])
      : group === null
        ? []
        : (shop.byGroup.get(group) ?? []);
  return machines.filter(({ resource }) => resource.inUse);
}

/** Why no machine takes an operation. */
export function noMachineText(shop: Shop, { operation: { device, equips, group } }: Job): string {
  if (group === null && device === null && equips.length === 0) return poolText.noGroup;
  return poolText.noDevice((group === null ? undefined : shop.groups.get(group)?.name) ?? group ?? '');
}

/** What a part asks of a machine; null = the machine does not take the quantity. */
export function askOf(shop: Shop, job: Job, machine: Machine, qty: number): { ask: Ask; per: number } | null {
  const { operation } = job;
  const terms: Terms = shop.termsFor(machine, operation);
  if (qty < terms.minBatch || qty > terms.maxBatch) return null;
  return {
    per: perPiece(operation, terms.efficiency, qty),
    ask: {
      key: operation.setupKey,
      setupMin: operation.setupMin,
      minutes: runMinutes(operation, terms.efficiency, qty),
      lanes: operation.lanes,
      capacity: terms.lanes,
      isWhole: !operation.splitShift,
      needs: needsFor(shop, job),
      gapFill: shop.config.gapFill,
      keepsOthers: false,
    },
  };
}
const NONE: readonly Need[] = [];
const needsFor = (shop: Shop, { operation }: Job): readonly Need[] =>
  shop.shared.size === 0 ? NONE : needsOf(shop, operation);

/** Where set-up and run of a part may begin on a machine, in its open minutes. */
export function floorOf(
  job: Job,
  part: Part,
  machine: Machine,
  earliest: Earliest,
): { readonly setup: number; readonly run: number } {
  const bound = predecessorBound(job, part, machine.calendar);
  const setup = worked(machine.calendar, Math.max(earliestMoment(earliest), bound.hard));
  return { setup, run: Math.max(setup, bound.run) };
}

export type Chosen = { readonly choices: readonly Choice[] } | { readonly left: string };

/** The best place, or places of equal parts where they end earlier by more than they add in set-up. */
export function chooseForward(shop: Shop, job: Job, earliest: Earliest): Chosen {
  const qty = openPieces(job);
  const base = openBase(job);
  const machines = machinesOf(shop, job);
  if (machines.length === 0) return { left: noMachineText(shop, job) };
  const best = bestOf(shop, job, { machines, earliest, base, qty });
  const { config } = shop;
  const { splitMax } = job.operation;
  let chosen = best === null ? null : [best];
  if (config.autoSplit && best !== null && best.slot.to - best.slot.run > config.splitMinHours * 60)
    for (let n = 2; n <= splitMax; n++) {
      const parts = inParts(shop, job, { machines, earliest, base, qty }, n);
      if (parts !== null && endsSooner(parts, chosen!)) chosen = parts;
    }
  if (chosen !== null) return { choices: chosen };
  const isTaken = machines.some((machine) => askOf(shop, job, machine, qty) !== null);
  return { left: isTaken ? poolText.beyond(config.horizonDays) : noMachineText(shop, job) };
}

interface Wish {
  readonly machines: readonly Machine[];
  readonly earliest: Earliest;
  readonly base: number;
  readonly qty: number;
}

function bestOf(shop: Shop, job: Job, { machines, earliest, base, qty }: Wish): Choice | null {
  let best: Choice | null = null;
  for (const machine of machines) {
    const asked = askOf(shop, job, machine, qty);
    if (asked === null) continue;
    const part = { base, qty, per: asked.per };
    const floor = floorOf(job, part, machine, earliest);
    const slot = firstSlot(machine, asked.ask, floor, worked(machine.calendar, best?.end ?? shop.end));
    if (slot === null) continue;
    const choice = { machine, slot, part, least: floor.setup, end: closing(machine.calendar, slot.to) };
    if (choice.end <= shop.end && (best === null || isBetter(choice, best))) best = choice;
  }
  return best;
}

/** end, set-up, priority in the group, load of the day, code. Machines come in the order of their codes. */
function isBetter(a: Choice, b: Choice): boolean {
  if (a.end !== b.end) return a.end < b.end;
  const setup = setupOf(a) - setupOf(b);
  if (setup !== 0) return setup < 0;
  const priority = a.machine.resource.priority - b.machine.resource.priority;
  if (priority !== 0) return priority < 0;
  const load = loadOfDay(a) - loadOfDay(b);
  if (load !== 0) return load < 0;
  return a.machine.resource.code < b.machine.resource.code;
}
export const setupOf = ({ slot }: { readonly slot: Slot }): number => slot.run - slot.from;
const loadOfDay = ({ machine, slot }: Choice): number => usedWithin(machine, ...dayAround(machine.calendar, slot.from));

/** Equal parts on machines of their own, what does not divide with the first; null where there are too few. */
function inParts(shop: Shop, job: Job, wish: Wish, n: number): Choice[] | null {
  const each = Math.floor(wish.qty / n);
  if (each <= 0) return null;
  const choices: Choice[] = [];
  const undo: (() => void)[] = [];
  let { base } = wish;
  for (let k = 0; k < n; k++) {
    const qty = k === 0 ? wish.qty - each * (n - 1) : each;
    const machines = wish.machines.filter((machine) => choices.every((choice) => choice.machine !== machine));
    const choice = bestOf(shop, job, { ...wish, machines, base, qty });
    if (choice === null) break;
    choices.push(choice);
    base += qty;
    // heads and moulds of one part are not there for the next
    undo.push(put(placedOf(shop, job, choice)));
  }
  for (const back of undo.reverse()) back();
  return choices.length === n ? choices : null;
}

const endsSooner = (parts: readonly Choice[], before: readonly Choice[]): boolean => {
  const last = (choices: readonly Choice[]): Minute => Math.max(...choices.map(({ end }) => end));
  const setup = (choices: readonly Choice[]): number => choices.reduce((sum, choice) => sum + setupOf(choice), 0);
  return last(before) - last(parts) > setup(parts) - setup(before);
};

/** A choice as something that can be put on the floor. */
export function placedOf(shop: Shop, job: Job, { machine, slot, part, least }: Choice): Placed {
  const { operation, order } = job;
  const number = 1 + Math.max(0, ...job.placed.map((placed) => placed.part));
  const placed: Placed = {
    id: `${operation.id}/${number}`,
    job,
    live: null,
    nbr: order.order.nbr,
    opNbr: operation.opNbr,
    part: number,
    ...part,
    machine,
    reservation: null,
    times: null,
    isFixed: false,
  };
  placed.reservation = {
    ...slot,
    key: operation.setupKey,
    setupMin: operation.setupMin,
    lanes: operation.lanes,
    least,
    isFixed: false,
    isWhole: !operation.splitShift,
    needs: needsFor(shop, job),
    placed,
  };
  return placed;
}
