/** 角色 (10 §5.3). */
import type { DomainModule } from '../../ctx';
import { assertHeld, beyond, grantProblem } from './grants';
import { assertAdminLeft } from './user';

export const role: DomainModule<'role'> = {
  async check(record, old, ctx) {
    return grantProblem('functions', beyond(record, old, ctx.session));
  },
  actions: {
    async enable(record, _ask, ctx) {
      const stored = await ctx.asSystem().records.get('role', record.id);
      if (stored) assertHeld([stored], ctx.session);
      return undefined;
    },
    async disable(record, _ask, ctx) {
      if (record.isSuper === true) await assertAdminLeft(ctx, { role: record.id });
      return undefined;
    },
  },
};
