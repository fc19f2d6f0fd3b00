import { sql } from 'kysely';
import { judgePassword, type PasswordRules } from '../../schemas/language/password';
import type { Db } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { type AccountRules, accountRules } from './account-policy';
import { checkPassword, hashPassword } from './passwords';
import type { Policy, SettingOf } from './policy';
import { revokeAccount } from './sessions';
import { tellLocked } from './sign-log';
import { lockedText, triesOfAccount } from './tries';

export interface ChangePassword {
  readonly accountId: string;
  readonly sessionId: string;
  readonly loginName: string;
  readonly before: string;
  readonly after: string;
}

/** The owner's own password, said once more; a wrong one counts like a wrong sign-in. */
export const assertPassword = async (
  db: Db,
  { members, policy }: Pick<AccountRules, 'members' | 'policy'>,
  { accountId, password, say }: { readonly accountId: string; readonly password: string; readonly say: string },
): Promise<Account> => {
  const tries = triesOfAccount(db, accountId, policy);
  // whoever is signed in reads no picture
  const taken = await tries.take(true);
  if (taken === null) throw refuse('账号已停用，请联系管理员');
  if (taken.lockedFor > 0) throw refuse(lockedText(taken.lockedFor));
  const { rows } = await sql<Account>`
    SELECT pwd_hash, mobile, history FROM platform.account WHERE id = ${accountId}`.execute(db);
  const [account] = rows;
  if (!account) throw refuse('账号已停用，请联系管理员');
  if (await checkPassword(account.pwd_hash, password)) {
    await tries.giveBack();
    return account;
  }
  if (await tries.wrong(taken)) await tellLocked(db, members, policy.lockMinutes * 60);
  throw refuse(say);
};
interface Account {
  readonly pwd_hash: string | null;
  readonly mobile: string | null;
  readonly history: string[];
}

/** By the owner, who knows the old one; a wrong old one counts like a wrong sign-in. Ends all other sessions of the account. */
export const changePassword = async (
  deps: { readonly db: Db; readonly setting: SettingOf },
  given: ChangePassword,
): Promise<void> => {
  const { db } = deps;
  const rules = await accountRules(deps, given.accountId);
  const account = await assertPassword(db, rules, {
    accountId: given.accountId,
    password: given.before,
    say: '原密码错误',
  });
  await storePassword(db, { ...given, policy: rules.policy, account, keep: given.sessionId });
};

/** The rules for the caller's own next password; the last digits of the mobile only, for they alone are judged. */
export const passwordRules = async (
  deps: { readonly db: Db; readonly setting: SettingOf },
  who: Pick<ChangePassword, 'accountId' | 'loginName'>,
): Promise<PasswordRules> => {
  const { minLength, classes, maxRun, weakList, history } = (await accountRules(deps, who.accountId)).policy;
  const { rows } = await sql<{ mobile: string | null }>`
    SELECT right(mobile, 6) AS mobile FROM platform.account WHERE id = ${who.accountId}`.execute(deps.db);
  return { minLength, classes, maxRun, weakList, history, loginName: who.loginName, mobile: rows[0]?.mobile ?? null };
};

export interface NewPassword {
  readonly accountId: string;
  readonly loginName: string;
  readonly after: string;
  readonly policy: Policy;
  readonly account: {
    readonly pwd_hash: string | null;
    readonly mobile: string | null;
    readonly history: readonly string[];
  };
  /** the session that goes on */
  readonly keep?: string | undefined;
}
/** Judges a new password by rules and history, stores it and ends the other sessions of the account. */
export const storePassword = async (db: Db, given: NewPassword): Promise<void> => {
  const { policy, account } = given;
  const fault = judgePassword(given.after, policy, { loginName: given.loginName, mobile: account.mobile });
  const past = account.pwd_hash === null ? account.history : [account.pwd_hash, ...account.history];
  let isOld = false;
  for (const text of past.slice(0, policy.history)) isOld ||= await checkPassword(text, given.after);
  const parts = [fault?.replace('密码不符合要求：', ''), isOld ? `不能与最近${policy.history}次密码相同` : undefined];
  const said = parts.filter((part) => part !== undefined);
  if (said.length > 0) throw refuse(`密码不符合要求：${said.join('；')}`);
  const hash = await hashPassword(given.after);
  await inTx(db, async (trx) => {
    await trx
      .withSchema('platform')
      .updateTable('account')
      .set({
        pwd_hash: hash,
        pwd_set_at: sql`now()`,
        must_change: false,
        fail_count: 0,
        locked_until: null,
        history: JSON.stringify(past.slice(0, 24)),
        updated_at: sql`now()`,
      })
      .where('id', '=', given.accountId)
      .execute();
    await revokeAccount(trx, given.accountId, 'password changed', given.keep);
  });
};
