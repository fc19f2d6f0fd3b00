/** 设备服务 (50 §3): ordered, assigned, finished, sent back, confirmed; what it costs, and what is refused with nothing written. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { serviceOrder } from '../../../server/domain/iot/service-order';
import { newId } from '../../../server/ids';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { saveRecord } from '../../../server/records/save/save';
import { actsOf, refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

const ENGINEER = 'sunpeng';
let factory: Factory;
const acts = actsOf(() => factory);
beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-15 10:00:00');
});
afterAll(() => factory?.database.drop());

const order = async (more: Rec = {}, login = ENGINEER): Promise<Stored> => {
  const [equipment, urgency] = [await acts.id('equipment', 'CNC-02'), await acts.id('urgency', 'JJ02')];
  const head = { equipment, urgency, serviceType: '1', desc: '异响', expectAt: '2026-01-16 09:00:00', ...more };
  return acts.save('serviceOrder', head, login);
};
const act = (action: string, rec: Stored, ask: Rec = {}, login = ENGINEER) =>
  acts.act('serviceOrder', action, rec, ask, [], login);
const read = (id: string): Promise<Stored> =>
  factory.as('admin', async (ctx) => (await ctx.records.get('serviceOrder', id)) as Stored);
const assigned = async (more: Rec = {}): Promise<Stored> =>
  act('assign', await order(more), {
    supplierId: await acts.id('supplier', 'GYS0008'),
    expectAt: '2026-01-16 09:00:00',
  });
const DONE = { finishAt: '2026-01-15 09:50:00', cause: '磨损', measure: '更换轴承', result: '1', laborFee: 300 };
const finished = async (more: Rec = {}): Promise<Stored> => act('finish', await assigned(), { ...DONE, ...more });
const asked = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: { readonly data?: { readonly warnings?: readonly { readonly text: string }[] } }) =>
      (error.data?.warnings ?? []).map(({ text }) => text),
  );
const listed = (scheme: string, login = ENGINEER): Promise<readonly string[]> =>
  factory.as(login, async (ctx) => {
    const engine = ctx as EngineCtx;
    const page = engine.registry.page('serviceOrder')!;
    return (await getPageList(engine, page, { scheme, size: 100 })).records.map(({ nbr }) => String(nbr));
  });

describe('the demo factory', () => {
  it('has one that is done for 1,850.00, one that runs and one that waits', async () => {
    const rows = await factory.as('admin', (ctx) => ctx.records.find('serviceOrder', 'true', { sort: 'nbr' }));
    expect(rows.map(({ nbr, docStatus, totalFee }) => [nbr, docStatus, totalFee])).toEqual([
      ['SBFW202601090001', '60', 1850],
      ['SBFW202601120001', '30', 0],
      ['SBFW202601150001', '10', 0],
    ]);
    expect(rows[0]).toMatchObject({ arriveAt: '2026-01-09 13:30:00', result: '1', score: 5 });
    expect(await listed('open')).toEqual(['SBFW202601150001', 'SBFW202601120001']);
  });
});

describe('an order', () => {
  it('takes what it needs of its device, is assigned, finished and confirmed', async () => {
    const made = await order();
    const device = await acts.byCode('equipment', 'CNC-02');
    expect(made).toMatchObject({ docStatus: '10', source: '1', factoryUnit: device.factoryUnit, maker: device.maker });
    const supplierId = await acts.id('supplier', 'GYS0008');
    const given = await act('assign', made, { supplierId, engineer: '马骏', expectAt: '2026-01-16 09:00:00' });
    expect(given).toMatchObject({
      docStatus: '30',
      supplier: supplierId,
      engineer: '马骏',
      assignAt: '2026-01-15 10:00:00',
    });

    const parts = [
      { id: newId(), name: '主轴轴承', qty: 2, price: 180.005 },
      { id: newId(), name: '密封圈', qty: 3, price: 0.333 },
    ];
    const worked = await factory.as(
      ENGINEER,
      (ctx) =>
        saveRecord(ctx as EngineCtx, 'serviceOrder', {
          rec: {
            id: given.id,
            version: given.version,
            arriveAt: '2026-01-15 08:30:00',
            startAt: '2026-01-15 08:40:00',
          },
          changes: { parts: { set: parts, del: [] } },
          accept: [],
        }) as Promise<Stored>,
    );
    // 2 × 180.005 = 360.01; 3 × 0.333 = 0.999, so 1.00
    expect(worked).toMatchObject({ partsFee: 361.01, totalFee: 361.01 });
    const done = await act('finish', worked, { ...DONE, startAt: '2026-01-15 08:40:00', laborFee: 300, otherFee: 50 });
    expect(done).toMatchObject({ docStatus: '50', laborFee: 300, totalFee: 711.01, measure: '更换轴承' });
    const closed = await act('confirm', done, { score: 4, comment: '及时' });
    expect(closed).toMatchObject({ docStatus: '60', score: 4, comment: '及时' });
    expect(await refusal(act('void', closed))).not.toBe('done');
  });

  it('keeps what is said on the way, each line with its moment and person', async () => {
    const given = await assigned();
    const noted = await act('note', given, { text: '已约周五上午' });
    const again = await act('note', noted, { text: '改到周六' });
    expect((again.trail as readonly Rec[]).map(({ text, at }) => [text, at])).toEqual([
      ['已约周五上午', '2026-01-15 10:00:00'],
      ['改到周六', '2026-01-15 10:00:00'],
    ]);
  });

  it('is not finished before it began or in the future', async () => {
    const given = await assigned();
    const early = act('finish', given, { ...DONE, startAt: '2026-01-15 09:51:00' });
    expect(await refusal(early)).toBe('完成时间不能早于开始时间');
    expect(await refusal(act('finish', given, { ...DONE, finishAt: '2026-01-15 10:01:00' }))).toBe(
      '完成时间不能晚于当前时间',
    );
    expect(await refusal(act('finish', given, { ...DONE, cause: null }))).toContain('原因');
    expect(await read(given.id)).toMatchObject({ docStatus: '30', finishAt: null, result: null });
  });

  it('is not confirmed unsolved: it goes back with its reason', async () => {
    const done = await finished({ result: '3' });
    expect(await refusal(act('confirm', done, { score: 1 }))).toBe('结果为「未解决」时不能确认完成，请退回');
    expect(await read(done.id)).toMatchObject({ docStatus: '50', result: '3' });
    expect(await refusal(act('confirm', done, {}))).toContain('评分');
    const back = await act('back', done, { reason: '仍有异响' });
    expect(back).toMatchObject({ docStatus: '30' });
    expect((back.trail as readonly Rec[]).at(-1)).toMatchObject({ text: '退回：仍有异响' });
    expect(await act('finish', back, DONE)).toMatchObject({ docStatus: '50', result: '1' });
    expect(await listed('confirm')).toContain(done.nbr);
  });

  it('asks before a device in warranty costs money', async () => {
    await acts.edit('equipment', 'CNC-05', { warrantyEnd: '2026-12-31' });
    const given = await assigned({ equipment: await acts.id('equipment', 'CNC-05') });
    const finish = (accept: readonly string[] = []) =>
      factory.as(ENGINEER, (ctx) =>
        runAction(ctx as EngineCtx, ctx.records.object('serviceOrder'), 'finish', {
          targets: [{ id: given.id, version: given.version }],
          ask: DONE,
          accept: [...accept],
        }),
      );
    expect(await asked(finish())).toEqual(['设备质保至2026-12-31，本次服务仍有费用300元，是否继续？']);
    expect(await read(given.id)).toMatchObject({ docStatus: '30' });
    const free = await act('finish', given, { ...DONE, laborFee: 0 });
    expect(free).toMatchObject({ docStatus: '50', inWarranty: true, totalFee: 0 });
  });

  it('says what is wrong with its parts', async () => {
    const given = await assigned();
    const parts = [{ id: newId(), name: '轴承', qty: 0, price: 1 }];
    const saved = factory.as(ENGINEER, (ctx) =>
      saveRecord(ctx as EngineCtx, 'serviceOrder', {
        rec: { id: given.id, version: given.version },
        changes: { parts: { set: parts, del: [] } },
        accept: [],
      }),
    );
    expect(await refusal(saved)).toBe('第10行数量必须大于0');
    expect((await read(given.id)).parts).toEqual([]);
  });

  it('is one for what it was made from, until it is void', async () => {
    const made = await order();
    const srcId = newId();
    const { database, org } = factory;
    await sql`UPDATE ${sql.id(org.schema, 'service_order')} SET src_type = 'prdReport', src_id = ${srcId} WHERE id = ${made.id}`.execute(
      database.db,
    );
    const said = () =>
      factory.as(ENGINEER, async (ctx) => {
        const again = { ...(await ctx.records.get('serviceOrder', made.id))!, id: newId(), nbr: null };
        return (await serviceOrder.check!(again, null, ctx)).map(({ text }) => text);
      });
    expect(await said()).toEqual([`该单据已生成设备服务单${made.nbr}，不可重复生成`]);
    await act('void', await read(made.id));
    expect(await said()).toEqual([]);
  });

  it('is late when nobody came in time', async () => {
    const late = await assigned({ expectAt: '2026-01-16 09:00:00' });
    factory.setNow('2026-01-16 09:00:01');
    expect(await listed('late')).toContain(late.nbr);
    factory.setNow('2026-01-15 10:00:00');
    expect(await listed('late')).not.toContain(late.nbr);
  });

  it('is for who has the right', async () => {
    expect(await refusal(order({}, 'sunhao'))).toBe('没有权限，请联系管理员');
    const made = await order();
    const supplierId = await acts.id('supplier', 'GYS0008');
    expect(await refusal(act('assign', made, { supplierId, expectAt: '2026-01-16 09:00:00' }, 'liuqiang'))).toBe(
      '没有权限，请联系管理员',
    );
    const buys = await acts.id('supplier', 'GYS0001');
    const wrong = await refusal(act('assign', made, { supplierId: buys, expectAt: '2026-01-16 09:00:00' }));
    expect(wrong).not.toBe('done');
    expect(await read(made.id)).toMatchObject({ docStatus: '10', supplier: null });
  });
});
