/** 力调表: how a bill changes with the power factor, by the standard the factory is held to. */
import { mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';

interface Standard {
  /** reductions one by one from the hundredth above the standard; better ones get the last */
  readonly less: readonly number[];
}
const steps = (count: number, by: number): number[] => Array.from({ length: count }, (_, at) => mulDec(at + 1, by));
const STANDARDS: Readonly<Record<string, Standard>> = {
  '0.90': { less: steps(5, 0.15) },
  '0.85': { less: [...steps(5, 0.1), 0.65, 0.8, 0.95, 1.1] },
  '0.80': { less: [...steps(10, 0.1), 1.15, 1.3] },
};
const LOWEST = 50;

/** What a hundredth more below the standard adds: half a per cent up to 10, one up to 15, then two. */
const added = (below: number): number =>
  below <= 20 ? mulDec(below, 0.5) : below <= 25 ? below - 10 : 15 + 2 * (below - 25);

export interface PfRow {
  readonly pf: number;
  readonly percent: number;
}
/** From 1.00 down to 0.50; nothing where no standard is set. */
export function pfRows(standard: string | null | undefined): readonly PfRow[] {
  const found = STANDARDS[standard ?? ''];
  if (!found) return [];
  const at = Math.round(Number(standard) * 100);
  return Array.from({ length: 100 - LOWEST + 1 }, (_, n) => {
    const hundredths = 100 - n;
    const above = hundredths - at;
    const less = found.less[Math.min(above, found.less.length) - 1] ?? 0;
    return { pf: roundHalfUp(hundredths / 100, 2), percent: above > 0 ? 0 - less : added(0 - above) };
  });
}
