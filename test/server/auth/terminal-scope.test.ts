/** A team leader at a terminal of the floor (PIN): rows that he and operators both reach, not none because their scopes differ. */
import { expect, it } from 'vitest';
import { both, makeRights, type RoleGrant } from '../../../server/auth/rights';
import type { EngineCtx } from '../../../server/records/host';
import { rowScope } from '../../../server/records/read/access';
import { systemRegistry } from '../../support/registry';

const role = (scope: string): RoleGrant => ({
  id: scope,
  code: `r${scope}`,
  isSuper: false,
  functions: ['prdStart:view', 'scheduleTask:view'],
  fieldGroups: [],
  scope: { scope, depts: [] },
  scopes: new Map(),
});
it('sees what is his own and of his department', () => {
  const registry = systemRegistry();
  const rights = both(makeRights([role('3')], false), makeRights([role('4')], false), false);
  const me = { id: 'u', employee: 'e', dept: 'd', depts: ['d'], roles: [], super: false };
  const ctx = { system: false, registry, session: { rights, me } } as unknown as EngineCtx;
  const mine = 'createdBy == me.id || workers.employee == me.employee';
  expect(rowScope(ctx, registry.find('prdStart')!, 'prdStart:view')).toBe(
    `(${mine}) && (dept == me.dept || empty(dept) && (${mine}))`,
  );
  const task = rowScope(ctx, registry.find('scheduleTask')!, 'scheduleTask:view');
  expect(task).toBe(
    '(createdBy == me.id) && (workshop.dept == me.dept || empty(workshop.dept) && (createdBy == me.id))',
  );
});
