/** 核对 of outside work: plans and sends against what went and came, each difference with its document; 重建 writes what documents say. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { DEMO_PASSWORD } from '../../support/server';
import { type Floor, openFloor } from '../production/floor';
import { item } from './documents';
import { outsideOf } from './outside';

let floor: Floor;
const outside = outsideOf(() => floor);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const act = async (action: string, ask: Rec, of?: Rec): Promise<readonly Rec[]> =>
  floor.factory.as('admin', async (ctx) => {
    const targets = of ? [{ id: of.id as string, version: of.version as number }] : [];
    const object = ctx.records.object('dataMaintRun');
    const { answer } = await runAction(ctx as EngineCtx, object, action, { targets, ask });
    return (answer as unknown as { rows: readonly Rec[] }).rows;
  });
const verify = () => act('verify', { checks: ['outside'] });
const lastRun = async (): Promise<Rec> => {
  const [head] = await floor.find('dataMaintRun', 'true', {}, '-nbr');
  return floor.read('dataMaintRun', head!.id as string);
};
const run = (text: string) => sql.raw(text).execute(floor.factory.database.db);
const NOTHING = [{ id: '0', title: '核对完成，没有差异' }];

it('says which line of which document differs, and writes it anew', async () => {
  const work = await floor.workOrder(50, [{ opNbr: 10, process: 'DD', out: true, start: false }]);
  const plan = await outside.plan(await floor.op(work, 10), 50);
  const send = await floor.act('audit', await outside.made(plan, 'send', { qty: 40 }));
  await floor.act('audit', await outside.made(send, 'receive', { qty: 30 }));
  expect(await verify()).toEqual(NOTHING);
  const now = async () => [
    item(await floor.read('outPlan', plan.id as string)),
    item(await floor.read('outSend', send.id as string)),
  ];
  const before = await now();
  expect(before).toMatchObject([
    { sentQty: 40, receivedQty: 30, atSupplierQty: 10 },
    { receivedQty: 30, atSupplierQty: 10 },
  ]);
  await run(`UPDATE org_demo.out_plan_items SET sent_qty = sent_qty + 3 WHERE id = '${String(before[0]?.id)}'`);
  await run(`UPDATE org_demo.out_send_items SET received_qty = received_qty - 1 WHERE id = '${String(before[1]?.id)}'`);
  const rows = await verify();
  expect(rows).toMatchObject([
    { check: 'outside', found: 43, expected: 40, delta: 3 },
    { check: 'outside', found: 29, expected: 30, delta: -1 },
  ]);
  expect(rows.map(({ title }) => title)).toEqual([
    `外协计划 ${String(plan.nbr)} 外协明细第10行 已发`,
    expect.stringMatching(new RegExp(`^外协发出 ${String(send.nbr)} .+第10行 .+`)),
  ]);
  const kept = await lastRun();
  expect(kept.differences).toMatchObject([
    { docType: 'outPlan', docId: plan.id, docNbr: plan.nbr },
    { docType: 'outSend', docId: send.id, docNbr: send.nbr },
  ]);
  await act('rebuild', { password: DEMO_PASSWORD }, kept);
  expect(await verify()).toEqual(NOTHING);
  expect(await now()).toMatchObject([
    { sentQty: 40, receivedQty: 30, atSupplierQty: 10 },
    { receivedQty: 30, atSupplierQty: 10 },
  ]);
});
