/**
 * The embedded database: a real PostgreSQL server over `DATA_DIR/pg`, started, guarded and stopped by this process.
 * One owner per folder: an advisory lock held on an own connection says who it is, so a killed owner frees it by dying.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error';
import { type Cluster, type ClusterOptions, openCluster, wrongSecret } from './cluster';

export interface EmbeddedOptions extends ClusterOptions {
  /** its disk has no room to start it again yet */
  readonly isFull?: () => boolean;
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
  const cluster = await openCluster(options);
  try {
    return await guard(cluster, options);
  } catch (error) {
    // who launched it ends it; another process goes on with its own
    if (!cluster.adopted && !(error instanceof InUse)) await cluster.stop();
    throw error;
  }
};

/** Takes the folder for this process and watches over its database. */
const guard = async (cluster: Cluster, options: EmbeddedOptions): Promise<Embedded> => {
  const log = options.log ?? (() => undefined);
  const { dataDir, adopted } = cluster;
  let stopping = false;
  let away = false;
  // the connections of a killed owner may take a moment to be noticed
  let owner = await own(cluster.urlOf('postgres'), dataDir, { patience: adopted ? 2_500 : 0 });
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
        owner = await own(cluster.urlOf('postgres'), dataDir, { patience: 2_500, again: true });
        watch(owner);
        away = false;
        return;
      } catch (error) {
        // a full disk is no reason to give up: there will be room again
        if (error instanceof InUse || (Date.now() > end && options.isFull?.() !== true)) throw error;
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

interface Taking {
  readonly patience: number;
  /** it was ours: a holder of our own number is the connection that was lost */
  readonly again?: boolean;
}
/** A process that lives and holds the folder for so long means to keep it. */
const ALIVE_MS = 300;
const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const own = async (url: string, dataDir: string, { patience, again = false }: Taking): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: `millwright ${process.pid}`,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error: Error & { readonly code?: string }) => {
    throw error.code === '28P01' ? wrongSecret(dataDir) : error;
  });
  const begun = Date.now();
  let pid = '';
  for (; ; await sleep(100)) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${OWNER_LOCK}) AS mine`);
    if (rows[0]?.mine === true) return client;
    const holder = await client.query(
      `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.objid = ${OWNER_LOCK} AND l.granted`,
    );
    pid = String(holder.rows[0]?.name ?? '').replace('millwright ', '');
    // the connection of a killed owner goes in a moment; one that lives keeps it, and nobody waits for that
    const waited = Date.now() - begun;
    if (waited >= patience || (waited >= ALIVE_MS && isAlive(Number(pid)) && !(again && Number(pid) === process.pid)))
      break;
  }
  await client.end();
  pid ||= '?';
  throw new InUse(
    `数据目录 ${dataDir} 正被另一个 Millwright 进程（${pid}）使用；请先停止它，或用 DATA_DIR 指定另一个目录。 ` +
      `Data directory ${dataDir} is in use by another Millwright process (${pid}): stop it, or set DATA_DIR to another one.`,
  );
};
