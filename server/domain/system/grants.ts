/** 不能授予自己没有的权限 (security.md §4): on every write that changes somebody's effective rights. */
import type { Problem, Rec, Row } from '../../../schemas/language/value';
import type { Ctx, ScopeGrant, Session } from '../../ctx';
import { refuse } from '../../errors';

/** What `role` gives beyond what it gave `before` and the caller does not have himself. */
export const beyond = (
  role: Rec,
  before: Rec | null,
  { rights, me }: Pick<Session, 'rights' | 'me'>,
): readonly string[] => {
  if (rights.super) return [];
  const had = list(before?.functions);
  const functions = list(role.functions).filter((right) => {
    const given = scopeOf(role, right);
    if (before !== null && had.includes(right) && covers([scopeOf(before, right)], given)) return false;
    return !rights.has(right) || !covers(rights.scopes(right), given, me);
  });
  const groups = list(role.fieldGroups).filter(
    (group) => !rights.group(group) && !list(before?.fieldGroups).includes(group),
  );
  return [...functions, ...groups, ...(role.isSuper === true && before?.isSuper !== true ? ['*'] : [])];
};

/** What joining a department brings: the roles it and those above it give their members, as wide as they give them. */
export const rolesOfDept = async (ctx: Ctx, dept: unknown): Promise<readonly Rec[]> => {
  const { records } = ctx.asSystem();
  const given = await records.find('deptRole', 'isDisabled == 0');
  const found: Rec[] = [];
  let at = typeof dept === 'string' ? dept : null;
  for (let level = 0; at !== null && level < 20; level++) {
    const [here]: Rec[] = await records.many('dept', [at]);
    const own = given.filter((one) => one.dept === here?.id && (level === 0 || one.withChildren === true));
    for (const one of own) {
      const [role] = await records.many('role', [one.role as string], { rows: true });
      if (role && role.isDisabled !== '1') found.push(asGiven(role, one));
    }
    at = typeof here?.parent === 'string' ? here.parent : null;
  }
  return found;
};
/** The role in the width a department gives it; what it says of single objects stays. */
export const asGiven = (role: Rec, { dataScope, depts }: Rec): Rec =>
  dataScope === '0' ? role : { ...role, dataScope: dataScope ?? null, depts: depts ?? null };

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
export const assertHeld = (roles: readonly Rec[], session: Session): void => {
  const [first] = grantProblem('roles', [...new Set(roles.flatMap((role) => beyond(role, null, session)))]);
  if (first) throw refuse(first.text);
};

/** 1 all … 4 own rows only; a scope of the object's own counts as the narrowest */
const WIDTH: Readonly<Record<string, number>> = { '1': 4, '2': 3, '3': 2, '5': 2, '4': 1 };
const widthOf = (scope: string): number => WIDTH[scope] ?? 1;

/** Does one who holds `held` reach all that `given` reaches? Chosen departments must be his, one by one. */
const covers = (held: readonly ScopeGrant[], given: ScopeGrant, me?: Session['me']): boolean => {
  if (given.scope !== '5') return held.some(({ scope }) => widthOf(scope) >= widthOf(given.scope));
  if (held.some(({ scope }) => scope === '1')) return true;
  const reach = held.flatMap(({ scope, depts }) =>
    scope === '5' ? depts : scope === '2' ? (me?.depts ?? []) : scope === '3' ? [me?.dept ?? ''] : [],
  );
  return given.depts.every((dept) => reach.includes(dept));
};

const scopeOf = (role: Rec, right: string): ScopeGrant => {
  const object = right.slice(0, right.indexOf(':'));
  const own = ((role.scopes as readonly Row[] | undefined) ?? []).find((row) => row.object === object) ?? role;
  return { scope: String(own.dataScope ?? '4'), depts: list(own.depts) };
};
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
