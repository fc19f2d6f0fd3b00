import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';

/** What a document of 示例列表 promises by its category: the day by which the days of that category are over. */
export const demoPromise: Service = {
  name: 'demo.promise',
  right: null,
  async run(args, ctx) {
    const { kindTree, needBy } = (args.record ?? {}) as Rec;
    if (typeof kindTree !== 'string' || (needBy !== null && needBy !== undefined)) return null;
    const [node] = await ctx.records.many('demoTree', [kindTree]);
    const days = Number(node?.days ?? 0);
    return days > 0 ? { needBy: dateAdd(ctx.today, days, 'day') } : null;
  },
};
