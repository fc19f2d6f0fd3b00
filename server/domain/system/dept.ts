/** 部门 (10 §5.2): what the tree itself refuses stands in tree.ts, in the words of this object. */
import type { DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { MAX_LEVELS, type TreeTexts } from '../tree';
import { assertHeld, beyond, grantProblem, rolesOfDept, rolesOfUser } from './grants';

export const DEPT_TREE: TreeTexts = {
  cycle: '上级部门不能是本部门或其下级',
  depth: `部门层级不能超过${MAX_LEVELS}级`,
  children: () => '部门存在下级，不可删除',
};

export const dept: DomainModule<'dept'> = {
  /** who hangs below another department gets what that one gives its members, and loses what the one before gave */
  async check(record, old, ctx) {
    if (old === null || old.parent === record.parent || ctx.session.rights.super) return [];
    const roles = [...(await rolesOfDept(ctx, record.parent)), ...(await rolesOfDept(ctx, old.parent))];
    return grantProblem('parent', [...new Set(roles.flatMap((role) => beyond(role, null, ctx.session)))]);
  },
  actions: {
    async disable(record, _ask, ctx) {
      const below = await ctx.asSystem().records.find('dept', 'parent == param.id && isDisabled == 0', {
        param: { id: record.id },
      });
      if (below.length > 0) throw refuse(`「${record.name}」下有${below.length}个启用的下级，请先停用下级`);
      return undefined;
    },
    async mergeTo(record, ask, ctx) {
      const { records } = ctx.asSystem();
      const [target] = await records.many('dept', [ask.target], { lock: true });
      if (!target) throw refuse('请选择目标部门');
      if (target.isDisabled === '1') throw refuse(`「${target.name}」已停用，请重新选择`);
      const param = { id: record.id };
      // who moves gets what the target gives its members, and nobody moves who can do more
      if (!ctx.session.rights.super) {
        assertHeld(await rolesOfDept(ctx, target.id), ctx.session);
        for (const member of await records.find('user', 'dept == param.id', { param }))
          assertHeld(await rolesOfUser(ctx, member), ctx.session);
      }
      for (const child of await records.find('dept', 'parent == param.id', { param }))
        await records.save('dept', { id: child.id, version: child.version, parent: target.id });
      for (const object of ['user', 'employee'] as const)
        for (const member of await records.find(object, 'dept == param.id', { param }))
          await records.patch(object, member.id, { head: { dept: target.id } });
      return { isDisabled: '1' };
    },
  },
};
