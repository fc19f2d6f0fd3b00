/** Pieces of a row whose material has serial numbers: one leg each. */
import { refuse } from '../errors';
import { plain } from './legs';

/** legs of a row are numbered below those of differences of value */
const MOST = 999;
/** as a number of a lot */
const LONGEST = 50;

interface Row {
  readonly lineNo: number | null;
  readonly baseQty: number | null;
  readonly batchNbr: string | null;
  readonly serials: readonly string[] | null;
}
/** The numbers of a row, as many as its pieces; a row of one piece may name it as its lot. */
export const serialsOf = ({ lineNo, baseQty, batchNbr, serials }: Row): readonly string[] => {
  const qty = baseQty ?? 0;
  const named = serials !== null && serials.length > 0 ? serials : batchNbr ? [batchNbr] : [];
  const numbers = [...new Set(named.map((serial) => serial.trim()))];
  if (numbers.length !== qty) throw refuse(`第${lineNo}行序列号${numbers.length}个，与数量${plain(qty)}不一致`);
  if (qty > MOST) throw refuse(`第${lineNo}行按序列号管理，数量须为不超过${MOST}的整数，本次${plain(qty)}`);
  const long = numbers.find((serial) => serial.length > LONGEST);
  if (long !== undefined) throw refuse(`第${lineNo}行序列号「${long}」超过${LONGEST}个字`);
  return numbers;
};
