import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../server/db/postmaster';
import { checkPort, listen } from '../../../server/listen';
import { ROOT } from '../../../server/root';
import { DEMO } from '../../domain/factory';
import { serverEnv, testDatabase } from '../../support/database';
import { dataFolder, removeFolder } from '../../support/folder';
import { type RunningServer, serverArgs, startServer } from '../../support/server';

const root = dataFolder('process');
const left: RunningServer[] = [];
afterAll(async () => {
  for (const server of left) await server.stop();
  removeFolder(root);
});
const EMPTY = { DEMO: '0' };
const begin = async (dataDir: string): Promise<RunningServer> => {
  const server = await startServer({ dataDir, port: await freePort(), env: EMPTY });
  left.push(server);
  return server;
};
/** A start that is expected to fail: exit code and what it said. */
const failing = async (env: Record<string, string>): Promise<{ readonly code: number; readonly said: string }> => {
  const child = spawn(process.execPath, serverArgs(), {
    cwd: ROOT,
    env: { ...process.env, ...EMPTY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  child.stderr.on('data', (part) => {
    said += part;
  });
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said };
};

test('lives from the ready line to a clean end, through a kill, and alone on its data', async () => {
  const dataDir = join(root, 'a');
  const first = await begin(dataDir);
  expect(first.log().trimEnd().split('\n').at(-1)).toBe(`Millwright ready on ${first.base}`);
  expect(await (await fetch(`${first.base}/ready`)).json()).toMatchObject({ status: 'ready', database: true });
  const init = (await (await fetch(`${first.base}/v2/api/mes/sys/init`)).json()) as { data: { keyId: string } };

  const second = await failing({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(second.code).toBe(1);
  expect(second.said).toContain('正被另一个 Millwright 进程');
  expect(second.said).not.toContain('    at ');

  await first.kill();
  const again = await begin(dataDir);
  const same = (await (await fetch(`${again.base}/v2/api/mes/sys/init`)).json()) as { data: { keyId: string } };
  expect(same.data.keyId).toBe(init.data.keyId);

  expect(await again.stop()).toBe(0);
  expect(readFileSync(join(dataDir, 'pg.log'), 'utf8')).not.toContain('not properly shut down');
});

test('a chosen port that is busy is refused before anything starts, a default one gives way', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const busy = await failing({ DATA_DIR: join(root, 'b'), PORT: String(port) });
  expect([busy.code, busy.said]).toEqual([1, expect.stringContaining(`端口 ${port} 已被占用`)]);
  await expect(checkPort({ host: '127.0.0.1', port, portIsSet: true })).rejects.toThrow(`Port ${port} is busy`);
  const app = fastify();
  const address = await listen(app, { host: '127.0.0.1', port, portIsSet: false });
  expect(Number(new URL(address).port)).toBeGreaterThan(port);
  await app.close();
  taken.close();
});

test('a wrong environment and a database that is not there are told in a sentence', async () => {
  expect(await failing({ DATA_DIR: join(root, 'c'), LOG_LEVEL: 'loud' })).toEqual({
    code: 1,
    said: expect.stringContaining('LOG_LEVEL=loud'),
  });
  const port = await freePort();
  const lost = await failing({
    DATA_DIR: join(root, 'c'),
    PORT: '0',
    DATABASE_URL: `postgres://u:geheim@127.0.0.1:${port}/x`,
  });
  expect(lost.code).toBe(1);
  expect(lost.said).toContain('无法连接 DATABASE_URL 指定的数据库');
  expect(lost.said).not.toContain('geheim');
});

test('a data folder that is none, or not ours, is told in a sentence', async () => {
  const port = String(await freePort());
  writeFileSync(join(root, 'file'), '');
  const told = async (dataDir: string, sentence: string): Promise<void> => {
    const { code, said } = await failing({ DATA_DIR: dataDir, PORT: port });
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
    expect(said).not.toContain('    at ');
  };
  await told(join(root, 'file'), '它是文件，不是目录');
  await told(join(root, 'file', 'below'), '上级路径中有文件');
  if (process.getuid?.() === 0) return;
  mkdirSync(join(root, 'closed'), { mode: 0o500 });
  await told(join(root, 'closed'), '当前用户没有读写权限');
});

test('values sealed by another key stop the start by name; nothing is made in its place', async () => {
  const database = await testDatabase({ start: DEMO });
  const dataDir = join(root, 'sealed');
  const env = { ...serverEnv(database), DATA_DIR: dataDir, PORT: String(await freePort()) };
  await sql`insert into org_demo.mw_setting (key, value) values ('ding.appSecret', '"s1.deadbeef.AAAA"')`.execute(
    database.db,
  );
  const missing = await failing(env);
  expect([missing.code, missing.said]).toEqual([1, expect.stringContaining('secret.key 缺失或不正确')]);
  expect(missing.said).toContain('deadbeef');
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  const wrong = await failing({ ...env, SECRET_KEY: 'ab'.repeat(32) });
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('SECRET_KEY 缺失或不正确')]);
  const port = await freePort();
  const server = await startServer({
    dataDir,
    port,
    env: { ...EMPTY, ...serverEnv(database), SECRET_KEY_LOST: '1' },
  });
  expect(await server.stop()).toBe(0);
  await database.drop();
});

test("two processes on one given database start at once and know each other's sessions and keys", async () => {
  const database = await testDatabase();
  const env = { ...EMPTY, ...serverEnv(database), SECRET_KEY: 'ab'.repeat(32) };
  const one = async (name: string): Promise<RunningServer> => {
    const server = await startServer({ dataDir: join(root, name), port: await freePort(), env });
    left.push(server);
    return server;
  };
  const [a, b] = await Promise.all([one('x'), one('y')]);
  const keyOf = async (server: RunningServer): Promise<string> =>
    ((await (await fetch(`${server.base}/v2/api/mes/sys/init`)).json()) as { data: { keyId: string } }).data.keyId;
  expect(await keyOf(a)).toBe(await keyOf(b));
  expect(existsSync(join(root, 'x', 'pg'))).toBe(false);
  expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
  await database.drop();
});
