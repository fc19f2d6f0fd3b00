/** What the night says of lots that end (40 §3.6), and what turned of the value of stock, what is still to ship (40 §11). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { remindEndingLots } from '../../../server/domain/stock/ending';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getReportList } from '../../../server/records/report/list';
import { actsOf, asked } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
const acts = actsOf(() => factory);
const shop = shopOf(() => factory, acts);
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const engine = <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> => factory.as('admin', run);
const told = async (event: string): Promise<readonly string[]> =>
  (
    await sql<{ nbr: string }>`select nbr from org_demo.mw_outbox where event = ${event} order by nbr`.execute(
      factory.database.db,
    )
  ).rows.map(({ nbr }) => nbr);

it('a lot that is over, and one that will be within the 30 days of its material, are told once', async () => {
  await shop.beside('CK01', 'GR-01', 1, { batchNbr: 'N-OVER', expireDate: '2026-01-10' });
  await shop.beside('CK01', 'GR-01', 2, { batchNbr: 'N-SOON', expireDate: '2026-02-14' });
  await shop.beside('CK01', 'GR-01', 3, { batchNbr: 'N-LATER', expireDate: '2026-02-15' });
  expect(await engine(remindEndingLots)).toBeGreaterThanOrEqual(2);
  expect(await told('batch.expired')).toContain('N-OVER');
  const soon = await told('batch.expiring');
  expect(soon).toContain('N-SOON');
  for (const other of ['N-OVER', 'N-LATER']) expect(soon).not.toContain(other);
  expect(await engine(remindEndingLots)).toBe(0);
});

const report = (page: string, body: object) =>
  factory.as('admin', (given) => {
    const ctx = given as EngineCtx;
    return getReportList(ctx, ctx.registry.page(page)!, { size: 500, ...body } as never);
  });

it('库存周转 ends each month with the value of the stock, and counts what was shipped at its cost', async () => {
  const { records } = await report('stockTurn', {
    groupBy: ['material'],
    search: { day: ['2026-01-01', '2026-01-31'] },
  });
  const values = await factory.as('admin', (ctx) => ctx.records.find('stockValue', 'value != 0', { limit: 1_000 }));
  const ends = new Map(records.map((row) => [String(row.materialId), row.closeAmount]));
  expect(values.length).toBeGreaterThan(3);
  for (const { material, value } of values) expect(ends.get(String(material)), String(material)).toBe(value);
  const steel = await acts.id('material', 'RB-12');
  // 300 kg at 6.50, 20 of them issued
  expect(records.find((row) => row.materialId === steel)).toMatchObject({
    openAmount: 0,
    outAmount: 130,
    closeAmount: 1_820,
    avgAmount: 910,
    turnover: 0.14,
    days: 210,
  });
});

it('销售未发 is what audited orders have still to ship', async () => {
  const orders = await factory.as('admin', async (ctx) => {
    const heads = await ctx.records.find('salesOrder', 'auditStatus == 2 && docStatus in [10, 20]');
    const ids = heads.map(({ id }) => id);
    return ctx.records.many('salesOrder', ids, { rows: ['items'], stored: true });
  });
  const open = orders.flatMap(({ items }) => items.map(({ openQty }) => openQty ?? 0)).filter((qty) => qty > 0);
  const { records } = await report('salesOpen', { groupBy: ['customer'] });
  const sum = (rows: readonly number[]): number => rows.reduce((all, one) => all + one, 0);
  expect(sum(records.map((row) => Number(row.openQty)))).toBe(sum(open));
  expect(sum(records.map((row) => Number(row.lines)))).toBe(open.length);
  expect((await report('salesShip', { groupBy: ['customer', 'material'] })).records).toBeInstanceOf(Array);
});

it('two rows of one key are told, and may stay', async () => {
  const [material, warehouse, unit] = [
    await acts.id('material', 'RB-12'),
    await acts.id('warehouse', 'CK01'),
    await acts.id('unit', 'KG'),
  ];
  const row = () => ({ id: newId(), material, unit, warehouse, qty: 1, qualityStatus: '1' });
  const issue = (rows: readonly Rec[], accept: readonly string[] = []) =>
    acts.save('otherIssue', { kind: '4', reason: '试样', warehouse, items: rows as never }, 'admin', accept);
  expect(await asked(issue([row(), row()]))).toEqual(['第10行与第20行物料批次库位相同，已合并校验可用量']);
  expect(await asked(issue([row()]))).toEqual([]);
  expect(await asked(issue([row(), { ...row(), qualityStatus: '3' }]))).toEqual([]);
});
