/** Who somebody is elsewhere (thirdBind): made by a first sign-in with the password, taken away by its owner. */
import { sql } from 'kysely';
import type { OwnBind } from '../../schemas/language/wire';
import type { Db } from '../ctx';
import { refuse } from '../errors';
import { newId } from '../ids';
import { hashOf, newSecret } from './tokens';

/** dictionary: 10 DingTalk */
export const DING_BIND = 10;
const TICKET = 'thirdBind';
const TICKET_SECONDS = 600;

export interface ThirdUser {
  readonly kind: number;
  readonly corpId: string;
  readonly thirdUserId: string;
  readonly unionId: string;
  readonly orgId: string;
}
export const boundAccount = async (db: Db, { kind, corpId, thirdUserId }: ThirdUser): Promise<string | null> => {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM platform.third_bind
     WHERE kind = ${kind} AND corp_id = ${corpId} AND third_user_id = ${thirdUserId}`.execute(db);
  return rows[0]?.account_id ?? null;
};

export const bind = async (db: Db, third: ThirdUser, accountId: string): Promise<void> => {
  await sql`INSERT INTO platform.third_bind (id, kind, corp_id, third_user_id, union_id, account_id, org_id)
    VALUES (${newId()}, ${third.kind}, ${third.corpId}, ${third.thirdUserId}, ${third.unionId}, ${accountId}, ${third.orgId})
    ON CONFLICT (kind, corp_id, third_user_id) DO NOTHING`.execute(db);
};

/** Good for ten minutes and one sign-in with a password. */
export const bindTicket = async (db: Db, third: ThirdUser): Promise<string> => {
  const ticket = newSecret();
  await sql`INSERT INTO platform.ticket (hash, kind, data, expires_at)
    VALUES (${hashOf(ticket)}, ${TICKET}, ${JSON.stringify(third)}, now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(
    db,
  );
  return ticket;
};

/** Whoever signed in is the one the ticket was for; in another organisation than the provider's nothing is bound. */
export const bindByTicket = async (
  db: Db,
  ticket: string,
  who: { readonly orgId: string; readonly userId: string },
): Promise<void> => {
  const { rows } = await sql<{ data: ThirdUser }>`
    UPDATE platform.ticket SET used_at = now()
     WHERE hash = ${hashOf(ticket)} AND kind = ${TICKET} AND used_at IS NULL AND expires_at > now()
       AND data ->> 'orgId' = ${who.orgId} RETURNING data`.execute(db);
  const [row] = rows;
  if (!row) return;
  const member = await sql<{ account_id: string }>`
    SELECT account_id FROM platform.member WHERE org_id = ${who.orgId} AND user_id = ${who.userId}`.execute(db);
  const [found] = member.rows;
  if (found) await bind(db, row.data, found.account_id);
};

export const ownBinds = async (db: Db, accountId: string, orgId: string): Promise<readonly OwnBind[]> => {
  const { rows } = await sql<{ id: string; kind: number; at: string }>`
    SELECT id, kind, to_char(bound_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') AS at
      FROM platform.third_bind WHERE account_id = ${accountId} AND org_id = ${orgId} ORDER BY bound_at`.execute(db);
  return rows.map(({ id, kind, at }) => ({ id, kind: String(kind), boundAt: at }));
};
export const unbind = async (db: Db, accountId: string, id: string): Promise<void> => {
  const { rows } = await sql`
    DELETE FROM platform.third_bind WHERE id::text = ${id} AND account_id = ${accountId} RETURNING 1`.execute(db);
  if (rows.length === 0) throw refuse('该绑定已解除');
};
