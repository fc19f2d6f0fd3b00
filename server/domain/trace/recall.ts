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
import { stoppedByRecalls } from '../stock/stopped-work';
import { noticesOf } from './notices';
import { walk } from './walk';

/** The set may grow while its locks are waited for. */
const TRIES = 3;
const RUNNING = '30';
const PAUSED = '40';
/** 召回 among the reasons of a pause */
const PAUSED_BY = '70';

export const freezeAll = async (
  ctx: Ctx,
  { roots, reason, weak, releaseReserve, pauseWork }: Omit<TraceFreezeBody, 'token'>,
): Promise<TraceFrozen> => {
  const lotsOf = async () => {
    const { nodes } = await walk(ctx, roots, { direction: 'forward', weak, narrow: false });
    const of = (type: string): readonly string[] => nodes.filter((node) => node.type === type).map(({ id }) => id);
    return { lots: await batchesOf(ctx, of('1')), works: of('2') };
  };
  const paused = new Set<string>();
  let { lots: set, works } = await lotsOf();
  for (let n = 1; ; n++) {
    const wanted = set.flatMap(({ material, nbr }) => (material === null ? [] : [{ material, batchNbr: nbr }]));
    if (wanted.length === 0) throw refuse('没有可冻结的批次', { rule: 'trace.empty' });
    // before the lots, as reports lock them
    if (pauseWork) for (const id of await pauseWorks(ctx, works)) paused.add(id);
    await unloadFeeds(ctx, wanted);
    await readBatches(ctx.trx, wanted, 'update');
    const again = await lotsOf();
    if (again.lots.length === set.length) {
      const keys = await goodKeysOf(ctx, wanted);
      const { freezeNbr, moved, held } = await freezeStock(ctx, {
        kind: RECALL,
        reason,
        lots: wanted,
        keys: keys.map((key) => ({ key, qty: null })),
        releaseReserve,
        affectedOrders: [...paused],
        notices: await noticesOf(
          ctx,
          set.map(({ id }) => id),
        ),
        rootBatches: roots.filter(({ type }) => type === '1').map(({ id }) => id),
      });
      return { freezeNbr, moved, held };
    }
    if (n === TRIES) throw refuse('追溯关系正在变化，请稍后重试', { rule: 'trace.moving' });
    ({ lots: set, works } = again);
  }
};

/** Work orders of the walk that run stop with the reason 召回; what an earlier recall has stopped is held by this one too. */
const pauseWorks = async (ctx: Ctx, works: readonly string[]): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const found = await records.many('workOrder', [...works].sort(), { stored: true });
  const running = found.filter(({ docStatus }) => docStatus === RUNNING).map(({ id }) => id);
  const earlier = await stoppedByRecalls(ctx);
  const stopped = found.filter(({ id, docStatus }) => docStatus === PAUSED && earlier.has(id)).map(({ id }) => id);
  for (const id of running) await records.act('workOrder', 'pause', id, { reason: PAUSED_BY });
  return [...running, ...stopped];
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
