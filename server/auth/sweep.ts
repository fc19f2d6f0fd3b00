import { sql } from 'kysely';
import type { Db } from '../ctx';

/** Forgets what is over: sessions a week after their last refresh could come, tickets, pictures, codes, counters of names nobody has. */
export const sweepAuth = async (db: Db): Promise<void> => {
  await sql`DELETE FROM platform.auth_session WHERE refresh_expires_at < now() - interval '7 days'`.execute(db);
  await sql`DELETE FROM platform.ticket WHERE expires_at < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM platform.nonce WHERE seen_at < now() - interval '10 minutes'`.execute(db);
  await sql`DELETE FROM platform.captcha WHERE expires_at < now() - interval '1 hour'`.execute(db);
  await sql`DELETE FROM platform.sms_code WHERE expires_at < now() - interval '7 days'`.execute(db);
  await sql`DELETE FROM platform.sign_fail
    WHERE updated_at < now() - interval '1 day' AND coalesce(locked_until, 'epoch') < now()`.execute(db);
};
