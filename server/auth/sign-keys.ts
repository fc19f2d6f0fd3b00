import { constants, createPrivateKey, generateKeyPair, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { lockSchemas } from '../db/migrations';
import { inTx } from '../db/tx';
import type { Seal } from './seal';

/** RSA 3072 pairs of the sign-in envelope: a new one each day, the one before stays valid for pages opened under it. */
export interface SignKeys {
  current(): Promise<PublicKey>;
  /** undefined when the key is unknown or over, or the text was not made with it */
  decrypt(keyId: string, sealed: Buffer): Promise<string | undefined>;
}
export interface PublicKey {
  readonly keyId: string;
  /** SubjectPublicKeyInfo, base64 */
  readonly publicKey: string;
}

const DAY = 24 * 3_600_000;
const BITS = 3072;
interface Row {
  readonly id: string;
  readonly public_key: string;
  readonly private_key: Buffer;
  readonly age: number;
}

export const signKeys = (db: Db, seal: Seal): SignKeys => {
  const platform = db.withSchema('platform');
  const privates = new Map<string, KeyObject>();
  let cached: { readonly key: PublicKey; readonly until: number } | undefined;
  let loading: Promise<PublicKey> | undefined;

  const newest = async (from: Db): Promise<Row | undefined> =>
    from
      .withSchema('platform')
      .selectFrom('sign_key')
      .select([
        'id',
        'public_key',
        'private_key',
        sql<number>`extract(epoch FROM now() - created_at)::int * 1000`.as('age'),
      ])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst() as Promise<Row | undefined>;
  /** A pair that another SECRET_KEY sealed is of no use to us. */
  const isOurs = (row: Pick<Row, 'private_key'>): boolean => {
    try {
      seal.open(row.private_key);
      return true;
    } catch {
      return false;
    }
  };
  const load = async (): Promise<PublicKey> => {
    let row = await newest(db);
    if (!row || row.age >= DAY || !isOurs(row)) row = await renew();
    const key = { keyId: row.id, publicKey: row.public_key };
    cached = { key, until: Date.now() + Math.min(Math.max(DAY - row.age, 1_000), 10 * 60_000) };
    return key;
  };
  const renew = async (): Promise<Row> => {
    const pair = await makePair();
    return inTx(db, async (trx) => {
      await lockSchemas(trx);
      // another process made one while we were at it
      const other = await newest(trx);
      if (other && other.age < DAY && isOurs(other)) return other;
      const row = {
        id: randomBytes(9).toString('base64url'),
        public_key: pair.publicKey,
        private_key: seal.seal(pair.privateKey),
      };
      const table = trx.withSchema('platform');
      await table
        .insertInto('sign_key')
        .values({ ...row, expires_at: sql`now() + interval '2 days'` })
        .execute();
      await table.deleteFrom('sign_key').where('expires_at', '<', sql<string>`now() - interval '1 day'`).execute();
      return { ...row, age: 0 };
    });
  };
  const privateOf = async (keyId: string): Promise<KeyObject | undefined> => {
    const known = privates.get(keyId);
    if (known) return known;
    const row = await platform
      .selectFrom('sign_key')
      .select(['private_key'])
      .where('id', '=', keyId)
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirst();
    if (!row) return undefined;
    // sealed under the SECRET_KEY of another process: not ours to open
    if (!isOurs({ private_key: row.private_key as Buffer })) return undefined;
    const key = createPrivateKey(seal.open(row.private_key as Buffer));
    privates.set(keyId, key);
    // two valid pairs a time; forgotten ones are looked up again and found expired
    setTimeout(() => privates.delete(keyId), 3_600_000).unref();
    return key;
  };

  return {
    current: async () => {
      if (cached && cached.until > Date.now()) return cached.key;
      loading ??= load().finally(() => {
        loading = undefined;
      });
      return loading;
    },
    decrypt: async (keyId, sealed) => {
      const key = await privateOf(keyId);
      if (!key) return undefined;
      try {
        return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed).toString(
          'utf8',
        );
      } catch {
        return undefined;
      }
    },
  };
};

const makePair = async (): Promise<{ readonly publicKey: string; readonly privateKey: string }> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
