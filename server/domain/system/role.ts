/** 角色 (10 §5.3). */
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { assertHeld, beyond, grantProblem } from './grants';
import { assertAdminLeft } from './user';

export const role: DomainModule = {
  async check(record, old, ctx) {
    return grantProblem('functions', beyond(record, old, ctx.session));
  },
  actions: {
    async del(record, _ask, ctx) {
      if (record.builtIn === true) throw refuse('内置角色不可删除');
      const members = await membersOf(record, ctx);
      if (members > 0) throw refuse(`角色下还有${members}名用户，不可删除`);
      return undefined;
    },
    async enable(record, _ask, ctx) {
      const stored = await ctx.asSystem().records.get('role', record.id as string);
      if (stored) assertHeld([stored], ctx.session);
      return undefined;
    },
    async disable(record, _ask, ctx) {
      if (record.isSuper === true) await assertAdminLeft(ctx, { role: record.id as string });
      return undefined;
    },
  },
};

const membersOf = async (record: Rec, ctx: Ctx): Promise<number> =>
  (await ctx.asSystem().records.find('user', 'param.id in roles', { param: { id: record.id as string } })).length;
