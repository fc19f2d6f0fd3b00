/** 不能授予自己没有的权限 (security.md §4): on every write that changes somebody's effective rights. */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, ScopeGrant, Session } from '../../ctx';
import { refuse } from '../../errors';
import type { HeadOf, RowOf } from '../../rows';

/** What a role says of rights, in the width a department gives it. */
export type Role = Pick<RowOf<'role'>, 'functions' | 'fieldGroups' | 'isSuper' | 'scopes'> & Width;
type Width = { readonly dataScope: string | null; readonly depts: readonly string[] };

/** What `role` gives beyond what it gave `before` and the caller does not have himself. */
export const beyond = (
  role: Role,
  before: Role | null,
  { rights, me }: Pick<Session, 'rights' | 'me'>,
): readonly string[] => {
  if (rights.super) return [];
  const had = before?.functions ?? [];
  const functions = role.functions.filter((right) => {
    const given = scopeOf(role, right);
    if (before !== null && had.includes(right) && covers([scopeOf(before, right)], given)) return false;
    return !rights.has(right) || !covers(rights.scopes(right), given, me);
  });
  const groups = role.fieldGroups.filter((group) => !rights.group(group) && !before?.fieldGroups.includes(group));
  return [...functions, ...groups, ...(role.isSuper && !before?.isSuper ? ['*'] : [])];
};

/** What joining a department brings: the roles it and those above it give their members, as wide as they give them. */
export const rolesOfDept = async (ctx: Ctx, dept: string | null | undefined): Promise<readonly Role[]> => {
  const { records } = ctx.asSystem();
  const given = await records.find('deptRole', 'isDisabled == 0');
  const found: Role[] = [];
  let at = dept ?? null;
  for (let level = 0; at !== null && level < 20; level++) {
    const [here]: HeadOf<'dept'>[] = await records.many('dept', [at]);
    const own = given.filter((row) => row.dept === here?.id && (level === 0 || row.withChildren));
    for (const row of own) {
      const [role] = await records.many('role', [row.role], { rows: true });
      if (role && role.isDisabled !== '1') found.push(asGiven(role, row));
    }
    at = here?.parent ?? null;
  }
  return found;
};
/** The role in the width a department gives it; what it says of single objects stays. */
export const asGiven = <R extends Role>(role: R, { dataScope, depts }: Width): Role =>
  dataScope === '0' ? role : { ...role, dataScope, depts };

/** What a user can do: by himself and by his departments; "own department" is his, whoever asks. Switched off he counts as he would on. */
export const rolesOfUser = async (ctx: Ctx, user: Pick<RowOf<'user'>, 'roles' | 'dept'>): Promise<readonly Role[]> => {
  const { records } = ctx.asSystem();
  const own = await records.many('role', user.roles, { rows: true });
  const all = [...own.filter((role) => role.isDisabled !== '1'), ...(await rolesOfDept(ctx, user.dept))];
  if (user.dept === null) return all;
  const [here, tree] = [[user.dept], await deptsBelow(ctx, user.dept)];
  const width = <W extends Width>(of: W): W =>
    of.dataScope === '3'
      ? { ...of, dataScope: '5', depts: here }
      : of.dataScope === '2'
        ? { ...of, dataScope: '5', depts: tree }
        : of;
  return all.map((role) => ({ ...width(role), scopes: role.scopes.map((row) => width(row)) }));
};

/** A department and all below it. */
const deptsBelow = async (ctx: Ctx, dept: string): Promise<readonly string[]> => {
  const all = await ctx.asSystem().records.find('dept', 'parent != null');
  const found = [dept];
  for (const id of found)
    found.push(...all.filter((row) => row.parent === id && !found.includes(row.id)).map((row) => row.id));
  return found;
};

export const grantProblem = (path: string, names: readonly string[]): readonly Problem[] =>
  names.length === 0
    ? []
    : [
        {
          code: 'right.grant',
          path,
          text: `不能授予自己没有的权限：${names.slice(0, 10).join('、')}${names.length > 10 ? '…' : ''}`,
        },
      ];
export const assertHeld = (roles: readonly Role[], session: Session): void => {
  const [first] = grantProblem('roles', [...new Set(roles.flatMap((role) => beyond(role, null, session)))]);
  if (first) throw refuse(first.text);
};

/** 1 all … 4 own rows only; a scope of the object's own counts as the narrowest */
const WIDTH: Readonly<Record<string, number>> = { '1': 4, '2': 3, '3': 2, '5': 2, '4': 1 };
const widthOf = (scope: string): number => WIDTH[scope] ?? 1;

/** Does one who holds `held` reach all that `given` reaches? Chosen departments must be his, one by one. */
const covers = (all: readonly ScopeGrant[], given: ScopeGrant, me?: Session['me']): boolean => {
  // what is bounded by another scope is none of these
  const held = all.filter(({ within }) => within === undefined);
  if (given.scope !== '5') return held.some(({ scope }) => widthOf(scope) >= widthOf(given.scope));
  if (held.some(({ scope }) => scope === '1')) return true;
  const reach = held.flatMap(({ scope, depts }) =>
    scope === '5' ? depts : scope === '2' ? (me?.depts ?? []) : scope === '3' ? [me?.dept ?? ''] : [],
  );
  return given.depts.every((dept) => reach.includes(dept));
};

const scopeOf = (role: Role, right: string): ScopeGrant => {
  const object = right.slice(0, right.indexOf(':'));
  const own: Width = role.scopes.find((row) => row.object === object) ?? role;
  return { scope: own.dataScope ?? '4', depts: own.depts };
};
