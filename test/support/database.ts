/**
 * One embedded PostgreSQL for the tests of this working copy: started by the first run, shared by runs at the same time, stopped by
 * the last. Each test file clones its own database: from a template that has the platform migrations, or from one that many files
 * start with (an organisation, the demo factory), made once a run by the first that asks.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listOrgs } from '../../server/auth/organisation';
import type { Db, OrgInfo } from '../../server/ctx';
import { type Cluster, openCluster } from '../../server/db/cluster';
import { type ConnectOptions, connect, type Database } from '../../server/db/connect';
import { migratePlatform } from '../../server/db/migrations';
import { PLATFORM_MIGRATIONS } from '../../server/db/migrations/platform';
import { openRoles } from '../../server/db/roles';
import { ROOT } from '../../server/root';

/** Its `db` and `url` are those of the owner of the tables, who may do anything to prepare a test. */
export interface TestDatabase extends Database {
  /** connections as the application has them */
  readonly app: Db;
  readonly appUrl: string;
  /** closes the pool and drops the database */
  drop(): Promise<void>;
}

/** What a database starts with besides the platform; who starts with the same names it the same. */
export interface Start {
  readonly name: string;
  make(database: Database & Pick<TestDatabase, 'app' | 'appUrl'>): Promise<unknown>;
}
export interface TestDatabaseOptions extends Partial<ConnectOptions> {
  readonly start?: Start | undefined;
}

/** A database of its own, with the schema `platform` migrated and no organisation unless it is to start with one. Drop it in afterAll. */
export const testDatabase = async ({ start, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const { server, template, run } = here();
  const from = start ? await startTemplate(server, `${run}_${hashOf(start.name)}`, template, start) : template;
  const name = `t_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  await once(server, (client) => client.query(clone(name, from)));
  const database = openBoth(server, name, { max: 10, ...options });
  return {
    ...database,
    drop: async () => {
      await database.close();
      await once(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
};

type Both = Database & Pick<TestDatabase, 'app' | 'appUrl'>;
/** As a process has them: the owner, and the application with less. */
const openBoth = (server: string, name: string, options: Partial<ConnectOptions>): Both => {
  const appUrl = urlOf(process.env[APP] ?? '', name);
  const owner = connect({ ...options, url: urlOf(server, name), appRole: APP_ROLE });
  const app = connect({ ...options, url: appUrl });
  const close = async (): Promise<void> => {
    await Promise.all([owner.close(), app.close()]);
  };
  return { ...owner, app: app.db, appUrl, close };
};

/** The environment of a server over it: one role for the application, one for the tables. */
export const serverEnv = ({ url, appUrl }: Pick<TestDatabase, 'url' | 'appUrl'>) => ({
  DATABASE_URL: appUrl,
  DATABASE_OWNER_URL: url,
});

/** The only organisation of a database that starts with one. */
export const onlyOrg = async (db: Db): Promise<OrgInfo> => {
  const [org, ...more] = await listOrgs(db);
  if (!org || more.length > 0) throw new Error('expected one organisation');
  return org;
};

const SERVER = 'MILLWRIGHT_TEST_POSTGRES';
/** address of the application's role, on the database of the server */
const APP = 'MILLWRIGHT_TEST_APP';
const APP_ROLE = 'millwright_test_app';
const TEMPLATE = 'MILLWRIGHT_TEST_TEMPLATE';
/** what the templates of this run begin with: documents and code are those of the run */
const RUN = 'MILLWRIGHT_TEST_RUN';
const here = (): { readonly server: string; readonly template: string; readonly run: string } => {
  const { [SERVER]: server, [TEMPLATE]: template, [RUN]: run } = process.env;
  if (!server || !template || !run) throw new Error('test/support/database.ts is not the globalSetup of this project');
  return { server, template, run };
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const urlOf = (server: string, name: string): string => server.replace(/\/postgres$/, `/${name}`);
const clone = (name: string, from: string): string => `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`;
/**
 * A database of the demo factory is four thousand files: to copy them takes two seconds of a core on a disk, a tenth in memory. So it
 * lies there where memory is plenty; one that lies there already is used on.
 */
const placeOf = (name: string, memory = '/dev/shm', plenty = 8e9): string => {
  const inMemory = join(memory, name);
  if (existsSync(inMemory)) return inMemory;
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  return Math.min(bavail * bsize, process.availableMemory()) > plenty ? inMemory : join(tmpdir(), name);
};
/** shared by every run that uses the server, taken alone by the one that stops it */
const USERS_LOCK = 7_201_970;
let cluster: Cluster | undefined;
let user: pg.Client | undefined;

export const setup = async (): Promise<void> => {
  const place = createHash('sha256').update(ROOT).digest('hex').slice(0, 10);
  const dataDir = placeOf(`millwright-test-${place}`);
  for (let attempt = 0; user === undefined; attempt++) {
    cluster = await openCluster({
      dataDir,
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        synchronous_commit: 'off',
        shared_buffers: '128MB',
        max_connections: '300',
        // what is left of a run lies in memory
        min_wal_size: '32MB',
        max_wal_size: '256MB',
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
  process.env[APP] = (await openRoles({ url: server, name: APP_ROLE })).app;
  process.env[TEMPLATE] = await ensureTemplate(server);
  process.env[RUN] = `t_${Date.now().toString(36)}_${process.pid}`;
  await dropLeftOvers(server);
};

export const teardown = async (): Promise<void> => {
  if (!user || !cluster) return;
  await dropAll(cluster.urlOf('postgres'), `^${process.env[RUN]}_`);
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

const ensureTemplate = (server: string): Promise<string> => {
  const text = [APP_ROLE, ...PLATFORM_MIGRATIONS.map(({ id, sql }) => id + sql)].join('\n');
  return template(server, `template_${hashOf(text)}`, (half) => `CREATE DATABASE ${half}`, {
    name: 'platform',
    make: ({ db }) => migratePlatform(db),
  });
};
const startTemplate = (server: string, name: string, from: string, start: Start): Promise<string> =>
  template(server, name, (half) => clone(half, from), start);

/** Made beside and renamed, so nobody clones a half one; whoever wants the same one waits for it. */
const template = async (
  server: string,
  name: string,
  create: (half: string) => string,
  { make }: Start,
): Promise<string> => {
  await once(server, async (client) => {
    const known = async (): Promise<boolean> =>
      (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
    if (await known()) return;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    if (await known()) return;
    const half = `${name}_new`;
    await client.query(`DROP DATABASE IF EXISTS ${half}`);
    await client.query(create(half));
    const database = openBoth(server, half, { max: 4 });
    try {
      await make(database);
    } finally {
      await database.close();
    }
    await client.query(`ALTER DATABASE ${half} RENAME TO ${name}`);
  });
  return name;
};

/** Databases of runs that were killed: older than two hours and with nobody in them. */
const dropLeftOvers = (server: string): Promise<void> =>
  dropAll(server, '^t_', (name) => Number.parseInt(name.split('_')[1] ?? '', 36) < Date.now() - 2 * 3_600_000);

const dropAll = (server: string, pattern: string, isDue = (_name: string): boolean => true): Promise<void> =>
  once(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database d WHERE datname ~ $1
        AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datid = d.oid)`,
      [pattern],
    );
    for (const { datname } of rows) if (isDue(datname)) await client.query(`DROP DATABASE IF EXISTS ${datname}`);
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
