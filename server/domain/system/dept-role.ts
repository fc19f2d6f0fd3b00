/** 部门角色 (10 §5.4): nobody gives a department what he does not have himself. */
import type { DomainModule } from '../../ctx';
import { asGiven, assertHeld, beyond, grantProblem } from './grants';

/** what decides who gets how much, and when */
const DECISIVE = ['role', 'dept', 'dataScope', 'withChildren', 'depts', 'validFrom', 'validTo'];

export const deptRole: DomainModule = {
  async check(record, old, ctx) {
    const { session } = ctx;
    if (session.rights.super || typeof record.role !== 'string') return [];
    const text = (code: string, of: typeof record): string => JSON.stringify(of[code] ?? null);
    if (old !== null && DECISIVE.every((code) => text(code, old) === text(code, record))) return [];
    const [role] = await ctx.asSystem().records.many('role', [record.role], { rows: true });
    return role ? grantProblem('role', beyond(asGiven(role, record), null, session)) : [];
  },
  actions: {
    async enable(record, _ask, ctx) {
      const [role] = await ctx.asSystem().records.many('role', [record.role as string], { rows: true });
      if (role) assertHeld([asGiven(role, record)], ctx.session);
      return undefined;
    },
  },
};
