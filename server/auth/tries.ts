/**
 * Tries of a sign-in. A try is taken before the password is looked at and given back when it was right, so that calls at the same time
 * cannot slip past the picture or the lock: twenty of them take twenty.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../ctx';
import type { Policy } from './policy';

export interface Tries {
  /** null: a picture must be read first; nothing was counted */
  take(hasCaptcha: boolean): Promise<Taken | null>;
  /** the password was wrong; true when this try locked */
  wrong(taken: Taken): Promise<boolean>;
  /** the password was right, or nobody looked at it */
  giveBack(): Promise<void>;
}
export interface Taken {
  readonly count: number;
  /** seconds, of a lock that stands */
  readonly lockedFor: number;
}
type Limits = Pick<Policy, 'captchaAfter' | 'maxFail' | 'lockMinutes'>;

export const lockedText = (seconds: number): string => `账号已锁定，请${Math.ceil(seconds / 60)}分钟后再试或联系管理员`;

/** Of an account. */
export const triesOfAccount = (db: Db, id: string, limits: Limits): Tries =>
  triesOf(db, sql`platform.account`, sql`id = ${id}`, limits);

/** Of a name nobody has, by address: it behaves like one that exists. */
export const triesOfName = (db: Db, name: string, ip: string, limits: Limits): Tries =>
  ofKey(db, `${name.toLowerCase()} ${ip}`, limits, false);

/** Of an address, whatever the names: it is never locked, but has to read pictures for a while. */
export const triesOfAddress = (db: Db, ip: string, limits: Limits): Tries =>
  ofKey(db, `address ${ip}`, { ...limits, maxFail: Number.MAX_SAFE_INTEGER }, true);

/** Of whatever else is guessed at, without pictures; it begins anew when nobody tried for as long as a lock lasts. */
export const triesOfKey = (db: Db, key: string, limits: Omit<Limits, 'captchaAfter'>): Tries =>
  ofKey(db, key, { ...limits, captchaAfter: NO_PICTURE }, true);
/** the largest of the database's numbers */
const NO_PICTURE = 2 ** 31 - 1;

const ofKey = (db: Db, text: string, limits: Limits, forgets: boolean): Tries => {
  const key = createHash('sha256').update(text).digest();
  const over = forgets ? sql`f.updated_at < now() - make_interval(mins => ${limits.lockMinutes})` : sql`false`;
  // a lock that is over starts the count anew, and so does a pause where tries are forgotten
  const known = sql`CASE WHEN f.locked_until <= now() OR ${over} THEN 0 ELSE f.fail_count END`;
  const own = triesOf(db, sql`platform.sign_fail`, sql`key = ${key}`, limits);
  return {
    ...own,
    // one statement: between two of them somebody beside may give the row back
    take: async (hasCaptcha) => {
      if (!hasCaptcha && limits.captchaAfter <= 0) return null;
      const { rows } = await sql<TakenRow>`
        INSERT INTO platform.sign_fail AS f (key, fail_count) VALUES (${key}, 1)
        ON CONFLICT (key) DO UPDATE SET
          fail_count = ${known} + 1, updated_at = now(),
          locked_until = CASE WHEN f.locked_until > now() THEN f.locked_until END
        WHERE f.locked_until > now() OR ${hasCaptcha} OR ${known} < ${limits.captchaAfter}
        RETURNING f.fail_count, extract(epoch FROM f.locked_until - now())::float8 AS locked_for`.execute(db);
      return takenOf(rows[0], limits);
    },
    giveBack: async () => {
      const gone = await sql`DELETE FROM platform.sign_fail WHERE key = ${key} AND fail_count <= 1 RETURNING 1`.execute(
        db,
      );
      if (gone.rows.length === 0) await own.giveBack();
    },
  };
};

interface TakenRow {
  readonly fail_count: number;
  readonly locked_for: number | null;
}
const takenOf = (row: TakenRow | undefined, { maxFail, lockMinutes }: Limits): Taken | null => {
  if (!row) return null;
  const lockedFor = row.locked_for ?? 0;
  // tries beside the one that is about to lock are not looked at either
  return {
    count: row.fail_count,
    lockedFor: lockedFor > 0 ? lockedFor : row.fail_count > maxFail ? lockMinutes * 60 : 0,
  };
};

const triesOf = (db: Db, table: RawBuilder<unknown>, where: RawBuilder<unknown>, limits: Limits): Tries => {
  const { captchaAfter, maxFail, lockMinutes } = limits;
  // a lock that is over starts the count anew
  const known = sql`CASE WHEN locked_until <= now() THEN 0 ELSE fail_count END`;
  return {
    take: async (hasCaptcha) => {
      const { rows } = await sql<TakenRow>`
        UPDATE ${table} SET
          fail_count = ${known} + 1, updated_at = now(),
          locked_until = CASE WHEN locked_until > now() THEN locked_until END
        WHERE ${where} AND (locked_until > now() OR ${hasCaptcha} OR ${known} < ${captchaAfter})
        RETURNING fail_count, extract(epoch FROM locked_until - now())::float8 AS locked_for`.execute(db);
      return takenOf(rows[0], limits);
    },
    wrong: async ({ count }) => {
      if (count !== maxFail) return false;
      await sql`UPDATE ${table} SET locked_until = now() + make_interval(mins => ${lockMinutes}) WHERE ${where}`.execute(
        db,
      );
      return true;
    },
    giveBack: async () => {
      await sql`UPDATE ${table} SET fail_count = greatest(fail_count - 1, 0) WHERE ${where}`.execute(db);
    },
  };
};
