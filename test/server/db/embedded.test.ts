import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { makeLinks, readyBinaries, shippedBinaries } from '../../../server/db/binaries';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../../server/db/embedded';
import { databaseUser } from '../../../server/db/os-user';
import { findPostmaster } from '../../../server/db/postmaster';
import { ROOT } from '../../../server/root';
import { dataFolder, removeFolder } from '../../support/folder';

const isRoot = process.getuid?.() === 0;
const root = dataFolder('db');
const running: Embedded[] = [];
const orphans: number[] = [];
let count = 0;
const folder = (): string => join(root, `d${++count}`);
const begin = async (options: EmbeddedOptions): Promise<Embedded> => {
  const file = await startEmbedded(options);
  running.push(file);
  return file;
};
afterEach(async () => {
  for (const file of running.splice(0)) await file.stop();
});
afterAll(() => {
  for (const pid of orphans) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // stopped by its test
    }
  }
  removeFolder(root);
});

const ask = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
/** Starts the database in a process of its own, runs SQL in it and kills that process without a word. */
const startAndKill = async (dataDir: string, text: string): Promise<{ readonly url: string; readonly pid: number }> => {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(ROOT, 'server/db/embedded.ts'))};
    import pg from 'pg';
    const one = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    await client.query(${JSON.stringify(text)});
    console.log(JSON.stringify({ url: one.url, pid: one.pid() }));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const answer = JSON.parse(line.toString()) as { url: string; pid: number };
  orphans.push(answer.pid);
  return answer;
};

test('starts from nothing, keeps what was written, stops with a checkpoint', async () => {
  const dataDir = folder();
  const first = await begin({ dataDir });
  expect(first.takenOver).toBe(false);
  expect(await ask(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await ask(first.url, 'CREATE TABLE t AS SELECT 1 AS n');
  await first.stop();
  expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  const second = await begin({ dataDir });
  expect(await ask(second.url, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
  await second.stop();
  expect(readFileSync(join(dataDir, 'pg.log'), 'utf8')).not.toContain('not properly shut down');
});

test('a password is needed, and only its owner can read it', async () => {
  const dataDir = folder();
  const file = await begin({ dataDir });
  await expect(ask(file.url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect(lstatSync(join(dataDir, 'pg.secret')).mode & 0o077).toBe(0);
});

test('is reached by a socket within its folder, whose name may be of any letters; one too long leaves the loopback', async () => {
  const at = async ({ url }: Embedded) => (await ask(url, 'SELECT host(inet_server_addr()) AS at'))[0]?.at;
  const near = join(root, '数据 %41');
  expect(await at(await begin({ dataDir: near }))).toBeNull();
  expect(lstatSync(join(near, 'pg')).mode & 0o077).toBe(0);
  expect(await at(await begin({ dataDir: join(root, 'far'.repeat(30)) }))).toBe('127.0.0.1');
});

describe('after a kill -9 of its owner', () => {
  test('the orphan is used on with all that was committed', async () => {
    const dataDir = folder();
    const before = await startAndKill(dataDir, 'CREATE TABLE t AS SELECT 7 AS n');
    const after = await begin({ dataDir });
    expect([after.takenOver, after.pid(), after.url]).toEqual([true, before.pid, before.url]);
    expect(await ask(after.url, 'SELECT n FROM t')).toEqual([{ n: 7 }]);
    await after.stop();
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  });
  test('a database killed with it recovers', async () => {
    const dataDir = folder();
    const before = await startAndKill(dataDir, 'CREATE TABLE t AS SELECT 8 AS n');
    process.kill(before.pid, 'SIGKILL');
    const after = await begin({ dataDir });
    expect(after.takenOver).toBe(false);
    expect(await ask(after.url, 'SELECT n FROM t')).toEqual([{ n: 8 }]);
  });
});

test('a database that dies under its owner is started again on the same port', async () => {
  const file = await begin({ dataDir: folder() });
  const before = file.pid() ?? 0;
  await ask(file.url, 'CREATE TABLE t AS SELECT 9 AS n');
  process.kill(before, 'SIGKILL');
  await expect
    .poll(async () => ask(file.url, 'SELECT n FROM t').catch(() => []), { timeout: 20_000, interval: 200 })
    .toEqual([{ n: 9 }]);
  expect(file.pid()).not.toBe(before);
});

describe('one owner per folder', () => {
  test('a second one is refused with a sentence that says what to do', async () => {
    const dataDir = folder();
    const file = await begin({ dataDir });
    const asked = Date.now();
    const second = startEmbedded({ dataDir });
    await expect(second).rejects.toThrow(`正被另一个 Millwright 进程（${process.pid}）使用`);
    await expect(second).rejects.toThrow('is in use by another Millwright process');
    expect(Date.now() - asked).toBeLessThan(2_000);
    expect(await ask(file.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });
  test('of two that start at once one lives', async () => {
    const dataDir = folder();
    const both = await Promise.allSettled([begin({ dataDir }), begin({ dataDir })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});

test('a pid file whose number belongs to another program now is no obstacle', async () => {
  const dataDir = folder();
  await (await begin({ dataDir })).stop();
  writeFileSync(
    join(dataDir, 'pg', 'postmaster.pid'),
    `${process.pid}\n${dataDir}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`,
  );
  const again = await begin({ dataDir });
  expect(again.takenOver).toBe(false);
});

test('a folder of another major version is told, not touched', async () => {
  const dataDir = folder();
  await (await begin({ dataDir })).stop();
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '15\n');
  await expect(startEmbedded({ dataDir })).rejects.toThrow('数据目录由 PostgreSQL 15 建立');
});

test('a data folder that cannot be made is told', async () => {
  writeFileSync(join(root, 'file'), '');
  await expect(startEmbedded({ dataDir: join(root, 'file', 'data') })).rejects.toThrow('无法使用数据目录');
});

test('a password that is not its own is told by name, and nothing of it is left running', async () => {
  const dataDir = folder();
  await (await begin({ dataDir })).stop();
  writeFileSync(join(dataDir, 'pg.secret'), '0'.repeat(48));
  await expect(startEmbedded({ dataDir })).rejects.toThrow('pg.secret 不是数据库目录');
  expect(findPostmaster(join(dataDir, 'pg'))).toBe(null);
});

test.runIf(isRoot)('a database folder of another user is told by name', async () => {
  const dataDir = folder();
  await (await begin({ dataDir })).stop();
  chownSync(join(dataDir, 'pg'), 65_534, 65_534);
  await expect(startEmbedded({ dataDir })).rejects.toThrow('属于其他用户（uid 65534）');
});

describe('the binaries', () => {
  const shipped = shippedBinaries();
  const copy = (name: string, mode: number): { readonly native: string; readonly version: string } => {
    const place = join(root, name);
    mkdirSync(place, { mode });
    cpSync(shipped.native, join(place, 'native'), { recursive: true, verbatimSymlinks: true });
    return { native: join(place, 'native'), version: shipped.version };
  };

  test('get the library links that a blocked install script did not make', async () => {
    const own = copy('nolinks', 0o755);
    const lib = join(own.native, 'lib');
    const links = readdirSync(lib).filter((name) => lstatSync(join(lib, name)).isSymbolicLink());
    for (const name of links) unlinkSync(join(lib, name));
    expect(links.length).toBeGreaterThan(5);
    await readyBinaries(own, databaseUser(), join(root, 'spare0'));
    expect(links.every((name) => existsSync(join(lib, name)))).toBe(true);
    expect(makeLinks(own.native)).toBe(true);
  });

  test.runIf(isRoot)('below a home the user postgres cannot enter are copied, the data goes beside them', async () => {
    const own = copy('home', 0o700);
    const dataDir = join(root, 'home', 'data');
    const spare = join(root, 'spare1');
    mkdirSync(spare, { mode: 0o755 });
    const file = await begin({ dataDir, shipped: own, spare });
    expect(await ask(file.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(existsSync(join(spare, `postgresql-${shipped.version}`, 'native', 'bin', 'postgres'))).toBe(true);
    expect(lstatSync(join(dataDir, 'pg')).isSymbolicLink()).toBe(true);
    await ask(file.url, 'CREATE TABLE t AS SELECT 3 AS n');
    await file.stop();
    const again = await begin({ dataDir, shipped: own, spare });
    expect(await ask(again.url, 'SELECT n FROM t')).toEqual([{ n: 3 }]);
  });
});
