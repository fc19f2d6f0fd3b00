/** What of a send may leave (40 §6.2): within its plan, of pieces that are there, of what is to be mended. */
import { addDec, divDec, mulDec, roundNum, subDec, sumDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { cameLines, mendedOf, sentLines, waitingSends } from '../../datasets/out/sums';
import { sendLimit } from '../../production/limits';
import type { JudgedOf, LineOf } from '../../rows';
import { plain } from '../../stock/legs';
import { around, floorOf } from '../production/operations';
import type { SharedLimit } from './limits';
import { nameLines, type PlanLine } from './lines';
import { standingOf } from './standing';

/** 返修发出 */
export const AGAIN = '2';
type Line = LineOf<'outSend', 'items'>;
type Send = Pick<JudgedOf<'outSend'>, 'id' | 'sendType' | 'items'>;

export const sendLimits = async (record: Send, ctx: Ctx): Promise<readonly SharedLimit[]> =>
  record.sendType === AGAIN
    ? againLimits(record, ctx)
    : [...(await planLimits(record, ctx)), ...(await pieceLimits(record, ctx))];

interface Group<K> {
  readonly key: K;
  readonly rows: readonly Line[];
  readonly asked: number;
}
const groupsBy = <K>(rows: readonly Line[], key: (row: Line) => K): readonly Group<K>[] =>
  [...new Set(rows.map(key))].map((one) => {
    const own = rows.filter((row) => key(row) === one);
    return { key: one, rows: own, asked: sumDec(own.map(({ qty }) => qty)) };
  });
const idsOf = (rows: readonly Line[]): readonly string[] => rows.map(({ id }) => id);

/** 计划…最多可发… of the line of the plan. */
const planLimits = async (record: Send, ctx: Ctx): Promise<readonly SharedLimit[]> => {
  const lines = await nameLines(record.items, ctx);
  const plans = [...new Set([...lines.values()].map(({ plan }) => plan.id))];
  const sent = (await sentLines(ctx, plans, record.id)).filter(({ mended }) => !mended);
  const came = (await cameLines(ctx, plans)).filter(({ mended }) => !mended);
  const waiting = await waitingSends(
    ctx,
    [...lines.values()].map(({ row }) => row.id),
    record.id,
  );
  return groupsBy(record.items, ({ planRow }) => planRow).flatMap(({ key, rows, asked }) => {
    const line = lines.get(rows[0]?.id ?? '');
    if (!line) return [];
    const stands = standingOf(
      sent.filter((each) => each.planRow === key),
      came.filter((each) => each.planRow === key),
    );
    const used = addDec(subDec(stands.sent, stands.returned), waiting.get(key ?? '') ?? 0);
    const max = Math.max(0, subDec(wholeOf(line), used));
    const { qty, overRate } = line.row;
    const text = `计划${plain(qty)}，允许超发${plain(overRate ?? 0)}%，已发${plain(used)}，最多可发${plain(max)}，本次${plain(asked)}`;
    return [{ code: 'outSend.plan', rows: idsOf(rows), asked, max, text }];
  });
};
const wholeOf = ({ row }: PlanLine): number =>
  toNumber(roundNum(divDec(mulDec(row.qty, addDec(100, row.overRate ?? 0)), 100) ?? 0, 4, 'floor'));

/** 工序…可发… of the pieces that are there. */
const pieceLimits = async (record: Send, ctx: Ctx): Promise<readonly SharedLimit[]> => {
  const limits: SharedLimit[] = [];
  for (const { key, rows, asked } of groupsBy(record.items, ({ orderProcess }) => orderProcess)) {
    const [row] = rows;
    if (!row?.workOrder || key === null) continue;
    const { max, why } = sendLimit(around(await floorOf(ctx, row.workOrder, record.id), key));
    const text = `工序${row.opNbr}可发${plain(max)}（${why}），本次${plain(asked)}`;
    limits.push({ code: 'outSend.pieces', rows: idsOf(rows), asked, max, text });
  }
  return limits;
};

/** 待返修…: what a receipt says is to be mended, and no more. */
const againLimits = async (record: Send, ctx: Ctx): Promise<readonly SharedLimit[]> => {
  const { records } = ctx.asSystem();
  const ids = record.items.flatMap(({ srcId }) => (srcId ? [srcId] : []));
  const receipts = await records.many('outReceive', [...new Set(ids)].sort(), { rows: ['items'], stored: true });
  const sources = new Map(receipts.flatMap(({ items }) => items.map((row) => [row.id, row] as const)));
  const gone = await mendedOf(ctx, [...sources.keys()], record.id);
  return groupsBy(record.items, ({ srcRowId }) => srcRowId).map(({ key, rows, asked }) => {
    const [all, sent] = [sources.get(key ?? '')?.reworkQty ?? 0, gone.get(key ?? '') ?? 0];
    const max = Math.max(0, subDec(all, sent));
    const text = `待返修${plain(all)}，已发返修${plain(sent)}，最多可发${plain(max)}，本次${plain(asked)}`;
    return { code: 'outSend.again', rows: idsOf(rows), asked, max, text };
  });
};
