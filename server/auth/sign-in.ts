/** Sign-in by name and password, domain 10 §2.2. */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { type AppError, refuse } from '../errors';
import { newId } from '../ids';
import type { Captchas } from './captcha';
import { needOf, type PasswordNeed } from './needs';
import { checkPassword, hashPassword, isOutdated } from './passwords';
import { showSignIn } from './people';
import { isAllowed, type Policy, policyOf, type SettingOf, strictest } from './policy';
import type { Sessions, Tokens } from './sessions';
import { hashOf, newSecret } from './tokens';
import { type Taken, type Tries, triesOfAccount, triesOfAddress, triesOfName } from './tries';

export interface SignInDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly setting: SettingOf;
  readonly captchas: Captchas;
}
export interface Caller {
  readonly ip: string;
  readonly client: string;
  readonly appMark: number;
  readonly requestId: string;
}
export interface SignInGiven {
  readonly loginName: string;
  readonly password: string;
  /** code or id of the organisation */
  readonly org?: string;
  readonly ticket?: string;
  readonly captchaId?: string;
  readonly captcha?: string;
}
export interface SignedIn extends Omit<Tokens, 'sessionId'> {
  readonly nickName: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly needUpdatePwd: PasswordNeed;
}
export interface ChooseOrg {
  readonly chooseOrg: readonly { readonly orgId: string; readonly name: string }[];
  readonly ticket: string;
}

interface Account {
  readonly id: string;
  readonly pwd_hash: string | null;
  readonly must_change: boolean;
  readonly pwd_set_at: string | null;
  readonly last_org_id: string | null;
  readonly is_disabled: number;
}
interface Member {
  readonly user_id: string;
  readonly is_off: boolean;
  readonly org: OrgInfo;
  readonly org_off: boolean;
  readonly joined_at: string;
}

const TICKET_SECONDS = 60;
const REQUEST_EXPIRED = '登录请求已过期，请刷新页面重试';
const ACCOUNT_OFF = '账号已停用，请联系管理员';
const ORG_OFF = '企业服务已停用或到期，请联系管理员';
const NETWORK_OFF = '当前网络不允许登录';

export const signIn = async (deps: SignInDeps, given: SignInGiven, caller: Caller): Promise<SignedIn | ChooseOrg> => {
  const { db } = deps;
  const account = await findAccount(db, given);
  // who chooses an organisation has read the picture of the first call
  const hasCaptcha =
    (await deps.captchas.take(given.captchaId, given.captcha)) || (await hasTicket(db, given.ticket, account?.id));
  if (!account) return refuseUnknown(deps, given, caller, hasCaptcha);
  const members = await membersOf(db, account.id);
  const policies = await Promise.all(members.map(({ org }) => policyOf(org, deps.setting)));
  const policy = strictest(policies) ?? (await platformPolicy(deps));
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
  if (given.ticket !== undefined && !(await takeTicket(db, given.ticket, account.id))) throw refuse(REQUEST_EXPIRED);

  const own = policies[members.indexOf(first)] ?? policy;
  const answer = await inTx(db, (trx) => openFor(trx, deps, { account, member: first, policy: own, given, caller }));
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

/** The account behind a name: by mobile, or by the login name in the named organisation, or in all of them. */
const findAccount = async (db: Db, given: SignInGiven): Promise<Account | null> => {
  const { rows } = await sql<Account>`
    SELECT a.id, a.pwd_hash, a.must_change, a.pwd_set_at, a.last_org_id, a.is_disabled
      FROM platform.account a
     WHERE a.mobile = ${given.loginName}
        OR a.id IN (SELECT m.account_id FROM platform.member m JOIN platform.org o ON o.id = m.org_id
                     WHERE lower(m.login_name) = lower(${given.loginName})
                       AND (${given.org ?? null}::text IS NULL OR o.code = ${given.org ?? null} OR o.id::text = ${given.org ?? null}))
     LIMIT 2`.execute(db);
  if (rows.length > 1) throw refuse('请输入企业编码', { orgRequired: true });
  return rows[0] ?? null;
};

const membersOf = async (db: Db, accountId: string): Promise<readonly Member[]> => {
  const { rows } = await sql<{
    user_id: string;
    is_off: boolean;
    org_off: boolean;
    joined_at: string;
    id: string;
    code: string;
    name: string;
    rights_version: number;
  }>`
    SELECT m.user_id, m.joined_at, o.id, o.code, o.name, o.rights_version,
           m.is_disabled OR coalesce(m.valid_to, 'infinity') < (now() AT TIME ZONE 'Asia/Shanghai')::date AS is_off,
           o.is_disabled <> 0 OR coalesce(o.valid_to, 'infinity') < (now() AT TIME ZONE 'Asia/Shanghai')::date AS org_off
      FROM platform.member m JOIN platform.org o ON o.id = m.org_id
     WHERE m.account_id = ${accountId} ORDER BY m.joined_at, o.code`.execute(db);
  return rows.map((row) => ({
    user_id: row.user_id,
    is_off: row.is_off,
    org_off: row.org_off,
    joined_at: row.joined_at,
    org: { id: row.id, code: row.code, name: row.name, schema: `org_${row.code}`, rightsVersion: row.rights_version },
  }));
};

/** Last used first, then the oldest. */
const byUse =
  (last: string | null) =>
  (a: Member, b: Member): number =>
    Number(b.org.id === last) - Number(a.org.id === last) || (a.joined_at < b.joined_at ? -1 : 1);

interface Judging {
  readonly tries: Tries;
  readonly policy: Policy;
  readonly caller: Caller;
  readonly hasCaptcha: boolean;
}
/** Picture, lock, password, in this order; throws what is told to the caller. */
const judge = async (
  db: Db,
  { tries, policy, caller, hasCaptcha }: Judging,
  on: {
    readonly isRight: () => Promise<boolean>;
    readonly refused: (text: string) => Promise<void>;
    readonly locked: (seconds: number) => Promise<void>;
  },
): Promise<void> => {
  const address = triesOfAddress(db, caller.ip, policy);
  const taken = await tries.take(hasCaptcha);
  // a lock is told without a picture: nothing is looked at behind it
  const here = taken === null || taken.lockedFor > 0 ? null : await address.take(hasCaptcha);
  if (taken === null || (here === null && taken.lockedFor === 0)) {
    if (taken !== null) await tries.giveBack();
    throw refuse('验证码错误', { needCaptcha: true });
  }
  const refuseNow = async (lockedFor: number): Promise<never> => {
    const next = Math.max(taken.count, here?.count ?? 0);
    const refusal = failure(taken, lockedFor, policy, next >= policy.captchaAfter);
    await on.refused(refusal.message);
    throw refusal;
  };
  // a locked account does not look at the password, but the try counts
  if (taken.lockedFor > 0) return refuseNow(taken.lockedFor);
  if (await on.isRight()) {
    await Promise.all([tries.giveBack(), address.giveBack()]);
    return;
  }
  const locks = await tries.wrong(taken);
  if (locks) await on.locked(policy.lockMinutes * 60);
  return refuseNow(locks ? policy.lockMinutes * 60 : 0);
};

const failure = ({ count }: Taken, lockedFor: number, policy: Policy, needCaptcha: boolean): AppError =>
  refuse(
    lockedFor > 0
      ? `账号已锁定，请${Math.ceil(lockedFor / 60)}分钟后再试或联系管理员`
      : `账号或密码错误，还可尝试${Math.max(policy.maxFail - count, 0)}次`,
    needCaptcha ? { needCaptcha: true } : undefined,
  );

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

/** Of the platform organisation: who nobody is follows it. */
export const platformPolicy = async (deps: Pick<SignInDeps, 'db' | 'setting'>): Promise<Policy> => {
  const org = await platformOrg(deps.db);
  return policyOf(
    org ?? { id: '', code: '', name: '', schema: '', rightsVersion: 0 },
    org ? deps.setting : async () => null,
  );
};

export const platformOrg = async (db: Db): Promise<OrgInfo | null> => {
  const { rows } = await sql<{ id: string; code: string; name: string; rights_version: number }>`
    SELECT id, code, name, rights_version FROM platform.org WHERE is_platform`.execute(db);
  const [row] = rows;
  return row
    ? { id: row.id, code: row.code, name: row.name, schema: `org_${row.code}`, rightsVersion: row.rights_version }
    : null;
};

const chooseOrg = async (db: Db, accountId: string, able: readonly Member[]): Promise<ChooseOrg> => {
  const ticket = newSecret();
  await db
    .withSchema('platform')
    .insertInto('ticket')
    .values({
      hash: hashOf(ticket),
      kind: 'chooseOrg',
      account_id: accountId,
      expires_at: sql`now() + make_interval(secs => ${TICKET_SECONDS})`,
    })
    .execute();
  return { chooseOrg: able.map(({ org }) => ({ orgId: org.id, name: org.name })), ticket };
};
const hasTicket = async (db: Db, ticket: string | undefined, accountId: string | undefined): Promise<boolean> => {
  if (ticket === undefined || accountId === undefined) return false;
  const { rows } = await sql`SELECT 1 FROM platform.ticket
    WHERE hash = ${hashOf(ticket)} AND kind = 'chooseOrg' AND account_id = ${accountId} AND used_at IS NULL AND expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
};
const takeTicket = async (db: Db, ticket: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql`UPDATE platform.ticket SET used_at = now()
    WHERE hash = ${hashOf(ticket)} AND kind = 'chooseOrg' AND account_id = ${accountId} AND used_at IS NULL AND expires_at > now()
    RETURNING 1`.execute(db);
  return rows.length === 1;
};

interface Opening {
  readonly account: Account;
  readonly member: Member;
  readonly policy: Policy;
  readonly given: SignInGiven;
  readonly caller: Caller;
}
const openFor = async (trx: Trx, deps: Pick<SignInDeps, 'sessions'>, opening: Opening): Promise<SignedIn> => {
  const { account, member, policy, given, caller } = opening;
  const platform = trx.withSchema('platform');
  const renewed =
    account.pwd_hash !== null && isOutdated(account.pwd_hash) ? { pwd_hash: await hashPassword(given.password) } : {};
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
    kind: 10,
    ip: caller.ip,
    client: caller.client,
    hours: policy.sessionHours,
  });
  const needUpdatePwd = needOf(account, policy, new Date());
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

/** Event of the lock, into the outbox of every organisation the account is in. */
const tellLocked = async (db: Db, members: readonly Member[], seconds: number): Promise<void> => {
  for (const { org, user_id } of members) {
    const until = sql`now() + make_interval(secs => ${seconds})`;
    await db
      .withSchema(org.schema)
      .updateTable('user')
      .set({ locked_until: until })
      .where('id', '=', user_id)
      .execute();
    await db
      .withSchema(org.schema)
      .insertInto('mw_outbox')
      .values({ id: newId(), event: 'account.locked', object: 'user', record_id: user_id, user_id })
      .execute();
  }
};

interface LogEntry {
  readonly account: string | null;
  readonly member?: Member | undefined;
  readonly given: SignInGiven;
  readonly caller: Caller;
  readonly ok: boolean;
  readonly msg: string | null;
}
const writeLog = async (db: Db, entry: LogEntry): Promise<void> => {
  const { account, member, given, caller, ok, msg } = entry;
  await db
    .withSchema('platform')
    .insertInto('sign_log')
    .values({
      id: newId(),
      org_id: member?.org.id ?? null,
      account_id: account,
      user_id: member?.user_id ?? null,
      login_name: given.loginName.slice(0, 60),
      act: 'signIn',
      ok,
      msg,
      ip: caller.ip,
      client: caller.client.slice(0, 200),
      request_id: caller.requestId,
    })
    .execute();
};
