/** 结案 (30 §2): open documents of stock hold an order by name with a way to them; what is left beside the line is asked about. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { AppError } from '../../../server/errors';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { asked, type Floor, openFloor, refusal } from './floor';

let floor: Floor;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);
beforeAll(async () => {
  floor = await openFloor();
});
afterAll(() => floor?.factory.database.drop());

const now = (rec: Rec): Promise<Rec> => floor.read(rec.object as string, rec.id as string);
const close = async (order: Rec, accept: readonly string[] = []): Promise<Rec> =>
  floor.act('close', await now(order), { reason: '30' }, accept);
/** the sentence and the pages behind its ways */
const held = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: AppError) => [error.message, (error.data as { ways: readonly { page: string }[] }).ways],
  );
const draftOf = (action: string, rec: Rec, rows: readonly Rec[] = []): Promise<Rec> =>
  floor.factory.as('admin', async (ctx) => {
    const { pushed } = await runAction(ctx as EngineCtx, ctx.records.object(rec.object as string), action, {
      targets: [
        { id: rec.id as string, version: rec.version as number, ...(rows.length > 0 ? { rows: rows as never } : {}) },
      ],
    });
    return pushed!.drafts[0]!;
  });

it('waits for pickings and returns, asks about the rest beside the line, and pushes it back', async () => {
  const released = await shop.released('LA-100', 100);
  const order = { ...released.order, object: 'prdOrder' };
  const seal = await acts.id('material', 'SR-08');
  const draft = await draftOf('toPicking', order);
  const items = (draft.items as readonly Row[]).filter(({ material }) => material === seal);
  const picking = await acts.save('productPicking', { ...draft, items });
  await acts.act('workOrder', 'close', await shop.get('workOrder', released.workOrder.id));
  expect(await refusal(close(order))).toBe(`已生成下级单据「${picking.nbr}」，不能结案`);
  await acts.act('productPicking', 'audit', picking);
  await acts.act('productPicking', 'issueAll', await shop.get('productPicking', picking.id));
  expect(await asked(close(order))).toEqual(['线边余料「密封圈」204尚未退料，请先下推退料']);
  expect(await now(order)).toMatchObject({ docStatus: '20', closeReason: null });

  const back = await draftOf('toReturn', await now(order));
  expect(back).toMatchObject({ prdOrder: order.id, items: [{ material: seal, qty: 204 }] });
  // typed by hand: no document of the order leads to it
  const { prdOrder, workshop, returnReason } = back;
  const [pushed] = back.items as readonly Row[];
  const { material, warehouse, unit } = pushed!;
  const byHand = [{ id: newId(), material, warehouse, unit, qty: 200, batchNbr: '2601120001' }];
  const returned = await acts.save('productReturn', { prdOrder, workshop, returnReason, items: byHand });
  expect(await held(close(order))).toEqual([
    `退料${returned.nbr}尚未入库，不能结案`,
    [{ title: `查看${returned.nbr}`, page: 'productReturn#detail', with: { id: returned.id } }],
  ]);
  expect((await now(order)).docStatus).toBe('20');
  await acts.act('productReturn', 'audit', returned);
  expect(await asked(close(order))).toEqual(['线边余料「密封圈」4尚未退料，请先下推退料']);
  expect(await close(order, ['prdOrder.rest'])).toMatchObject({ docStatus: '80', closeReason: '30' });
});

it('waits for what nobody has received yet', async () => {
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }]);
  await floor.act('audit', await floor.report(await floor.start(work, 10, 10), 10));
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  await floor.act('toWarehouse', order);
  const [receipt] = await floor.find('enterWarehouse', 'prdOrder == param.id && docStatus == 10', { id: order.id });
  expect(await refusal(close(order))).toBe(`完工入库${receipt!.nbr}尚未过账，不能结案`);
  expect((await now(order)).docStatus).not.toBe('80');
  await floor.act('audit', await floor.read('enterWarehouse', receipt!.id as string));
  expect((await close(order)).docStatus).toBe('80');
});

const ways = (rec: Rec, page: string) => [{ title: `查看${rec.nbr}`, page, with: { id: rec.id } }];

it('waits for a 领料 that somebody typed, until it is issued or void', async () => {
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }]);
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  const [material, warehouse] = [await acts.id('material', 'SR-08'), order.warehouse as string];
  const items = [{ id: newId(), material, warehouse, qty: 1 }];
  const picking = await acts.save('productPicking', { prdOrder: order.id, workshop: order.workshop!, items });
  await floor.act('close', await now(work));
  const sentence = `已生成下级单据「${picking.nbr}」，不能结案`;
  expect(await refusal(close(order))).toBe(sentence);
  await acts.act('productPicking', 'audit', picking);
  expect(await refusal(close(order))).toBe(sentence);
  expect(await now(order)).toMatchObject({ docStatus: '20', closeReason: null });
  await acts.act('productPicking', 'unaudit', await shop.get('productPicking', picking.id));
  await acts.act('productPicking', 'void', await shop.get('productPicking', picking.id));
  expect((await close(order)).docStatus).toBe('80');
});

it('waits for a 产品退库 that is not out of the store', async () => {
  const work = await floor.workOrder(10, [{ opNbr: 10, process: 'XL' }]);
  await floor.act('audit', await floor.report(await floor.start(work, 10, 10), 10));
  const order = await floor.read('prdOrder', work.prdOrderNbr as string);
  await floor.act('toWarehouse', order);
  const [found] = await floor.find('enterWarehouse', 'prdOrder == param.id', { id: order.id });
  const receipt = await floor.act('audit', await floor.read('enterWarehouse', found!.id as string));
  const before = await now(order);
  const [line] = receipt.items as readonly Row[];
  const draft = await draftOf('back', receipt, [{ id: line!.id, ask: { qty: 2 } }]);
  const saved = await floor.save('backWarehouse', { ...draft, toProcess: (await floor.op(work, 10)).id });
  const back = await floor.read('backWarehouse', saved.id as string);
  expect(await held(close(order))).toEqual([
    `产品退库${back.nbr}尚未出库，不能结案`,
    ways(back, 'backWarehouse#detail'),
  ]);
  expect(await now(order)).toMatchObject({ docStatus: before.docStatus, version: before.version });
  await floor.act('void', back);
  expect((await close(order)).docStatus).toBe('80');
});
