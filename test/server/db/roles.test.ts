/** The application's role: what it must not be able to do, asked of the database itself; and how both roles of an installation come to be. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../server/db/connect';
import { grantSchema, openRoles } from '../../../server/db/roles';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

/** SQLSTATE of a refusal, or what was answered; what it did is taken back. */
const asked = async (url: string, ...texts: readonly string[]): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    let rows: unknown;
    for (const text of texts) rows = (await client.query(text)).rows;
    return rows;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    await client.end();
  }
};
const REFUSED = '42501';
const GROWING = ['stock_ledger', 'stock_posting', 'mw_trail', 'mw_trail_day'];

describe('the role of the application', () => {
  test.each([...GROWING, 'stock_value'])('reads %s and cannot change, delete or reshape it', async (table) => {
    const at = `org_demo.${table}`;
    const { appUrl } = factory.database;
    const column = { mw_trail: 'action', mw_trail_day: 'hash', stock_value: 'value' }[table] ?? 'doc_nbr';
    expect(await asked(appUrl, `SELECT count(*)::int > -1 AS n FROM ${at}`)).toEqual([{ n: true }]);
    for (const text of [
      `UPDATE ${at} SET ${column} = ${column}`,
      `DELETE FROM ${at}`,
      `TRUNCATE ${at}`,
      `MERGE INTO ${at} t USING (VALUES (1)) v ON true WHEN MATCHED THEN DELETE`,
      `SELECT * FROM ${at} FOR UPDATE`,
      `ALTER TABLE ${at} ADD COLUMN x int`,
      `ALTER TABLE ${at} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${at} OWNER TO CURRENT_USER`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${at} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      `CREATE RULE mine AS ON INSERT TO ${at} DO INSTEAD NOTHING`,
      `GRANT UPDATE ON ${at} TO CURRENT_USER WITH GRANT OPTION`,
      `DROP TABLE ${at} CASCADE`,
    ]) {
      const answer = await asked(appUrl, text);
      // a GRANT of what one does not have warns and does nothing
      if (text.startsWith('GRANT'))
        expect([answer, text]).toEqual([expect.toSatisfy((a) => a === REFUSED || Array.isArray(a)), text]);
      else expect([answer, text]).toEqual([REFUSED, text]);
    }
  });

  test.each([
    'CREATE ROLE mine SUPERUSER',
    'SET ROLE postgres',
    'SET session_replication_role = replica',
    'SELECT * FROM pg_authid',
    'SELECT * FROM pg_shadow',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY org_demo.material FROM PROGRAM 'echo'",
    "COPY (SELECT 1) TO '/tmp/millwright-role'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    "ALTER SYSTEM SET log_statement = 'all'",
    'CREATE SCHEMA mine',
    'DROP SCHEMA org_demo CASCADE',
    'CREATE TABLE org_demo.mine (id int)',
    'CREATE TABLE public.mine (id int)',
    'ALTER TABLE org_demo.material ADD COLUMN x int',
    'DROP TABLE org_demo.material',
    'DROP INDEX org_demo.stock_ledger_doc',
    'ALTER TABLE org_demo.material DISABLE TRIGGER ALL',
    'CREATE EXTENSION dblink',
    "CREATE FUNCTION org_demo.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'DROP FUNCTION org_demo.stock_values_count(uuid[], numeric[], timestamptz)',
    "INSERT INTO platform.migration_log (schema, id) VALUES ('org_demo', 'x')",
    'INSERT INTO org_demo.stock_value (id, material_id, qty, value) SELECT gen_random_uuid(), id, 1, 1 FROM org_demo.material',
    'DELETE FROM org_demo.mw_table_log',
  ])('is refused: %s', async (text) => {
    const answer = await asked(factory.database.appUrl, text);
    // ALTER SYSTEM is asked for in a transaction, which is refused before who asks is
    expect([REFUSED, ...(text.startsWith('ALTER SYSTEM') ? ['25001'] : [])]).toContain(answer);
  });

  test('owns nothing, is a member of nothing, and of every table of ours there is nothing it lacks', async () => {
    const { app, db } = factory.database;
    const count = async (text: string): Promise<unknown> =>
      (await sql.raw<{ n: unknown }>(text).execute(app)).rows[0]?.n;
    expect(await count('SELECT count(*)::int AS n FROM pg_class WHERE relowner = current_user::regrole')).toBe(0);
    expect(await count('SELECT count(*)::int AS n FROM pg_proc WHERE proowner = current_user::regrole')).toBe(0);
    expect(await count('SELECT count(*)::int AS n FROM pg_auth_members WHERE member = current_user::regrole')).toBe(0);
    const grants = `SELECT string_agg(relname || relacl::text, ' ' ORDER BY relname) AS n FROM pg_class WHERE relnamespace = 'org_demo'::regnamespace`;
    const before = await count(grants);
    await grantSchema(db, 'org_demo');
    expect(await count(grants)).toBe(before);
    expect(
      await count(`SELECT string_agg(relname, ' ') AS n FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'org_demo'::regnamespace
        AND NOT has_table_privilege(oid, 'SELECT')`),
    ).toBeNull();
  });

  test('money of stock follows from the ledger: counting again changes nothing, and a price that it does not tell is refused', async () => {
    const { appUrl, app } = factory.database;
    const sums =
      'SELECT sum(qty)::text AS qty, sum(value)::text AS value, sum(last_cost)::text AS cost FROM org_demo.stock_value';
    const { rows: before } = await sql.raw(sums).execute(app);
    const call = (price: string) =>
      `SELECT org_demo.stock_values_count(array_agg(material_id), array_agg(${price}), now()) FROM org_demo.stock_value`;
    expect(await asked(appUrl, call('last_cost'), 'SELECT org_demo.stock_values_mend(NULL)', sums)).toEqual(before);
    expect(await asked(appUrl, call('coalesce(last_cost, 0) + 1'))).toBe(REFUSED);
  });
});

describe('both roles', () => {
  const names = { maker: 'mw_roles_maker', poor: 'mw_roles_poor', made: 'mw_roles_app' };
  const as = (user: string, url = factory.database.url): string => {
    const made = new URL(url);
    [made.username, made.password] = [user, user];
    return made.href;
  };
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(factory.database.db);
  beforeAll(async () => {
    for (const name of Object.values(names)) await run(`DROP ROLE IF EXISTS ${name}`);
    await run(`CREATE ROLE ${names.maker} LOGIN CREATEROLE PASSWORD '${names.maker}'`);
    await run(`CREATE ROLE ${names.poor} LOGIN PASSWORD '${names.poor}'`);
  });
  afterAll(async () => {
    for (const name of Object.values(names).reverse()) {
      await run(`DROP OWNED BY ${name}`).catch(() => undefined);
      await run(`DROP ROLE IF EXISTS ${name}`);
    }
  });

  test('a user who may create roles gets one for the application, and the same at each start, also with another password', async () => {
    const first = await openRoles({ url: as(names.maker), name: names.made });
    expect(first).toMatchObject({ role: names.made, owner: as(names.maker) });
    expect(first.warning).toBeUndefined();
    expect(await openRoles({ url: as(names.maker), name: names.made })).toEqual(first);
    expect(
      await asked(first.app, 'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
    await run(`ALTER ROLE ${names.maker} PASSWORD 'another'`);
    const url = as(names.maker).replace(`:${names.maker}@`, ':another@');
    const next = await openRoles({ url, name: names.made });
    expect(next.app).not.toBe(first.app);
    expect(await asked(next.app, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await run(`ALTER ROLE ${names.maker} PASSWORD '${names.maker}'`);
  });

  test('a user who may not goes on alone, and it is said', async () => {
    const url = as(names.poor);
    expect(await openRoles({ url })).toEqual({
      app: url,
      owner: url,
      role: null,
      warning: `the application connects as ${names.poor}, the owner of the tables: it may not create roles`,
    });
  });

  test('a role of somebody else with that name is left alone', async () => {
    expect(await openRoles({ url: as(names.maker), name: names.poor })).toMatchObject({
      role: null,
      warning: expect.stringContaining(`a role ${names.poor} of somebody else is there`),
    });
    expect(await asked(as(names.poor), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('two given users: the weaker one is granted what it needs, a strong one is said', async () => {
    const { url } = factory.database;
    expect(await openRoles({ url: as(names.poor), ownerUrl: url })).toEqual({
      app: as(names.poor),
      owner: url,
      role: names.poor,
    });
    expect(await openRoles({ url: as(names.maker), ownerUrl: url })).toMatchObject({
      warning: `the user ${names.maker} of DATABASE_URL is a superuser or may create roles`,
    });
    expect(await openRoles({ url, ownerUrl: url })).toMatchObject({
      role: null,
      warning: 'both addresses name the user postgres',
    });
    const owner = connect({ url, max: 1, appRole: names.poor });
    await grantSchema(owner.db, 'org_demo');
    await owner.close();
    expect(await asked(as(names.poor), 'SELECT count(*) > 0 AS n FROM org_demo.material')).toEqual([{ n: true }]);
    expect(await asked(as(names.poor), 'DELETE FROM org_demo.mw_trail')).toBe(REFUSED);
  });
});
