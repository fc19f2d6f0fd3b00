import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { refuse } from '../errors';
import type { SignKeys } from './sign-keys';

const MAX_AGE = 120_000;
/** What was sent is too old, used or torn; the page takes a new key. */
export const requestExpired = () => refuse('登录请求已过期，请刷新页面重试', { rule: 'signIn.expired' });

/** Opens base64url of RSA-OAEP over {p, t, n} once: too old, from the future or seen before is refused (domain 10, 2.2 step 1). */
export const openEnvelope = async (
  db: Db,
  keys: SignKeys,
  given: { readonly keyId: unknown; readonly pwd: unknown },
  now: number,
): Promise<string> => {
  const { keyId, pwd } = given;
  if (typeof keyId !== 'string' || typeof pwd !== 'string' || !/^[\w-]{100,1000}={0,2}$/.test(pwd))
    throw requestExpired();
  const plain = await keys.decrypt(keyId, Buffer.from(pwd, 'base64url'));
  const { p, t, n } = plain === undefined ? {} : parse(plain);
  if (typeof p !== 'string' || typeof t !== 'number' || typeof n !== 'string' || n.length < 8) throw requestExpired();
  if (t < now - MAX_AGE || t > now + MAX_AGE) throw requestExpired();
  if (!(await isNew(db, `${keyId}.${n}`))) throw requestExpired();
  return p.slice(0, 200);
};

/** Remembered longer than an envelope may live; older ones are swept now and then. */
const isNew = async (db: Db, nonce: string): Promise<boolean> => {
  const platform = db.withSchema('platform');
  const hash = createHash('sha256').update(nonce).digest();
  const { numInsertedOrUpdatedRows } = await platform
    .insertInto('nonce')
    .values({ hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (hash[0] === 0)
    await platform.deleteFrom('nonce').where('seen_at', '<', sql<string>`now() - interval '10 minutes'`).execute();
  return numInsertedOrUpdatedRows === 1n;
};

const parse = (text: string): { readonly p?: unknown; readonly t?: unknown; readonly n?: unknown } => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};
