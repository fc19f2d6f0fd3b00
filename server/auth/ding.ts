/** Sign-in with DingTalk (10 §2.4 a, b): in the messenger by its own code, in a browser by the provider's page and a state kept here. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import type { Messenger } from '../records/notice/send';
import type { DingApp, DingClient, DingUser } from './ding-client';
import { type Account, membersOf } from './members';
import { listOrgs } from './organisation';
import { isAllowed, policyOf, type SettingOf } from './policy';
import type { Sessions } from './sessions';
import { openFor, type SignedIn } from './sign-in';
import type { Caller } from './sign-in-given';
import { writeLog } from './sign-log';
import { bind, bindTicket, boundAccount, DING_BIND, type ThirdUser } from './third-bind';
import { hashOf, newSecret } from './tokens';

const SESSION_KIND = 30;
const STATE = 'dingState';
const STATE_SECONDS = 600;
const CLOSED = '企业未开通钉钉登录';
const STALE = '授权已失效，请重新扫码';
const UNBOUND = '钉钉账号未绑定，请用系统账号登录一次完成绑定';

export interface DingDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly setting: SettingOf;
  readonly client: DingClient;
  /** the plain text of a secret setting */
  readonly reveal: (sealed: string) => string;
}
interface Place {
  readonly org: OrgInfo;
  readonly corpId: string;
  readonly app: DingApp;
}

const corps = async (db: Db): Promise<readonly { readonly org: OrgInfo; readonly corpId: string }[]> => {
  const { rows } = await sql<{ id: string; corp_id: string }>`
    SELECT id, corp_id FROM platform.org WHERE coalesce(corp_id, '') <> '' AND is_deleted = 0`.execute(db);
  const byId = new Map((await listOrgs(db)).map((org) => [org.id, org]));
  return rows.flatMap(({ id, corp_id }) => {
    const org = byId.get(id);
    return org ? [{ org, corpId: corp_id }] : [];
  });
};
const appOf = async (
  { setting, reveal }: Pick<DingDeps, 'setting' | 'reveal'>,
  org: OrgInfo,
): Promise<DingApp | null> => {
  const [key, secret] = [await setting(org, 'ding.appKey'), await setting(org, 'ding.appSecret')];
  return typeof key === 'string' && key !== '' && typeof secret === 'string' && secret !== ''
    ? { key, secret: reveal(secret) }
    : null;
};

export interface DingInit {
  readonly enabled: boolean;
  /** of the only organisation that has it */
  readonly corpId?: string;
  /** inside the messenger nobody is asked */
  readonly auto?: boolean;
}
/** What the sign-in page knows: whether there is a way, and whose where it is one alone. */
export const dingInit = async (deps: Pick<DingDeps, 'db' | 'setting'>): Promise<DingInit> => {
  const open: { readonly corpId: string; readonly auto: boolean }[] = [];
  for (const { org, corpId } of await corps(deps.db)) {
    const [key, secret] = [await deps.setting(org, 'ding.appKey'), await deps.setting(org, 'ding.appSecret')];
    if (key && secret) open.push({ corpId, auto: (await deps.setting(org, 'auth.ding.auto')) === true });
  }
  const [first] = open;
  return { enabled: open.length > 0, ...(first && open.length === 1 ? first : {}) };
};

const placeOf = async (deps: DingDeps, corpId: string): Promise<Place> => {
  const found = (await corps(deps.db)).find((corp) => corp.corpId === corpId);
  const app = found ? await appOf(deps, found.org) : null;
  if (!found || !app) throw refuse(CLOSED);
  return { ...found, app };
};

/** Where the browser goes; the state comes back with it, the verifier stays in the page that asked. */
export const beginDing = async (
  deps: DingDeps,
  given: { readonly corpId: string; readonly back: string },
): Promise<{ readonly authUrl: string; readonly state: string; readonly verifier: string }> => {
  const { app, corpId } = await placeOf(deps, given.corpId);
  const [state, verifier] = [newSecret(), newSecret()];
  const data = { corpId, verifier: hashOf(verifier).toString('hex') };
  await sql`INSERT INTO platform.ticket (hash, kind, data, expires_at)
    VALUES (${hashOf(state)}, ${STATE}, ${JSON.stringify(data)}, now() + make_interval(secs => ${STATE_SECONDS}))`.execute(
    deps.db,
  );
  return { authUrl: deps.client.loginUrl(app, corpId, state, given.back), state, verifier };
};

/** Writes to people through the organisation's application. A message opens its page by the sign-in of the messenger. */
export const dingMessenger =
  (deps: Pick<DingDeps, 'db' | 'setting' | 'client' | 'reveal'>): Messenger =>
  async (org, to, { title, body, path }) => {
    const app = await appOf(deps, org);
    const agent = await deps.setting(org, 'ding.agentId');
    const found = (await corps(deps.db)).find((corp) => corp.org.id === org.id);
    if (!app || !found || typeof agent !== 'string' || agent === '') throw new Error(CLOSED);
    const base = await deps.setting(org, 'ding.baseUrl');
    const query = new URLSearchParams({
      corpid: found.corpId,
      isding: '1',
      ...(path === null ? {} : { redirect: path }),
    });
    const url = typeof base === 'string' && base !== '' ? `${base.replace(/\/+$/, '')}/v2/login?${query}` : null;
    await deps.client.sendWork(app, agent, to, { title, body, url });
  };

export interface DingReturn {
  readonly corpId: string;
  readonly code: string;
  readonly state: string;
  readonly verifier: string;
}
/** Back from the provider's page: a state is good once, and only for the page that began. */
export const signInDing = async (deps: DingDeps, given: DingReturn, caller: Caller): Promise<SignedIn> => {
  const { rows } = await sql<{ data: { readonly corpId: string; readonly verifier: string } }>`
    UPDATE platform.ticket SET used_at = now()
     WHERE hash = ${hashOf(given.state)} AND kind = ${STATE} AND used_at IS NULL AND expires_at > now() RETURNING data`.execute(
    deps.db,
  );
  const [row] = rows;
  if (!row || row.data.corpId !== given.corpId || row.data.verifier !== hashOf(given.verifier).toString('hex'))
    throw refuse(STALE);
  const place = await placeOf(deps, given.corpId);
  return enterDing(deps, place, await deps.client.byBrowser(place.app, place.corpId, given.code), caller);
};

/** Inside the messenger: its code says who it is. */
export const signInMessenger = async (
  deps: DingDeps,
  given: { readonly corpId: string; readonly code: string },
  caller: Caller,
): Promise<SignedIn> => {
  const place = await placeOf(deps, given.corpId);
  return enterDing(deps, place, await deps.client.byMessenger(place.app, given.code), caller);
};

const enterDing = async (deps: DingDeps, place: Place, user: DingUser, caller: Caller): Promise<SignedIn> => {
  const { db, setting } = deps;
  const { org, corpId } = place;
  const third: ThirdUser = {
    kind: DING_BIND,
    corpId,
    thirdUserId: user.userId,
    unionId: user.unionId,
    orgId: org.id,
  };
  const bound = await boundAccount(db, third);
  const byMobile =
    bound === null && user.mobile !== null && (await setting(org, 'auth.ding.autoBindMobile')) === true
      ? user.mobile.replace(/^\+?86-?/, '')
      : null;
  const { rows } = await sql<Account>`
    SELECT id, pwd_hash, must_change, pwd_set_at, last_org_id, is_disabled FROM platform.account
     WHERE ${bound === null ? sql`mobile = ${byMobile}` : sql`id = ${bound}`}`.execute(db);
  const [account] = rows;
  const member = account && (await membersOf(db, account.id)).find((member) => member.org.id === org.id);
  if (!account || !member) throw refuse(UNBOUND, { bindTicket: await bindTicket(db, third) });
  if (bound === null) await bind(db, third, account.id);

  const given = { loginName: user.userId, password: '' };
  const fail = async (text: string): Promise<never> => {
    await writeLog(db, { account: account.id, member, given, caller, ok: false, msg: text });
    throw refuse(text);
  };
  if (account.is_disabled !== 0 || member.is_off) return fail('账号已停用，请联系管理员');
  if (member.org_off) return fail('企业服务已停用或到期，请联系管理员');
  const policy = await policyOf(org, setting);
  if (!isAllowed(policy.ipAllow, caller.ip)) return fail('当前网络不允许登录');
  const answer = await inTx(db, (trx) =>
    openFor(trx, deps, { account, member, policy, given, caller, kind: SESSION_KIND }),
  );
  await writeLog(db, { account: account.id, member, given, caller, ok: true, msg: null });
  return answer;
};
