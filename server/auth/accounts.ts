import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { newId } from '../ids';
import { hashPassword } from './passwords';

export interface OpenAccount {
  readonly org: Pick<OrgInfo, 'id' | 'schema'>;
  readonly userId: string;
  readonly loginName: string;
  /** none: he signs in by other means, until somebody gives him one */
  readonly password: string | null;
  /** the user has to choose another password before anything else */
  readonly mustChange: boolean;
}

/** Gives a user of an organisation an account of his own, so that he can sign in. The user's row gets the account's id. */
export const openAccount = async (trx: Trx, given: OpenAccount): Promise<string> => {
  const id = newId();
  const platform = trx.withSchema('platform');
  await platform
    .insertInto('account')
    .values({
      id,
      ...(given.password === null ? {} : { pwd_hash: await hashPassword(given.password), pwd_set_at: sql`now()` }),
      must_change: given.mustChange,
    })
    .execute();
  await platform
    .insertInto('member')
    .values({ org_id: given.org.id, user_id: given.userId, account_id: id, login_name: given.loginName })
    .execute();
  await trx
    .withSchema(given.org.schema)
    .updateTable('user')
    .set({ account: id })
    .where('id', '=', given.userId)
    .execute();
  return id;
};

/** What decides whether a password has to be changed. */
export const passwordState = async (
  db: Db,
  accountId: string,
): Promise<{ readonly must_change: boolean; readonly pwd_set_at: string | null }> => {
  const { rows } = await sql<{ must_change: boolean; pwd_set_at: string | null }>`
    SELECT must_change, pwd_set_at FROM platform.account WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? { must_change: false, pwd_set_at: null };
};
