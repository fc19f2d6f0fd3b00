/**
 * What whoever scanned a card at a board may do there (domain 50 §5.7): one act at one device, once and within a minute, in his own rights
 * and rows as far as that act needs them. The board itself stays without a user.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Rights, Session, Trx } from '../ctx';
import type { Registries } from '../registry/registry';
import { loadRights, rightsSource } from './rights';

export const ACT_SECONDS = 60;
/** what saying why a device stands takes */
export const REASON_RIGHT = 'deviceState:reason';
const NEEDED: ReadonlySet<string> = new Set([REASON_RIGHT, 'deviceState:view']);

interface Deps {
  readonly db: Db;
  readonly clock: () => Date;
}
export interface ActGrant {
  readonly user: string;
  /** the interval he says it of */
  readonly state: string;
}
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const grantAct = async ({ db, clock }: Deps, at: Session, { user, state }: ActGrant): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  await sql`DELETE FROM platform.screen_act WHERE expires_at <= ${now}`.execute(db);
  await sql`
    INSERT INTO platform.screen_act (token_hash, org_code, screen, user_id, state_id, expires_at)
    VALUES (${hashOf(token)}, ${at.org.code}, ${at.id}, ${user}, ${state}, ${new Date(now.getTime() + ACT_SECONDS * 1000)})`.execute(
    db,
  );
  return token;
};

/** Whom a token of this session stands for; it is read before the act and goes with it. */
export const actOf = async ({ db, clock }: Deps, at: Session, token: string): Promise<ActGrant | null> => {
  const { rows } = await sql<{ user_id: string; state_id: string }>`
    SELECT user_id, state_id FROM platform.screen_act
     WHERE token_hash = ${hashOf(token)} AND org_code = ${at.org.code} AND screen = ${at.id} AND expires_at > ${clock()}`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined ? null : { user: row.user_id, state: row.state_id };
};
/** In the transaction of the act: what is refused leaves the token, what is done twice finds none. */
export const spendAct = async (trx: Trx, token: string): Promise<boolean> => {
  const { rows } = await sql`
    DELETE FROM platform.screen_act WHERE token_hash = ${hashOf(token)} RETURNING 1`.execute(trx);
  return rows.length > 0;
};

/** His session for that act and nothing else; null: his account is off. */
export const workerSession = async (
  { db, registries }: { readonly db: Db; readonly registries: Registries },
  { org, ip }: Session,
  user: string,
): Promise<Session | null> => {
  const found = await loadRights(rightsSource(db, registries), { ...org, isPlatform: false }, user);
  if (found === null) return null;
  return { id: `card:${user}`, org, me: found.me, loginName: found.loginName, rights: only(found.rights), ip };
};
const only = (rights: Rights): Rights => ({
  super: false,
  has: (right) => NEEDED.has(right) && rights.has(right),
  group: () => false,
  scopes: (right, object) => (NEEDED.has(right) ? rights.scopes(right, object) : []),
  functions: rights.functions.filter((right) => NEEDED.has(right)),
  rests: (object) => rights.rests(object),
});
