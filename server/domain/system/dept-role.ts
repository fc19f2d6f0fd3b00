/** 部门角色 (10 §5.4): nobody gives a department what he does not have himself. */
import type { DomainModule } from '../../ctx';
import { beyond, grantProblem } from './grants';

export const deptRole: DomainModule = {
  async check(record, old, ctx) {
    const { rights } = ctx.session;
    if (rights.super || typeof record.role !== 'string') return [];
    const same =
      old !== null &&
      ['role', 'dept', 'dataScope', 'withChildren', 'depts'].every(
        (code) => JSON.stringify(old[code] ?? null) === JSON.stringify(record[code] ?? null),
      );
    if (same) return [];
    const [role] = await ctx.asSystem().records.many('role', [record.role], { rows: true });
    if (!role) return [];
    // the assignment may widen what the role says of itself
    const given = record.dataScope === '0' ? role : { ...role, dataScope: record.dataScope ?? null, scopes: [] };
    return grantProblem('role', beyond(given, null, rights));
  },
};
