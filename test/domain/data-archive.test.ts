/** 归档与导出 (domain 10 §6.9): all an organisation stores as one file, a closed month kept and never opened again. */
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileValue, Rec } from '../../schemas/language/value';
import { bytesOf } from '../../server/files/made';
import { runArchives } from '../../server/maint/archive';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { DEMO_PASSWORD } from '../support/server';
import { sheetRows } from '../support/sheets';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(factory.database.db)).rows;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const asAdmin = <T>(work: (ctx: EngineCtx) => Promise<T>, who = 'admin'): Promise<T> =>
  factory.as(who, (ctx) => work(ctx as EngineCtx));
const save = (rec: object, who = 'admin'): Promise<Rec> =>
  asAdmin((ctx) => ctx.records.save('dataArchive', rec as Rec), who);
const stored = (id: unknown): Promise<Rec> =>
  asAdmin(async (ctx) => (await ctx.records.get('dataArchive', id as string)) ?? {});
const act = (object: string, action: string, id: unknown, ask: Rec) =>
  asAdmin(async (ctx) => {
    const rec = await ctx.records.get(object, id as string);
    const targets = [{ id: id as string, version: rec?.version as number }];
    return runAction(ctx, ctx.records.object(object), action, { targets, ask });
  });
const told: unknown[] = [];
const work = () =>
  runArchives({ asSystem: factory.engine.asSystem, alarm: (text, data) => told.push([text, data]) }, factory.org);
const filesIn = async (rec: Rec) => {
  const [file] = rec.file as FileValue[];
  const content = await asAdmin((ctx) => bytesOf(ctx.asSystem() as EngineCtx, file!.id));
  const entries = Object.entries(unzipSync(content)).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  return { file, content, entries: new Map(entries) };
};

test('all of an organisation is one file with a list of hashes; secrets stay', async () => {
  const made = await save({ kind: '10' });
  expect(made.docStatus).toBe('10');
  const ask = { password: DEMO_PASSWORD };
  expect(await refusal(act('dataArchive', 'run', made.id, { password: 'x' }))).toBe('密码错误，没有执行');
  expect(await work()).toBe(0);
  await act('dataArchive', 'run', made.id, ask);
  expect(await stored(made.id)).toMatchObject({ docStatus: '30', progress: 0 });
  expect(await work()).toBe(1);
  expect(told).toEqual([]);
  const done = await stored(made.id);
  expect(done).toMatchObject({ docStatus: '60', progress: 100, message: null });
  // a second run finds nothing to do
  expect(await work()).toBe(0);
  const { file, content, entries } = await filesIn(done);
  expect(file?.name).toBe('导出_demo_20260115100000.zip');
  expect(createHash('sha256').update(content).digest('hex')).toBe(done.sha256);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
    files: { file: string; rows: number; sha256: string }[];
  };
  for (const file of manifest.files)
    expect(createHash('sha256').update(entries.get(file.file)!).digest('hex')).toBe(file.sha256);
  const [count] = await run('SELECT count(*)::int AS n FROM org_demo.material WHERE is_deleted = 0');
  expect(manifest.files.find((file) => file.file === 'factory/material.xlsx')?.rows).toBe(count?.n);
  const rows = await sheetRows(entries.get('factory/material.xlsx')!);
  expect(rows).toHaveLength(Number(count?.n) + 1);
  expect(rows[0]).toEqual(expect.arrayContaining(['ID', '编码', '名称']));
  expect(entries.has('system/authSession.xlsx')).toBe(false);
});

test('a closed month is kept and stays closed', async () => {
  const [period] = await run(`INSERT INTO org_demo.stock_period (id, ym, month, status, version, is_deleted)
    VALUES (gen_random_uuid(), '2026-01', '2026-01-01', '30', 1, 0) RETURNING id`);
  expect(await refusal(save({ kind: '20', period: period?.id }))).toBe('2026-01期间没有关闭，不能归档');
  expect(await refusal(save({ kind: '20' }))).toMatch(/期间/);
  await run(`UPDATE org_demo.stock_period SET status = '60'`);
  const made = await save({ kind: '20', period: period?.id });
  expect((made.counts as Rec[] | undefined)?.map(({ object }) => object)).toEqual(
    expect.arrayContaining(['purchaseOrder', 'otherReceipt', 'stockLedger']),
  );
  await act('dataArchive', 'run', made.id, { password: DEMO_PASSWORD });
  expect(await work()).toBe(1);
  const { entries } = await filesIn(await stored(made.id));
  const [ledger] = await run(
    `SELECT count(*)::int AS n FROM org_demo.stock_ledger WHERE biz_date BETWEEN '2026-01-01' AND '2026-01-31'`,
  );
  expect(await sheetRows(entries.get('stock/stockLedger.xlsx')!)).toHaveLength(Number(ledger?.n) + 1);
  expect(await run(`SELECT status FROM org_demo.stock_period`)).toEqual([{ status: '80' }]);
  expect(await refusal(act('stockPeriod', 'openMonth', period?.id, { reason: '补录' }))).toBe('当前状态不能重新打开');
  expect(await refusal(save({ kind: '20', period: period?.id }))).toMatch(/期间/);
  // nothing can be posted into it any more
  const receipt = { kind: '4', bizDate: '2026-01-15', reason: '补录' };
  expect(await refusal(asAdmin((ctx) => ctx.records.save('otherReceipt', receipt as unknown as Rec)))).not.toBe('done');
});

test('whoever is no superuser takes nothing out', async () => {
  await run(
    `UPDATE org_demo.role SET functions = functions || ARRAY['dataArchive:add','dataArchive:view','dataArchive:run']`,
  );
  await run(`UPDATE platform.org SET rights_version = rights_version + 1 WHERE code = 'demo'`);
  const before = await run('SELECT count(*)::int AS n FROM org_demo.data_archive');
  expect(await refusal(save({ kind: '10' }, 'xumin'))).toBe('只有超级管理员可以导出企业数据');
  expect(await run('SELECT count(*)::int AS n FROM org_demo.data_archive')).toEqual(before);
});
