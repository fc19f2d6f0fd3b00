/** 排产产能 (20 §2): one setting for a resource, what it makes and a day. */
import type { Rec } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';

const CONDITIONS = ['scope', 'workGroup', 'equipment', 'process', 'material', 'materialCategory'];
const FOREVER = '9999-12-31';

export const capacity: DomainModule = {
  async check(record, _old, ctx) {
    const { records } = ctx.asSystem();
    const [object, id] =
      typeof record.equipment === 'string' ? ['equipment', record.equipment] : ['workGroup', record.workGroup];
    if (typeof object !== 'string' || typeof id !== 'string' || record.isDisabled === '1') return [];
    const [resource] = await records.many(object, [id], { lock: true, stored: true });
    const others = await records.find('capacity', `isDisabled == 0 && id != param.self && ${object} == param.id`, {
      param: { self: record.id as string, id },
    });
    const found = others.find(
      (other) => CONDITIONS.every((code) => (other[code] ?? null) === (record[code] ?? null)) && meets(other, record),
    );
    if (!found) return [];
    const span = `${String(found.validFrom)}至${typeof found.validTo === 'string' ? found.validTo : '长期'}`;
    const name = object === 'equipment' ? resource?.code : resource?.name;
    return [{ code: 'capacity.overlap', path: 'validFrom', text: `「${name}」在${span}已有相同条件的产能设置` }];
  },
};

const meets = (a: Rec, b: Rec): boolean =>
  String(a.validFrom) <= String(b.validTo ?? FOREVER) && String(b.validFrom) <= String(a.validTo ?? FOREVER);
