/** The recall of 40 §10.4 (acceptance 15): 96 made of a lot, 40 and 15 of them shipped, 2 come back: 41 + 2 + 38 + 15. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { TraceGraph } from '../../../schemas/language/wire-trace';
import { judgeStock } from '../../../server/domain/stock/verdict';
import { find, graph } from '../../../server/domain/trace/graph';
import { freezeAll } from '../../../server/domain/trace/recall';
import { newId } from '../../../server/ids';
import { printJob } from '../../../server/print/job';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { getOne } from '../../../server/records/read/read';
import { proveStock } from '../../../server/stock/proof';
import { actsOf } from '../../support/demo-acts';
import { shopOf } from '../../support/shop';
import { type Floor, openFloor, refusal } from '../production/floor';
import { draftOf, makeStory, type Story } from './story';

const LOT = '2601050001';
let floor: Floor;
let story: Story;
let serials: readonly string[];
/** what was traced while the second receipt was taken back */
let halved: TraceGraph;
/** the delivery of the fifteen */
let shipped: Rec;
let customers: Readonly<Record<string, string>>;
const acts = actsOf(() => floor.factory);
const shop = shopOf(() => floor.factory, acts);

const idsOf = async (numbers: readonly string[]): Promise<string[]> => {
  const rows = await floor.find('batch', 'batchNbr in param.numbers', { numbers: [...numbers] }, 'batchNbr');
  return rows.map(({ id }) => String(id));
};
const ordered = async (customer: string, qty: number): Promise<Rec> => {
  const items = [{ id: newId(), material: await acts.id('material', 'LA-100'), qty, price: 380 } as Row];
  const saved = await floor.save('salesOrder', { customer, deliveryDate: '2026-01-30', items });
  return floor.act('audit', await floor.read('salesOrder', saved.id as string));
};
const one = (draft: Rec, row: Partial<Row>): Row[] =>
  (draft.items as readonly Row[]).slice(0, 1).map((each) => ({ ...each, ...row }) as Row);
/** a delivery of these pieces, not yet posted */
const packed = async (order: Rec, numbers: readonly string[]): Promise<Rec> => {
  const draft = await draftOf(floor, 'salesOrder', 'toDelivery', order.id as string);
  const [warehouse, ids] = [await acts.id('warehouse', 'CK01'), await idsOf(numbers)];
  const items = one(draft, { qty: numbers.length, warehouse, serials: ids });
  const saved = await floor.save('delivery', { ...draft, items });
  return floor.read('delivery', saved.id as string);
};
const returned = async (delivery: Rec, numbers: readonly string[]): Promise<Rec> => {
  const draft = await draftOf(floor, 'delivery', 'toReturn', delivery.id as string);
  const [warehouse, ids] = [await acts.id('warehouse', 'CK01'), await idsOf(numbers)];
  const items = one(draft, { qty: numbers.length, warehouse, serials: ids });
  const head = { returnMode: '1', returnReason: '2', warehouse };
  const saved = await floor.save('salesReturn', { ...draft, ...head, items });
  return floor.act('audit', await floor.read('salesReturn', saved.id as string));
};
const traced = (): Promise<TraceGraph> =>
  floor.factory.as('admin', async (ctx) =>
    graph(ctx, { roots: await find(ctx, LOT), direction: 'forward', weak: true, narrow: false }),
  );
const products = ({ batches }: TraceGraph) => batches.filter(({ materialCode }) => materialCode === 'LA-100');
const sum = (found: TraceGraph, of: 'good' | 'pending' | 'frozen' | 'shipped' | 'returned' | 'difference'): number =>
  products(found).reduce((total, lot) => total + lot[of], 0);
const statusOf = async (number: string): Promise<Readonly<Record<string, number>>> => {
  const rows = await floor.find('stockBalance', 'batchNbr == param.number && qty != 0', { number });
  return Object.fromEntries(rows.map(({ qualityStatus, qty }) => [qualityStatus, qty]));
};
/** a delivery and what came back of it are rows of their own */
const netOf = ({ shipped }: TraceGraph): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { customer, net } of shipped) found[customer!] = (found[customer!] ?? 0) + net;
  return found;
};

beforeAll(async () => {
  floor = await openFloor();
  story = await makeStory(floor, acts, shop);
  serials = [story.first, story.second].flatMap((rec) => (rec.items as readonly Row[])[0]?.serials as string[]);
  customers = { north: await acts.id('customer', 'KH0002'), sea: await acts.id('customer', 'KH0003') };
  // the second receipt is taken back and comes again below
  await floor.act('unaudit', await floor.read('enterWarehouse', story.second.id as string));
  halved = await traced();
  await floor.act('audit', await floor.read('enterWarehouse', story.second.id as string));
  const gone = await floor.act('audit', await packed(await ordered(customers.north!, 40), serials.slice(0, 40)));
  shipped = await floor.act('audit', await packed(await ordered(customers.sea!, 15), serials.slice(40, 55)));
  await returned(gone, serials.slice(6, 8));
});
afterAll(() => floor?.factory.database.drop());

it('a receipt that is taken back beforehand leaves no live edge: the recall shows 60 only', () => {
  expect(products(halved).map(({ nbr }) => nbr)).toEqual([...serials.slice(0, 60)].sort());
  expect([sum(halved, 'good'), sum(halved, 'difference')]).toEqual([60, 0]);
  expect(halved.batches).toHaveLength(61);
});

it('before: 41 good, 2 to be inspected, 38 with one customer and 15 with the other', async () => {
  const found = await traced();
  expect(products(found)).toHaveLength(96);
  expect([sum(found, 'good'), sum(found, 'pending'), sum(found, 'shipped'), sum(found, 'returned')]).toEqual([
    41, 2, 55, 2,
  ]);
  expect(sum(found, 'difference')).toBe(0);
  expect(netOf(found)).toEqual({ 北辰医疗器械: 38, 海川家具: 15 });
});

it('freezes 41, holds 97 and tells who has the other 53; nothing more is shipped', async () => {
  expect(await floor.read('workOrder', story.work.id as string)).toMatchObject({ docStatus: '30' });
  const next = await packed(await ordered(customers.sea!, 1), serials.slice(60, 61));
  const done = await floor.factory.as('gaofeng', async (ctx) =>
    freezeAll(ctx, {
      roots: await find(ctx, LOT),
      reason: '密封圈漏油',
      weak: true,
      releaseReserve: true,
      pauseWork: true,
    }),
  );
  expect(done).toMatchObject({ moved: 41, held: 97 });
  const found = await traced();
  expect([sum(found, 'good'), sum(found, 'frozen'), sum(found, 'pending')]).toEqual([0, 41, 2]);
  expect(41 + 2 + Object.values(netOf(found)).reduce((total, net) => total + net, 0)).toBe(96);
  expect(sum(found, 'difference')).toBe(0);
  expect(found.batches.every(({ holdFlag }) => holdFlag)).toBe(true);
  expect(await refusal(floor.act('audit', next))).toBe(`序列号${serials[60]}已被${done.freezeNbr}召回冻结，不能发货`);
  expect(await floor.read('delivery', next.id as string)).toMatchObject({ docStatus: '10', auditStatus: '1' });
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});

it('keeps who has them still, with a letter for each customer, and stops what is in work', async () => {
  const [head] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  const record = await floor.read('freezeRecord', head!.id as string);
  const north = [`${serials[0]}~${serials[5]}`, `${serials[8]}~${serials[39]}`].join('、');
  const notices = (record.notices as readonly Row[]).map(
    ({ customer, materialName, batches, shippedQty, returnedQty, netQty, status }) =>
      ({ customer, materialName, batches, shippedQty, returnedQty, netQty, status }) as const,
  );
  const told = { materialName: '电动推杆', status: '0' };
  expect(notices).toHaveLength(2);
  expect(notices).toEqual(
    expect.arrayContaining([
      { ...told, customer: customers.north, batches: north, shippedQty: 40, returnedQty: 2, netQty: 38 },
      {
        ...told,
        ...{
          customer: customers.sea,
          batches: `${serials[40]}~${serials[54]}`,
          shippedQty: 15,
          returnedQty: 0,
          netQty: 15,
        },
      },
    ]),
  );
  expect(record.affectedOrders).toEqual([story.work.id]);
  expect(await floor.read('workOrder', story.work.id as string)).toMatchObject({ docStatus: '40' });
  // told, then answered: the list of the customers says so
  for (const [action, ask, word] of [
    ['notify', { sentAt: '2026-01-15 15:00:00', note: '电话' }, '已通知'],
    ['reply', { replyAt: '2026-01-15 16:00:00', note: '已隔离' }, '已回复'],
  ] as [string, Record<string, string>, string][]) {
    const now = await floor.read('freezeRecord', record.id as string);
    const rows = (now.notices as readonly Row[]).map(({ id }) => ({ id, ask }));
    // the seller keeps who was told, in a record of another department
    await acts.act('freezeRecord', action, now, {}, rows, 'linyue');
    const { shipped: list, freezes } = await traced();
    expect(list.filter(({ customer }) => customer === '海川家具')).toMatchObject([{ notice: word }]);
    expect(freezes).toMatchObject([{ nbr: record.nbr, kind: '召回冻结', frozen: 41, lots: 97 }]);
  }
});

it('gives its letters to sellers, one for each customer, and to nobody who may not see who they are', async () => {
  const offered = (login: string) =>
    floor.factory.as(login, async (given) => {
      const ctx = given as EngineCtx;
      const { records } = await getPageList(ctx, ctx.registry.page('freezeRecord')!, { scheme: 'recalls', size: 10 });
      const { _actions: ofRow } = records[0] as { readonly _actions: readonly string[] };
      const stored = await getOne(ctx, ctx.registry.page('freezeRecord')!, { id: records[0]!.id });
      return { ofRow, ofRecord: stored._actions as readonly string[] };
    });
  const seller = await offered('linyue');
  expect(seller.ofRow).toEqual(expect.arrayContaining(['letter', 'notify']));
  expect(seller.ofRecord).toEqual(expect.arrayContaining(['letter', 'notify']));
  const quality = await offered('gaofeng');
  expect([...quality.ofRow, ...quality.ofRecord].filter((code) => code === 'letter' || code === 'notify')).toEqual([]);
  const [head] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  const letters = await floor.factory.as('linyue', (given) => {
    const ctx = given as EngineCtx;
    const page = ctx.registry.page('freezeRecord')!;
    return printJob(ctx, page, page.actions.letter!, { ids: [head!.id as string] });
  });
  const texts = letters.pages.map(({ items }) => items.flatMap((item) => (item.k === 'text' ? [item.text] : [])));
  const of = (customer: string) => texts.find((said) => said.includes(`致：${customer}`))?.join('|');
  expect(texts).toHaveLength(2);
  expect(of('北辰医疗器械')).toMatch(/产品召回通知函.*密封圈漏油.*38 \S+（已发 40，已退回 2）/);
  expect(of('海川家具')).toMatch(/15 \S+（已发 15，已退回 0）/);
});

it('the two that came back are judged good, and land in 冻结 with the recall', async () => {
  const numbers = serials.slice(6, 8);
  const [material, warehouse] = [await acts.id('material', 'LA-100'), await acts.id('warehouse', 'CK01')];
  const [record] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  expect(await statusOf(numbers[0]!)).toEqual({ 2: 1 });
  await floor.factory.as('admin', async (ctx) => {
    for (const batchNbr of numbers)
      await judgeStock(ctx, {
        doc: { docType: 'salesReturn', docId: newId(), docNbr: 'JYRW202601150001', bizDate: ctx.today },
        lot: { material, attrKey: null, warehouse, position: null, batchNbr, owner: 'self' },
        verdict: { good: 1, bad: 0, scrapped: 0 },
        reason: 'JYRW202601150001',
      });
  });
  for (const number of numbers) expect(await statusOf(number)).toEqual({ 4: 1 });
  const found = await traced();
  expect([sum(found, 'good'), sum(found, 'frozen'), sum(found, 'pending'), sum(found, 'difference')]).toEqual([
    0, 43, 0, 0,
  ]);
  const { items } = await floor.read('freezeRecord', record!.id as string);
  const frozen = (items as readonly Row[]).filter(({ frozenQty }) => Number(frozenQty) > 0);
  expect(frozen.map(({ batchNbr }) => batchNbr)).toEqual(expect.arrayContaining([...numbers]));
  expect(frozen).toHaveLength(43);
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});

it('what a customer sends back of a recalled lot arrives frozen', async () => {
  await returned(shipped, serials.slice(40, 41));
  expect(await statusOf(serials[40]!)).toEqual({ 4: 1 });
  expect(netOf(await traced())).toEqual({ 北辰医疗器械: 38, 海川家具: 14 });
});

it('the work it has stopped goes on with the end of the last recall that holds it', async () => {
  const recall = () =>
    floor.factory.as('gaofeng', async (ctx) =>
      freezeAll(ctx, {
        roots: await find(ctx, LOT),
        reason: '复查',
        weak: true,
        releaseReserve: true,
        pauseWork: true,
      }),
    );
  await recall();
  const [second, first] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  expect((await floor.read('freezeRecord', second!.id as string)).affectedOrders).toEqual([story.work.id]);
  const released = async (record: Rec, ask: Rec = {}): Promise<Rec> => {
    const now = await floor.read('freezeRecord', record.id as string);
    return floor.act('releaseAll', now, { reason: '复检合格', ...ask });
  };
  const work = async () => (await floor.read('workOrder', story.work.id as string)).docStatus;
  expect(await released(first!)).toMatchObject({ docStatus: '60' });
  expect(await work()).toBe('40');
  expect(await released(second!)).toMatchObject({ docStatus: '60' });
  expect(await work()).toBe('30');
  expect((await floor.ops(story.work)).some(({ docStatus }) => docStatus === '40')).toBe(false);
  expect((await traced()).batches.some(({ holdFlag }) => holdFlag)).toBe(false);
  // who releases may leave the work where it is
  await recall();
  const [third] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  expect(await work()).toBe('40');
  expect(await released(third!, { resumeWork: false })).toMatchObject({ docStatus: '60' });
  expect(await work()).toBe('40');
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});

it('a delivery that is taken back after the recall comes back frozen, and is good again with its end', async () => {
  const gone = await floor.act('audit', await packed(await ordered(customers.sea!, 2), serials.slice(62, 64)));
  await floor.factory.as('gaofeng', async (ctx) =>
    freezeAll(ctx, {
      ...{ roots: await find(ctx, LOT), reason: '复查' },
      ...{ weak: true, releaseReserve: true, pauseWork: false },
    }),
  );
  await floor.act('unaudit', await floor.read('delivery', gone.id as string));
  expect(await statusOf(serials[62]!)).toEqual({ 4: 1 });
  expect(await statusOf(serials[63]!)).toEqual({ 4: 1 });
  const [head] = await floor.find('freezeRecord', 'kind == 2', {}, '-nbr');
  const record = await floor.read('freezeRecord', head!.id as string);
  const rows = (record.items as readonly Row[]).filter(
    ({ batchNbr, frozenQty }) => batchNbr === serials[62] && frozenQty === 1,
  );
  expect(rows).toHaveLength(1);
  expect(sum(await traced(), 'difference')).toBe(0);
  expect(await floor.act('releaseAll', record, { reason: '复检合格', resumeWork: false })).toMatchObject({
    docStatus: '60',
  });
  expect(await statusOf(serials[62]!)).toEqual({ 1: 1 });
  expect(await floor.factory.as('admin', (ctx) => proveStock(ctx.trx))).toEqual([]);
});
