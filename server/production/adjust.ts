/** What an effective quantity may be changed to (30 §5), with the sentence of the bound that is broken. */
import { numText, subDec, subNum, sumDec, toNumber } from '../../schemas/language/codec/decimal';
import { type Around, binding, type Limit, type Part, startLimits, startSentence, usedAfter } from './limits';

export interface Range {
  readonly min: number;
  /** null: nothing stands over it */
  readonly max: number | null;
}
/** What of a report is not good. */
export const BAD = ['reworkQty', 'workScrapQty', 'materialScrapQty', 'pendingQty'] as const;
const n = (value: number): string => numText(value);

/** A start: not less than is reported of it, not more than could be started without it. `at`: as if it were not there. */
export const startRange = (at: Around, own: Part, dispatch?: Part): Range => ({
  min: sumDec([own.reported, own.submitted]),
  max: binding(startLimits(at, dispatch)).max,
});
export const startRefusal = (at: Around, own: Part, qty: number, dispatch?: Part): string | null => {
  const { min } = startRange(at, own, dispatch);
  if (qty < min) return `已报工${n(min)}，开工数量不能小于${n(min)}`;
  const limit = binding(startLimits(at, dispatch));
  // less is never too much
  return qty > own.qty && qty > limit.max ? startSentence(limit, qty) : null;
};

/** The least good of a report: what comes after it has used, less the good of the others. `at`: as it stands. */
export const leastGood = (at: Around, good: number): number => {
  const use = usedAfter(at);
  return use === null ? 0 : Math.max(0, subDec(use.qty, subDec(goodOf(at), good)));
};
export const goodRefusal = (at: Around, from: number, to: number): string | null => {
  const use = usedAfter(at);
  const left = toNumber(subNum(goodOf(at), subNum(from, to)));
  if (to >= from || use === null || left >= use.qty) return null;
  return `后工序${use.opNbr}已使用${n(use.qty)}，调整后工序${at.op.opNbr}合格仅${n(left)}，最少应保留${n(use.qty)}`;
};
const goodOf = ({ op, balances }: Around): number => balances.get(op.opNbr)?.good ?? 0;

/** The most good of a report whose bad stays as it is. */
export const mostGood = (limits: readonly Limit[], bad: number): number | null =>
  limits.length === 0 ? null : Math.max(0, subDec(binding(limits).max, bad));
