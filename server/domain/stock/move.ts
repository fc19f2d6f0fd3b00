/** 移库 (40 §5): a balance goes to another place at once, by a direct transfer of its own. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { AskOf, RowOf } from '../../rows';
import { plain } from '../../stock/legs';

/** 直接调拨, 移库 */
const [DIRECT, MOVE] = ['2', '2'] as const;

export const moveStock = async (
  from: RowOf<'stockBalance'>,
  { qty, toWarehouse, toPosition }: AskOf<'stockBalance', 'relocate'>,
  ctx: Ctx,
): Promise<void> => {
  const { material, warehouse, position, batchNbr, qualityStatus, owner, attrKey } = from;
  if (material === null || warehouse === null) throw refuse('库存没有物料或仓库', { rule: 'move.none' });
  const movable = qualityStatus === '1' ? from.availableQty : from.qty;
  if (qty > (movable ?? 0))
    throw refuse(`可移${plain(movable ?? 0)}，本次${plain(qty)}`, { rule: 'move.over', terms: { movable, qty } });
  const [of] = await ctx.asSystem().records.many('material', [material], { stored: true });
  const { records } = ctx;
  const issue = await records.save('TransferIssue', {
    id: ctx.newId(),
    transferType: DIRECT,
    reason: MOVE,
    fromWarehouse: warehouse,
    toWarehouse,
    items: [
      {
        id: ctx.newId(),
        material,
        attrKey,
        unit: of?.unit ?? '',
        qty,
        position,
        batchNbr,
        qualityStatus: qualityStatus ?? '1',
        owner,
        toPosition,
      },
    ],
  });
  // in audit.mode 0 the save has audited it
  if (issue.auditStatus !== '2') await records.act('TransferIssue', 'audit', issue.id);
};
