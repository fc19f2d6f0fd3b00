/** `npm run db:reset`: empties the database of DATA_DIR; of a given DATABASE_URL only with --yes. The next start begins anew. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../server/config';
import { connect } from '../server/db/connect';
import { startEmbedded } from '../server/db/embedded';

const config = readConfig();
if (config.databaseUrl !== undefined && !process.argv.includes('--yes')) {
  console.error(
    'DATABASE_URL is set: its schemas platform, jobs and org_* would be dropped. Say --yes if that is meant.',
  );
  process.exit(1);
}
const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir }) : null;
const database = connect({
  url: config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? '',
  max: 1,
  statementTimeout: 0,
});
const { rows } = await sql<{ name: string }>`
  SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('platform', 'jobs') OR nspname ~ '^org_[a-z][a-z0-9]{1,19}$'`.execute(
  database.db,
);
// one at a time: a transaction over all tables of many organisations would need too many locks
for (const { name } of rows) await sql`DROP SCHEMA ${sql.id(name)} CASCADE`.execute(database.db);
await database.close();
await embedded?.stop();
rmSync(join(config.dataDir, 'demo-password'), { force: true });
console.log(`Emptied: ${rows.map(({ name }) => name).join(', ') || 'there was nothing'}`);
