/** Drafts looked at as somebody else: a role, or a person. Nobody sees more as another than as himself. */
import { both, loadRights, rightsSource, roleRights } from '../auth/rights';
import type { Session } from '../ctx';
import { badRequest, refuse } from '../errors';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';

type RightsHost = Pick<Host, 'db' | 'registries'>;
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
export async function sessionAs(host: RightsHost, session: Session, somebody: Somebody): Promise<Session> {
  const target = await targetOf(host, session, somebody);
  if (target === undefined) return session;
  return { ...session, me: target.me, rights: both(session.rights, target.rights, target.me.id !== session.me.id) };
}

async function targetOf(
  { db, registries }: RightsHost,
  session: Session,
  { role, user }: { readonly role?: string; readonly user?: string },
): Promise<Pick<Session, 'me' | 'rights'> | undefined> {
  if (user !== undefined) {
    const found = await loadRights(rightsSource(db, registries), { ...session.org, isPlatform: false }, user);
    if (!found) throw refuse('用户不存在或已停用');
    return { me: found.me, rights: found.rights };
  }
  if (role === undefined) return undefined;
  const rights = await roleRights(db, session.org, role);
  if (!rights) throw refuse('角色不存在或已停用');
  return { me: { ...session.me, roles: [role], super: rights.super }, rights };
}
