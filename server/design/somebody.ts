/** Drafts looked at as somebody else: a role, or a person. Nobody sees more as another than as himself. */
import { loadRights, roleRights } from '../auth/rights';
import type { Db, Rights, ScopeGrant, Session } from '../ctx';
import { badRequest, refuse } from '../errors';
import { isUuid } from '../records/list-request';

export interface Somebody {
  readonly role?: string;
  readonly user?: string;
}
/** `as` of a request: {role: code} or {user: id}, nothing else. */
export function readSomebody(given: unknown): Somebody {
  const { role, user } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (user !== undefined && !isUuid(user)) throw badRequest();
  return {
    ...(typeof role === 'string' ? { role } : {}),
    ...(typeof user === 'string' ? { user } : {}),
  };
}

/** The session with the rights that its owner and somebody else both have; its own where nobody is named. */
export async function sessionAs(db: Db, session: Session, somebody: Somebody): Promise<Session> {
  const target = await targetOf(db, session, somebody);
  if (target === undefined) return session;
  return { ...session, me: target.me, rights: both(session.rights, target.rights, target.me.id !== session.me.id) };
}

async function targetOf(
  db: Db,
  session: Session,
  { role, user }: { readonly role?: string; readonly user?: string },
): Promise<Pick<Session, 'me' | 'rights'> | undefined> {
  if (user !== undefined) {
    const found = await loadRights(db, { ...session.org, isPlatform: false }, user);
    if (!found) throw refuse('用户不存在或已停用');
    return { me: found.me, rights: found.rights };
  }
  if (role === undefined) return undefined;
  const rights = await roleRights(db, session.org, role);
  if (!rights) throw refuse('角色不存在或已停用');
  return { me: { ...session.me, roles: [role], super: rights.super }, rights };
}

/**
 * Nobody sees more as another than as himself. Scopes speak of who asks (own department, own records): as another person they count only
 * for a tester who sees everything.
 */
export const both = (tester: Rights, target: Rights, isSomebodyElse: boolean): Rights => ({
  super: tester.super && target.super,
  has: (right) => tester.has(right) && target.has(right),
  group: (group) => tester.group(group) && target.group(group),
  scopes: (right, object) =>
    isSomebodyElse
      ? isAll(tester.scopes(right, object))
        ? target.scopes(right, object)
        : []
      : narrower(tester.scopes(right, object), target.scopes(right, object)),
  functions: target.functions.includes('*') ? tester.functions : target.functions.filter((code) => tester.has(code)),
});
const isAll = (grants: readonly ScopeGrant[]): boolean => grants.some(({ scope }) => scope === '1');
/** Where neither sees everything only what both are granted alike is left: less is seen, never more. */
const narrower = (a: readonly ScopeGrant[], b: readonly ScopeGrant[]): readonly ScopeGrant[] => {
  if (isAll(a)) return b;
  if (isAll(b)) return a;
  const key = ({ scope, depts }: ScopeGrant): string => `${scope} ${depts.join()}`;
  const known = new Set(a.map(key));
  return b.filter((grant) => known.has(key(grant)));
};
