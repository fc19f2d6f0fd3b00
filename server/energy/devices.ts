/** Whose use it was (50 §6.2): a slot of a meter to its devices, of a device to its works, and what it took while idle. */
import { mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import { sharesOf } from './share';

const DECIMALS = 4;

/** By power × seconds of running; while none runs by power alone. */
export const toDevices = (
  use: number,
  devices: readonly { readonly power: number; readonly runSec: number }[],
): readonly number[] => {
  const ran = devices.map(({ power, runSec }) => mulDec(power, runSec));
  const weights = ran.some((weight) => weight > 0) ? ran : devices.map(({ power }) => power);
  return sharesOf(use, weights, DECIMALS);
};

export interface Span {
  readonly from: number;
  /** null: it goes on */
  readonly to: number | null;
}
/** By seconds in the slot, the last part is what nobody worked on. Works at the same time share it. */
export const toWorks = (use: number, slot: Required<Span>, works: readonly Span[]): readonly number[] => {
  const end = slot.to ?? slot.from;
  const inside = works.map(({ from, to }) => ({
    from: Math.min(Math.max(from, slot.from), end),
    to: Math.max(Math.min(to ?? end, end), slot.from),
  }));
  const bounds = [...new Set([slot.from, end, ...inside.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const weights = [...inside.map(() => 0), 0];
  for (const [n, at] of bounds.slice(0, -1).entries()) {
    const ms = (bounds[n + 1] ?? at) - at;
    const running = [...inside.keys()].filter((work) => {
      const span = inside[work];
      return span !== undefined && span.from <= at && span.to > at;
    });
    for (const work of running.length === 0 ? [inside.length] : running)
      weights[work] = (weights[work] ?? 0) + ms / Math.max(running.length, 1);
  }
  return sharesOf(use, weights, DECIMALS);
};

/** What stands still takes its idle load, and never more than was used. */
export const standbyUse = (use: number, standbyKw: number, idleSec: number): number =>
  roundHalfUp(Math.min(use, mulDec(standbyKw, idleSec / 3600)), DECIMALS);
