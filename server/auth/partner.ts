/**
 * Sign-in with a token of a partner platform (10 §2.4c): signed with the key the organisation stored, for this organisation, short-lived,
 * accepted once. Whatever is wrong with it is told in one sentence.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { type Member, membersOf } from './members';
import { isAllowed, policyOf, type SettingOf } from './policy';
import type { Sessions } from './sessions';
import { openFor, type SignedIn } from './sign-in';
import type { Caller } from './sign-in-given';
import { writeLog } from './sign-log';

const WRONG = '第三方登录验证失败';
const KIND = 40;
const LONGEST_SECONDS = 300;
/** clocks of two machines are never the same */
const LEEWAY_SECONDS = 30;

interface Claims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly exp: number;
  readonly jti: string;
}
interface Parsed {
  readonly alg: string;
  readonly claims: Claims;
  readonly signed: string;
  readonly signature: Buffer;
}
export interface PartnerDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly setting: SettingOf;
}

export const signInPartner = async (
  deps: PartnerDeps,
  token: string,
  caller: Caller,
  now: number,
): Promise<SignedIn> => {
  const { db, setting } = deps;
  const parsed = parse(token);
  const org = parsed && (await orgOf(db, parsed.claims.aud));
  if (!parsed || !org) throw refuse(WRONG);
  const { iss, sub, exp, jti } = parsed.claims;
  const [issuer, key] = [await setting(org, 'auth.partner.issuer'), await setting(org, 'auth.partner.key')];
  const left = exp - now / 1_000;
  if (!issuer || issuer !== iss || typeof key !== 'string' || !isSigned(parsed, key)) throw refuse(WRONG);
  if (left < -LEEWAY_SECONDS || left > LONGEST_SECONDS + LEEWAY_SECONDS) throw refuse(WRONG);
  if (!(await isNew(db, `${iss} ${jti}`))) throw refuse(WRONG);

  const member = await memberOf(db, org, sub);
  const given = { loginName: sub, password: '' };
  const fail = async (text: string): Promise<never> => {
    await writeLog(db, {
      account: member?.account.id ?? null,
      member: member?.member,
      given,
      caller,
      ok: false,
      msg: text,
    });
    throw refuse(text);
  };
  if (!member) return fail(WRONG);
  if (member.account.is_disabled !== 0 || member.member.is_off) return fail('账号已停用，请联系管理员');
  if (member.member.org_off) return fail('企业服务已停用或到期，请联系管理员');
  const policy = await policyOf(org, setting);
  if (!isAllowed(policy.ipAllow, caller.ip)) return fail('当前网络不允许登录');
  const answer = await inTx(db, (trx) =>
    openFor(trx, deps, { account: member.account, member: member.member, policy, given, caller, kind: KIND }),
  );
  await writeLog(db, { account: member.account.id, member: member.member, given, caller, ok: true, msg: null });
  return answer;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200;
const json = (part: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};
const parse = (token: string): Parsed | null => {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) return null;
  try {
    const { alg } = json(head);
    const { iss, aud, sub, exp, jti } = json(body);
    if (!isText(alg) || !isText(iss) || !isText(aud) || !isText(sub) || !isText(jti) || typeof exp !== 'number')
      return null;
    return {
      alg,
      claims: { iss, aud, sub, exp, jti },
      signed: `${head}.${body}`,
      signature: Buffer.from(signature, 'base64url'),
    };
  } catch {
    return null;
  }
};

/** The algorithm is that of the stored key, whatever the token says of itself. */
const isSigned = ({ alg, signed, signature }: Parsed, pem: string): boolean => {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519')
      return alg === 'EdDSA' && verify(null, Buffer.from(signed), key, signature);
    if (key.asymmetricKeyType === 'rsa')
      return alg === 'RS256' && verify('sha256', Buffer.from(signed), key, signature);
    return false;
  } catch {
    return false;
  }
};

/** Kept as long as a token lives, by its hash alone. */
const isNew = async (db: Db, id: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .withSchema('platform')
    .insertInto('nonce')
    .values({ hash: createHash('sha256').update(`partner ${id}`).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

const orgOf = async (db: Db, code: string): Promise<OrgInfo | null> => {
  const { rows } = await sql<{ id: string; code: string; name: string; rights_version: number }>`
    SELECT id, code, name, rights_version FROM platform.org WHERE code = ${code} AND is_deleted = 0`.execute(db);
  const [row] = rows;
  return row
    ? { id: row.id, code: row.code, name: row.name, schema: `org_${row.code}`, rightsVersion: row.rights_version }
    : null;
};

interface Found {
  readonly account: Parameters<typeof openFor>[2]['account'];
  readonly member: Member;
}
/** By login name in this organisation, or by the mobile of the account. */
const memberOf = async (db: Db, org: OrgInfo, sub: string): Promise<Found | null> => {
  const { rows } = await sql<Found['account'] & { readonly user_id: string }>`
    SELECT a.id, a.pwd_hash, a.must_change, a.pwd_set_at, a.last_org_id, a.is_disabled, m.user_id
      FROM platform.member m JOIN platform.account a ON a.id = m.account_id
     WHERE m.org_id = ${org.id} AND (lower(m.login_name) = lower(${sub}) OR a.mobile = ${sub}) LIMIT 2`.execute(db);
  const [account] = rows;
  if (!account || rows.length > 1) return null;
  const member = (await membersOf(db, account.id)).find(
    (member) => member.org.id === org.id && member.user_id === account.user_id,
  );
  return member ? { account, member } : null;
};
