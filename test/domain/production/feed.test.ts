/** 上料 (30 §4 feedRecord): what stands against a feed, in its order; what is set aside in stock; 下料, 撤销, 续用; the last pieces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { type FeedFacts, feedRefusal } from '../../../server/domain/production/feed-guards';
import type { EngineCtx } from '../../../server/records/host';
import { resolveRecord } from '../../../server/records/read/resolve';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { type Released, shopOf } from '../../support/shop';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let lot: Released;
let next: Released;
const acts = actsOf(() => factory);
const { id, save, act, byCode } = acts;
const shop = shopOf(() => factory, acts);

beforeAll(async () => {
  factory = await demoFactory();
  lot = await shop.released('LA-100', 40);
  next = await shop.released('LA-100', 10);
});
afterAll(() => factory?.database.drop());

const feed = async (material: string, batchNbr: string | null, qty: number, more: Rec = {}): Promise<Stored> =>
  save('feedRecord', {
    orderProcess: lot.ops['10']!.id,
    material: await id('material', material),
    batchNbr,
    qty,
    ...more,
  });
const count = (): Promise<number> =>
  factory.as('admin', async (ctx) => (await ctx.records.find('feedRecord', 'true')).length);
const refused = async (...of: Parameters<typeof feed>): Promise<string> => {
  const before = [await count(), await shop.balances('XB-ZP', of[0])];
  const said = await refusal(feed(...of));
  expect([await count(), await shop.balances('XB-ZP', of[0])]).toEqual(before);
  return said;
};
describe('what stands against a feed', () => {
  it('is a material that the work order does not use', async () => {
    await shop.beside('XB-ZP', 'MT-24', 5, { batchNbr: '2601120009' });
    expect(await refused('MT-24', '2601120009', 1)).toBe(
      `批次2601120009的物料「电机」不在工单${lot.workOrder.nbr}的用料清单中`,
    );
  });
  it('is a lot that waits for its check', async () => {
    await shop.beside('XB-ZP', 'MT-12', 5, { batchNbr: '2601120010', status: '2' });
    expect(await refused('MT-12', '2601120010', 1)).toBe('批次2601120010为待检，不能上料');
  });
  it('is a lot that is over', async () => {
    await shop.beside('XB-ZP', 'MT-12', 5, { batchNbr: '2601120011', expireDate: '2026-01-10' });
    expect(await refusal(feedAs('wangqiang', 'MT-12', '2601120011', 1))).toBe(
      '批次2601120011已于2026-01-10过期，不能上料',
    );
  });
  it('is a lot that lies elsewhere', async () => {
    await shop.beside('CK01', 'MT-12', 5, { batchNbr: '2601120012' });
    expect(await refused('MT-12', '2601120012', 1)).toBe('批次2601120012未发至「装配车间线边仓」，请先领料');
  });
  it('is more than lies free beside the line', async () => {
    await shop.beside('XB-ZP', 'MT-12', 20, { batchNbr: '2601120013' });
    expect(await refused('MT-12', '2601120013', 30)).toBe('线边可用20，最多可上料20，本次30');
    const made = await feed('MT-12', '2601120013', 15, { fifoReason: '过期批次待处理' });
    expect(made).toMatchObject({ docStatus: '30', remain: 15, workOrderNbr: lot.workOrder.id, opNbr: 10 });
    expect(await refused('MT-12', '2601120013', 6)).toBe('线边可用5，最多可上料5，本次6');
    await act('feedRecord', 'cancel', made);
  });
  it('is an older lot, unless a reason is given', async () => {
    factory.setNow('2026-01-15 10:30:00');
    await shop.beside('XB-ZP', 'SR-08', 10, { batchNbr: '2601050091' });
    factory.setNow('2026-01-15 10:40:00');
    await shop.beside('XB-ZP', 'SR-08', 10, { batchNbr: '2601120091' });
    expect(await refused('SR-08', '2601120091', 1)).toBe('存在更早批次2601050091，请按先进先出上料');
    const made = await feed('SR-08', '2601120091', 1, { fifoReason: '旧批次在返检' });
    await act('feedRecord', 'cancel', made);
    // when nothing of the older one is free it stands in nobody's way
    const all = await feed('SR-08', '2601050091', 10);
    await act('feedRecord', 'unload', await feed('SR-08', '2601120091', 1));
    await act('feedRecord', 'unload', all);
  });
  it('is what the form itself sees', async () => {
    expect(await refused('SR-08', null, 1)).toBe('物料「密封圈」按批次管理，请填写批次');
    expect(await refused('SR-08', '2601050091', 0)).toBe('上料数必须大于0');
    expect(await refused('SR-08', '2601050091', 1.5)).toBe('单位「件」最多0位小数');
    expect(await refused('SR-08', '2601050091', 1, { orderProcess: null })).toBe('请填写工序任务或设备');
  });
});
const feedAs = async (login: string, material: string, batchNbr: string, qty: number): Promise<Stored> =>
  save(
    'feedRecord',
    { orderProcess: lot.ops['10']!.id, material: await id('material', material), batchNbr, qty },
    login,
  );

describe('the guards in their order', () => {
  const facts = (more: Partial<FeedFacts> = {}): FeedFacts => ({
    material: '齿轮箱',
    batchNbr: 'B2',
    qty: 30,
    workOrder: { nbr: 'GD1', isListed: false },
    status: '待检',
    expired: '2026-01-10',
    held: 'DJ1',
    lineSide: '装配车间线边仓',
    lots: [],
    fifo: '2',
    hasReason: true,
    ...more,
  });
  const beside = (batchNbr: string, free: number, firstInAt: string) => ({
    key: {
      material: 'm',
      attrKey: null,
      warehouse: 'w',
      position: null,
      batchNbr,
      qualityStatus: '1',
      owner: 'self',
      stage: null,
    },
    qty: free,
    free,
    expireDate: null,
    firstInAt,
    holdFlag: false,
    isUsable: true,
  });
  it('are asked one after the other', () => {
    const said = (more: Partial<FeedFacts>) => feedRefusal(facts(more))?.text;
    expect(said({})).toBe('批次B2的物料「齿轮箱」不在工单GD1的用料清单中');
    const listed = { workOrder: { nbr: 'GD1', isListed: true } };
    expect(said(listed)).toBe('批次B2为待检，不能上料');
    expect(said({ ...listed, status: null })).toBe('批次B2已被DJ1召回冻结，不能上料');
    const good = { ...listed, status: null, held: null };
    expect(said(good)).toBe('批次B2已于2026-01-10过期，不能上料');
    expect(said({ ...good, expired: null })).toBe('批次B2未发至「装配车间线边仓」，请先领料');
    const [b1, b2] = [beside('B1', 5, '2026-01-01 08:00:00'), beside('B2', 20, '2026-01-02 08:00:00')];
    const there = { ...good, expired: null, lots: [b2, b1] };
    expect(said(there)).toBe('线边可用20，最多可上料20，本次30');
    expect(said({ ...there, qty: 20 })).toBe('存在更早批次B1，请按先进先出上料');
    expect(said({ ...there, qty: 20, fifo: '1', hasReason: false })).toBe('存在更早批次B1，请按先进先出上料');
    expect(said({ ...there, qty: 20, fifo: '1' })).toBeUndefined();
    expect(said({ ...there, qty: 20, fifo: '0', hasReason: false })).toBeUndefined();
    expect(said({ ...there, qty: 20, lots: [b2, { ...b1, isUsable: false }] })).toBeUndefined();
    expect(said({ ...there, qty: 20, lots: [b2, { ...b1, free: 0 }] })).toBeUndefined();
  });
});

describe('a feed', () => {
  it('is set aside in stock until it is taken back', async () => {
    await shop.beside('XB-ZP', 'CTN-20', 12);
    const made = await feed('CTN-20', null, 8);
    expect(await shop.balances('XB-ZP', 'CTN-20')).toEqual({ '': [12, 8] });
    const off = await act('feedRecord', 'unload', made);
    expect(off).toMatchObject({ docStatus: '80', unloadQty: 8, remain: 0 });
    expect(await shop.balances('XB-ZP', 'CTN-20')).toEqual({ '': [12, 0] });
    expect(await refusal(act('feedRecord', 'cancel', off))).not.toBe('done');
  });
  it('is undone only while nothing of it is used', async () => {
    const made = await feed('CTN-20', null, 8);
    await factory.as('admin', (ctx) => ctx.records.patch('feedRecord', made.id, { head: { usedQty: 3 } }));
    const used = await shop.get('feedRecord', made.id);
    expect(await refusal(act('feedRecord', 'cancel', used))).toBe('已耗用3，不能撤销上料');
    await factory.as('admin', (ctx) => ctx.records.patch('feedRecord', made.id, { head: { usedQty: 0 } }));
    const gone = await act('feedRecord', 'cancel', await shop.get('feedRecord', made.id));
    expect(gone).toMatchObject({ docStatus: '90', remain: 0 });
    expect(await shop.balances('XB-ZP', 'CTN-20')).toEqual({ '': [12, 0] });
  });
  it('goes on at another operation with what is left', async () => {
    const made = await feed('CTN-20', null, 8, { equipment: await id('equipment', 'AL-01') });
    const off = await act('feedRecord', 'carry', made, { orderProcessId: next.ops['10']!.id });
    expect(off).toMatchObject({ docStatus: '80', unloadQty: 8 });
    const [on] = await factory.as('admin', (ctx) =>
      ctx.records.find('feedRecord', 'orderProcess == param.op', { param: { op: next.ops['10']!.id } }),
    );
    expect(on).toMatchObject({ qty: 8, docStatus: '30', equipment: made.equipment, workOrderNbr: next.workOrder.id });
    expect(await shop.balances('XB-ZP', 'CTN-20')).toEqual({ '': [12, 8] });
    await act('feedRecord', 'unload', await shop.get('feedRecord', on!.id as string));
  });
  it('is changed by nobody', async () => {
    const made = await feed('CTN-20', null, 2);
    expect(await refusal(save('feedRecord', { id: made.id, version: made.version, qty: 3 }))).not.toBe('done');
    expect(await shop.get('feedRecord', made.id)).toMatchObject({ qty: 2 });
    await act('feedRecord', 'cancel', made);
  });
  it('of the last pieces is given to one of two who want them', async () => {
    await shop.beside('XB-ZP', 'MT-12', 7, { batchNbr: '2601120014' });
    const reason = { fifoReason: '抢料' };
    const both = await Promise.allSettled([
      feed('MT-12', '2601120014', 7, reason),
      feed('MT-12', '2601120014', 7, reason),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(String(lost?.status === 'rejected' && lost.reason.message)).toBe('线边可用0，最多可上料0，本次7');
    expect((await shop.balances('XB-ZP', 'MT-12'))['2601120014']).toEqual([7, 7]);
  });
  it('is proposed by its lot', async () => {
    const ask = (record: Rec) =>
      factory.as('admin', (ctx) => (ctx as EngineCtx).host.services.get('feed.propose')!.run({ record } as never, ctx));
    await shop.beside('XB-ZP', 'MT-12', 100, { batchNbr: '2601120015' });
    expect(await ask({ orderProcess: lot.ops['10']!.id, batchNbr: '2601120015' })).toMatchObject({
      material: await id('material', 'MT-12'),
      qty: 33,
    });
    expect(await ask({ orderProcess: lot.ops['10']!.id, batchNbr: 'nothing' })).toBeNull();
    expect((await byCode('material', 'MT-12')).name).toBe('电机');
    // the form takes it over as any record: the id under its own key, the name beside it
    const sent = { orderProcessId: lot.ops['10']!.id, batchNbr: '2601120015' };
    const { values } = await factory.as('admin', (ctx) =>
      resolveRecord(ctx as EngineCtx, (ctx as EngineCtx).registry.page('feedRecord')!, {
        record: sent,
        want: ['rules.lot'],
      }),
    );
    expect(values['rules.lot']).toMatchObject({
      materialId: await id('material', 'MT-12'),
      material: 'MT-12',
      unit: '件',
      qty: 33,
    });
  });
});
