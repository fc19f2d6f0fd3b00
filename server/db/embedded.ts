/**
 * The embedded database: a real PostgreSQL server over `DATA_DIR/pg`, started, guarded and stopped by this process.
 * One owner per folder: an advisory lock held on an own connection says who it is, so a killed owner frees it by dying.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error';
import { type ClusterOptions, openCluster } from './cluster';

export interface EmbeddedOptions extends ClusterOptions {
  /** the database is lost for good: another process owns it now, or it does not come back */
  readonly onLost?: (error: Error) => void;
}
export interface Embedded {
  readonly url: string;
  readonly port: number;
  /** an orphan of a killed process was found and is used on */
  readonly takenOver: boolean;
  pid(): number | undefined;
  /** the connection to it is lost, it is being started again */
  isAway(): boolean;
  stop(): Promise<void>;
}

export const DATABASE = 'millwright';
/** advisory lock of the owner of a data folder, in the database `postgres` */
const OWNER_LOCK = 7_201_961;

export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const log = options.log ?? (() => undefined);
  const cluster = await openCluster(options);
  const { dataDir, adopted } = cluster;
  let stopping = false;
  let away = false;
  // the connections of a killed owner may take a moment to be noticed
  let owner = await own(cluster.urlOf('postgres'), dataDir, adopted ? 2_500 : 0);
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      away = true;
      if (!stopping) regain().catch((error: Error) => options.onLost?.(error));
    });
  };
  /** A crash of one backend restarts the whole server; a dead server is started again on its port. */
  const regain = async (): Promise<void> => {
    log('database connection lost, starting it again');
    for (const end = Date.now() + 60_000; !stopping; await sleep(200)) {
      try {
        await cluster.revive();
        // sessions of a server that just lost them may hold their locks for a moment
        owner = await own(cluster.urlOf('postgres'), dataDir, 2_500);
        watch(owner);
        away = false;
        return;
      } catch (error) {
        if (error instanceof InUse || Date.now() > end) throw error;
      }
    }
  };
  watch(owner);
  await ensureDatabase(owner, DATABASE);

  return {
    url: cluster.urlOf(DATABASE),
    port: cluster.port,
    takenOver: adopted,
    pid: () => cluster.running()?.pid,
    isAway: () => away,
    stop: async () => {
      stopping = true;
      await owner.end().catch(() => undefined);
      await cluster.stop();
    },
  };
};

export const ensureDatabase = async (client: pg.Client, name: string): Promise<void> => {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
};

class InUse extends StartError {}

const own = async (url: string, dataDir: string, patience: number): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: `millwright ${process.pid}`,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  for (const end = Date.now() + patience; ; await sleep(100)) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${OWNER_LOCK}) AS mine`);
    if (rows[0]?.mine === true) return client;
    if (Date.now() >= end) break;
  }
  const holder = await client.query(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.objid = ${OWNER_LOCK} AND l.granted`,
  );
  await client.end();
  const pid = String(holder.rows[0]?.name ?? '').replace('millwright ', '') || '?';
  throw new InUse(
    `数据目录 ${dataDir} 正被另一个 Millwright 进程（${pid}）使用；请先停止它，或用 DATA_DIR 指定另一个目录。 ` +
      `Data directory ${dataDir} is in use by another Millwright process (${pid}): stop it, or set DATA_DIR to another one.`,
  );
};
