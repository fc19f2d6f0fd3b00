import { sql } from 'kysely';
import type { Db, Trx } from '../../ctx';
import { STOCK_MIGRATIONS } from '../../stock/tables';
import { grantSchema } from '../roles';
import { inTx } from '../tx';
import type { Migration } from './migration';
import { ORG_MIGRATIONS } from './org';
import { PLATFORM_MIGRATIONS } from './platform';

export type { Migration } from './migration';

/** Advisory lock under which migrations and table changes run: two processes that start at once do it one after the other. */
export const SCHEMA_LOCK = 7_201_962;

/** Hand-made tables of every organisation, the engine's and those of parts that write past the pipeline. */
const ALL_ORG_MIGRATIONS: readonly Migration[] = [...ORG_MIGRATIONS, ...STOCK_MIGRATIONS];

/** Brings schema `platform` to the newest version; again and by two processes at once it changes nothing more. */
export const migratePlatform = async (db: Db): Promise<readonly string[]> => {
  await inTx(db, async (trx) => {
    await lockSchemas(trx);
    await sql`CREATE SCHEMA IF NOT EXISTS platform`.execute(trx);
    await sql`CREATE TABLE IF NOT EXISTS platform.migration_log (
      schema text NOT NULL, id text NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (schema, id)
    )`.execute(trx);
  });
  const applied = await migrate(db, 'platform', PLATFORM_MIGRATIONS);
  await inTx(db, async (trx) => {
    await lockSchemas(trx);
    await grantSchema(trx, 'platform');
  });
  return applied;
};

/** The hand-made tables of one organisation; `when` says which half: before or after its object tables are synced. */
export const migrateOrg = (
  db: Db,
  schema: string,
  when: 'first' | 'tables',
  migrations: readonly Migration[] = ALL_ORG_MIGRATIONS,
): Promise<readonly string[]> =>
  migrate(
    db,
    schema,
    migrations.filter(({ after }) => (after ?? 'first') === when),
  );

/** Migrations not applied yet (the readiness check). */
export const pendingMigrations = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM platform.migration_log WHERE schema = 'platform'`.execute(
    db,
  );
  const done = new Set(rows.map(({ id }) => id));
  return PLATFORM_MIGRATIONS.filter(({ id }) => !done.has(id)).length;
};

export const lockSchemas = async (trx: Trx): Promise<void> => {
  await sql`SET LOCAL lock_timeout = 0`.execute(trx);
  await sql`SET LOCAL statement_timeout = 0`.execute(trx);
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(trx);
};

/** Each step is one transaction with its log row, so a kill between two leaves a database the next start goes on with. */
const migrate = async (db: Db, schema: string, migrations: readonly Migration[]): Promise<readonly string[]> => {
  const applied: string[] = [];
  for (const { id, sql: text } of migrations) {
    const fresh = await inTx(db, async (trx) => {
      await lockSchemas(trx);
      const log = trx.withSchema('platform');
      const known = await log
        .selectFrom('migration_log')
        .select('id')
        .where('schema', '=', schema)
        .where('id', '=', id)
        .executeTakeFirst();
      if (known) return false;
      await sql.raw(text.replaceAll('$schema', `"${schema}"`)).execute(trx);
      await log.insertInto('migration_log').values({ schema, id }).execute();
      return true;
    });
    if (fresh) applied.push(id);
  }
  return applied;
};
