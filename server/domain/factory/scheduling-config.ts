/** 排产参数 (30 §3): one set for a workshop, else the one of the whole factory. */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';

/** Four numbers, of 特急 to 暂缓. */
const WEIGHTS = /^\d{1,4}(\.\d{1,2})?(\/\d{1,4}(\.\d{1,2})?){3}$/;

export const schedulingConfig: DomainModule<'schedulingConfig'> = {
  async check(record) {
    if (typeof record.weights !== 'string' || WEIGHTS.test(record.weights)) return [];
    const text = '优先级权重应为4个用「/」分隔的数，例如 8/4/2/1';
    return [{ code: 'schedulingConfig.weights', path: 'weights', text }];
  },
};

/** The set that holds for a workshop; null = nobody has set any, so the defaults hold. */
export const schedulingConfigOf = async (ctx: Ctx, workshop: string | null): Promise<Rec | null> => {
  const { records } = ctx.asSystem();
  const [own] =
    workshop === null
      ? []
      : await records.find('schedulingConfig', 'workshop == param.workshop', { param: { workshop } });
  const row = own ?? (await records.find('schedulingConfig', 'empty(workshop)'))[0];
  return row ? records.get('schedulingConfig', row.id) : null;
};
