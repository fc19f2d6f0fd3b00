/** 供应商 (20 §5): the shares of a material over all enabled suppliers stay within 100 %; one of outside operations has a warehouse. */
import { addDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import type { FoundOf, JudgedOf } from '../../rows';
import { plain } from '../../stock/legs';
import { virtualWarehouse } from './virtual-warehouse';

const OUTSIDE = '2';
/** 合格状态 暂停 */
const PAUSED = '3';

export const supplier: DomainModule<'supplier'> = {
  async check(record, old, ctx) {
    if (record.isDisabled === '1') return [];
    const before = shares(old, ctx.today);
    const problems: Problem[] = [];
    for (const [material, share] of shares(record, ctx.today)) {
      if (before.get(material) === share) continue;
      const others = await othersOf(ctx, record.id, material);
      const total = others.reduce((sum, row) => addDec(sum, shares(row, ctx.today).get(material) ?? 0), share);
      if (total <= 100) continue;
      const row = record.materials.find((line) => line.material === material && line.share !== null);
      const [found] = await ctx.asSystem().records.many('material', [material]);
      problems.push({
        code: 'supplier.share',
        path: `materials[${row?.id}].share`,
        text: `物料「${found?.name ?? ''}」配额合计${plain(total)}%，不能超过100%`,
      });
    }
    return problems;
  },
  async after({ record, old }, ctx) {
    if (record.qualStatus === PAUSED && old !== null && old.qualStatus !== PAUSED)
      await ctx.emit('supplier.paused', { id: record.id, nbr: record.code });
    if (!record.kinds.includes(OUTSIDE) || record.warehouse) return;
    const warehouse = await virtualWarehouse(ctx, {
      code: `WX-${record.code}`,
      name: `${record.shortName ?? record.name}外协仓`,
      kind: '7',
      more: { supplier: record.id },
    });
    await ctx.asSystem().records.patch('supplier', record.id, { head: { warehouse } });
  },
};

/** Share of each material by the rows that are valid on a day. */
const shares = (record: Pick<JudgedOf<'supplier'>, 'materials'> | null, day: string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const row of record?.materials ?? []) {
    const isValid = row.validFrom <= day && (row.validTo === null || row.validTo >= day);
    if (isValid && row.share !== null) sums.set(row.material, addDec(sums.get(row.material) ?? 0, row.share));
  }
  return sums;
};

const othersOf = async (
  ctx: Ctx,
  self: string,
  material: string,
): Promise<readonly FoundOf<'supplier', { readonly rows: true }>[]> => {
  const { records } = ctx.asSystem();
  const heads = await records.find('supplier', 'isDisabled == 0 && exists(materials, material == param.material)', {
    param: { material },
  });
  return records.many(
    'supplier',
    heads.map((head) => head.id).filter((id) => id !== self),
    { rows: true },
  );
};
