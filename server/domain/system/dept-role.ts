/** 部门角色 (10 §5.4): nobody gives a department what he does not have himself. */
import type { DomainModule } from '../../ctx';
import { asGiven, assertHeld, beyond, grantProblem } from './grants';

/** what decides who gets how much, and when */
const DECISIVE = ['role', 'dept', 'dataScope', 'withChildren', 'depts', 'validFrom', 'validTo'] as const;

export const deptRole: DomainModule<'deptRole'> = {
  async admit(stored, _action, ctx) {
    if (ctx.session.rights.super) return;
    const [role] = await ctx.asSystem().records.many('role', [stored.role], { rows: true });
    if (role) assertHeld([asGiven(role, stored)], ctx.session);
  },
  async check(record, old, ctx) {
    const { session } = ctx;
    if (session.rights.super) return [];
    if (old !== null && DECISIVE.every((code) => JSON.stringify(old[code]) === JSON.stringify(record[code]))) return [];
    const [role] = await ctx.asSystem().records.many('role', [record.role], { rows: true });
    return role ? grantProblem('role', beyond(asGiven(role, record), null, session)) : [];
  },
};
