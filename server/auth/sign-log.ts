/** What is kept and told of a sign-in: its line in the log, the lock to the organisations. */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { newId } from '../ids';
import type { Member } from './members';
import type { Caller, SignInGiven } from './sign-in-given';

/** Event of the lock, into the outbox of every organisation the account is in. */
export const tellLocked = async (db: Db, members: readonly Member[], seconds: number): Promise<void> => {
  for (const { org, user_id } of members) {
    const until = sql`now() + make_interval(secs => ${seconds})`;
    await db
      .withSchema(org.schema)
      .updateTable('user')
      .set({ locked_until: until })
      .where('id', '=', user_id)
      .execute();
    await db
      .withSchema(org.schema)
      .insertInto('mw_outbox')
      .values({ id: newId(), event: 'account.locked', object: 'user', record_id: user_id, user_id })
      .execute();
  }
};

interface LogEntry {
  readonly account: string | null;
  readonly member?: Member | undefined;
  readonly given: SignInGiven;
  readonly caller: Caller;
  readonly ok: boolean;
  readonly msg: string | null;
}
export const writeLog = async (db: Db, entry: LogEntry): Promise<void> => {
  const { account, member, given, caller, ok, msg } = entry;
  await db
    .withSchema('platform')
    .insertInto('sign_log')
    .values({
      id: newId(),
      org_id: member?.org.id ?? null,
      account_id: account,
      user_id: member?.user_id ?? null,
      login_name: given.loginName.slice(0, 60),
      act: 'signIn',
      ok,
      msg,
      ip: caller.ip,
      client: caller.client.slice(0, 200),
      request_id: caller.requestId,
    })
    .execute();
};
