/** 排产产能 (20 §2): one setting for a resource, what it makes and a day. */
import type { Ctx, DomainModule } from '../../ctx';
import type { HeadOf } from '../../rows';

const CONDITIONS = ['scope', 'workGroup', 'equipment', 'process', 'material', 'materialCategory'] as const;
const FOREVER = '9999-12-31';

export const capacity: DomainModule<'capacity'> = {
  async check(record, _old, ctx) {
    const { records } = ctx.asSystem();
    const object = record.equipment ? 'equipment' : 'workGroup';
    const id = record[object];
    if (!id || record.isDisabled === '1') return [];
    const name = await lockedName(ctx, object, id);
    const others = await records.find('capacity', `isDisabled == 0 && id != param.self && ${object} == param.id`, {
      param: { self: record.id, id },
    });
    const found = others.find(
      (other) => CONDITIONS.every((code) => (other[code] ?? null) === (record[code] ?? null)) && meets(other, record),
    );
    if (!found) return [];
    const span = `${found.validFrom}至${found.validTo ?? '长期'}`;
    return [{ code: 'capacity.overlap', path: 'validFrom', text: `「${name}」在${span}已有相同条件的产能设置` }];
  },
};

/** A machine goes by its code, a group by its name. */
const lockedName = async (ctx: Ctx, object: 'equipment' | 'workGroup', id: string): Promise<string | undefined> => {
  const { records } = ctx.asSystem();
  if (object === 'equipment') return (await records.many(object, [id], { lock: true, stored: true }))[0]?.code;
  return (await records.many(object, [id], { lock: true, stored: true }))[0]?.name;
};
type Days = Pick<HeadOf<'capacity'>, 'validFrom' | 'validTo'>;
const meets = (a: Days, b: Days): boolean =>
  a.validFrom <= (b.validTo ?? FOREVER) && b.validFrom <= (a.validTo ?? FOREVER);
