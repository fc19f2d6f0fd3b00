import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db, OrgInfo, Session, Trx } from '../ctx';
import { prepareStatement } from '../db/prepared';
import { inTx } from '../db/tx';
import { signedOut } from '../errors';
import { newId } from '../ids';
import type { SessionState } from '../plugins/access';
import { loadRights, type RightsSource, type UserRights } from './rights';
import { PIN_KIND, terminalRights } from './terminal-rights';
import { hashOf, newSecret } from './tokens';

/** Opaque tokens: one select a request, so a revoked session, user or role is refused at the next one on every process. */
export interface Sessions {
  find(token: string): Promise<FoundSession | null>;
  /** the same for what was done before the session was over, `REPLAY_HOURS` after that at most; revoked ones are found by neither */
  findOver(token: string): Promise<FoundSession | null>;
  open(trx: Trx, given: NewSession): Promise<Tokens>;
  /** both tokens anew; a used refresh token is good for 10 more seconds (parallel tabs), after that its whole chain is revoked */
  refresh(refreshToken: string, hoursOf: (org: OrgInfo) => Promise<number>): Promise<Tokens>;
  revoke(sessionId: string, reason: string): Promise<void>;
}
export interface FoundSession extends SessionState {
  readonly session: AuthSession;
}
export interface AuthSession extends Session {
  readonly accountId: string;
  readonly orgName: string;
  readonly roleId: string;
  readonly appMark: number;
  /** dictionary sessionKind */
  readonly kind: number;
  readonly isPlatform: boolean;
}
export interface NewSession {
  readonly accountId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly appMark: number;
  readonly kind: number;
  readonly ip: string;
  readonly client: string;
  readonly hours: number;
  /** over after so long without a call; null = only by its hours */
  readonly idleSeconds: number | null;
  /** of the floor, which may be taken away */
  readonly terminalId?: string | null;
  readonly chainId?: string;
}
export interface Tokens {
  readonly access_token: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly idleSeconds: number | null;
  readonly sessionId: string;
}

const GRACE_SECONDS = 10;
/** a terminal without network sends what it has once it is back (domain 30 §7) */
const REPLAY_HOURS = 72;
const SEEN_EVERY = 60_000;
const MAX_CACHED = 5_000;
/** state that must hold at every request */
const LIVE = sql<boolean>`s.revoked_at IS NULL AND a.is_disabled = 0 AND NOT m.is_disabled AND o.is_disabled = 0
  AND coalesce(m.valid_to, 'infinity') >= (now() AT TIME ZONE 'Asia/Shanghai')::date
  AND coalesce(o.valid_to, 'infinity') >= (now() AT TIME ZONE 'Asia/Shanghai')::date`;

/** somebody did something not long ago; what was done without network is taken though nobody called meanwhile */
const AWAKE = sql<boolean>`(s.idle_seconds IS NULL
  OR coalesce(s.last_seen_at, s.created_at) > now() - make_interval(secs => s.idle_seconds))`;

interface Row {
  readonly id: string;
  readonly kind: number;
  readonly idle_seconds: number | null;
  readonly account_id: string;
  readonly user_id: string;
  readonly app_mark: number;
  readonly must_change: boolean;
  readonly terminal_id: string | null;
  readonly org_id: string;
  readonly org_code: string;
  readonly org_name: string;
  readonly is_platform: boolean;
  readonly rights_version: number;
}
interface FoundRow extends Row {
  /** seconds since 1970 */
  readonly ends: number;
}
interface RenewRow extends Row {
  readonly chain_id: string;
  readonly ip: string;
  readonly client: string;
  readonly live: boolean;
  /** seconds since its refresh token was used */
  readonly used: number | null;
  readonly is_over: boolean;
  readonly revoked: boolean;
}

export const sessionStore = (source: RightsSource): Sessions => {
  const { db } = source;
  const rightsOf = rightsKept(source);
  const touch = lastSeen(db);
  const { found, foundOver } = statements(db);

  const find = async (statement: string, token: string): Promise<(FoundSession & { readonly ends: number }) | null> => {
    const { rows } = await db.executeQuery<FoundRow>(CompiledQuery.raw(statement, [hashOf(token)]));
    const [row] = rows;
    if (!row) return null;
    const org = orgInfo(row);
    const user = await rightsOf({ ...org, isPlatform: row.is_platform }, row.user_id, row.kind);
    if (!user) return null;
    touch(row);
    return {
      ends: row.ends * 1000,
      // who shows a PIN has not used the password
      mustChange: row.must_change && row.kind !== PIN_KIND,
      session: sessionOf(row, org, user),
    };
  };

  return {
    find: (token) => find(found, token),
    findOver: async (token) => {
      const state = await find(foundOver, token);
      return state === null ? null : { ...state, over: state.ends };
    },
    open: openSession,
    refresh: async (refreshToken, hoursOf) => {
      // null is committed: a chain that was revoked stays so
      const answer = await inTx(db, (trx) => renew(trx, refreshToken, hoursOf));
      if (!answer) throw signedOut();
      return answer;
    },
    revoke: async (sessionId, reason) => {
      await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = ${reason}
                 WHERE revoked_at IS NULL
                   AND chain_id = (SELECT chain_id FROM platform.auth_session WHERE id = ${sessionId})`.execute(db);
    },
  };
};

type RightsOf = (
  org: OrgInfo & { readonly isPlatform: boolean },
  userId: string,
  kind: number,
) => Promise<UserRights | null>;
/** What somebody may do, kept while the rights of the organisation stay at their version. */
const rightsKept = (source: RightsSource): RightsOf => {
  const rights = new Map<string, { readonly version: number; readonly found: Promise<UserRights | null> }>();
  return (org, userId, kind) => {
    const isPin = kind === PIN_KIND;
    const key = `${org.id} ${userId}${isPin ? ' pin' : ''}`;
    const known = rights.get(key);
    if (known && known.version === org.rightsVersion) return known.found;
    const found = isPin ? terminalRights(source, org, userId) : loadRights(source, org, userId);
    found.catch(() => rights.delete(key));
    rights.delete(key);
    rights.set(key, { version: org.rightsVersion, found });
    if (rights.size > MAX_CACHED) rights.delete(rights.keys().next().value ?? '');
    return found;
  };
};

/** Notes that a session was used, now and then. */
const lastSeen = (db: Db): ((row: Row) => void) => {
  const seen = new Map<string, number>();
  return ({ id, idle_seconds: idle }) => {
    const now = Date.now();
    if (now - (seen.get(id) ?? 0) < Math.min(SEEN_EVERY, ((idle ?? 3_600) * 1_000) / 8)) return;
    if (seen.size > MAX_CACHED) seen.clear();
    seen.set(id, now);
    // a request does not wait for it nor fail with it
    sql`UPDATE platform.auth_session SET last_seen_at = now() WHERE id = ${id}`.execute(db).catch(() => undefined);
  };
};

/** The session of a token, by whether it still runs. */
const statements = (db: Db): { readonly found: string; readonly foundOver: string } => {
  const select = (live: RawBuilder<unknown>): string =>
    sql`
    SELECT s.id, s.kind, s.idle_seconds, s.terminal_id, s.account_id, s.user_id, s.app_mark, a.must_change, o.id AS org_id, o.code AS org_code, o.name AS org_name,
           o.is_platform, o.rights_version, extract(epoch FROM s.expires_at)::float8 AS ends
      FROM platform.auth_session s
      JOIN platform.account a ON a.id = s.account_id
      JOIN platform.member m ON m.org_id = s.org_id AND m.user_id = s.user_id
      JOIN platform.org o ON o.id = s.org_id
     WHERE s.token_hash = $1 AND ${live} AND ${LIVE}`.compile(db).sql;
  // every request asks this: planned once per connection
  const found = select(sql`s.expires_at > now() AND ${AWAKE}`);
  prepareStatement(found);
  // one that was renewed goes on under its new token
  const foundOver = select(
    sql`s.expires_at > now() - make_interval(hours => ${sql.lit(REPLAY_HOURS)}) AND s.rotated_at IS NULL`,
  );
  return { found, foundOver };
};

const sessionOf = (row: Row, org: OrgInfo, user: UserRights): AuthSession => ({
  id: row.id,
  org,
  me: user.me,
  loginName: user.loginName,
  rights: user.rights,
  terminal: row.terminal_id,
  accountId: row.account_id,
  orgName: row.org_name,
  roleId: user.roleId,
  appMark: row.app_mark,
  kind: row.kind,
  isPlatform: row.is_platform,
});

/** A session goes on under new tokens; null when it may not. */
const renew = async (
  trx: Trx,
  refreshToken: string,
  hoursOf: (org: OrgInfo) => Promise<number>,
): Promise<Tokens | null> => {
  const { rows } = await sql<RenewRow>`
    SELECT s.id, s.chain_id, s.kind, s.idle_seconds, s.terminal_id, s.ip, s.client, s.account_id, s.user_id, s.app_mark, o.id AS org_id, o.code AS org_code,
           o.name AS org_name, o.is_platform, o.rights_version, ${LIVE} AND ${AWAKE} AS live, s.revoked_at IS NOT NULL AS revoked,
           s.refresh_expires_at <= now() AS is_over, extract(epoch FROM now() - s.rotated_at)::float8 AS used
      FROM platform.auth_session s
      JOIN platform.account a ON a.id = s.account_id
      JOIN platform.member m ON m.org_id = s.org_id AND m.user_id = s.user_id
      JOIN platform.org o ON o.id = s.org_id
     WHERE s.refresh_hash = ${hashOf(refreshToken)} FOR UPDATE OF s`.execute(trx);
  const [row] = rows;
  if (!row || row.is_over || !row.live) return null;
  if (row.used !== null && row.used > GRACE_SECONDS) {
    await revokeChain(trx, row.chain_id, 'refresh token used again');
    return null;
  }
  await sql`UPDATE platform.auth_session
               SET rotated_at = coalesce(rotated_at, now()),
                   expires_at = least(expires_at, now() + make_interval(secs => ${GRACE_SECONDS}))
             WHERE id = ${row.id}`.execute(trx);
  return openSession(trx, {
    accountId: row.account_id,
    userId: row.user_id,
    orgId: row.org_id,
    appMark: row.app_mark,
    kind: row.kind,
    ip: row.ip,
    client: row.client,
    hours: await hoursOf(orgInfo(row)),
    idleSeconds: row.idle_seconds,
    terminalId: row.terminal_id,
    chainId: row.chain_id,
  });
};

/** Ends sessions of an account; `but` names one that goes on (the one that changed the password). */
export const revokeAccount = async (
  trx: Db | Trx,
  accountId: string,
  reason: string,
  but: string | null = null,
): Promise<void> => {
  await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = ${reason}
             WHERE account_id = ${accountId} AND revoked_at IS NULL AND id IS DISTINCT FROM ${but}`.execute(trx);
};

const openSession = async (trx: Trx, given: NewSession): Promise<Tokens> => {
  const accessToken = newSecret();
  const refreshToken = newSecret();
  const id = newId();
  const expiresIn = Math.round(given.hours * 3600);
  await trx
    .withSchema('platform')
    .insertInto('auth_session')
    .values({
      id,
      chain_id: given.chainId ?? id,
      token_hash: hashOf(accessToken),
      refresh_hash: hashOf(refreshToken),
      account_id: given.accountId,
      user_id: given.userId,
      org_id: given.orgId,
      app_mark: given.appMark,
      kind: given.kind,
      ip: given.ip,
      client: given.client.slice(0, 200),
      idle_seconds: given.idleSeconds,
      terminal_id: given.terminalId ?? null,
      expires_at: sql`now() + make_interval(secs => ${expiresIn})`,
      refresh_expires_at: sql`now() + make_interval(secs => ${expiresIn * 2})`,
    })
    .execute();
  return { access_token: accessToken, refreshToken, expiresIn, idleSeconds: given.idleSeconds, sessionId: id };
};

const revokeChain = async (trx: Trx, chainId: string, reason: string): Promise<void> => {
  await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = ${reason}
             WHERE chain_id = ${chainId} AND revoked_at IS NULL`.execute(trx);
};

const orgInfo = (row: Row): OrgInfo => ({
  id: row.org_id,
  code: row.org_code,
  name: row.org_name,
  schema: `org_${row.org_code}`,
  rightsVersion: row.rights_version,
});
