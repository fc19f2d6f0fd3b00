/**
 * One embedded PostgreSQL for the tests of this working copy: started by the first run, shared by runs at the same time, stopped by
 * the last. Each test file clones its own database from a template that has the platform migrations.
 */
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from '../../server/db/cluster';
import { type ConnectOptions, connect, type Database } from '../../server/db/connect';
import { migratePlatform } from '../../server/db/migrations';
import { PLATFORM_MIGRATIONS } from '../../server/db/migrations/platform';
import { ROOT } from '../../server/root';

export interface TestDatabase extends Database {
  readonly url: string;
  /** closes the pool and drops the database */
  drop(): Promise<void>;
}

/** A database of its own, with the schema `platform` migrated and no organisation. Drop it in afterAll. */
export const testDatabase = async (options: Partial<ConnectOptions> = {}): Promise<TestDatabase> => {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template) throw new Error('test/support/database.ts is not the globalSetup of this project');
  const name = `t_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  await once(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
  const url = server.replace(/\/postgres$/, `/${name}`);
  const database = connect({ url, max: 10, ...options });
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      await once(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
};

const SERVER = 'MILLWRIGHT_TEST_POSTGRES';
const TEMPLATE = 'MILLWRIGHT_TEST_TEMPLATE';
/** shared by every run that uses the server, taken alone by the one that stops it */
const USERS_LOCK = 7_201_970;
let cluster: Cluster | undefined;
let user: pg.Client | undefined;

export const setup = async (): Promise<void> => {
  const place = createHash('sha256').update(ROOT).digest('hex').slice(0, 10);
  const dataDir = join(tmpdir(), `millwright-test-${place}`);
  for (let attempt = 0; user === undefined; attempt++) {
    cluster = await openCluster({
      dataDir,
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        shared_buffers: '128MB',
        max_connections: '300',
      },
    });
    user = await enter(cluster).catch((error: Error) => {
      // another run was just stopping it
      if (attempt > 20) throw error;
      return undefined;
    });
  }
  const server = cluster!.urlOf('postgres');
  process.env[SERVER] = server;
  process.env[TEMPLATE] = await ensureTemplate(server);
  await dropLeftOvers(server);
};

export const teardown = async (): Promise<void> => {
  if (!user || !cluster) return;
  await user.query(`SELECT pg_advisory_unlock_shared(${USERS_LOCK})`);
  const { rows } = await user.query(`SELECT pg_try_advisory_lock(${USERS_LOCK}) AS last`);
  if (rows[0]?.last === true) await cluster.stop();
  await user.end().catch(() => undefined);
};

const enter = async (server: Cluster): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`SELECT pg_advisory_lock_shared(${USERS_LOCK})`);
  return client;
};

const ensureTemplate = async (server: string): Promise<string> => {
  const text = PLATFORM_MIGRATIONS.map(({ id, sql }) => id + sql).join('\n');
  const name = `template_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  await once(server, async (client) => {
    await client.query('SELECT pg_advisory_lock(7201971)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const half = `${name}_new`;
    await client.query(`DROP DATABASE IF EXISTS ${half}`);
    await client.query(`CREATE DATABASE ${half}`);
    const database = connect({ url: server.replace(/\/postgres$/, `/${half}`), max: 1 });
    await migratePlatform(database.db);
    await database.close();
    await client.query(`ALTER DATABASE ${half} RENAME TO ${name}`);
  });
  return name;
};

/** Databases of runs that were killed: older than two hours and with nobody in them. */
const dropLeftOvers = (server: string): Promise<void> =>
  once(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database d WHERE datname ~ '^t_'
        AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datid = d.oid)`,
    );
    for (const { datname } of rows) {
      const made = Number.parseInt(datname.split('_')[1] ?? '', 36);
      if (made < Date.now() - 2 * 3_600_000) await client.query(`DROP DATABASE IF EXISTS ${datname}`);
    }
  });

const once = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};
