/** 冻结记录 (40 §3.1): made by freezes of stock and recalls; what it froze is released through it, row by row or whole. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { keyOf } from '../../stock/document';
import { lockFreeze } from '../../stock/freeze';
import type { StockKey } from '../../stock/keys';
import { freezeLot, freezeStock, releaseFrozen } from './freeze';
import { moveStock } from './move';
import { lockStopped, resumeStopped } from './stopped-work';

const ENDED = '60';

export const freezeRecord: DomainModule<'freezeRecord'> = {
  /** what it has stopped goes on when it ends: work orders are locked before lots, as reports lock them */
  async lock(action, ids, ctx) {
    if (action === 'release' || action === 'releaseAll') await lockStopped(ctx, ids);
  },
  actions: {
    async release(record, ask, ctx) {
      const rows = ask.rows.map(({ id, qty }) => ({ row: id, qty }));
      const change = await releaseFrozen(ctx, record, rows);
      if (change.docStatus === ENDED) await resumeStopped(ctx, record);
      return change;
    },
    async releaseAll(record, ask, ctx) {
      const rows = record.items.map(({ id }) => ({ row: id }));
      const change = await releaseFrozen(ctx, record, rows);
      if (change.docStatus === ENDED && ask.resumeWork !== false) await resumeStopped(ctx, record);
      return change;
    },
  },
};

/** 批次: all of a lot at once. */
export const batch: DomainModule<'batch'> = {
  /** its records before the lot, the lot before its balances */
  async lock(action, ids, ctx) {
    if (action !== 'freeze' && action !== 'release') return;
    const { records } = ctx.asSystem();
    if (action === 'release')
      await records.many('freezeRecord', await liveRecords(ctx, ids), { stored: true, lock: true });
    const lots = await records.many('batch', [...ids], { stored: true });
    await lockFreeze(ctx, [], lots);
  },
  actions: {
    async freeze(record, ask, ctx) {
      await freezeLot(ctx, record, { reason: ask.reason, releaseReserve: ask.releaseReserve === true });
      return undefined;
    },
    async release(record, _ask, ctx) {
      const { records } = ctx.asSystem();
      const ids = await liveRecords(ctx, [record.id]);
      if (ids.length === 0) throw refuse(`批次${record.batchNbr}没有冻结记录`, { rule: 'freeze.none' });
      for (const id of ids) {
        const found = await records.get('freezeRecord', id, { lock: true });
        if (!found) continue;
        const rows = found.items.filter((row) => row.batch === record.id && row.released !== true);
        const { items, ...head } = await releaseFrozen(
          ctx,
          found,
          rows.map((row) => ({ row: row.id })),
        );
        await records.patch('freezeRecord', id, { head, rows: { items: items ?? [] } });
      }
      return undefined;
    },
  },
};

/** Records with rows of these lots that are not released, in the order of their ids. */
const liveRecords = async (ctx: Ctx, batches: readonly string[]): Promise<readonly string[]> => {
  const found = await ctx
    .asSystem()
    .records.find('freezeRecord', 'docStatus in [20, 30] && exists(items, batch in param.batches && !released)', {
      param: { batches: [...batches] },
      sort: 'id',
    });
  return found.map(({ id }) => id);
};

/** Records of one request: keys that are chosen together stand in one. */
const openRecords = new WeakMap<object, string>();

/** 库存查询: chosen keys, one record for all of them. */
export const stockBalance: DomainModule<'stockBalance'> = {
  async lock(action, ids, ctx) {
    if (action === 'freeze') await lockFreeze(ctx, await keysOf(ctx, ids));
  },
  actions: {
    async freeze(record, ask, ctx) {
      const into = openRecords.get(ctx.trx);
      const [key] = await keysOf(ctx, [record.id]);
      if (!key) return undefined;
      const { id } = await freezeStock(ctx, {
        reason: ask.reason,
        releaseReserve: ask.releaseReserve === true,
        keys: [{ key, qty: ask.qty ?? null }],
        ...(into === undefined ? {} : { into }),
      });
      openRecords.set(ctx.trx, id);
      return undefined;
    },
    async relocate(record, ask, ctx) {
      await moveStock(record, ask, ctx);
      return undefined;
    },
  },
};
const keysOf = async (ctx: Ctx, ids: readonly string[]): Promise<readonly StockKey[]> =>
  (
    await ctx.trx
      .selectFrom('stock_balance')
      .select(['material_id', 'attr_key', 'warehouse_id', 'position_id', 'batch_nbr', 'quality_status'])
      .select(['owner', 'stage_id'])
      .where('id', 'in', [...ids])
      .execute()
  ).map(keyOf);
