/** 公摊 (50 §6): shares that are always whole; by area or by people they are reckoned in the form. */
import { sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { sharesOf } from '../../energy/share';
import { refuse } from '../../errors';
import type { LineOf } from '../../rows';

const AREA = '2';
const PEOPLE = '3';
/** of a share in per cent */
const DECIMALS = 4;
type Share = LineOf<'energyShare', 'rows'>;

export const energyShare: DomainModule<'energyShare'> = {
  actions: {
    async reckon(record, _ask, ctx) {
      if (record.basis !== AREA && record.basis !== PEOPLE) throw refuse('按面积或人数分摊时才能计算比例');
      const weigh = record.basis === AREA ? areaOf : peopleOf;
      const weights: number[] = [];
      for (const row of record.rows) weights.push(await weigh(row, ctx));
      if (sumDec(weights) <= 0) throw refuse(record.basis === AREA ? '所选单元没有填写面积' : '所选部门没有在职人员');
      const shares = sharesOf(100, weights, DECIMALS);
      return { rows: record.rows.map((row, at) => ({ ...row, percent: shares[at] ?? 0 })) };
    },
  },
};

const areaOf = async ({ factoryUnit }: Share, ctx: Ctx): Promise<number> => {
  const [unit] = await ctx.asSystem().records.many('factoryUnit', factoryUnit ? [factoryUnit] : [], { stored: true });
  return unit?.area ?? 0;
};
const LEFT = '3';
const peopleOf = async (row: Share, ctx: Ctx): Promise<number> => {
  const { records } = ctx.asSystem();
  const [unit] = await records.many('factoryUnit', row.factoryUnit ? [row.factoryUnit] : [], { stored: true });
  const dept = row.dept ?? unit?.dept;
  if (!dept) return 0;
  const people = await records.find('employee', 'dept in subtree(param.dept) && isDisabled == 0', { param: { dept } });
  return people.filter(({ empStatus }) => empStatus !== LEFT).length;
};
