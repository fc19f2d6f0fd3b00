/** Use by slot (50 §6.1): slots add up to the register exactly, so the register is rounded, never the use. */
import { addDec, divDec, mulDec, roundHalfUp, subDec } from '../../schemas/language/codec/decimal';
import type { Term } from './formula';
import { type Knot, knotAfter, registerAt } from './register';

export interface SlotUse {
  /** when the slot begins, ms */
  readonly slot: number;
  readonly use: number;
  /** a part of it is drawn over a gap of readings, or read by a person */
  readonly est: boolean;
}
export interface SlotRule {
  readonly slotMs: number;
  /** readings farther apart are a gap */
  readonly gapMs: number;
}
const DECIMALS = 4;

/** Every slot that readings reach; the last one as far as they go. Slots of an hour or less begin at the same moments in factory time. */
export const slotsOf = ({ slotMs, gapMs }: SlotRule, knots: readonly Knot[]): readonly SlotUse[] => {
  const [first, last] = [knots[0], knots.at(-1)];
  if (first === undefined || last === undefined) return [];
  const slots: SlotUse[] = [];
  const start = Math.floor(first.ts / slotMs) * slotMs;
  let before = roundHalfUp(registerAt(knots, start), DECIMALS);
  for (let slot = start; slot < last.ts; slot += slotMs) {
    const after = roundHalfUp(registerAt(knots, slot + slotMs), DECIMALS);
    slots.push({ slot, use: subDec(after, before), est: touchesGap(knots, slot, slot + slotMs, gapMs) });
    before = after;
  }
  return slots;
};
const touchesGap = (knots: readonly Knot[], from: number, to: number, gapMs: number): boolean => {
  for (let n = Math.max(1, knotAfter(knots, from)); n < knots.length; n++) {
    const [before, after] = [knots[n - 1], knots[n]];
    if (before === undefined || after === undefined || before.ts >= to) return false;
    if (after.ts - before.ts > gapMs) return true;
  }
  return false;
};

/** Use of a virtual meter: its parts by factor. It may be negative, which says that a part is wrong. */
export const virtualSlots = (
  terms: readonly Term[],
  partOf: (code: string) => readonly SlotUse[],
): readonly SlotUse[] => {
  const slots = new Map<number, SlotUse>();
  for (const { code, factor } of terms)
    for (const { slot, use, est } of partOf(code)) {
      const before = slots.get(slot);
      slots.set(slot, {
        slot,
        use: roundHalfUp(addDec(before?.use ?? 0, mulDec(use, factor)), DECIMALS),
        est: est || before?.est === true,
      });
    }
  return [...slots.values()].sort((a, b) => a.slot - b.slot);
};

/** Mean load of a slot in kW. */
export const demandOf = (use: number, slotMs: number): number =>
  roundHalfUp(divDec(mulDec(use, 3_600_000), slotMs) ?? 0, DECIMALS);

/** Gas at 20 °C and one atmosphere; gauge pressure in kPa, temperature in °C, means of the slot. */
export const standardVolume = (use: number, pressure: number, celsius: number): number =>
  roundHalfUp((((use * (pressure + 101.325)) / 101.325) * 293.15) / (273.15 + celsius), DECIMALS);
