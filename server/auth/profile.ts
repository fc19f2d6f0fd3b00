/** What people see of themselves (10 §4): who they are here, and where they are signed in. */
import { sql } from 'kysely';
import type { OwnSession, OwnSignIn, Profile } from '../../schemas/language/wire';
import type { Db, OrgInfo } from '../ctx';
import { refuse } from '../errors';
import { grantsOfUser } from './rights';
import { ownBinds } from './third-bind';

interface Who {
  readonly accountId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly org: OrgInfo;
}

export const profileOf = async (db: Db, who: Who): Promise<Omit<Profile, 'canChangeMobile'>> => {
  const own = db.withSchema(who.org.schema);
  const [user, roles, account, sessions, signIns, binds] = await Promise.all([
    own
      .selectFrom('user')
      .leftJoin('dept', 'dept.id', 'user.dept_id')
      .leftJoin('employee', 'employee.id', 'user.employee_id')
      .select(['user.name as name', 'user.login_name as login_name', 'user.last_login_at as last_login_at'])
      .select(['dept.name as dept', 'employee.name as employee', 'user.pin as pin'])
      .where('user.id', '=', who.userId)
      .executeTakeFirstOrThrow(),
    rolesOf(db, who),
    sql<{ mobile: string | null }>`SELECT mobile FROM platform.account WHERE id = ${who.accountId}`.execute(db),
    openSessions(db, who),
    lastSignIns(db, who),
    ownBinds(db, who.accountId, who.org.id),
  ]);
  return {
    name: text(user.name),
    loginName: text(user.login_name),
    dept: text(user.dept),
    roles,
    employee: text(user.employee),
    mobile: masked(account.rows[0]?.mobile ?? ''),
    lastLoginAt: user.last_login_at === null ? null : text(user.last_login_at).slice(0, 19),
    sessions,
    signIns,
    hasPin: text(user.pin) !== '',
    binds,
  };
};

/** those of himself and those of his departments */
const rolesOf = async (db: Db, { org, userId }: Who): Promise<readonly string[]> => {
  const ids = [...new Set((await grantsOfUser(db, org, userId)).map(({ id }) => id))];
  if (ids.length === 0) return [];
  const own = db.withSchema(org.schema);
  const rows = await own.selectFrom('role').select('name').where('id', 'in', ids).orderBy('code').execute();
  return rows.map(({ name }) => text(name));
};

const OPEN = sql`revoked_at IS NULL AND rotated_at IS NULL AND refresh_expires_at > now()`;
/** A chain of renewed tokens is one sign-in. */
const openSessions = async (db: Db, who: Who): Promise<readonly OwnSession[]> => {
  const { rows } = await sql<{
    id: string;
    kind: number;
    ip: string | null;
    client: string | null;
    started: string;
    seen: string | null;
  }>`
    SELECT s.id, s.kind, s.ip, s.client, to_char(f.at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') AS started,
           to_char(s.last_seen_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') AS seen
      FROM platform.auth_session s,
           LATERAL (SELECT min(created_at) AS at FROM platform.auth_session c WHERE c.chain_id = s.chain_id) f
     WHERE s.account_id = ${who.accountId} AND s.org_id = ${who.org.id} AND ${OPEN}
     ORDER BY f.at DESC LIMIT 50`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: String(row.kind),
    ip: row.ip ?? '',
    client: row.client ?? '',
    startedAt: row.started,
    lastSeenAt: row.seen,
    current: row.id === who.sessionId,
  }));
};

const SIGN_INS = 10;
const lastSignIns = async (db: Db, { accountId, org }: Who): Promise<readonly OwnSignIn[]> => {
  const { rows } = await sql<{ at: string; ip: string | null; client: string | null; ok: boolean; msg: string | null }>`
    SELECT to_char(at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') AS at, ip, client, ok, msg FROM platform.sign_log
     WHERE account_id = ${accountId} AND org_id = ${org.id} AND act = 'signIn' ORDER BY id DESC LIMIT ${SIGN_INS}`.execute(
    db,
  );
  return rows.map(({ at, ip, client, ok, msg }) => ({ at, ip: ip ?? '', client: client ?? '', ok, msg: msg ?? '' }));
};

/** Ends an own sign-in, the one that asks excepted: that is signing out. */
export const endOwnSession = async (db: Db, who: Pick<Who, 'accountId' | 'sessionId'>, id: string): Promise<void> => {
  const { rows } = await sql`
    UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = '本人下线'
     WHERE revoked_at IS NULL AND account_id = ${who.accountId}
       AND chain_id = (SELECT chain_id FROM platform.auth_session
                        WHERE id::text = ${id} AND account_id = ${who.accountId} AND id <> ${who.sessionId})
    RETURNING 1`.execute(db);
  if (rows.length === 0) throw refuse('该登录已退出');
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const masked = (mobile: string): string => mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
