/** Two processes over one PostgreSQL: what is scheduled runs once, numbers are never given twice, rights end on both at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/db/postmaster';
import { ROOT } from '../../server/root';
import { DEMO, DEMO_KEY } from '../domain/factory';
import { Client, newToken, type Wire } from '../support/client';
import { serverEnv, type TestDatabase, testDatabase } from '../support/database';
import { dataFolder, removeFolder } from '../support/folder';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

describe('jobs of two processes', () => {
  const JOBS = 10;
  const TICKS = 20;
  let database: TestDatabase;
  const processes: Worker[] = [];

  interface Worker {
    readonly child: ChildProcess;
    /** resolves when it prints the word */
    said(word: string): Promise<void>;
    tell(text: string): void;
  }
  const begin = (): Worker => {
    const args = ['--import', 'tsx', 'test/support/jobs-process.ts', database.url, String(JOBS)];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout! });
    const worker: Worker = {
      child,
      said: (word) =>
        new Promise((done, fail) => {
          lines.on('line', (line) => line === word && done());
          child.once('exit', (code) => fail(new Error(`a process of jobs ended with ${code}`)));
        }),
      tell: (text) => void child.stdin!.write(`${text}\n`),
    };
    processes.push(worker);
    return worker;
  };
  const end = async ({ child }: Worker): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const runs = async (job: string, what: string): Promise<number[]> => {
    const { rows } = await sql<{
      pid: number;
    }>`select pid from public.job_run where job ~ ${job} and what = ${what}`.execute(database.db);
    return rows.map(({ pid }) => pid);
  };

  beforeAll(async () => {
    database = await testDatabase();
    await sql`create table public.job_run (job text, what text, pid integer)`.execute(database.db);
    const ready = [begin(), begin()].map((worker) => worker.said('ready'));
    await Promise.all(ready);
  });
  afterAll(async () => {
    for (const worker of processes) await end(worker);
    await database?.drop();
  });

  it(`run each of ${JOBS * TICKS} ticks once, whoever asks for it`, async () => {
    const done = processes.map((worker) => worker.said('ticked'));
    for (const worker of processes) worker.tell(`tick ${TICKS}`);
    await Promise.all(done);
    await expect.poll(async () => (await runs('^count', 'done')).length, { timeout: 40_000 }).toBe(JOBS * TICKS);
    const pids = await runs('^count', 'done');
    expect(new Set(pids)).toEqual(new Set(processes.map(({ child }) => child.pid)));
    const { rows } = await sql<{ state: string; n: string }>`select state::text, count(*) as n from jobs.job
      where name ~ '^count' group by 1`.execute(database.db);
    expect(rows).toEqual([{ state: 'completed', n: String(JOBS * TICKS) }]);
  });

  it('finish a job once whose holder was killed', async () => {
    processes[0]!.tell('slow');
    await expect.poll(() => runs('slow', 'begun'), { timeout: 20_000 }).toHaveLength(1);
    const [pid] = await runs('slow', 'begun');
    await end(processes.find(({ child }) => child.pid === pid)!);
    await expect.poll(() => runs('slow', 'done'), { timeout: 40_000 }).toHaveLength(1);
    expect(await runs('slow', 'begun')).toHaveLength(2);
    expect((await runs('slow', 'done'))[0]).not.toBe(pid);
    expect(await runs('^count', 'done')).toHaveLength(JOBS * TICKS);
  });
});

describe('servers of two processes', () => {
  const EACH = process.env.LAWS === 'full' ? 100 : 4;
  const CLIENTS = 64;
  let database: TestDatabase;
  let servers: RunningServer[];
  const folder = dataFolder('two');
  const start = async (name: string): Promise<RunningServer> =>
    startServer({
      dataDir: `${folder}/${name}`,
      port: await freePort(),
      env: { ...serverEnv(database), SECRET_KEY: DEMO_KEY.toString('hex') },
    });
  const signedIn = async (server: RunningServer, login: string): Promise<Client> => {
    const client = new Client(server.base);
    await client.signIn(login, DEMO_PASSWORD);
    return client;
  };
  beforeAll(async () => {
    database = await testDatabase({ start: DEMO });
    servers = await Promise.all([start('a'), start('b')]);
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await database?.drop();
    removeFolder(folder);
  });

  it(`give ${CLIENTS * EACH} different numbers to ${CLIENTS} clients`, async () => {
    const admins = await Promise.all(servers.map((server) => signedIn(server, 'admin')));
    const numbers: string[] = [];
    const work = async (client: Client, n: number): Promise<void> => {
      for (let at = 0; at < EACH; at++) {
        const saved = await client.save('supplier', { name: `供方${n}-${at}`, kinds: ['1'] });
        if (saved.code !== 200) throw new Error(`${saved.code} ${saved.msg} ${JSON.stringify(saved.data)}`);
        numbers.push(String((saved.data.record as Wire).code));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => work(admins[n % admins.length]!, n)));
    expect(numbers).toHaveLength(CLIENTS * EACH);
    expect(new Set(numbers).size).toBe(CLIENTS * EACH);
    // one after the other: nothing was given and lost
    const serials = numbers.map((code) => Number(code.slice(-4))).sort((a, b) => a - b);
    expect(serials.at(-1)! - serials[0]!).toBe(CLIENTS * EACH - 1);
  }, 300_000);

  it('refuse a right that was taken away, and whoever was shut out, at the next request on the other one', async () => {
    const admin = await signedIn(servers[0]!, 'admin');
    const buyer = await signedIn(servers[1]!, 'xumin');
    const ask = async () => (await buyer.post('/lcdp/data/purchaseOrder/getPageList', { current: 1, size: 1 })).code;
    const roleOf = async (code: string): Promise<Wire> => {
      const { records } = await admin.list('role', { where: `code == '${code}'`, current: 1, size: 1 });
      return admin.one('role', String(records[0]!.id));
    };
    expect(await ask()).toBe(200);
    const { rows } = await sql<{ code: string }>`select r.code from org_demo."user" u
      join org_demo.role r on r.id = any(u.roles) where u.login_name = 'xumin'`.execute(database.db);
    const kept: Wire[] = [];
    for (const { code } of rows) {
      const role = await roleOf(code);
      kept.push(role);
      const functions = (role.functions as string[]).filter((text) => !text.startsWith('purchaseOrder:'));
      const saved = await admin.save('role', { id: role.id, version: role.version, functions });
      expect([saved.code, saved.msg]).toEqual([200, expect.anything()]);
    }
    expect(await ask()).toBe(403);
    for (const role of kept) {
      const { version } = await admin.one('role', String(role.id));
      expect((await admin.save('role', { id: role.id, version, functions: role.functions })).code).toBe(200);
    }
    expect(await ask()).toBe(200);
    const { records } = await admin.list('user', { where: "loginName == 'xumin'", current: 1, size: 1 });
    const shut = await admin.act('user', 'disable', [{ id: records[0]!.id, version: records[0]!.version }], {
      token: newToken(),
    });
    expect([shut.code, shut.msg]).toEqual([200, expect.anything()]);
    expect(await ask()).toBe(401);
  });
});
