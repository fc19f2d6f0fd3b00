/** The mobile of an account: where codes go, and a name to sign in with. It changes by a code to the new one only (security.md §2). */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { refuse } from '../errors';
import { PURPOSES, type SmsSender, sendCode, takeCode } from './sms';

const TAKEN = '手机号已被其他账号使用';

export const sendToNewMobile = async (
  db: Db,
  sender: SmsSender | null,
  given: { readonly mobile: string; readonly ip: string },
): Promise<{ readonly resendAfter: number }> => {
  const { rows } = await sql`SELECT 1 FROM platform.account WHERE mobile = ${given.mobile}`.execute(db);
  if (rows.length > 0) throw refuse(TAKEN);
  return sendCode(db, sender, { ...given, purpose: PURPOSES.mobile, isSilent: false });
};

export const changeMobile = async (
  db: Db,
  given: { readonly accountId: string; readonly mobile: string; readonly code: string },
): Promise<void> => {
  await takeCode(db, given.mobile, PURPOSES.mobile, given.code);
  try {
    await sql`UPDATE platform.account SET mobile = ${given.mobile}, updated_at = now() WHERE id = ${given.accountId}`.execute(
      db,
    );
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === '23505') throw refuse(TAKEN);
    throw error;
  }
};
