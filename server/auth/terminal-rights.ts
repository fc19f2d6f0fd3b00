/** What somebody may do who signed in by PIN on a terminal of the floor: what he may, and operators may (security.md §6). */
import type { OrgInfo } from '../ctx';
import { both, loadRights, type RightsSource, roleRights, type UserRights } from './rights';

/** dictionary sessionKind */
export const PIN_KIND = 60;
export const OPERATOR = 'operator';

/** Null when the user is gone or switched off, or the organisation has no such role. */
export const terminalRights = async (
  source: RightsSource,
  org: OrgInfo & { readonly isPlatform: boolean },
  userId: string,
): Promise<UserRights | null> => {
  const [own, floor] = await Promise.all([loadRights(source, org, userId), roleRights(source.db, org, OPERATOR)]);
  if (!own || !floor) return null;
  const rights = both(own.rights, floor, false);
  return {
    me: { ...own.me, roles: own.me.roles.filter((code) => code === OPERATOR), super: rights.super },
    loginName: own.loginName,
    rights,
    roleId: rights.super ? '*' : '',
  };
};
