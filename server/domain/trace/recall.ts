/**
 * 召回 (40 §10.3): everything some lots went into is held by one record, and its good stock frozen. The set is walked again under the
 * locks of its lots: a posting that began earlier has ended by then, a later one meets the hold.
 */
import type { TraceFreezeBody, TraceFrozen } from '../../../schemas/language/wire-trace';
import type { Ctx } from '../../ctx';
import { batchesOf } from '../../datasets/trace/lots';
import { refuse } from '../../errors';
import { goodKeysOf } from '../../stock/freeze';
import { readBatches } from '../../stock/read';
import { freezeStock, RECALL } from '../stock/freeze';
import { walk } from './walk';

/** The set may grow while its locks are waited for. */
const TRIES = 3;

export const freezeAll = async (
  ctx: Ctx,
  { roots, reason, weak, releaseReserve }: Omit<TraceFreezeBody, 'token'>,
): Promise<TraceFrozen> => {
  const lotsOf = async () => {
    const { nodes } = await walk(ctx, roots, { direction: 'forward', weak, narrow: false });
    const lots = nodes.filter(({ type }) => type === '1').map(({ id }) => id);
    return batchesOf(ctx, lots);
  };
  let set = await lotsOf();
  for (let n = 1; ; n++) {
    const wanted = set.flatMap(({ material, nbr }) => (material === null ? [] : [{ material, batchNbr: nbr }]));
    if (wanted.length === 0) throw refuse('没有可冻结的批次', { rule: 'trace.empty' });
    await unloadFeeds(ctx, wanted);
    await readBatches(ctx.trx, wanted, 'update');
    const again = await lotsOf();
    if (again.length === set.length) {
      const keys = await goodKeysOf(ctx, wanted);
      const { freezeNbr, moved, held } = await freezeStock(ctx, {
        kind: RECALL,
        reason,
        lots: wanted,
        keys: keys.map((key) => ({ key, qty: null })),
        releaseReserve,
        rootBatches: roots.filter(({ type }) => type === '1').map(({ id }) => id),
      });
      return { freezeNbr, moved, held };
    }
    if (n === TRIES) throw refuse('追溯关系正在变化，请稍后重试', { rule: 'trace.moving' });
    set = again;
  }
};

/** What is fed of a recalled lot is taken down first: it lies free beside the line and is frozen there. */
const unloadFeeds = async (
  ctx: Ctx,
  lots: readonly { readonly material: string; readonly batchNbr: string }[],
): Promise<void> => {
  const { records } = ctx.asSystem();
  const wanted = new Set(lots.map(({ material, batchNbr }) => `${material}|${batchNbr}`));
  const numbers = [...new Set(lots.map(({ batchNbr }) => batchNbr))];
  const live = await records.find('feedRecord', 'docStatus == 30 && batchNbr in param.numbers', {
    param: { numbers },
    sort: 'id',
  });
  for (const { id, material, batchNbr } of live)
    if (wanted.has(`${material}|${batchNbr}`)) await records.act('feedRecord', 'unload', id);
};
