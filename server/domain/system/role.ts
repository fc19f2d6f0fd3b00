/** 角色 (10 §5.3). */
import type { DomainModule } from '../../ctx';
import { assertHeld, beyond, grantProblem } from './grants';
import { assertAdminLeft } from './user';

export const role: DomainModule<'role'> = {
  /** what gives more than he has is not his to change, whatever he changes of it */
  async admit(stored, _action, ctx) {
    assertHeld([stored], ctx.session);
  },
  async check(record, old, ctx) {
    const renamed = old?.builtIn === true && (record.code !== old.code || record.name !== old.name);
    return [
      ...(renamed ? [{ code: 'role.builtIn', path: 'name', text: '内置角色的编码和名称不可修改' }] : []),
      ...grantProblem('functions', beyond(record, old, ctx.session)),
    ];
  },
  actions: {
    async disable(record, _ask, ctx) {
      if (record.isSuper === true) await assertAdminLeft(ctx, { role: record.id });
      return undefined;
    },
  },
};
