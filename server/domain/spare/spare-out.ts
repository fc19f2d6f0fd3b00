/** 备件出库 (40 §9): parts leave their store for a device; each row says when the same part was last put into it. */
import { dateDiff } from '../../../schemas/language/codec/date-time';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf } from '../../rows';
import { postStock } from '../../stock/posting';
import { takeBack } from '../stock/held';
import { docOf } from '../stock-doc';
import { checkUnits } from '../units';
import { checkSpares } from './parts';

const MOVE_KIND = '71';

export const spareOut: DomainModule<'spareOut'> = {
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    for (const row of record.items) {
      row.lastDate = await lastOf(record, row.material ?? null, ctx);
      row.usedDays = row.lastDate && record.bizDate ? (dateDiff(row.lastDate, record.bizDate)?.n ?? null) : null;
    }
    return undefined;
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [...(await checkSpares(record, ctx)), ...(await checkUnits('items', record, old, ctx))];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const posted = await postStock(ctx, {
        ...docOf('spareOut', record),
        legs: record.items.map((row) => {
          if (row.baseQty === null) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
          return {
            rowId: row.id,
            leg: 1,
            lineNo: row.lineNo,
            moveKind: MOVE_KIND,
            qty: -row.baseQty,
            key: {
              material: row.material,
              attrKey: row.attrKey,
              warehouse: row.warehouse,
              position: row.position,
              batchNbr: row.batchNbr,
              owner: row.owner,
            },
            cost: { by: 'avg' } as const,
          };
        }),
      });
      const costs = new Map(posted.rows.filter(({ qty }) => qty < 0).map((row) => [row.rowId, row.amount] as const));
      return { items: record.items.map((row) => ({ ...row, costAmount: Math.abs(costs.get(row.id) ?? 0) })) };
    },
    async unaudit(record, _ask, ctx) {
      await takeBack(ctx, docOf('spareOut', record));
      return { items: record.items.map((row) => ({ ...row, costAmount: null })) };
    },
  },
};

/** Day of the newest posted issue of the part for the device, before this one. */
const lastOf = async (
  { id, equipment, bizDate }: DraftOf<'spareOut'>,
  material: string | null,
  ctx: Ctx,
): Promise<string | null> => {
  if (!equipment || material === null || !bizDate) return null;
  const [last] = await ctx
    .asSystem()
    .records.find(
      'spareOut',
      'equipment == param.equipment && docStatus == 60 && id != param.id && bizDate <= param.day && exists(items, material == param.material)',
      { param: { equipment, id, day: bizDate, material }, sort: '-bizDate', limit: 1 },
    );
  return last?.bizDate ?? null;
};
