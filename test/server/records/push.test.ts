import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pullsOf } from '../../../server/records/push/pulls';
import { linksCall, relatedCall } from '../../../server/records/save/write-calls';
import { openWorld, order, refusal, type Wire, type World } from '../../support/writes';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const PO = 'purchaseOrder';
const target = (saved: Wire): Wire => ({ id: saved.id, version: saved.version });
const stored = async (object: string, id: unknown): Promise<Wire> =>
  (await world.admin.records.get(object, id as string)) as Wire;
const now = async (object: string, id: unknown): Promise<Wire> => ({ id, version: (await stored(object, id)).version });
const audited = async (rows: Wire[] = [{}], more: Wire = {}): Promise<Wire> =>
  world.act(PO, 'audit', [target(await world.save(PO, order(world, more, rows)))]);
const rowsOf = (wire: Wire): Wire[] => (wire.record as Wire).items as Wire[];
const lineOf = (saved: Wire, at = 0): Wire => rowsOf(saved)[at] as Wire;
const ask = (line: Wire, qty?: number): Wire => ({ id: line.id, ...(qty === undefined ? {} : { ask: { qty } }) });
/** the unsaved receipts of a push */
const pushed = async (source: Wire, lines?: Wire[]): Promise<Wire[]> =>
  (await world.act(PO, 'receive', [{ ...(await now(PO, source.id)), ...(lines ? { rows: lines } : {}) }]))
    .records as Wire[];
const receive = (draft: Wire, more: Wire = {}, rows: Wire = {}): Promise<Wire> =>
  world.save('purchaseIn', {
    ...draft,
    warehouseId: world.ids.store,
    ...more,
    items: (draft.items as Wire[]).map((record) => ({ ...record, warehouseId: world.ids.store, ...rows })),
  });

describe('the push dialog', () => {
  it('lists lines with limit, used, open and asked', async () => {
    const source = await audited([
      { qty: 100, overRate: 10 },
      { materialId: world.ids.rod, qty: 8 },
    ]);
    const [draft] = await pushed(source, [ask(lineOf(source), 30)]);
    await receive(draft as Wire);
    const { lines, subject } = (await world.preview(PO, 'receive', [await now(PO, source.id)])) as {
      lines: Wire[];
      subject: string;
    };
    expect(subject).toBe('物料');
    expect(lines).toMatchObject([
      {
        rowId: lineOf(source).id,
        lineNo: 10,
        subject: expect.stringMatching(/^SR-08 .+/),
        unit: expect.any(String),
        limit: 110,
        used: 30,
        open: 80,
        // 100 ordered, 30 in a draft: what may come on top is for him who asks for it
        asked: 70,
        isOpen: true,
      },
      { rowId: lineOf(source, 1).id, lineNo: 20, limit: 8.4, used: 0, open: 8.4, asked: 8 },
    ]);
  });
});

describe('a push', () => {
  it('opens an unsaved receipt with head, rows, prices and links', async () => {
    const source = await audited([{ qty: 100 }]);
    const before = await world.count('purchase_in');
    const [draft] = await pushed(source);
    expect(await world.count('purchase_in')).toBe(before);
    expect(draft).toMatchObject({
      supplierId: world.ids.supplier,
      currency: 'CNY',
      bizDate: '2026-01-15',
      _actions: ['save'],
    });
    expect(draft).not.toHaveProperty('id');
    expect(((draft as Wire).items as Wire[])[0]).toMatchObject({
      materialId: world.ids.seal,
      qty: 100,
      price: 0.35,
      orderQty: 100,
      openQty: 100,
      srcType: PO,
      srcId: source.id,
      srcRowId: lineOf(source).id,
      srcNbr: (source.record as Wire).nbr,
      materialName: '密封圈',
      amount: 35,
    });
  });
  it('stamps the source when the receipt is saved, moves the stamp, and clears it', async () => {
    const source = await audited([{ qty: 100 }]);
    const stamp = async (): Promise<unknown> => ((await stored(PO, source.id)).items as Wire[])[0]?.sourceOrderNbr;
    const record = await receive((await pushed(source, [ask(lineOf(source), 40)]))[0] as Wire);
    expect(await stamp()).toBe((record.record as Wire).nbr);
    const two = await receive((await pushed(source, [ask(lineOf(source), 20)]))[0] as Wire);
    expect(await stamp()).toBe((record.record as Wire).nbr);
    await world.act('purchaseIn', 'void', [target(record)]);
    expect(await stamp()).toBe((two.record as Wire).nbr);
    await world.act('purchaseIn', 'del', [target(two)]);
    expect(await stamp()).toBe(null);
  });
  it('of more than is open names document, line and both quantities', async () => {
    const source = await audited([{ qty: 100, overRate: 0 }]);
    await receive((await pushed(source, [ask(lineOf(source), 60)]))[0] as Wire);
    const answer = await refusal(pushed(source, [ask(lineOf(source), 50)]));
    const { nbr } = source.record as Wire;
    expect(answer).toMatchObject({
      code: 203,
      text: `「${nbr}」第10行可下推数量40，本次50`,
      data: { rule: 'actions.receive', terms: { limit: 100, used: 60, open: 40, asked: 50 } },
    });
  });
  it('makes one receipt for each order, and none without open lines', async () => {
    const [record, two] = [await audited(), await audited()];
    const answer = await world.act(PO, 'receive', [await now(PO, record.id), await now(PO, two.id)]);
    expect(answer.records).toHaveLength(2);
    await receive((await pushed(record))[0] as Wire);
    expect((await refusal(pushed(record))).text).toBe('没有可下推入库的明细');
  });
  it('is refused before audit and without the right to the target', async () => {
    const draft = await world.save(PO, order(world));
    expect((await refusal(world.act(PO, 'receive', [target(draft)]))).text).toBe('当前状态不能下推入库');
    const source = await audited();
    const clerk = await world.as([{ functions: ['purchaseOrder:view', 'purchaseOrder:receive'] }]);
    expect(await refusal(world.act(PO, 'receive', [await now(PO, source.id)], {}, clerk))).toMatchObject({ code: 403 });
  });
});

describe('saving a sourced row', () => {
  it('needs only the source line; the server sets link, kept and ungranted values', async () => {
    const source = await audited([{ qty: 100, price: 0.36 }]);
    const keeper = await world.as([{ functions: ['purchaseIn:view', 'purchaseIn:add', 'purchaseOrder:view'] }], {
      super: true,
    });
    const saved = await world.save(
      'purchaseIn',
      {
        warehouseId: world.ids.store,
        items: [
          {
            id: lineOf(source).id?.toString().replace(/^.{8}/, '0192aaaa'),
            srcRowId: lineOf(source).id,
            qty: 10,
            price: 99,
            srcNbr: 'X',
            orderQty: 1,
          },
        ],
      },
      {},
      keeper,
    );
    const [line] = (await stored('purchaseIn', saved.id)).items as Wire[];
    expect(line).toMatchObject({
      qty: 10,
      price: 0.36,
      amount: 3.6,
      orderQty: 100,
      material: world.ids.seal,
      srcType: PO,
      srcId: source.id,
      srcNbr: (source.record as Wire).nbr,
    });
    expect(await stored('purchaseIn', saved.id)).toMatchObject({ supplier: world.ids.supplier });
  });
  it('keeps material and price of the order whatever the client sends', async () => {
    const source = await audited([{ qty: 100, price: 0.36 }]);
    const [draft] = await pushed(source);
    const saved = await receive(draft as Wire, {}, { materialId: world.ids.rod, unitId: world.ids.kg, price: 9 });
    expect(rowsOf(saved)[0]).toMatchObject({ materialId: world.ids.seal, unitId: world.ids.pcs, price: 0.36 });
  });
  it('checks the quantity again when it changes, its own given back', async () => {
    const source = await audited([{ qty: 100, overRate: 0 }]);
    const saved = await receive((await pushed(source, [ask(lineOf(source), 60)]))[0] as Wire);
    const change = (qty: number, at: Wire): Promise<Wire> =>
      world.save('purchaseIn', { ...target(at), items: { set: [{ id: rowsOf(at)[0]?.id, qty }], del: [] } });
    const after = await change(100, saved);
    const answer = await refusal(change(101, after));
    expect(answer.text).toBe(
      `订单${(source.record as Wire).nbr}第10行订购100，允许超收0%，已收0，最多可收100，本次101`,
    );
    expect(((await stored('purchaseIn', saved.id)).items as Wire[])[0]?.qty).toBe(100);
  });
  it('of a source that is not there, not audited, or out of reach is refused', async () => {
    const draft = await world.save(PO, order(world));
    const line = (srcRowId: unknown): Wire => ({
      supplierId: world.ids.supplier,
      warehouseId: world.ids.store,
      items: [{ srcRowId, qty: 1, warehouseId: world.ids.store }],
    });
    expect((await refusal(world.save('purchaseIn', line(draft.id)))).text).toBe('来源单据不存在或不能生成本单据');
    expect((await refusal(world.save('purchaseIn', line(lineOf(draft).id)))).text).toBe('当前状态不能下推入库');
    const source = await audited();
    const stranger = await world.as([{ functions: ['purchaseIn:view', 'purchaseIn:add'] }], { super: true });
    expect((await refusal(world.save('purchaseIn', line(lineOf(source).id), {}, stranger))).text).toBe(
      '数据不存在或无权查看',
    );
  });
  it('never changes the link of a stored row', async () => {
    const [record, two] = [await audited(), await audited()];
    const saved = await receive((await pushed(record))[0] as Wire);
    const after = await world.save('purchaseIn', {
      ...target(saved),
      remark: 'x',
      items: { set: [{ id: rowsOf(saved)[0]?.id, srcRowId: lineOf(two).id, srcNbr: 'Y', qty: 5 }], del: [] },
    });
    expect(rowsOf(after)[0]).toMatchObject({ srcRowId: lineOf(record).id, qty: 5 });
  });
});

describe('documents with children', () => {
  it('are not unaudited or voided; the refusal names the child', async () => {
    const source = await audited();
    const child = await receive((await pushed(source))[0] as Wire);
    const answer = await refusal(world.act(PO, 'unaudit', [await now(PO, source.id)]));
    expect(answer).toMatchObject({ code: 203, text: `已生成下级单据「${(child.record as Wire).nbr}」，不能反审核` });
    await world.act('purchaseIn', 'del', [target(child)]);
    expect((await world.act(PO, 'unaudit', [await now(PO, source.id)])).record).toMatchObject({ auditStatus: '1' });
  });
  it('know their children and parents, as far as the user may see them', async () => {
    const source = await audited();
    const child = await receive((await pushed(source))[0] as Wire);
    const page = (code: string) => world.registry.page(code)!;
    const down = await linksCall(world.admin, page(PO), { id: source.id });
    expect(down).toMatchObject({
      children: [{ object: 'purchaseIn', title: '采购入库', id: child.id }],
      parents: [],
      hidden: 0,
    });
    const up = await relatedCall(world.admin, { object: 'purchaseIn', id: child.id });
    expect(up).toMatchObject([{ direction: 'up', object: PO, id: source.id, auditStatus: '2' }]);
    const buyer = await world.as([{ functions: ['purchaseOrder:view'] }]);
    expect(await linksCall(buyer, page(PO), { id: source.id })).toMatchObject({ children: [], hidden: 1 });
  });
});

describe('two at once', () => {
  it('asking 60 and 60 of 100: one gets them, the other the sentence, nothing of his other rows is written', async () => {
    for (let n = 0; n < 3; n++) {
      const source = await audited([
        { qty: 100, overRate: 0 },
        { materialId: world.ids.rod, qty: 10 },
      ]);
      const lines = [ask(lineOf(source), 60), ask(lineOf(source, 1), 2)];
      const [record] = await pushed(source, lines);
      const [two] = await pushed(source, lines);
      const all = await Promise.allSettled([receive(record as Wire), receive(two as Wire)]);
      const refused = all
        .filter((result) => result.status === 'rejected')
        .map((result) => (result.reason as Error).message);
      expect(refused).toEqual([
        `订单${(source.record as Wire).nbr}第10行订购100，允许超收0%，已收0，最多可收40，本次60`,
      ]);
      const { lines: left } = (await world.preview(PO, 'receive', [await now(PO, source.id)])) as { lines: Wire[] };
      expect(left.map((line) => line.used)).toEqual([60, 2]);
    }
  });
  it('pushing several orders in different order do not wait in a circle', async () => {
    const sources = await Promise.all([audited(), audited(), audited()]);
    const drafts: Wire[] = [];
    for (const source of sources) drafts.push((await pushed(source, [ask(lineOf(source), 1)]))[0] as Wire);
    const mixed = (order: number[]): Wire => ({
      ...drafts[0],
      warehouseId: world.ids.store,
      items: order.map((at) => ({
        ...((drafts[at] as Wire).items as Wire[])[0],
        id: undefined,
        warehouseId: world.ids.store,
      })),
    });
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ];
    const all = await Promise.allSettled(orders.map((order) => world.save('purchaseIn', mixed(order), { accept: [] })));
    expect(all.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'ok'))).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
    ]);
  });
});

describe('选单', () => {
  it('offers the documents a new one may be made from, to who may see them, act on them and make it', async () => {
    const page = world.registry.page('purchaseIn')!;
    expect(pullsOf(world.admin, page)).toContainEqual({ page: PO, action: 'receive', title: '采购订单' });
    const keeper = await world.as([{ functions: ['purchaseIn:add', `${PO}:view`] }]);
    expect(pullsOf(keeper, page)).toEqual([]);
    const blind = await world.as([{ functions: ['purchaseIn:add', `${PO}:receive`] }]);
    expect(pullsOf(blind, page)).toEqual([]);
    const whole = await world.as([{ functions: ['purchaseIn:add', `${PO}:view`, `${PO}:receive`] }]);
    expect(pullsOf(whole, page)).toHaveLength(1);
  });
});

it('tells once which document was made of which source (docLink.pushed)', async () => {
  const source = await audited();
  const told = async () =>
    (
      await world.admin.trx
        .selectFrom('mw_outbox')
        .select(['object', 'record_id', 'nbr', 'data'])
        .where('event', '=', 'docLink.pushed')
        .where('record_id', '=', source.id as string)
        .execute()
    ).map(({ data, ...row }) => ({ ...row, data: typeof data === 'string' ? JSON.parse(data) : data }));
  expect(await told()).toEqual([]);
  const [draft] = await pushed(source, [ask(lineOf(source), 1)]);
  const saved = await receive(draft as Wire);
  const { nbr } = await stored(PO, source.id);
  const made = await stored('purchaseIn', saved.id);
  const one = { object: PO, record_id: source.id, nbr, data: { to: 'purchaseIn', toId: made.id, toNbr: made.nbr } };
  expect(await told()).toEqual([one]);
  await world.save('purchaseIn', { id: made.id, version: made.version, remark: '再存' });
  expect(await told()).toEqual([one]);
});
