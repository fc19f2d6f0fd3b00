/**
 * The database goes away under the running server: its backends are ended one and all, its postmaster is killed. The process stays, starts
 * the database again, answers 503 with a sentence meanwhile, and nothing it acknowledged is lost or doubled.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../../server/db/embedded';
import { findPostmaster, freePort } from '../../server/db/postmaster';
import { Client, type Envelope, newToken, type Wire } from '../support/client';
import { dataFolder, removeFolder } from '../support/folder';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

const FULL = process.env.LAWS === 'full';
const ENDS = FULL ? 60 : 6;
const KILLS = FULL ? 5 : 2;
const WRITERS = 16;

let server: RunningServer;
const dataDir = dataFolder('lost');
beforeAll(async () => {
  server = await startServer({ dataDir, port: await freePort() });
});
afterAll(async () => {
  await (server as RunningServer | undefined)?.stop();
  removeFolder(dataDir);
});

const ask = async <T extends object>(text: string): Promise<readonly T[]> => {
  const password = readFileSync(join(dataDir, 'pg.secret'), 'utf8').trim();
  const port = findPostmaster(join(dataDir, 'pg'))?.port ?? 0;
  const client = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}` });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};
const END_ALL =
  "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

it('a first start names the people of the demo factory, its log never the password', () => {
  expect(server.log()).toContain('demo factory');
  expect(server.log()).not.toContain(DEMO_PASSWORD);
});

it(`outlives ${ENDS} rounds of ended backends and ${KILLS} kills of the postmaster under ${WRITERS} writers`, async () => {
  const admin = new Client(server.base);
  await admin.signIn('admin', DEMO_PASSWORD);
  const [supplier] = (await admin.list('supplier', { where: "code == 'GYS0002'", size: 1 })).records;
  const [warehouse] = (await admin.list('warehouse', { where: "code == 'CK01'", size: 1 })).records;
  const [material] = (await admin.list('material', { where: "code == 'LS-100'", size: 1 })).records;
  const fresh = await admin.must<Wire>('/lcdp/data/purchaseIn/getNew', {});
  const others = new Map<string, number>();
  const lost = { answers: 0 };
  /** again with the same token until it is taken; only a 503 with a sentence may stand between */
  const persist = async (call: () => Promise<Envelope<Wire>>): Promise<Wire> => {
    for (let attempt = 0; attempt < 1_000; attempt++) {
      const answer = await call();
      if (answer.code === 200) return answer.data;
      if (answer.code === 503 && answer.msg.includes('数据库')) lost.answers++;
      else others.set(`${answer.code} ${answer.msg}`, (others.get(`${answer.code} ${answer.msg}`) ?? 0) + 1);
      await sleep(50);
    }
    throw new Error('never taken');
  };

  const acknowledged: string[] = [];
  let running = true;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; running; n++) {
      const remark = `lost ${writer} ${n}`;
      const items = [
        {
          lineNo: 10,
          materialId: material?.id,
          unitId: material?.unitId,
          warehouseId: warehouse?.id,
          qty: 1,
          price: 1,
          taxRate: 13,
        },
      ];
      const head = {
        bizDate: fresh.bizDate,
        supplierId: supplier?.id,
        warehouseId: warehouse?.id,
        currency: 'CNY',
        exchangeRate: 1,
      };
      const token = newToken();
      const saved = await persist(() =>
        admin.post('/lcdp/data/purchaseIn/save', { record: { ...head, remark, items }, token }),
      );
      const targets = [{ id: saved.id, version: saved.version }];
      const auditToken = newToken();
      await persist(() => admin.post('/lcdp/data/purchaseIn/act/audit', { targets, token: auditToken }));
      acknowledged.push(remark);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, index) => write(index));
  for (let round = 0; round < ENDS; round++) {
    await sleep(FULL ? 2_000 : 500);
    await ask(END_ALL);
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(2_000);
    const before = findPostmaster(join(dataDir, 'pg'))?.pid ?? 0;
    process.kill(before, 'SIGKILL');
    await expect
      .poll(async () => (await fetch(`${server.base}/ready`)).status, { timeout: 30_000, interval: 50 })
      .toBe(503);
    await expect
      .poll(async () => (await fetch(`${server.base}/ready`)).status, { timeout: 30_000, interval: 100 })
      .toBe(200);
    expect(findPostmaster(join(dataDir, 'pg'))?.pid).not.toBe(before);
  }
  await sleep(1_000);
  running = false;
  await Promise.all(writers);

  expect(server.process.exitCode).toBe(null);
  expect(server.log()).not.toContain('uncaught exception');
  expect(server.log()).not.toContain('unhandled rejection');
  expect([...others]).toEqual([]);
  expect(lost.answers).toBeGreaterThan(0);
  const stored = await ask<{ remark: string; audit_status: string; posted: string }>(
    `SELECT h.remark, h.audit_status, (SELECT count(*) FROM org_demo.stock_ledger l WHERE l.doc_id = h.id) AS posted
       FROM org_demo.purchase_in h WHERE h.remark LIKE 'lost %'`,
  );
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
  expect(stored.map(({ remark }) => remark).sort()).toEqual([...acknowledged].sort());
  expect(stored.filter(({ audit_status, posted }) => audit_status !== '2' || posted !== '1')).toEqual([]);
}, 600_000);
