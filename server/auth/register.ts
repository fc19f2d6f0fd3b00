/** An organisation that registers itself (10 §2.5), where the platform organisation lets it. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { judgePassword } from '../../schemas/language/password';
import type { Db, OrgInfo } from '../ctx';
import { refuse } from '../errors';
import { createOrg, type Shipped } from './organisation';
import { platformOrg, platformPolicy } from './platform-org';
import type { SettingOf } from './policy';
import { PURPOSES, type SmsSender, sendCode, takeCode } from './sms';
import { hashOf } from './tokens';

const CLOSED = '未开放注册，请联系管理员';
const KNOWN = '手机号已注册，请直接登录';
const NAME_TAKEN = '企业名称已存在';
const ADMIN = 'admin';
const KIND = 'signUp';

export const REGISTER = { closed: 0, open: 1, approved: 2 } as const;
export interface RegisterDeps {
  readonly db: Db;
  readonly owner: Db;
  readonly setting: SettingOf;
  readonly shipped: () => Shipped;
  /** rows every organisation begins with */
  readonly seed: ((org: OrgInfo, admin: string) => Promise<void>) | undefined;
}
export interface SignUp {
  readonly mobile: string;
  readonly code: string;
  readonly orgName: string;
  readonly industry: string | null;
  readonly contact: string;
  readonly password: string;
  readonly token: string;
}
export interface SignedUp {
  readonly orgCode: string;
  readonly loginName: string;
  /** the platform has to let it in first */
  readonly mustWait: boolean;
}

/** 0 closed, 1 open, 2 the platform approves: a setting of the platform organisation. */
export const registerMode = async ({ db, setting }: Pick<RegisterDeps, 'db' | 'setting'>): Promise<number> => {
  const org = await platformOrg(db);
  return org ? Number((await setting(org, 'register.mode')) ?? REGISTER.closed) : REGISTER.closed;
};
/** How the pages without a session look, and the terms whoever registers agrees to; empty = none. */
export const registerTexts = async ({
  db,
  setting,
}: Pick<RegisterDeps, 'db' | 'setting'>): Promise<{ readonly terms: string; readonly loginLayout: number }> => {
  const org = await platformOrg(db);
  const [terms, layout] = org
    ? [await setting(org, 'register.terms'), await setting(org, 'login.layout')]
    : [null, null];
  return { terms: typeof terms === 'string' ? terms.trim() : '', loginLayout: Number(layout) === 2 ? 2 : 1 };
};
export const assertOpen = async (deps: Pick<RegisterDeps, 'db' | 'setting'>): Promise<number> => {
  const mode = await registerMode(deps);
  if (mode === REGISTER.closed) throw refuse(CLOSED);
  return mode;
};

export const hasMobile = async (db: Db, mobile: string): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM platform.account WHERE mobile = ${mobile}`.execute(db);
  return rows.length > 0;
};
export const hasOrgName = async (db: Db, name: string): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM platform.org WHERE lower(name) = lower(${name.trim()})`.execute(db);
  return rows.length > 0;
};

export const sendRegister = async (
  db: Db,
  sender: SmsSender | null,
  given: { readonly mobile: string; readonly ip: string },
): Promise<{ readonly resendAfter: number }> => {
  if (await hasMobile(db, given.mobile)) throw refuse(KNOWN);
  return sendCode(db, sender, { ...given, purpose: PURPOSES.register, isSilent: false });
};

/** Organisation, administrator and what every organisation begins with; a repeat of the token answers the same. */
export const signUp = async (deps: RegisterDeps, given: SignUp): Promise<SignedUp> => {
  const { db } = deps;
  const mode = await assertOpen(deps);
  const hash = hashOf(given.token);
  const done = await sql<{ data: SignedUp }>`
    SELECT data FROM platform.ticket WHERE hash = ${hash} AND kind = ${KIND}`.execute(db);
  if (done.rows[0]) return done.rows[0].data;
  if (await hasMobile(db, given.mobile)) throw refuse(KNOWN);
  const name = given.orgName.trim().slice(0, 60);
  if (name === '') throw refuse('请填写企业名称');
  if (await hasOrgName(db, name)) throw refuse(NAME_TAKEN);
  const fault = judgePassword(given.password, await platformPolicy(deps), { loginName: ADMIN, mobile: given.mobile });
  if (fault !== null) throw refuse(fault);
  await takeCode(db, given.mobile, PURPOSES.register, given.code);

  const contact = given.contact.trim().slice(0, 20);
  const mustWait = mode === REGISTER.approved;
  const org = await createOrg(deps.owner, deps.shipped(), {
    code: await freeCode(db),
    name,
    admin: { loginName: ADMIN, name: contact || '系统管理员', password: given.password },
    isClosed: mustWait,
  });
  await sql`UPDATE platform.org SET contact = ${contact || null}, mobile = ${given.mobile}, industry = ${given.industry}
    WHERE id = ${org.id}`.execute(db);
  await sql`UPDATE platform.account SET mobile = ${given.mobile}
    WHERE id = (SELECT account_id FROM platform.member WHERE org_id = ${org.id} AND login_name = ${ADMIN})`.execute(db);
  await deps.seed?.(org, ADMIN);
  const answer: SignedUp = { orgCode: org.code, loginName: ADMIN, mustWait };
  await db
    .withSchema('platform')
    .insertInto('ticket')
    .values({ hash, kind: KIND, data: JSON.stringify(answer), expires_at: sql`now() + interval '1 day'` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return answer;
};

/** f and six digits, told to whoever registers. */
const freeCode = async (db: Db): Promise<string> => {
  for (;;) {
    const code = `f${randomInt(100_000, 1_000_000)}`;
    const { rows } = await sql`SELECT 1 FROM platform.org WHERE code = ${code}`.execute(db);
    if (rows.length === 0) return code;
  }
};
