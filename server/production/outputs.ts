/** Co-products and by-products (30 §4 coReport): how much of them should have come of what was reported. */
import { mulDec, roundHalfUp } from '../../schemas/language/codec/decimal';
import { inProduct } from './balance';
import type { Balances, Operation } from './types';

export interface Output {
  /** for one piece of the product */
  readonly perQty: number | null;
  /** where it comes off; none: at the end */
  readonly opNbr: number | null;
}
const DECIMALS = 4;

/** Of the pieces reported so far at the operation it comes off, good or not. */
export const theoryOf = ({ perQty, opNbr }: Output, operations: readonly Operation[], balances: Balances): number => {
  const at = operations.find((op) => op.opNbr === opNbr) ?? lastOf(operations);
  if (!at) return 0;
  const pieces = inProduct(balances.get(at.opNbr)?.reported ?? 0, at);
  return roundHalfUp(mulDec(pieces, perQty ?? 0), DECIMALS);
};
/** An operation nobody waits for; of several the highest number. */
const lastOf = (operations: readonly Operation[]): Operation | undefined => {
  const before = new Set(operations.flatMap(({ predecessors }) => predecessors));
  return operations.filter(({ opNbr }) => !before.has(opNbr)).sort((a, b) => b.opNbr - a.opNbr)[0];
};
