/**
 * The server is killed (-9) again and again while clients save and audit receipts. Afterwards nothing may be half: ledger = balance,
 * documents whole, every acknowledged document there, and a token sent again answers what it answered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO, DEMO_KEY } from '../domain/factory';
import { Client, newId, newToken, type Wire } from '../support/client';
import { serverEnv, type TestDatabase, testDatabase } from '../support/database';
import { dataFolder, removeFolder } from '../support/folder';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

const FULL = process.env.LAWS === 'full';
const KILLS = FULL ? 20 : 2;
const CLIENTS = 16;
const ROWS = 3;
const PORT = 18_300 + (process.pid % 500);
const MATERIALS = ['LS-100', 'SC-M4', 'NT-M4', 'CTN-20', 'GEAR-32', 'BR-608', 'AC-10', 'AC-10M'];

let database: TestDatabase;
let server: RunningServer;
const dataDir = dataFolder('faults');
const start = (): Promise<RunningServer> =>
  startServer({
    dataDir,
    port: PORT,
    env: { ...serverEnv(database), SECRET_KEY: DEMO_KEY.toString('hex') },
  });

beforeAll(async () => {
  database = await testDatabase({ start: DEMO });
  server = await start();
});
afterAll(async () => {
  await (server as RunningServer | undefined)?.stop();
  await database.drop();
  removeFolder(dataDir);
});

interface Acknowledged {
  readonly id: string;
  readonly save: { readonly token: string; readonly record: Wire };
  audit?: { readonly token: string; readonly target: Wire };
}

/** Repeats a call with the same token until the server answers, whatever happens to it meanwhile. */
const persist = async <T>(call: () => Promise<T>): Promise<T> => {
  let last: unknown;
  for (let attempt = 0; attempt < 3_000; attempt++) {
    try {
      return await call();
    } catch (error) {
      last = error;
      await sleep(100);
    }
  }
  throw new Error('the server never came back', { cause: last });
};

it(`keeps every acknowledged posting over ${KILLS} kills under ${CLIENTS} clients`, async () => {
  const admin = new Client(server.base);
  await admin.signIn('admin', DEMO_PASSWORD);
  const find = async (page: string, where: string): Promise<Wire> => {
    const { records } = await admin.list(page, { where, size: 5 });
    if (!records[0]) throw new Error(`${page}: nothing for ${where}`);
    return records[0];
  };
  const supplier = await find('supplier', "code == 'GYS0002'");
  const warehouse = await find('warehouse', "code == 'CK01'");
  const materials = await Promise.all(MATERIALS.map((code) => find('material', `code == '${code}'`)));
  const fresh = await admin.must<Wire>('/lcdp/data/purchaseIn/getNew', {});

  const done: Acknowledged[] = [];
  let running = true;
  let seed = 20_260_115;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const work = async (): Promise<void> => {
    while (running) {
      const items = Array.from({ length: ROWS }, (_, index) => {
        const material = materials[random(materials.length)]!;
        return {
          id: newId(),
          lineNo: (index + 1) * 10,
          materialId: material.id,
          unitId: material.unitId,
          warehouseId: warehouse.id,
          qty: 1 + random(50),
          price: (100 + random(900)) / 100,
          taxRate: 13,
        };
      });
      const record: Wire = {
        bizDate: fresh.bizDate,
        supplierId: supplier.id,
        warehouseId: warehouse.id,
        currency: 'CNY',
        exchangeRate: 1,
        items,
      };
      const token = newToken();
      const body = { record, token };
      const saved = await persist(() => admin.post<Wire>('/lcdp/data/purchaseIn/save', body));
      if (saved.code !== 200) throw new Error(`save: ${saved.code} ${saved.msg} ${JSON.stringify(saved.data)}`);
      const entry: Acknowledged = { id: String(saved.data.id), save: { token, record } };
      done.push(entry);
      const target = { id: saved.data.id, version: saved.data.version };
      const auditToken = newToken();
      const audited = await persist(() =>
        admin.post<Wire>('/lcdp/data/purchaseIn/act/audit', { targets: [target], token: auditToken }),
      );
      if (audited.code !== 200)
        throw new Error(`audit: ${audited.code} ${audited.msg} ${JSON.stringify(audited.data)}`);
      entry.audit = { token: auditToken, target };
    }
  };
  const clients = Array.from({ length: CLIENTS }, work);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(700 + random(1_200));
    await server.kill();
    server = await start();
  }
  await sleep(500);
  // a busy machine gets the time to finish more than one round
  for (let wait = 0; wait < 200 && done.length <= CLIENTS; wait++) await sleep(200);
  running = false;
  await Promise.all(clients);
  expect(done.length).toBeGreaterThan(CLIENTS);

  const { db } = database;
  const schema = 'org_demo';
  const rows = async <T>(text: string): Promise<T[]> =>
    (await sql.raw<T>(text.replaceAll('$', schema)).execute(db)).rows;

  const unequal = await rows(`
    with l as (select material_id, attr_key, warehouse_id, position_id, batch_nbr, quality_status, owner, sum(qty) q from $.stock_ledger group by 1,2,3,4,5,6,7)
    select 1 from l full join (select * from $.stock_balance where qty <> 0) b
      on (l.material_id, l.warehouse_id, l.quality_status) = (b.material_id, b.warehouse_id, b.quality_status)
     and l.attr_key is not distinct from b.attr_key and l.position_id is not distinct from b.position_id
     and l.batch_nbr is not distinct from b.batch_nbr and l.owner is not distinct from b.owner
    where coalesce(l.q, 0) <> coalesce(b.qty, 0)`);
  expect(unequal).toEqual([]);
  const values = await rows(`
    select 1 from $.stock_value v where v.qty <> (select coalesce(sum(l.qty), 0) from $.stock_ledger l where l.material_id = v.material_id)`);
  expect(values).toEqual([]);
  const half = await rows<{ id: string }>(`
    select h.id from $.purchase_in h where (select count(*) from $.purchase_in_items r where r.head_id = h.id) not in (1, ${ROWS})`);
  expect(half).toEqual([]);
  const posted = await rows<{ id: string }>(`
    select h.id from $.purchase_in h
    where (select count(*) from $.stock_ledger l where l.doc_id = h.id)
       <> case when h.audit_status = '2' then (select count(*) from $.purchase_in_items r where r.head_id = h.id) else 0 end`);
  expect(posted).toEqual([]);

  const stored = new Map(
    (await rows<{ id: string; audit_status: string }>('select id, audit_status from $.purchase_in')).map((row) => [
      row.id,
      row.audit_status,
    ]),
  );
  for (const entry of done) {
    expect(stored.get(entry.id)).toBeDefined();
    if (entry.audit) expect(stored.get(entry.id)).toBe('2');
  }
  const sample = done.filter((entry) => entry.audit).slice(0, 20);
  for (const entry of sample) {
    const again = await admin.post<Wire>('/lcdp/data/purchaseIn/save', {
      record: entry.save.record,
      token: entry.save.token,
    });
    expect([again.code, again.data.id]).toEqual([200, entry.id]);
    const twice = await admin.post<Wire>('/lcdp/data/purchaseIn/act/audit', {
      targets: [entry.audit!.target],
      token: entry.audit!.token,
    });
    expect(twice.code).toBe(200);
  }
  const count = await rows<{ n: string }>('select count(*) n from $.purchase_in');
  expect(Number(count[0]!.n)).toBe(stored.size);
}, 600_000);
