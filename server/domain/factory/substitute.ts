/** 替代关系 (20 §3): the same rule once. */
import type { Rec } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import type { JudgedOf } from '../../rows';

export const substitute: DomainModule<'substitute'> = {
  async check(record, _old, ctx) {
    if (record.isDisabled === '1') return [];
    const same = await ctx
      .asSystem()
      .records.find('substitute', 'material == param.material && subMaterial == param.sub && isDisabled == 0', {
        param: { material: record.material ?? null, sub: record.subMaterial ?? null },
      });
    return same.some((row) => row.id !== record.id && meets(row, record) && scopeOf(row) === scopeOf(record))
      ? [{ code: 'substitute.same', path: 'subMaterial', text: '相同条件的替代关系已存在' }]
      : [];
  },
};
const scopeOf = (record: JudgedOf<'substitute'>): string =>
  [record.products, record.customers].map((list) => [...list].sort().join()).join(' ');
const FOREVER = '9999-12-31';
const meets = (a: Rec, b: Rec): boolean =>
  String(a.validFrom) <= String(b.validTo ?? FOREVER) && String(b.validFrom) <= String(a.validTo ?? FOREVER);
