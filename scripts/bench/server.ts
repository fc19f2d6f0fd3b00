/** What the server benches share: a cluster of their own under .cache/bench, the production build on it, a signed-in client. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from '../../server/db/cluster';
import { ROOT } from '../../server/root';
import { Client } from '../../test/support/client';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../../test/support/server';

export interface BenchServer {
  readonly url: string;
  readonly server: RunningServer;
  readonly client: Client;
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
  readonly stop: () => Promise<void>;
}

/** The organisation `demo` in a database that is kept between runs, so that a million rows are made once. */
export const openBench = async (
  port: number,
  headers: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
  database = 'bench',
): Promise<BenchServer> => {
  const folder = join(ROOT, '.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  const cluster: Cluster = await openCluster({ dataDir: folder });
  const admin = new pg.Client({ connectionString: cluster.urlOf('postgres') });
  await admin.connect();
  const known = await admin.query('select 1 from pg_database where datname = $1', [database]);
  if (known.rowCount === 0) await admin.query(`create database ${database}`);
  await admin.end();
  const url = cluster.urlOf(database);
  const server = await startServer({
    from: 'dist',
    dataDir: join(folder, database === 'bench' ? 'server' : `server-${database}`),
    port,
    env: { DATABASE_URL: url, DEMO: '1', ...env },
  });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const client = new Client(server.base, headers);
  await client.signIn('admin', DEMO_PASSWORD);
  return {
    url,
    server,
    client,
    sql: (text, values) => pool.query(text, values ? [...values] : undefined),
    stop: async () => {
      await pool.end();
      await server.stop();
      await cluster.stop();
    },
  };
};
