/** Whose name it is, and the organisations he is in (10 §2.2). */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { refuse } from '../errors';
import type { SignInGiven } from './sign-in-given';

export interface Account {
  readonly id: string;
  readonly pwd_hash: string | null;
  readonly must_change: boolean;
  readonly pwd_set_at: string | null;
  readonly last_org_id: string | null;
  readonly is_disabled: number;
}
export interface Member {
  readonly user_id: string;
  readonly login_name: string;
  readonly is_off: boolean;
  readonly org: OrgInfo;
  readonly org_off: boolean;
  readonly joined_at: string;
}

/** The account behind a name: by mobile, or by the login name in the named organisation, or in all of them. */
export const findAccount = async (db: Db, given: SignInGiven): Promise<Account | null> => {
  const { rows } = await sql<Account>`
    SELECT a.id, a.pwd_hash, a.must_change, a.pwd_set_at, a.last_org_id, a.is_disabled
      FROM platform.account a
     WHERE a.mobile = ${given.loginName}
        OR a.id IN (SELECT m.account_id FROM platform.member m JOIN platform.org o ON o.id = m.org_id
                     WHERE lower(m.login_name) = lower(${given.loginName})
                       AND (${given.org ?? null}::text IS NULL OR o.code = ${given.org ?? null} OR o.id::text = ${given.org ?? null}))
     LIMIT 2`.execute(db);
  if (rows.length > 1) throw refuse('请输入企业编码', { orgRequired: true });
  return rows[0] ?? null;
};

export const membersOf = async (db: Db, accountId: string): Promise<readonly Member[]> => {
  const { rows } = await sql<{
    user_id: string;
    login_name: string;
    is_off: boolean;
    org_off: boolean;
    joined_at: string;
    id: string;
    code: string;
    name: string;
    rights_version: number;
  }>`
    SELECT m.user_id, m.login_name, m.joined_at, o.id, o.code, o.name, o.rights_version,
           m.is_disabled OR coalesce(m.valid_to, 'infinity') < (now() AT TIME ZONE 'Asia/Shanghai')::date AS is_off,
           o.is_disabled <> 0 OR coalesce(o.valid_to, 'infinity') < (now() AT TIME ZONE 'Asia/Shanghai')::date AS org_off
      FROM platform.member m JOIN platform.org o ON o.id = m.org_id
     WHERE m.account_id = ${accountId} ORDER BY m.joined_at, o.code`.execute(db);
  return rows.map((row) => ({
    user_id: row.user_id,
    login_name: row.login_name,
    is_off: row.is_off,
    org_off: row.org_off,
    joined_at: row.joined_at,
    org: { id: row.id, code: row.code, name: row.name, schema: `org_${row.code}`, rightsVersion: row.rights_version },
  }));
};

/** Last used first, then the oldest. */
export const byUse =
  (last: string | null) =>
  (a: Member, b: Member): number =>
    Number(b.org.id === last) - Number(a.org.id === last) || (a.joined_at < b.joined_at ? -1 : 1);
