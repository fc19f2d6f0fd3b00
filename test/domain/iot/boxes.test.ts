/** 50 §3: what forms of boxes, stations and points refuse, and the secret of a box. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { fitsBoxSecret } from '../../../server/iot/secret';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let unit = '';
beforeAll(async () => {
  factory = await demoFactory();
  unit = await factory.as('admin', async (ctx) => {
    const [found] = await ctx.records.find('factoryUnit', "code == 'JJ'");
    return String(found?.id);
  });
});
afterAll(() => factory?.database.drop());

const save = (object: string, rec: Rec): Promise<Rec> =>
  factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, object, { rec, accept: [] }));
const act = (object: string, action: string, { id, version }: Rec, login = 'admin') =>
  factory.as(login, (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object(object), action, {
      targets: [{ id: String(id), version: Number(version) }],
      ask: {},
    }),
  );
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );
const count = (object: string): Promise<number> =>
  factory.as('admin', async (ctx) => (await ctx.records.find(object, 'true')).length);
const stored = (object: string, id: unknown) => factory.as('admin', (ctx) => ctx.records.get(object, String(id)));
const box = (code: string, more: Rec = {}) => save('cloudBox', { code, name: code, factoryUnit: unit, ...more });

describe('a cloud box', () => {
  it('has a code of its alphabet, a heartbeat within limits and each channel once', async () => {
    const before = await count('cloudBox');
    const wrong = '云盒编号只能包含字母、数字和「-」，长度4到32';
    expect(await refusal(box('CB_009'))).toBe(wrong);
    expect(await refusal(box('CB9'))).toBe(wrong);
    expect(await refusal(box('TB-009', { heartbeatSec: 9 }))).toBe('心跳周期必须在10到3600秒之间');
    const channel = (lineNo: number) => ({ id: newId(), lineNo, channelNo: 2, portType: '2' });
    expect(await refusal(box('TB-009', { channels: [channel(10), channel(20)] }))).toBe('通道号重复：2');
    expect(await count('cloudBox')).toBe(before);
    await box('TB-001');
    expect(await refusal(box('TB-001'))).toBe('编码「TB-001」已存在，请更换');
  });
  it('keeps its code once it was heard', async () => {
    const made = await box('TB-002');
    expect(await refusal(save('cloudBox', { id: made.id, version: made.version, code: 'TB-022' }))).toBe('done');
    await factory.as('admin', (ctx) => ctx.records.patch('cloudBox', String(made.id), { head: { lastAt: ctx.now } }));
    const { version } = (await stored('cloudBox', made.id)) ?? {};
    expect(await refusal(save('cloudBox', { id: made.id, version: version ?? 0, code: 'TB-222' }))).toContain(
      '已通信过，不能修改「云盒编号」',
    );
    expect((await stored('cloudBox', made.id))?.code).toBe('TB-022');
  });
  it('is told its secret once; the hash is kept, and the next secret ends the one before', async () => {
    const made = await box('TB-003');
    const first = await act('cloudBox', 'newSecret', made);
    const [shown] = (first.answer as { readonly rows: readonly Rec[] }).rows;
    expect(shown).toMatchObject({ code: 'TB-003', login: 'demo/TB-003', topic: 'iot/v1/demo/TB-003/' });
    expect(String(shown?.secret)).toHaveLength(32);
    const kept = await stored('cloudBox', made.id);
    expect(JSON.stringify(kept)).not.toContain(String(shown?.secret));
    expect(fitsBoxSecret(String(kept?.keyHash), String(shown?.secret))).toBe(true);
    const second = await act('cloudBox', 'newSecret', kept ?? {});
    const again = String((second.answer as { readonly rows: readonly Rec[] }).rows[0]?.secret);
    const { keyHash } = (await stored('cloudBox', made.id)) ?? {};
    expect(fitsBoxSecret(String(keyHash), String(shown?.secret))).toBe(false);
    expect(fitsBoxSecret(String(keyHash), again)).toBe(true);
    expect(await refusal(act('cloudBox', 'newSecret', (await stored('cloudBox', made.id)) ?? {}, 'sunhao'))).toBe(
      '没有权限，请联系管理员',
    );
  });
});

describe('a station', () => {
  it('stands on a channel of its box, with a number of its own', async () => {
    const before = await count('baseStation');
    const up = await box('TB-010', { channels: [{ id: newId(), lineNo: 10, channelNo: 2, portType: '2' }] });
    const station = (code: string, more: Rec) =>
      save('baseStation', { code, name: code, stationType: '2', box: up.id ?? null, factoryUnit: unit, ...more });
    expect(await refusal(station('TS-A', { channelNo: 1 }))).toBe('云盒「TB-010」没有通道1');
    await station('TS-A', { channelNo: 2, slaveNo: '3' });
    expect(await refusal(station('TS-B', { channelNo: 2, slaveNo: '3' }))).toBe(
      '同一通道站号重复：「TB-010」通道2 站号3',
    );
    expect(await count('baseStation')).toBe(before + 1);
  });
});

describe('a data point', () => {
  it('says what its limits, bit and range may be', async () => {
    const up = await box('TB-020');
    const point = (code: string, more: Rec = {}) =>
      save('dataPoint', { code, name: code, box: up.id ?? null, ...more });
    expect(await refusal(point('D 1'))).toBe('点位编码只能包含字母、数字和「-_./」');
    expect(await refusal(point('D100', { codec: '2', bit: 16 }))).toBe('位号必须在0到15之间');
    expect(await refusal(point('D100', { rangeLow: 5, rangeHigh: 5 }))).toBe('量程上限必须大于下限');
    const order = '限值必须满足 低低限≤低限<高限≤高高限';
    expect(await refusal(point('D100', { low: 10, high: 10 }))).toBe(order);
    expect(await refusal(point('D100', { low: 10, high: 20, highHigh: 19 }))).toBe(order);
    expect(await refusal(point('D100', { inLow: 4000, inHigh: 20000 }))).toContain('线性换算需填写四个值');
    await point('D100', { lowLow: 1, low: 10, high: 20, highHigh: 20 });
    expect(await refusal(point('D100'))).toBe('云盒「TB-020」已有点位「D100」');
    const other = await box('TB-021');
    expect(await refusal(point('D100', { box: other.id ?? null }))).toBe('done');
  });
  it('is mapped once, says so, and stays while it is', async () => {
    const up = await box('TB-030');
    const made = await save('dataPoint', { code: 'D200', name: '产量', box: up.id ?? null });
    // nothing was read yet: a new point shows no value
    expect([made.value, made.valueAt, made.q]).toEqual([null, null, null]);
    const [one, two] = await factory.as('admin', (ctx) =>
      ctx.records.find('pointMap', "code in ['DW00001', 'DW00005']", { sort: 'code' }),
    );
    const map = (to: Rec | undefined) =>
      save('pointMap', { id: to?.id ?? null, version: to?.version ?? 0, dataPoint: made.id ?? null });
    await map(one);
    expect(await refusal(map(two))).toBe('数据点「D200」已映射到设备「CNC-01」');
    expect((await stored('dataPoint', made.id))?.mapTo).toBe('CNC-01');
    expect(await refusal(act('dataPoint', 'del', made))).toBe(
      '点位「D200」已映射到设备「CNC-01」的计数信号，请先解除映射',
    );
    expect((await stored('cloudBox', up.id))?.unmapped).toBe(0);
  });
});
