/** A forgotten password (10 §2.3): a code to the mobile of the account, a ticket for it, a new password. */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { refuse } from '../errors';
import { accountRules } from './account-policy';
import { storePassword } from './change-password';
import type { SettingOf } from './policy';
import { PURPOSES, type SmsSender, sendCode, takeCode } from './sms';
import { hashOf, newSecret } from './tokens';

const TICKET_SECONDS = 600;
const KIND = 'forgotten';
const EXPIRED = '验证已过期，请重新获取验证码';

/** The answer is the same whether the mobile belongs to somebody. */
export const sendForgotten = async (
  db: Db,
  sender: SmsSender | null,
  given: { readonly mobile: string; readonly ip: string },
): Promise<{ readonly resendAfter: number }> => {
  const isSilent = (await accountOf(db, given.mobile)) === null;
  return sendCode(db, sender, { ...given, purpose: PURPOSES.forget, isSilent });
};

/** {mobile, code} → a ticket for ten minutes. */
export const proveForgotten = async (
  db: Db,
  given: { readonly mobile: string; readonly code: string },
): Promise<{ readonly ticket: string }> => {
  await takeCode(db, given.mobile, PURPOSES.forget, given.code);
  const account = await accountOf(db, given.mobile);
  // nobody: a ticket that fits nothing, as told to everybody
  const ticket = newSecret();
  if (account !== null)
    await db
      .withSchema('platform')
      .insertInto('ticket')
      .values({
        hash: hashOf(ticket),
        kind: KIND,
        account_id: account,
        expires_at: sql`now() + make_interval(secs => ${TICKET_SECONDS})`,
      })
      .execute();
  return { ticket };
};

/** A refused password leaves the ticket good for the next try. */
export const renewForgotten = async (
  deps: { readonly db: Db; readonly setting: SettingOf },
  given: { readonly ticket: string; readonly after: string },
): Promise<void> => {
  const { db } = deps;
  const hash = hashOf(given.ticket);
  const { rows } = await sql<{ id: string; pwd_hash: string | null; mobile: string | null; history: string[] }>`
    SELECT a.id, a.pwd_hash, a.mobile, a.history FROM platform.ticket t JOIN platform.account a ON a.id = t.account_id
     WHERE t.hash = ${hash} AND t.kind = ${KIND} AND t.used_at IS NULL AND t.expires_at > now()`.execute(db);
  const [account] = rows;
  if (!account) throw refuse(EXPIRED);
  const { members, policy } = await accountRules(deps, account.id);
  const [member] = members;
  if (!member) throw refuse(EXPIRED);
  await storePassword(db, { accountId: account.id, loginName: member.login_name, after: given.after, policy, account });
  await sql`UPDATE platform.ticket SET used_at = now() WHERE hash = ${hash}`.execute(db);
};

const accountOf = async (db: Db, mobile: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM platform.account WHERE mobile = ${mobile} AND is_disabled = 0`.execute(db);
  return rows[0]?.id ?? null;
};
