/** What of a receipt there is to receive (40 §6.3): what stands at the supplier, and whose a loss is. */
import { addDec, divDec, mulDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { cameLines, sentLines } from '../../datasets/out/sums';
import type { JudgedOf } from '../../rows';
import { plain } from '../../stock/legs';
import type { SharedLimit } from './limits';
import { type Standing, standingOf } from './standing';

export const standingFor = (
  planRow: string,
  mended: boolean,
  sent: Awaited<ReturnType<typeof sentLines>>,
  came: Awaited<ReturnType<typeof cameLines>>,
): Standing =>
  standingOf(
    sent.filter((line) => line.planRow === planRow && line.mended === mended),
    came.filter((line) => line.planRow === planRow && line.mended === mended),
  );

/** 允许损耗: up to it a loss is ours. */
export const isAllowed = (sent: number, percent: number, lost: number): boolean =>
  lost <= (divDec(mulDec(sent, percent), 100) ?? 0);

/** 已发…，供应商处剩余…: under the lock of the plans, so two receipts of the last pieces come one after the other. */
export const outsideLimits = async (
  record: Pick<JudgedOf<'outReceive'>, 'id' | 'items'>,
  ctx: Ctx,
): Promise<readonly SharedLimit[]> => {
  const plans = [...new Set(record.items.flatMap(({ plan }) => (plan ? [plan] : [])))];
  const [sent, came] = [await sentLines(ctx, plans), await cameLines(ctx, plans, record.id)];
  const lineOf = ({ planRow, reworkFlag }: (typeof record.items)[number]) => `${planRow} ${reworkFlag}`;
  const named = record.items.filter(({ planRow }) => planRow !== null);
  return [...new Set(named.map(lineOf))].flatMap((line) => {
    const own = named.filter((each) => lineOf(each) === line);
    const [row] = own;
    if (!row) return [];
    const qty = sumDec(own.map((each) => each.qty));
    const loss = sumDec(own.map((each) => each.lossQty ?? 0));
    const stands = standingFor(row.planRow ?? '', row.reworkFlag === true, sent, came);
    const asked = addDec(qty, loss);
    const text =
      `已发${plain(stands.sent)}，已收${plain(stands.received)}，已损耗${plain(stands.loss)}，已退${plain(stands.returned)}，` +
      `供应商处剩余${plain(stands.left)}，本次收回${plain(qty)}加损耗${plain(loss)}，超出${plain(subDec(asked, stands.left))}`;
    return [{ code: 'outReceive.over', rows: own.map(({ id }) => id), asked, max: stands.left, text }];
  });
};
