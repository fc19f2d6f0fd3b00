/** 不良 of a report: rows say what each bad piece is, the head is their sum; a sender may tell the sum, not another one (30 §4). */
import { numText, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { ChangeOf } from '../../rows';

type Given = ChangeOf<'prdReport'>;
interface Counted {
  readonly qualifiedQty: number;
  readonly badRows: readonly { readonly qty?: number | null }[];
}
const PARTS = ['reworkQty', 'workScrapQty', 'materialScrapQty', 'pendingQty'] as const;

export const badProblems = (sent: Given, { qualifiedQty, badRows }: Counted): readonly Problem[] => {
  const rows = sumDec(badRows.map(({ qty }) => qty ?? 1));
  const other = toldOf(sent, qualifiedQty).find((told) => told !== rows);
  if (other === undefined) return [];
  return [
    { code: 'prdReport.bad', path: 'badRows', text: `不良明细合计${numText(rows)}与不良数${numText(other)}不一致` },
  ];
};

/** Every way a head tells how many are bad. */
const toldOf = ({ unqualifiedQty, reportQty, ...sent }: Given, good: number): readonly number[] => {
  const parts = PARTS.flatMap((code) => sent[code] ?? []);
  return [
    ...(typeof unqualifiedQty === 'number' ? [unqualifiedQty] : []),
    ...(typeof reportQty === 'number' ? [subDec(reportQty, good)] : []),
    ...(parts.length === PARTS.length ? [sumDec(parts)] : []),
  ];
};
