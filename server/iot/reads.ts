/** How a signal of a device reads its point. */
import { addDec, mulDec } from '../../schemas/language/codec/decimal';
import { kept } from './decode';

export interface Reads {
  readonly map: string;
  readonly point: string;
  readonly box: string;
  readonly bit: number | null;
  readonly factor: number;
  readonly offset: number;
  readonly validMin: number | null;
  readonly validMax: number | null;
}
/** null: not a value this signal may have */
export const meant = ({ bit, factor, offset, validMin, validMax }: Reads, raw: number): number | null => {
  const x = kept(addDec(mulDec(bit === null ? raw : Math.floor(raw / 2 ** bit) % 2, factor), offset));
  return x === null || (validMin !== null && x < validMin) || (validMax !== null && x > validMax) ? null : x;
};
