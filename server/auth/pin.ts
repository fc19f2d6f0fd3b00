/** The PIN of a user (10 §5.5): six digits that are not guessed at once, five tries, of use only on a terminal of the floor. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Problem } from '../../schemas/language/value';
import type { Db, DomainModule } from '../ctx';
import { openAccount } from './accounts';
import { PIN_KIND } from './terminal-rights';
import { type Tries, triesOfKey } from './tries';
import { isHashed, type Vault } from './vault';

const FAULT = 'PIN须为6位数字且不能相同或连续';
const PIN_TRIES = 5;
const PIN_LOCK_MINUTES = 15;

/** Null when it may be one. */
export const pinFault = (pin: string): string | null => {
  if (!/^\d{6}$/.test(pin)) return FAULT;
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return [0, 1, -1].some((step) => steps.every((number) => number === step)) ? FAULT : null;
};

const keyOf = (orgId: string, who: string): string => `pin ${orgId} ${who.toLowerCase()}`;
/** Of a user's id, or of an employee number nobody has: both behave alike, on every terminal together. */
const triesOfPin = (db: Db, orgId: string, who: string): Tries =>
  triesOfKey(db, keyOf(orgId, who), {
    maxFail: PIN_TRIES,
    lockMinutes: PIN_LOCK_MINUTES,
  });

/** a terminal is shared: whoever guesses there tries one number after another, whoever works there now and then errs */
const TERMINAL_TRIES = 30;
/** Of a terminal, whatever the employees: wrong ones of a stretch without a pause as long as its lock. */
export const triesOfTerminal = (db: Db, id: string): Tries =>
  triesOfKey(db, `pin terminal ${id}`, { maxFail: TERMINAL_TRIES, lockMinutes: PIN_LOCK_MINUTES });

/** whether a text is what a hash was made of; of no hash it takes as long and says no */
export type Fits = (hashed: string | null, plain: string) => Promise<boolean>;
export const pinFits = (vault: Pick<Vault, 'hash' | 'fits'>): Fits => {
  const none = vault.hash('------');
  return async (hashed, plain) => (await vault.fits(hashed ?? (await none), plain)) && hashed !== null;
};

export interface PinAsked {
  readonly orgId: string;
  /** a user's id, or a number nobody has */
  readonly who: string;
  readonly hashed: string | null;
  /** where it is typed: a terminal, a board beside a machine */
  readonly place: Tries;
}
/** Whether it is his PIN; answers the refusal, null when it is. Both who and where are counted. */
export const provePin = async (
  { db, fits }: { readonly db: Db; readonly fits: Fits },
  { orgId, who, hashed, place }: PinAsked,
  pin: string,
): Promise<string | null> => {
  const takenThere = await place.take(true);
  if (takenThere === null || takenThere.lockedFor > 0) return placeText(takenThere?.lockedFor ?? PIN_LOCK_MINUTES * 60);
  const tries = triesOfPin(db, orgId, who);
  const taken = await tries.take(true);
  // what is locked is not looked at, but the try counts
  if (taken === null || taken.lockedFor > 0) {
    await place.wrong(takenThere);
    return lockText(taken?.lockedFor ?? PIN_LOCK_MINUTES * 60);
  }
  if (!(await fits(hashed, pin))) {
    const [locks] = await Promise.all([tries.wrong(taken), place.wrong(takenThere)]);
    return locks ? lockText(PIN_LOCK_MINUTES * 60) : `工号或PIN错误，还可尝试${PIN_TRIES - taken.count}次`;
  }
  await Promise.all([tries.giveBack(), place.giveBack()]);
  return null;
};
const placeText = (seconds: number): string => `本终端PIN错误次数过多，请${Math.ceil(seconds / 60)}分钟后再试`;
const lockText = (seconds: number): string => `PIN已锁定，请${Math.ceil(seconds / 60)}分钟后再试或联系管理员`;

/** A new PIN ends the old one's lock and sessions; who had no account gets one without a password. */
export const pins: DomainModule = {
  async check(record, old) {
    const { pin } = record;
    if (typeof pin !== 'string' || pin === '' || pin === old?.pin || isHashed(pin)) return [];
    const fault = pinFault(pin);
    return fault === null ? [] : [{ code: 'user.pin', path: 'pin', text: fault } satisfies Problem];
  },
  async after({ record, old }, ctx) {
    if ((record.pin ?? null) === (old?.pin ?? null)) return;
    const userId = record.id as string;
    const key = createHash('sha256').update(keyOf(ctx.org.id, userId)).digest();
    await sql`DELETE FROM platform.sign_fail WHERE key = ${key}`.execute(ctx.trx);
    await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = 'PIN changed'
      WHERE org_id = ${ctx.org.id} AND user_id = ${userId} AND kind = ${PIN_KIND} AND revoked_at IS NULL`.execute(
      ctx.trx,
    );
    if (!record.pin) return;
    const { rows } = await sql`
      SELECT 1 FROM platform.member WHERE org_id = ${ctx.org.id} AND user_id = ${userId}`.execute(ctx.trx);
    if (rows.length > 0) return;
    const loginName = record.loginName as string;
    await openAccount(ctx.trx, { org: ctx.org, userId, loginName, password: null, mustChange: false });
  },
};
