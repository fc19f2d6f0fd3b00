/**
 * Pairing of screens (domain 50 §5.1): one that may show nothing has a code of six digits, an administrator enters it in 大屏设置, and the
 * screen gets a key of its own. The code alone opens nothing: the screen proves itself by a secret only it was told.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, DomainModule } from '../ctx';
import { AppError, refuse } from '../errors';
import { factoryMs } from '../iot/factory-time';
import { engineOf } from '../records/host';
import { triesOfKey } from './tries';

const WRONG = '配对码错误或已过期';
const MINUTES = 10;
const MOST_MISSES = 5;
/** codes an address may ask for in ten minutes, and codes that wait at once */
const MOST_STARTS = 10;
const MOST_WAITING = 1000;

export interface PairDeps {
  readonly db: Db;
  readonly clock: () => Date;
}
export interface PairStart {
  readonly code: string;
  readonly secret: string;
  /** seconds */
  readonly lasts: number;
}
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
/** what stands for a paired screen in its organisation */
export const seatHash = (key: string): string => hashOf(key.slice(key.indexOf('.') + 1));

export const startPair = async ({ db, clock }: PairDeps, ip: string): Promise<PairStart> => {
  const tries = triesOfKey(db, `screen pair ${ip}`, { maxFail: MOST_STARTS, lockMinutes: MINUTES });
  const taken = await tries.take(true);
  if (taken === null || taken.lockedFor > 0) throw new AppError(429);
  await tries.wrong(taken);
  const now = clock();
  await sql`DELETE FROM platform.screen_pair WHERE expires_at <= ${now}`.execute(db);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM platform.screen_pair`.execute(db);
  if ((rows[0]?.n ?? 0) >= MOST_WAITING) throw new AppError(429);
  const secret = randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + MINUTES * 60_000);
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const made = await sql`
      INSERT INTO platform.screen_pair (code, secret_hash, address, expires_at)
      VALUES (${code}, ${hashOf(secret)}, ${ip}, ${expires}) ON CONFLICT DO NOTHING RETURNING 1`.execute(db);
    if (made.rows.length > 0) return { code, secret, lasts: MINUTES * 60 };
  }
};

/** What the screen asks until it is bound; its key is told to who has the secret, once. */
export const askPair = async (
  { db, clock }: PairDeps,
  { code, secret }: Pick<PairStart, 'code' | 'secret'>,
): Promise<{ readonly k: string | null }> => {
  const { rows } = await sql<{ secret_hash: string; org_code: string | null }>`
    SELECT secret_hash, org_code FROM platform.screen_pair WHERE code = ${code} AND expires_at > ${clock()}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw refuse(WRONG);
  if (row.secret_hash !== hashOf(secret)) {
    await sql`UPDATE platform.screen_pair SET misses = misses + 1 WHERE code = ${code}`.execute(db);
    await sql`DELETE FROM platform.screen_pair WHERE code = ${code} AND misses >= ${MOST_MISSES}`.execute(db);
    throw refuse(WRONG);
  }
  if (row.org_code === null) return { k: null };
  await sql`DELETE FROM platform.screen_pair WHERE code = ${code}`.execute(db);
  return { k: `${row.org_code}.${secret}` };
};

/** 配对大屏, joined to the rules of 大屏设置: guesses are counted for the whole organisation, outside its transaction. */
export const screenPairs: DomainModule<'screenCfg'> = {
  actions: {
    async pair(record, ask, ctx) {
      const tries = triesOfKey(engineOf(ctx).host.db, `screen code ${ctx.org.id}`, {
        maxFail: MOST_MISSES,
        lockMinutes: MINUTES,
      });
      const taken = await tries.take(true);
      if (taken === null || taken.lockedFor > 0) throw refuse(WRONG);
      const { rows } = await sql<{ secret_hash: string; address: string }>`
        UPDATE platform.screen_pair SET org_code = ${ctx.org.code}
         WHERE code = ${String(ask.code).trim()} AND org_code IS NULL AND expires_at > ${new Date(factoryMs(ctx.now))}
        RETURNING secret_hash, address`.execute(ctx.trx);
      const [found] = rows;
      if (found === undefined) {
        await tries.wrong(taken);
        throw refuse(WRONG);
      }
      await tries.giveBack();
      const { records } = ctx.asSystem();
      const seat = await records.save('screenSeat', { screenCfg: record.id, address: found.address });
      await records.patch('screenSeat', seat.id, { head: { secretHash: found.secret_hash, pairedAt: ctx.now } });
      return undefined;
    },
  },
};
