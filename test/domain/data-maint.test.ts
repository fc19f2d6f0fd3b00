/** 数据维护 (domain 10 §6.9): derived figures against what they come from, looked at and written anew. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { DEMO_PASSWORD } from '../support/server';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const ALL = [
  ...['balance', 'value', 'promise', 'counter', 'total', 'stamp'],
  ...['operation', 'state', 'fed', 'order', 'outside', 'trace'],
];
type Rows = readonly (Rec & { readonly title: string })[];
const act = async (action: string, run: Rec | undefined, ask: Rec, who = 'admin'): Promise<Rows> =>
  factory[action === 'clear' ? 'asOwner' : 'as'](who, async (ctx) => {
    const targets = run ? [{ id: run.id as string, version: run.version as number }] : [];
    const object = ctx.records.object('dataMaintRun');
    const { answer } = await runAction(ctx as EngineCtx, object, action, { targets, ask });
    return (answer as unknown as { rows: Rows } | undefined)?.rows ?? [];
  });
const verify = (checks: readonly string[] = ALL) => act('verify', undefined, { checks: [...checks] });
const rebuild = (run: Rec, password = DEMO_PASSWORD) => act('rebuild', run, { password });
const lastRun = async (): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const [head] = await ctx.records.find('dataMaintRun', 'true', { sort: '-nbr', limit: 1 });
    return (await ctx.records.get('dataMaintRun', head!.id as string))!;
  });
const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(factory.database.db)).rows;
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('the demo factory agrees with itself', async () => {
  expect(await verify()).toEqual([{ id: '0', title: '核对完成，没有差异' }]);
  expect(await lastRun()).toMatchObject({ kind: '10', differenceCount: 0, checks: ALL, docStatus: '60' });
});

test('ledger 480, balance 482: a row with difference 2, rebuilt to 480, the ledger untouched', async () => {
  const [key] = await run(`SELECT stock_key FROM org_demo.stock_balance WHERE qty > 0 ORDER BY qty DESC LIMIT 1`);
  const own = `stock_key = '${String(key?.stock_key)}'`;
  await run(`UPDATE org_demo.stock_balance SET qty = qty + 2 WHERE ${own}`);
  const [sum] = await run(`SELECT sum(qty)::float8 AS qty FROM org_demo.stock_ledger WHERE ${own}`);
  const ledger = await run('SELECT count(*) AS n, sum(qty) AS q FROM org_demo.stock_ledger');
  // what is worked out of the ledger is no difference for it
  const [row, ...more] = await verify(['balance', 'value']);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ check: 'balance', expected: sum?.qty, found: Number(sum?.qty) + 2, delta: 2 });
  // looking changes nothing
  expect(await verify(['balance'])).toHaveLength(1);
  const looked = await lastRun();
  expect(looked).toMatchObject({ differenceCount: 1 });
  expect(await refusal(rebuild(looked, 'Falsch#2026'))).toBe('密码错误，没有执行');
  expect((await rebuild(looked))[0]).toMatchObject({ delta: 2 });
  expect(await run(`SELECT qty::float8 AS qty FROM org_demo.stock_balance WHERE ${own}`)).toEqual([{ qty: sum?.qty }]);
  expect(await run('SELECT count(*) AS n, sum(qty) AS q FROM org_demo.stock_ledger')).toEqual(ledger);
  const made = await lastRun();
  expect(made).toMatchObject({ kind: '20', source: looked.id, differenceCount: 1 });
  expect((made.differences as unknown as Rec[])[0]).toMatchObject({ delta: 2, found: Number(sum?.qty) + 2 });
  expect(await refusal(rebuild(looked))).toBe('现在没有差异，不需要重建');
});

test('money, counters behind used numbers, and totals of documents', async () => {
  await run(`UPDATE org_demo.stock_value SET value = value + 1 WHERE material_id =
    (SELECT material_id FROM org_demo.stock_value WHERE qty > 0 ORDER BY material_id LIMIT 1)`);
  // one order of that day is numbered further than its counter
  await run(`INSERT INTO org_demo.mw_counter (rule, scope, value)
    SELECT 'purchaseOrder.nbr', left(min(nbr), 12) || '#', 0 FROM org_demo.purchase_order
    ON CONFLICT (rule, scope) DO UPDATE SET value = 0`);
  await run(`UPDATE org_demo.purchase_order SET amount = amount + 5
    WHERE id = (SELECT id FROM org_demo.purchase_order ORDER BY nbr LIMIT 1)`);
  const rows = await verify();
  expect(rows.map(({ check, delta }) => [check, Math.abs(Number(delta)) > 0])).toEqual([
    ['value', true],
    ['counter', true],
    ['total', true],
  ]);
  expect(rows[2]?.title).toMatch(/^采购订单 CGDD\S+ .+/);
  const [, , total] = (await lastRun()).differences as unknown as Rec[];
  expect(total).toMatchObject({ docType: 'purchaseOrder', docNbr: String(total?.title).split(' ')[1] });
  await rebuild(await lastRun());
  expect(await verify()).toEqual([{ id: '0', title: '核对完成，没有差异' }]);
});

test('promises against balances, and what sources say of their documents', async () => {
  await run(`UPDATE org_demo.stock_balance SET reserved_qty = 1 WHERE id =
    (SELECT id FROM org_demo.stock_balance WHERE qty > 1 AND reserved_qty = 0 AND quality_status = '1' ORDER BY id LIMIT 1)`);
  const [line] = await run(`SELECT r.id, r.source_order_nbr AS child FROM org_demo.purchase_order_items r
    WHERE r.source_order_nbr IS NOT NULL ORDER BY r.id LIMIT 1`);
  const own = `id = '${String(line?.id)}'`;
  await run(`UPDATE org_demo.purchase_order_items SET source_order_nbr = 'CGRK0' WHERE ${own}`);
  const rows = await verify();
  expect(rows.map(({ check, delta }) => [check, delta])).toEqual([
    ['promise', 1],
    ['stamp', 0],
  ]);
  expect(rows[0]?.title).toMatch(/ 预留$/);
  expect(rows[1]?.title).toMatch(new RegExp(`^采购订单 CGDD\\d+ 第\\d+行 .+CGRK0，应为${String(line?.child)}$`));
  const [, stamp] = (await lastRun()).differences as unknown as Rec[];
  expect(stamp).toMatchObject({ docType: 'purchaseOrder', docNbr: String(stamp?.title).split(' ')[1] });
  await rebuild(await lastRun());
  expect(await verify()).toEqual([{ id: '0', title: '核对完成，没有差异' }]);
  expect(await run(`SELECT source_order_nbr AS child FROM org_demo.purchase_order_items WHERE ${own}`)).toEqual([
    { child: line?.child },
  ]);
});

test('trial data goes when two administrators agree, whole and before the organisation is live', async () => {
  await run(
    `UPDATE org_demo."user" SET roles = (SELECT roles FROM org_demo."user" WHERE login_name = 'admin') WHERE login_name = 'zhoumin'`,
  );
  const password = DEMO_PASSWORD;
  const ask = (areas: readonly string[], until = '2026-01-15') =>
    act('askClear', undefined, { areas, until, password } as unknown as Rec);
  const clear = async (who: string, backupAt = '2026-01-15 01:00:00', given = password) =>
    act('clear', await lastRun(), { backupAt, password: given }, who);
  const left = async () =>
    (
      await run(`SELECT (SELECT count(*)::int FROM org_demo.purchase_order WHERE is_deleted = 0) AS orders,
        (SELECT count(*)::int FROM org_demo.other_receipt WHERE is_deleted = 0) AS receipts,
        (SELECT count(*)::int FROM org_demo.stock_ledger) AS ledger, (SELECT count(*)::int FROM org_demo.stock_balance) AS balances,
        (SELECT count(*)::int FROM org_demo.material WHERE is_deleted = 0) AS materials`)
    )[0];
  const before = await left();
  expect(
    await refusal(
      act('askClear', undefined, { areas: ['stock'], until: '2026-01-15', password: 'x' } as unknown as Rec),
    ),
  ).toBe('密码错误，没有执行');
  expect(await refusal(ask(['device']))).toBe('没有可清理的单据');
  // what stays leans on what would go
  await ask(['purchase'], '2026-01-08');
  expect(await lastRun()).toMatchObject({ kind: '30', docStatus: '10', until: '2026-01-08' });
  expect(await refusal(clear('zhoumin'))).toMatch(/请一起清理$/);
  expect(await left()).toEqual(before);

  const asked = await ask(['purchase', 'spare', 'stock']);
  expect(asked.map(({ object }) => object)).toEqual(
    expect.arrayContaining(['purchaseOrder', 'purchaseIn', 'otherReceipt', 'otherIssue']),
  );
  expect(await refusal(clear('admin'))).toBe('申请人与确认人不能是同一人');
  expect(await refusal(clear('zhoumin', '2026-01-14 09:59:00'))).toBe('备份已超过24小时，请重新备份后再清理');
  expect(await refusal(clear('zhoumin', '2026-01-15 01:00:00', 'x'))).toBe('密码错误，没有执行');
  expect(await refusal(clear('zhoumin'))).toMatch(/^采购订单「\S+」审批中，请先撤回$/);
  await run(`UPDATE org_demo.purchase_order SET flow_status = NULL WHERE flow_status = '30'`);
  await run(`UPDATE org_demo.other_issue SET flow_status = NULL WHERE flow_status = '30'`);
  await run(`UPDATE platform.org SET run_state = '60' WHERE code = 'demo'`);
  expect(await refusal(clear('zhoumin'))).toBe('正式运行后不能清理试运行数据');
  expect(await refusal(ask(['stock']))).toBe('正式运行后不能清理试运行数据');
  await run(`UPDATE platform.org SET run_state = '10' WHERE code = 'demo'`);
  expect(await left()).toEqual(before);

  await clear('zhoumin');
  expect(await left()).toEqual({ orders: 0, receipts: 0, ledger: 0, balances: 0, materials: before?.materials });
  const done = await lastRun();
  expect(done).toMatchObject({ kind: '30', docStatus: '60', backupAt: '2026-01-15 01:00:00' });
  expect(done.confirmedBy).not.toBe(done.requestedBy);
  expect(await verify()).toEqual([{ id: '0', title: '核对完成，没有差异' }]);
  // the ledger grows only, again
  await expect(run('DELETE FROM org_demo.stock_ledger')).rejects.toThrow('append only');
});

test('one run of a kind at a time; who has no right does neither', async () => {
  const schema = 'org_demo verify';
  await factory.database.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(7201983, hashtext(${schema}))`.execute(trx);
    expect(await refusal(verify())).toBe('该任务正在执行，请稍后');
  });
  const asBuyer = factory.as('xumin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('dataMaintRun'), 'verify', { targets: [], ask: { checks: ALL } }),
  );
  expect(await refusal(asBuyer)).not.toBe('done');
});
