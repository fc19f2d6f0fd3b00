/** Sign-in by name and password, domain 10 §2.2. */

import { sql } from 'kysely';
import type { Db, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { accountRules } from './account-policy';
import type { Captchas } from './captcha';
import { type ChooseOrg, chooseOrg, hasTicket, takeTicket } from './choose-org';
import { requestExpired } from './envelope';
import { judge } from './judge';
import { type Account, byUse, findAccount, type Member, membersOf } from './members';
import { needOf, type PasswordNeed } from './needs';
import { checkPassword, hashPassword, isOutdated } from './passwords';
import { showSignIn } from './people';
import { platformPolicy } from './platform-org';
import { isAllowed, type Policy, policyOf, type SettingOf } from './policy';
import type { Sessions, Tokens } from './sessions';
import type { Caller, SignInGiven } from './sign-in-given';
import { tellLocked, writeLog } from './sign-log';
import { PIN_KIND } from './terminal-rights';
import { triesOfAccount, triesOfName } from './tries';

export interface SignInDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly setting: SettingOf;
  readonly captchas: Captchas;
}
export interface SignedIn extends Omit<Tokens, 'sessionId'> {
  readonly nickName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly needUpdatePwd: PasswordNeed;
}
const ACCOUNT_OFF = '账号已停用，请联系管理员';
const ORG_OFF = '企业服务已停用或到期，请联系管理员';
/** dictionary sessionKind */
const PASSWORD_KIND = 10;
const NO_NEED: PasswordNeed = { need: 0, reason: null, daysLeft: null };
const NETWORK_OFF = '当前网络不允许登录';

export const signIn = async (deps: SignInDeps, given: SignInGiven, caller: Caller): Promise<SignedIn | ChooseOrg> => {
  const { db } = deps;
  const account = await findAccount(db, given);
  // who chooses an organisation has read the picture of the first call
  const hasCaptcha =
    (await deps.captchas.take(given.captchaId, given.captcha)) || (await hasTicket(db, given.ticket, account?.id));
  if (!account) return refuseUnknown(deps, given, caller, hasCaptcha);
  const { members, policies, policy } = await accountRules(deps, account.id);
  const log = (ok: boolean, msg: string | null, member?: Member): Promise<void> =>
    writeLog(db, { account: account.id, member, given, caller, ok, msg });

  await judge(
    db,
    { tries: triesOfAccount(db, account.id, policy), policy, caller, hasCaptcha },
    {
      isRight: () => checkPassword(account.pwd_hash, given.password),
      refused: (text) => log(false, text, members[0]),
      locked: (seconds) => tellLocked(db, members, seconds),
    },
  );
  return enter(deps, { account, members, policies, given, caller, log });
};

export interface Entering {
  readonly account: Account;
  readonly members: readonly Member[];
  /** of the members, in their order */
  readonly policies: readonly Policy[];
  readonly given: SignInGiven;
  readonly caller: Caller;
  /** dictionary sessionKind; by password unless said */
  readonly kind?: number;
  readonly log: (ok: boolean, msg: string | null, member?: Member) => Promise<void>;
}
/** Somebody has shown who he is: the organisation he may enter is opened, or the choice among several. */
export const enter = async (
  deps: Pick<SignInDeps, 'db' | 'sessions'>,
  { account, members, policies, given, caller, kind = PASSWORD_KIND, log }: Entering,
): Promise<SignedIn | ChooseOrg> => {
  const { db } = deps;
  const isOff = (member: Member): string | null =>
    account.is_disabled !== 0 || member.is_off
      ? ACCOUNT_OFF
      : member.org_off
        ? ORG_OFF
        : isAllowed(policies[members.indexOf(member)]?.ipAllow ?? '', caller.ip)
          ? null
          : NETWORK_OFF;
  const wanted =
    given.org === undefined ? members : members.filter(({ org }) => org.id === given.org || org.code === given.org);
  const able = wanted.filter((member) => isOff(member) === null).sort(byUse(account.last_org_id));
  const [first] = able;
  if (!first) {
    const text = wanted[0] ? (isOff(wanted[0]) ?? ACCOUNT_OFF) : ACCOUNT_OFF;
    await log(false, text, wanted[0]);
    throw refuse(text);
  }
  if (able.length > 1) return chooseOrg(db, account.id, able);
  if (given.ticket !== undefined && !(await takeTicket(db, given.ticket, account.id))) throw requestExpired();

  const policy = policies[members.indexOf(first)];
  if (!policy) throw refuse(ACCOUNT_OFF);
  const answer = await inTx(db, (trx) => openFor(trx, deps, { account, member: first, policy, given, caller, kind }));
  await log(true, null, first);
  return answer;
};

/** Another organisation of the same account; the session it was asked with ends. */
export const switchOrg = async (
  deps: Omit<SignInDeps, 'captchas'>,
  from: { readonly accountId: string; readonly sessionId: string; readonly loginName: string },
  orgId: string,
  caller: Caller,
): Promise<SignedIn> => {
  const { db } = deps;
  const { rows } = await sql<Account>`
    SELECT id, NULL AS pwd_hash, must_change, pwd_set_at, last_org_id, is_disabled
      FROM platform.account WHERE id = ${from.accountId}`.execute(db);
  const [account] = rows;
  const member = (await membersOf(db, from.accountId)).find(({ org }) => org.id === orgId);
  if (!account || !member || member.is_off || member.org_off) throw refuse('您没有该企业的使用权限');
  const policy = await policyOf(member.org, deps.setting);
  if (!isAllowed(policy.ipAllow, caller.ip)) throw refuse(NETWORK_OFF);
  const given = { loginName: from.loginName, password: '' };
  const answer = await inTx(db, (trx) => openFor(trx, deps, { account, member, policy, given, caller }));
  await deps.sessions.revoke(from.sessionId, 'switched to another organisation');
  return answer;
};

/** A name nobody has behaves like one that exists: same time, same count, same lock, by name and address. */
const refuseUnknown = async (
  deps: SignInDeps,
  given: SignInGiven,
  caller: Caller,
  hasCaptcha: boolean,
): Promise<never> => {
  const { db } = deps;
  const policy = await platformPolicy(deps);
  const tries = triesOfName(db, given.loginName, caller.ip, policy);
  await judge(
    db,
    { tries, policy, caller, hasCaptcha },
    {
      isRight: () => checkPassword(null, given.password),
      refused: (msg) => writeLog(db, { account: null, given, caller, ok: false, msg }),
      locked: async () => undefined,
    },
  );
  throw refuse(ACCOUNT_OFF);
};

interface Opening {
  readonly account: Account;
  readonly member: Member;
  readonly policy: Policy;
  readonly given: SignInGiven;
  readonly caller: Caller;
  /** how it came about, dictionary sessionKind; by password unless said */
  readonly kind?: number;
  /** the terminal of the floor a PIN was typed on */
  readonly terminalId?: string;
}
/** A session of somebody who has shown who he is. */
export const openFor = async (trx: Trx, deps: Pick<SignInDeps, 'sessions'>, opening: Opening): Promise<SignedIn> => {
  const { account, member, policy, given, caller, kind = PASSWORD_KIND } = opening;
  const isPin = kind === PIN_KIND;
  const platform = trx.withSchema('platform');
  const renewed =
    account.pwd_hash !== null && given.password !== '' && isOutdated(account.pwd_hash)
      ? { pwd_hash: await hashPassword(given.password) }
      : {};
  await platform
    .updateTable('account')
    .set({
      fail_count: 0,
      locked_until: null,
      last_org_id: member.org.id,
      last_login_at: sql`now()`,
      last_login_ip: caller.ip,
      ...renewed,
    })
    .where('id', '=', account.id)
    .execute();
  if (policy.singleSession)
    await platform
      .updateTable('auth_session')
      .set({ revoked_at: sql`now()`, revoke_reason: 'signed in elsewhere' })
      .where('org_id', '=', member.org.id)
      .where('user_id', '=', member.user_id)
      .where('app_mark', '=', caller.appMark)
      .where('revoked_at', 'is', null)
      .execute();
  const { sessionId: _sessionId, ...tokens } = await deps.sessions.open(trx, {
    accountId: account.id,
    userId: member.user_id,
    orgId: member.org.id,
    appMark: caller.appMark,
    kind,
    ip: caller.ip,
    client: caller.client,
    hours: policy.sessionHours,
    idleSeconds: (isPin ? policy.pinMinutes : policy.idleMinutes) * 60 || null,
    terminalId: opening.terminalId ?? null,
  });
  const needUpdatePwd: PasswordNeed = isPin ? NO_NEED : needOf(account, policy, new Date());
  // a password that is over closes the session to everything but its change
  if (needUpdatePwd.reason === 'expired')
    await platform.updateTable('account').set({ must_change: true }).where('id', '=', account.id).execute();
  await showSignIn(trx, member.org.schema, member.user_id, { last_login_at: sql`now()`, locked_until: null });
  const user = await trx
    .withSchema(member.org.schema)
    .selectFrom('user')
    .select('name')
    .where('id', '=', member.user_id)
    .executeTakeFirst();
  return {
    ...tokens,
    nickName: (user?.name as string | null | undefined) ?? given.loginName,
    userId: member.user_id,
    orgId: member.org.id,
    orgName: member.org.name,
    needUpdatePwd,
  };
};
