/** 完工检验 (30 §4 productionCheck): made for effective reports of the last operation, bad pieces wait for a decision, the rest by hand. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { adjustMax } from '../../../server/domain/production/adjust-services';
import { type Floor, openFloor, refusal } from './floor';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const checks = (work: Rec): Promise<readonly Rec[]> =>
  floor.find('productionCheck', 'workOrderNbr == param.id', { id: work.id }, 'nbr');
const made = async (fqcFlag: boolean, qty: number): Promise<{ work: Rec; report: Rec }> => {
  const work = await floor.workOrder(100, [{ opNbr: 10, process: 'XL' }], { fqcFlag });
  const report = await floor.act('audit', await floor.report(await floor.start(work, 10, 100), qty));
  return { work, report };
};
const judged = async (check: Rec, qualifiedQty: number): Promise<Rec> => {
  const saved = await floor.save('productionCheck', { id: check.id, version: check.version, qualifiedQty });
  return floor.act('judge', await floor.read('productionCheck', saved.id as string));
};

it('is made for each effective report, judged, and what is bad waits for a decision', async () => {
  const { work, report } = await made(true, 97);
  const [check] = await checks(work);
  expect(check).toMatchObject({ docStatus: '10', checkQty: 97, prdReport: report.id, qualifiedQty: null });
  const done = await judged(check!, 95);
  expect(done).toMatchObject({ docStatus: '60', result: '2', unqualifiedQty: 2 });
  expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 95, pendingQty: 2, reportQty: 97, firstPassQty: 97 });
  expect(await refusal(floor.act('reverse', report, { reason: '数错' }))).toBe(
    `完工检验${done.nbr}已判定，请先取消判定`,
  );
  expect(await floor.read('prdReport', report.id as string)).toMatchObject({ docStatus: '60' });
  const open = await floor.act('unjudge', done);
  expect(open).toMatchObject({ docStatus: '30', result: null });
  expect(await floor.op(work, 10)).toMatchObject({ qualifiedQty: 97, pendingQty: 0 });
  await floor.act('reverse', report, { reason: '数错' });
  expect(await floor.read('productionCheck', check!.id as string)).toMatchObject({ docStatus: '90' });
});

it('is not unjudged when it is received, and not made where the order wants none', async () => {
  const { work } = await made(true, 60);
  const done = await judged((await checks(work))[0]!, 60);
  await floor.factory.as('admin', (ctx) =>
    ctx.records.patch('productionCheck', done.id as string, { head: { usedQty: 60 } }),
  );
  const used = await floor.read('productionCheck', done.id as string);
  expect(await refusal(floor.act('unjudge', used))).toBe('已入库60，不能取消判定');
  expect(await floor.read('productionCheck', done.id as string)).toMatchObject({ docStatus: '60' });
  expect(await checks((await made(false, 10)).work)).toEqual([]);
});

it('is sent by hand for what is left of the last operation', async () => {
  const { work } = await made(false, 97);
  const send = (checkQty: number) => floor.save('productionCheck', { workOrderNbr: work.id, checkQty });
  await send(60);
  expect(await refusal(send(40))).toBe('末工序合格97，已送检60，最多可送检37，本次40');
  expect((await checks(work)).length).toBe(1);
  await send(37);
  expect((await checks(work)).length).toBe(2);
});

it('what a report of it may be changed to is read where nothing may be written or locked: an export', async () => {
  const { report } = await made(true, 97);
  const most = await floor.factory.as('admin', async (ctx) => {
    await sql`set transaction read only`.execute(ctx.trx);
    return adjustMax.run({ report: report.id as string }, ctx);
  });
  expect(most).toBe(100);
});
