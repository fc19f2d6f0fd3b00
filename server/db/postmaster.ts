import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error';
import type { Binaries } from './binaries';
import type { OsUser } from './os-user';

/** A running database server as its pid file tells it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** folder of its socket; empty: it listens on the network alone */
  readonly sockets: string;
  readonly ready: boolean;
}
export interface LaunchOptions {
  readonly binaries: Binaries;
  readonly user: OsUser | null;
  readonly folder: string;
  readonly logFile: string;
  readonly settings: { readonly [name: string]: string };
  /** kept over a restart after a crash, so that pools find it again */
  readonly port?: number;
}

/** Reads `postmaster.pid`; null when no server of this folder lives (a stale file after a crash included). */
export const findPostmaster = (folder: string): Postmaster | null => {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return null;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    sockets: (lines[4] ?? '').trim(),
    ready: (lines[7] ?? '').trim() === 'ready',
  };
};

/** An address of a database of it. Over the socket a statement costs a third less time of the processor than over the network. */
export const addressOf = ({ port, sockets }: Postmaster, user: string, database: string): string =>
  `postgres://${user}@${sockets === '' ? '127.0.0.1' : encodeURIComponent(sockets)}:${port}/${database}`;

/** Within the cluster, which nobody else may enter; none on Windows, where its name is longer than such may be, or reads as a list. */
export const socketsIn = (folder: string): string =>
  process.platform === 'win32' || /[",]/.test(folder) || Buffer.byteLength(join(folder, '.s.PGSQL.65535')) > 100
    ? ''
    : folder;

/** Starts a server on the folder and waits until it takes connections, however long its recovery lasts. */
export const launch = async (options: LaunchOptions): Promise<Postmaster> => {
  for (let attempt = 0; ; attempt++) {
    const port = options.port ?? (await freePort());
    const running = await tryLaunch(options, port);
    if (typeof running !== 'string') return running;
    // between choosing a port and binding it somebody else may take it
    if (options.port === undefined && attempt < 5 && /could not bind|Address already in use/.test(running)) continue;
    throw new StartError(`数据库没有启动，见 ${options.logFile}。 The database did not start:\n${running}`);
  }
};

/** Stops it so that all is on disk: sessions are ended, a checkpoint is written. */
export const stopPostmaster = async (folder: string, binaries: Binaries, user: OsUser | null): Promise<void> => {
  const running = findPostmaster(folder);
  if (!running) return;
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w'], { ...user });
    return;
  }
  signal(running.pid, 'SIGINT');
  if (await gone(folder, running.pid, 12_000)) return;
  // not a clean stop any more, but nothing acknowledged is lost: the next start replays the log
  signal(running.pid, 'SIGQUIT');
  if (await gone(folder, running.pid, 3_000)) return;
  signal(running.pid, 'SIGKILL');
};

/** A port nobody listens on just now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const MAX_LOG = 20 * 1024 * 1024;
const tryLaunch = async (options: LaunchOptions, port: number): Promise<Postmaster | string> => {
  const { folder, logFile } = options;
  forgetForeignPid(folder);
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const from = statSync(logFile).size;
  const settings = { ...options.settings, unix_socket_directories: socketsIn(folder) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // detached: Ctrl+C in a terminal reaches us first, and we stop it after the last answer is out
  const child = spawn(options.binaries.postgres, ['-D', folder, '-p', String(port), ...flags], {
    ...options.user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'Asia/Shanghai' },
  });
  closeSync(log);
  child.unref();
  const ended = exited(child);
  for (;;) {
    const running = findPostmaster(folder);
    if (running?.ready && running.pid === child.pid) return running;
    const why = await Promise.race([ended, sleep(10, null)]);
    if (why !== null) return `${why}\n${readFileSync(logFile, 'utf8').slice(from).slice(-2000)}`;
  }
};
/**
 * A stale pid file whose number now belongs to another program (pids start anew in a container) would make PostgreSQL
 * refuse for ever. A dead pid it judges by itself: the file of a server that is just starting must never be removed.
 */
const forgetForeignPid = (folder: string): void => {
  const file = join(folder, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (existsSync(`/proc/${pid}`) && !isPostgres(pid)) rmSync(file, { force: true });
};
const exited = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, name) => resolve(`exit ${code ?? name}`));
  });

const gone = async (folder: string, pid: number, patience: number): Promise<boolean> => {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20))
    if (!existsSync(join(folder, 'postmaster.pid')) || !isPostgres(pid)) return true;
  return false;
};
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // already gone
  }
};

/** Alive, no zombie, and where the system tells it: a postgres. */
const isPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', state] = /\((.*)\) (\S)/.exec(stat) ?? [];
    return name.startsWith('postgres') && state !== 'Z';
  } catch {
    return false;
  }
};
