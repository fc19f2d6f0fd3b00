/** 调整记录 (30 §5): the only way to change an effective quantity without taking the document back. Its audit does what it says. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { lockAbove } from '../out/orders';
import { apply } from './adjust-apply';
import type { Asked } from './adjust-kind';
import { adjustKinds } from './adjust-kinds';

const OPEN = '50';

export const adjustRecord: DomainModule<'adjustRecord'> = {
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many('adjustRecord', ids, { stored: true });
    await lockAbove(found.map(above), ctx);
  },
  async derive(record, old, ctx) {
    if (old === null) await lockAbove([above(record)], ctx);
    return undefined;
  },
  async check(record, _old, ctx) {
    if (record.docStatus !== OPEN) return [];
    const said = await refusalOf(record, ctx);
    return said === null ? [] : [{ code: 'adjustRecord.bound', path: 'rows', text: said }];
  },
  actions: {
    async audit(record, _ask, ctx) {
      const said = await refusalOf(record, ctx);
      if (said !== null) throw refuse(said, { rule: 'adjustRecord.bound' });
      const effects = await apply(record, ctx);
      return { effects: effects.map((row) => ({ id: ctx.newId(), ...row })) };
    },
  },
};

/** What stands over the document it adjusts. */
const above = ({
  orderProcess,
  outPlan,
}: {
  readonly orderProcess?: string | null;
  readonly outPlan?: string | null;
}) => ({
  orderProcess: orderProcess ?? null,
  plan: outPlan ?? null,
});
const refusalOf = async (asked: Asked, ctx: Ctx): Promise<string | null> =>
  asked.kind === null ? null : adjustKinds[asked.kind].refusal(asked, ctx);
