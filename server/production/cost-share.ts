/** What of a cost each output bears (30 §4 coReport): its percent, rounded to money; the main product bears the rest. */
import { mulDec, roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';

export interface Shares {
  readonly outputs: readonly number[];
  readonly main: number;
}
export const sharesOf = (cost: number, percents: readonly number[]): Shares => {
  const outputs = percents.map((percent) => roundHalfUp(mulDec(cost, percent) / 100, 2));
  return { outputs, main: subDec(cost, sumDec(outputs)) };
};
