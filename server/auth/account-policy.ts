/** The rules an account obeys (security.md §2): the strictest of the organisations it is in. */
import type { Db } from '../ctx';
import { type Member, membersOf } from './members';
import { platformPolicy } from './platform-org';
import { type Policy, policyOf, type SettingOf, strictest } from './policy';

export interface AccountRules {
  readonly members: readonly Member[];
  /** of the members, in their order */
  readonly policies: readonly Policy[];
  readonly policy: Policy;
}
export const accountRules = async (
  deps: { readonly db: Db; readonly setting: SettingOf },
  accountId: string,
): Promise<AccountRules> => {
  const members = await membersOf(deps.db, accountId);
  const policies = await Promise.all(members.map(({ org }) => policyOf(org, deps.setting)));
  return { members, policies, policy: strictest(policies) ?? (await platformPolicy(deps)) };
};
