/** 批次即将过期, 批次已过期: what the night says of lots, once each for the day they end (40 §3.6). */
import type { Ctx } from '../../ctx';
import { endingLots } from '../../datasets/stock/ending';
import { tellOnce } from '../tell-once';

/** Answers of how many lots it spoke. */
export async function remindEndingLots(ctx: Ctx): Promise<number> {
  const lots = await endingLots(ctx);
  const tell = (event: string, isOver: boolean): Promise<number> =>
    tellOnce(
      ctx,
      { object: 'batch', event },
      lots
        .filter(({ expireDate }) => expireDate < ctx.today === isOver)
        .map(({ id, batchNbr, material, expireDate }) => ({
          id,
          nbr: batchNbr,
          at: expireDate,
          detail: `「${material}」批次${batchNbr}失效日期 ${expireDate}`,
        })),
    );
  return (await tell('expiring', false)) + (await tell('expired', true));
}
