/** One PostgreSQL data folder: made when missing, its server started or the running one used on. Who may own it is embedded.ts. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkOwner, useDataDir } from '../data-dir';
import { makeFolder, moveDurably, syncFolder, writeDurably } from '../durable';
import { StartError } from '../start-error';
import { type Binaries, readyBinaries, type Shipped, shippedBinaries } from './binaries';
import { canEnter, databaseUser, type OsUser } from './os-user';
import { addressOf, findPostmaster, launch, type Postmaster, stopPostmaster } from './postmaster';

export interface ClusterOptions {
  /** DATA_DIR; the cluster lives in its folder `pg` */
  readonly dataDir: string;
  readonly log?: (text: string) => void;
  /** server settings over the usual ones (tests: fsync off) */
  readonly settings?: { readonly [name: string]: string };
  readonly shipped?: Shipped;
  /** where root keeps what the user postgres must read but cannot reach */
  readonly spare?: string;
}
export interface Cluster {
  readonly dataDir: string;
  readonly port: number;
  /** it was running already */
  readonly adopted: boolean;
  urlOf(database: string): string;
  running(): Postmaster | null;
  /** starts it again on its port if it died */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

const OWNER = 'postgres';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  work_mem: '16MB',
  // one organisation's tables are made in one transaction
  max_locks_per_transaction: '512',
  max_wal_size: '2GB',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

export const openCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const log = options.log ?? (() => undefined);
  const user = databaseUser();
  const spare = options.spare ?? '/var/lib/millwright';
  const dataDir = await useDataDir(options.dataDir);
  const binaries = await readyBinaries(options.shipped ?? shippedBinaries(), user, user ? spare : dataDir);
  const folder = await clusterFolder(dataDir, user, spare);
  const password = await passwordOf(dataDir, folder);
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise({ folder, binaries, user, password });
  checkVersion(folder, binaries);
  checkOwner(folder, user?.uid ?? process.getuid?.());
  const start = {
    binaries,
    user,
    folder,
    logFile: join(dataDir, 'pg.log'),
    settings: { ...SETTINGS, ...options.settings },
  };
  const adopted = await adopt(folder, password, log);
  const first =
    adopted ??
    (await launchOrAdopt(
      () => launch(start),
      () => adopt(folder, password, log),
    ));
  return {
    dataDir,
    port: first.port,
    adopted: adopted !== null,
    urlOf: (database) => addressOf(first, `${OWNER}:${password}`, database),
    running: () => findPostmaster(folder),
    revive: async () => {
      if (!findPostmaster(folder)) await launch({ ...start, port: first.port });
    },
    stop: () => stopPostmaster(folder, binaries, user),
  };
};

/** Two processes that start at once: the second meets the server of the first. */
const launchOrAdopt = async (
  start: () => Promise<Postmaster>,
  use: () => Promise<Postmaster | null>,
): Promise<Postmaster> => {
  try {
    return await start();
  } catch (error) {
    const other = await use();
    if (other) return other;
    throw error;
  }
};

/** An orphan after a kill -9 is used on once it answers; one that does not is stopped. */
const adopt = async (folder: string, password: string, log: (text: string) => void): Promise<Postmaster | null> => {
  const found = findPostmaster(folder);
  if (!found) return null;
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const running = findPostmaster(folder);
    if (!running) return null;
    const client = new pg.Client({
      connectionString: addressOf(running, `${OWNER}:${password}`, 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return running;
    } catch (error) {
      // 57P03: it is starting, recovering or shutting down
      if ((error as { code?: string }).code === '28P01') throw wrongSecret(folder);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  log(`database process ${found.pid} does not answer, stopping it`);
  try {
    process.kill(found.pid, 'SIGQUIT');
    await sleep(2_000);
  } catch {
    // it ended meanwhile
  }
  return null;
};

export const wrongSecret = (folder: string): StartError =>
  new StartError(
    `pg.secret 不是数据库目录 ${folder} 的口令；请从备份恢复。 ` +
      `pg.secret is not the password of the database in ${folder}: restore it from a backup.`,
  );

/** A folder the database user can reach: `DATA_DIR/pg`, or for root in a closed home one under `spare` with a link to it. */
const clusterFolder = async (dataDir: string, user: OsUser | null, spare: string): Promise<string> => {
  const wanted = join(dataDir, 'pg');
  if (existsSync(wanted)) return realpathSync(wanted);
  if (!user || canEnter(user, dataDir)) return wanted;
  const away = join(spare, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  await makeFolder(away, 0o711);
  const folder = join(away, 'pg');
  await makeFolder(folder, 0o700);
  chownSync(folder, user.uid, user.gid);
  rmSync(wanted, { force: true });
  symlinkSync(folder, wanted);
  await syncFolder(dataDir);
  return folder;
};

/** Made with the cluster: without a cluster what is left of a broken first start is of no use. */
const passwordOf = async (dataDir: string, folder: string): Promise<string> => {
  const file = join(dataDir, 'pg.secret');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (!kept && existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(
      `${file} 缺失或为空，数据库无法打开；请从备份恢复。 ${file} is missing or empty, the database cannot be opened: restore it from a backup.`,
    );
  if (kept === '') rmSync(file, { force: true });
  if (!kept) await writeDurably(file, randomBytes(24).toString('hex'));
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

interface Initialise {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly user: OsUser | null;
  readonly password: string;
}
/** Made beside and renamed into place, so a broken first start leaves nothing half and two of them make one. */
const initialise = async ({ folder, binaries, user, password }: Initialise): Promise<void> => {
  const half = `${folder}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  const passwordFile = `${half}.password`;
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [half, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    await runInitdb(binaries.initdb, user, [
      `--pgdata=${half}`,
      `--pwfile=${passwordFile}`,
      `--username=${OWNER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ]);
    if (existsSync(folder) && !existsSync(join(folder, 'PG_VERSION'))) rmSync(folder, { recursive: true });
    await moveDurably(half, folder);
  } catch (error) {
    // ENOTEMPTY: a second first start was faster
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
};
const runInitdb = (initdb: string, user: OsUser | null, args: readonly string[]): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(initdb, args, {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'Asia/Shanghai' },
    });
    let text = '';
    child.stderr.on('data', (part) => {
      text += part;
    });
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done() : fail(new StartError(`数据库初始化失败。 initdb failed (${code}):\n${text.slice(-2000)}`)),
    );
  });

const checkVersion = (folder: string, binaries: Binaries): void => {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (made !== binaries.major)
    throw new StartError(
      `数据目录由 PostgreSQL ${made} 建立，本程序自带 ${binaries.major}；请用旧版本导出后再导入。 ` +
        `The data directory was made by PostgreSQL ${made}, this program brings ${binaries.major}: dump it with the old one first.`,
    );
};
