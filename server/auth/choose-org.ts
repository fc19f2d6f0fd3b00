/** Several organisations of one account: the choice, and the ticket that goes with it for a minute, once. */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import type { Member } from './members';
import { hashOf, newSecret } from './tokens';

export interface ChooseOrg {
  readonly chooseOrg: readonly { readonly orgId: string; readonly name: string }[];
  readonly ticket: string;
}

const TICKET_SECONDS = 60;

export const chooseOrg = async (db: Db, accountId: string, able: readonly Member[]): Promise<ChooseOrg> => {
  const ticket = newSecret();
  await db
    .withSchema('platform')
    .insertInto('ticket')
    .values({
      hash: hashOf(ticket),
      kind: 'chooseOrg',
      account_id: accountId,
      expires_at: sql`now() + make_interval(secs => ${TICKET_SECONDS})`,
    })
    .execute();
  return { chooseOrg: able.map(({ org }) => ({ orgId: org.id, name: org.name })), ticket };
};
export const hasTicket = async (
  db: Db,
  ticket: string | undefined,
  accountId: string | undefined,
): Promise<boolean> => {
  if (ticket === undefined || accountId === undefined) return false;
  const { rows } = await sql`SELECT 1 FROM platform.ticket
    WHERE hash = ${hashOf(ticket)} AND kind = 'chooseOrg' AND account_id = ${accountId} AND used_at IS NULL AND expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
};
export const takeTicket = async (db: Db, ticket: string, accountId: string): Promise<boolean> => {
  const { rows } = await sql`UPDATE platform.ticket SET used_at = now()
    WHERE hash = ${hashOf(ticket)} AND kind = 'chooseOrg' AND account_id = ${accountId} AND used_at IS NULL AND expires_at > now()
    RETURNING 1`.execute(db);
  return rows.length === 1;
};
