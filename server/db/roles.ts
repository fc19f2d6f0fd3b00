/**
 * Two roles of one database: the owner makes and changes tables, the application reads and writes rows. What the application's role
 * cannot do no hole in the application can: ledger, trail and money of stock are beyond its reach, as is every definition.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Trx } from '../ctx';

export interface Roles {
  /** what the application connects by */
  readonly app: string;
  /** what migrations and publishes connect by */
  readonly owner: string;
  /** name of the application's role; null = the owner does both */
  readonly role: string | null;
  /** for the log: why there is one role only, or why two of them do not protect */
  readonly warning?: string;
}
export interface GivenUrls {
  readonly url: string;
  /** without it the owner is the user of `url`, who makes the other role when he may */
  readonly ownerUrl?: string | undefined;
  /** name of the role that is made; by the database otherwise */
  readonly name?: string;
}

/** Looks at the roles of a database, makes the one of the application when it is missing and may be made. */
export const openRoles = async ({ url, ownerUrl, name }: GivenUrls): Promise<Roles> =>
  ownerUrl === undefined ? await madeRole(url, name) : await givenRole(url, ownerUrl);

/** Rows everywhere, but these: written once, or by functions of the owner only. */
const LIMITED: Readonly<Record<string, readonly Privilege[]>> = {
  stock_ledger: ['SELECT', 'INSERT'],
  stock_month: ['SELECT'],
  stock_posting: ['SELECT', 'INSERT'],
  stock_value: ['SELECT'],
  mw_trail: ['SELECT', 'INSERT'],
  mw_trail_day: ['SELECT', 'INSERT'],
  mw_table_log: ['SELECT'],
  migration_log: ['SELECT'],
};
const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
type Privilege = (typeof PRIVILEGES)[number];

/** Gives the application what it needs of a schema of ours and takes what it must not have; again it changes nothing. Asked by the owner. */
export const grantSchema = async (db: Db | Trx, schema: string): Promise<void> => {
  const { rows: roles } = await sql<{ role: string | null }>`
    SELECT current_setting(${ROLE_SETTING}, true) AS role`.execute(db);
  const role = roles[0]?.role;
  if (!role) return;
  const { rows: relations } = await sql<{ name: string; kind: string; has: Privilege[] }>`
    SELECT c.relname AS name, c.relkind::text AS kind,
           ARRAY(SELECT p FROM unnest(${[...PRIVILEGES]}::text[]) p WHERE has_table_privilege(${role}, c.oid, p)) AS has
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ${schema} AND c.relkind IN ('r', 'p', 'v')`.execute(db);
  const texts = relations.flatMap(({ name, kind, has }) => {
    const wanted = kind === 'v' || schema.startsWith('try_') ? PRIVILEGES : (LIMITED[name] ?? PRIVILEGES);
    if (has.length === wanted.length && wanted.every((privilege) => has.includes(privilege))) return [];
    const at = `${id(schema)}.${id(name)}`;
    return [`REVOKE ALL ON ${at} FROM ${id(role)}`, `GRANT ${wanted.join(', ')} ON ${at} TO ${id(role)}`];
  });
  const { rows: others } = await sql<{ text: string }>`
    SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, ${role}::text) AS text FROM pg_namespace
     WHERE nspname = ${schema} AND NOT has_schema_privilege(${role}, oid, 'USAGE')
    UNION ALL
    SELECT format('GRANT USAGE, SELECT ON SEQUENCE %I.%I TO %I', n.nspname, c.relname, ${role}::text)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ${schema} AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(${role}, c.oid, 'USAGE') END
    UNION ALL
    SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, ${role}::text)
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = ${schema} AND CASE WHEN p.prokind = 'f' THEN NOT has_function_privilege(${role}, p.oid, 'EXECUTE') END`.execute(
    db,
  );
  const all = [...others.map(({ text }) => text), ...texts];
  if (all.length > 0) await sql.raw(all.join(';\n')).execute(db);
};

/** A table of somebody else in this database that the installation declares (synced tables): the application may look at it. */
export const grantRead = async (owner: Db, name: string): Promise<void> => {
  const [schema = '', table = ''] = name.split('.');
  const { rows } = await sql<{ role: string; may: boolean }>`
    SELECT r.role, has_schema_privilege(r.role, n.oid, 'USAGE') AND has_table_privilege(r.role, c.oid, 'SELECT') AS may
      FROM (SELECT current_setting(${ROLE_SETTING}, true) AS role) r, pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE r.role <> '' AND n.nspname = ${schema} AND c.relname = ${table}`.execute(owner);
  const [row] = rows;
  if (!row || row.may) return;
  await sql
    .raw(
      `GRANT USAGE ON SCHEMA ${id(schema)} TO ${id(row.role)}; GRANT SELECT ON ${id(schema)}.${id(table)} TO ${id(row.role)}`,
    )
    .execute(owner);
};

/** A setting of the owner's connections: for whom grants are made. */
export const ROLE_SETTING = 'millwright.app_role';
const id = (name: string): string => pg.escapeIdentifier(name);

const MADE = 'application role of Millwright';

/** The user of `url` owns the tables; beside it stands a role that was made for the application. */
const madeRole = async (url: string, name: string | undefined): Promise<Roles> => {
  const one = (warning: string): Roles => ({ app: url, owner: url, role: null, warning });
  const { password: secret } = new URL(url);
  const client = await open(url);
  try {
    const { rows } = await client.query<{ database: string; me: string; may: boolean }>(
      `SELECT current_database() AS database, current_user AS me, rolsuper OR rolcreaterole AS may
         FROM pg_roles WHERE rolname = current_user`,
    );
    const { database = '', me = '', may = false } = rows[0] ?? {};
    const role = name ?? nameFor(database);
    const why = may ? (secret === '' ? 'its address has no password' : '') : 'it may not create roles';
    if (why !== '') return one(`the application connects as ${me}, the owner of the tables: ${why}`);
    const password = scryptSync(decodeURIComponent(secret), `millwright ${role}`, 24).toString('hex');
    const app = withUser(url, role, password);
    await client.query('BEGIN');
    // processes that start together make it once
    await client.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [MADE]);
    const known = await client.query<{ ours: boolean }>(
      `SELECT shobj_description(oid, 'pg_authid') = $2 AS ours FROM pg_roles WHERE rolname = $1`,
      [role, MADE],
    );
    if (known.rowCount === 0) {
      await client.query(`CREATE ROLE ${id(role)} LOGIN PASSWORD '${verifier(password)}'`);
      await client.query(`COMMENT ON ROLE ${id(role)} IS '${MADE}'`);
    } else if (known.rows[0]?.ours !== true)
      return one(
        `the application connects as ${me}, the owner of the tables: a role ${role} of somebody else is there`,
      );
    else if (!(await mayEnter(app)))
      // the password of the owner is another one by now
      await client.query(`ALTER ROLE ${id(role)} PASSWORD '${verifier(password)}'`);
    await client.query('COMMIT');
    await client.query(`GRANT CONNECT ON DATABASE ${id(database)} TO ${id(role)}`);
    if (!(await mayEnter(app)))
      return one(
        `the application connects as ${me}, the owner of the tables: the server lets ${role} not in (pg_hba.conf)`,
      );
    return { app, owner: url, role };
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    // 42501: it may create roles, but not this one
    if (code === '42501') return one(`the application connects as the owner of the tables: ${message}`);
    throw error;
  } finally {
    await client.end();
  }
};
/** Names are cut at 63 bytes. */
const nameFor = (database: string): string =>
  Buffer.byteLength(database) <= 59
    ? `${database}_app`
    : `millwright_${createHash('sha256').update(database).digest('hex').slice(0, 12)}_app`;

/** Both were given: the application's role should be less than the owner. */
const givenRole = async (url: string, ownerUrl: string): Promise<Roles> => {
  const [app, owner] = await Promise.all([open(url), open(ownerUrl)]);
  try {
    const { rows: owners } = await owner.query<{ me: string; database: string }>(
      'SELECT current_user AS me, current_database() AS database',
    );
    const { me: boss = '' } = owners[0] ?? {};
    const { rows } = await app.query<{ me: string; strong: boolean; member: boolean; owns: boolean }>(
      `SELECT rolname AS me, rolsuper OR rolcreaterole AS strong, pg_has_role(rolname, $1, 'MEMBER') AS member,
              EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                       WHERE c.relowner = r.oid AND (n.nspname IN ('platform', 'jobs') OR n.nspname LIKE 'org\\_%')) AS owns
         FROM pg_roles r WHERE rolname = current_user`,
      [boss],
    );
    const { me = '', strong, member, owns } = rows[0] ?? {};
    if (me === boss) return { app: url, owner: ownerUrl, role: null, warning: `both addresses name the user ${me}` };
    const why = strong
      ? 'is a superuser or may create roles'
      : member
        ? `is a member of ${boss}`
        : owns
          ? 'owns tables: give them to the owner (REASSIGN OWNED)'
          : '';
    return {
      app: url,
      owner: ownerUrl,
      role: me,
      ...(why === '' ? {} : { warning: `the user ${me} of DATABASE_URL ${why}` }),
    };
  } finally {
    await Promise.all([app.end(), owner.end()]);
  }
};

const open = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
const mayEnter = async (url: string): Promise<boolean> => {
  try {
    await (await open(url)).end();
    return true;
  } catch (error) {
    // 28…: password or pg_hba.conf; 42501: the database
    if (/^(28...|42501)$/.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
};
const withUser = (url: string, user: string, password: string): string => {
  const made = new URL(url);
  made.username = encodeURIComponent(user);
  made.password = password;
  return made.href;
};
/** What the server keeps of a password: made here, so that the password itself stands in no statement and no log. */
const verifier = (password: string): string => {
  const salt = randomBytes(16);
  const rounds = 4096;
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
};
