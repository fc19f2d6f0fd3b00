/** 50 §6 and acceptance 10: what a tariff refuses when it is saved, published and retired; shares, quotas and bills. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { newId } from '../../../server/ids';
import { actsOf, asked, refusal, type Stored } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const acts = actsOf(() => factory);

const LOGIN = 'luyang';
const rows = (list: readonly Rec[]): Row[] => list.map((row, at) => ({ ...row, id: newId(), lineNo: (at + 1) * 10 }));
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));
const slot = (from: string, to: string, period = '3', more: Rec = {}): Rec => ({
  ...{ season: '全年', months: MONTHS, dayType: '1', from: `${from}:00`, to: `${to}:00`, period },
  ...more,
});
const PRICES = [
  { period: '2', price: 1 },
  { period: '3', price: 0.6 },
];
const WHOLE = [slot('00:00', '11:00'), slot('11:00', '11:30', '2'), slot('11:30', '00:00')];
const tariff = (code: string, { slots = WHOLE, tiers = [], prices = PRICES, ...more }: Given = {}): Promise<Stored> =>
  acts.save(
    'tariff',
    {
      ...{ code, name: code, energyType: '1', startDate: '2025-01-01', endDate: '2025-12-31' },
      ...{ slots: rows(slots), tiers: rows(tiers), prices: rows(prices), ...more },
    },
    LOGIN,
  );
interface Given {
  readonly slots?: readonly Rec[];
  readonly tiers?: readonly Rec[];
  readonly prices?: readonly Rec[];
  readonly energyType?: string;
  readonly startDate?: string;
  readonly endDate?: string | null;
  readonly pfStd?: string;
  readonly flatPrice?: number;
}
const publish = (rec: Stored) => acts.act('tariff', 'publish', rec, {}, [], LOGIN);
const count = (object: string): Promise<number> =>
  factory.as('admin', async (ctx) => (await ctx.records.find(object, 'true')).length);
const status = async (code: string): Promise<unknown> => (await acts.byCode('tariff', code)).status;

describe('a tariff', () => {
  it('covers every day once, in quarters, with prices', async () => {
    const before = await count('tariff');
    const wrong = (slots: readonly Rec[], more: Given = {}) => refusal(tariff('TF-01', { slots, ...more }));
    expect(await wrong([WHOLE[0]!, WHOLE[2]!])).toBe('时段必须覆盖24小时且不重叠：1月 工作日 11:00-11:30 未定义');
    expect(await wrong([slot('00:00', '11:10'), slot('11:10', '00:00')])).toBe('时段起止必须是15分钟的整数倍');
    expect(await wrong(WHOLE.map((row) => ({ ...row, months: MONTHS.slice(1) })))).toBe('12个月必须各属于一个季节');
    expect(await wrong([...WHOLE.slice(0, 2), slot('11:30', '00:00', '1')])).toBe('使用了未定价的时段：尖');
    expect(await wrong(WHOLE, { startDate: '2025-02-01', endDate: '2025-01-31' })).toBe('截止日期不能早于生效日期');
    expect(await refusal(tariff('DJ-2026'))).toBe('编码「DJ-2026」已存在，请更换');
    expect(await count('tariff')).toBe(before);
  });
  it('has tiers that follow each other', async () => {
    const tiers = [
      { fromQty: 0, toQty: 500, price: 3.8 },
      { fromQty: 600, price: 5 },
    ];
    const water = { energyType: '2', slots: [], prices: [], tiers };
    expect(await refusal(tariff('TF-02', water))).toBe('阶梯必须首尾相接，第2档起点应为500');
    const made = await tariff('TF-02', { ...water, tiers: [tiers[0]!, { fromQty: 500, price: 5 }] });
    expect(made.tiers).toHaveLength(2);
  });
  it('fills the power factor table of its standard, which may be changed', async () => {
    const made = await tariff('TF-03', { pfStd: '0.90' });
    expect(made.pfTable).toHaveLength(51);
    expect(made.pfTable).toContainEqual(expect.objectContaining({ pf: 0.68, percent: 12 }));
    const few = rows([{ pf: 0.9, percent: 1 }]);
    const changed = await acts.save('tariff', { id: made.id, version: made.version, pfTable: few }, LOGIN);
    expect(changed.pfTable).toMatchObject([{ pf: 0.9, percent: 1 }]);
    const service = await factory.as(LOGIN, async (ctx) => {
      const { tariffPfTable } = await import('../../../server/domain/energy/tariff');
      return tariffPfTable.run({ record: { pfStd: '0.85' } as never }, ctx);
    });
    expect(service).toMatchObject({ pfTable: { length: 51 } });
  });
  it('is published with a price, on days of its own', async () => {
    const bare = await tariff('TF-10', { slots: [], prices: [] });
    expect(await refusal(publish(bare))).toBe('请填写单价，或时段电价和时段表');
    const dry = await tariff('TF-11', { energyType: '2', slots: [], prices: [] });
    expect(await refusal(publish(dry))).toBe('请填写单价或阶梯');
    expect([await status('TF-10'), await status('TF-11')]).toEqual(['10', '10']);
    const year = await tariff('TF-2025');
    expect((await publish(year)).status).toBe('60');
    const before = await count('tariff');
    expect(await refusal(tariff('TF-12', { startDate: '2025-10-01', endDate: '2025-10-31' }))).toBe(
      '费率版本日期与「TF-2025」重叠：2025-10-01 至 2025-10-31',
    );
    expect(await refusal(tariff('TF-12', { startDate: '2025-12-01', endDate: null }))).toContain(
      '费率版本日期与「TF-2025」重叠：2025-12-01 至 2025-12-31',
    );
    expect(await count('tariff')).toBe(before);
  });
  it('that was valid before is found when it is published, too', async () => {
    const [a, b] = [await tariff('TF-13', SPRING), await tariff('TF-14', SPRING)];
    await publish(a);
    expect(await refusal(publish(b))).toBe('费率版本日期与「TF-13」重叠：2024-04-01 至 2024-06-30');
    expect(await status('TF-14')).toBe('10');
  });
  it('ends the open one it follows', async () => {
    const next = await tariff('QJ-2027', { ...GAS, startDate: '2026-03-01', endDate: null });
    await publish(next);
    expect(await acts.byCode('tariff', 'QJ-2026')).toMatchObject({ status: '60', endDate: '2026-02-28' });
    expect(await refusal(tariff('QJ-2028', { ...GAS, startDate: '2026-01-10', endDate: '2026-01-20' }))).toBe(
      '费率版本日期与「QJ-2026」重叠：2026-01-10 至 2026-01-20',
    );
  });
  it('never changes once it is published, and is retired to a day', async () => {
    const made = await publish(await tariff('TF-20', { startDate: '2023-01-01', endDate: '2023-12-31' }));
    expect(await refusal(acts.edit('tariff', 'TF-20', { flatPrice: 1 }))).toBe(
      '该费率已计费，不能修改，请复制为新版本',
    );
    expect((await acts.byCode('tariff', 'TF-20')).flatPrice).toBe(null);
    expect(await refusal(acts.act('tariff', 'del', made, {}, [], LOGIN))).not.toBe('done');
    const retired = await acts.act('tariff', 'retire', made, { endDate: '2023-06-30' }, [], LOGIN);
    expect(retired).toMatchObject({ status: '80', endDate: '2023-06-30' });
    expect(await refusal(acts.act('tariff', 'publish', made, {}, [], 'sunpeng'))).toBe('没有权限，请联系管理员');
  });
});
const SPRING = { startDate: '2024-04-01', endDate: '2024-06-30' };
const GAS = { energyType: '3', flatPrice: 4, slots: [], prices: [] };

describe('a share', () => {
  const share = async (percents: readonly (readonly [string, number])[], more: Rec = {}) => {
    const shares = [];
    for (const [code, percent] of percents) shares.push({ factoryUnit: await acts.id('factoryUnit', code), percent });
    const meter = await acts.id('energyMeter', 'EM-00');
    return acts.save('energyShare', { meter, startDate: '2026-01-01', rows: rows(shares), ...more }, LOGIN);
  };
  it('is whole', async () => {
    const before = await count('energyShare');
    expect(
      await refusal(
        share([
          ['JJ', 60],
          ['ZP', 38],
        ]),
      ),
    ).toBe('分摊比例合计为98.00%，必须等于100%');
    expect(
      await refusal(
        share([
          ['JJ', 60],
          ['JJ', 40],
        ]),
      ),
    ).toBe('分摊对象重复');
    const dept = await acts.id('dept', '111');
    const both = rows([{ factoryUnit: await acts.id('factoryUnit', 'JJ'), dept, percent: 100 }]);
    expect(await refusal(share([], { rows: both }))).toBe('用能单元和成本部门填写其中一个');
    expect(await count('energyShare')).toBe(before);
    await share([
      ['JJ', 60.5],
      ['ZP', 39.5],
    ]);
    expect(
      await refusal(
        share([
          ['JJ', 60],
          ['ZP', 40],
        ]),
      ),
    ).toBe('「EM-00」已有2026-01-01起的公摊');
  });
});

describe('a quota', () => {
  it('is of one place and year, in twelve months', async () => {
    const factoryUnit = await acts.id('factoryUnit', 'ZP');
    const quota = (more: Rec) => acts.save('energyQuota', { energyType: '1', year: 2026, ...more }, LOGIN);
    const before = await count('energyQuota');
    expect(await refusal(quota({}))).toContain('用能单元');
    expect(await refusal(quota({ scope: '3' }))).toContain('计量表');
    expect(await count('energyQuota')).toBe(before);
    const made = await quota({ factoryUnit, months: rows([{ qty: 10 }, { qty: 20 }]) });
    expect([(made.months as readonly Row[]).length, made.totalQty]).toEqual([12, 30]);
    expect(await refusal(quota({ factoryUnit }))).toBe('「装配车间」2026年的定额已存在，请修改已有的一份');
    const material = await acts.id('material', 'LA-100');
    expect(await refusal(quota({ factoryUnit, material }))).toContain('单耗定额');
    expect(await quota({ factoryUnit, material, perPiece: 0.9 })).toMatchObject({ perPiece: 0.9, months: [] });
  });
});

describe('a bill', () => {
  it('asks when it is more than 2 % off the own meter', async () => {
    const more = { energyType: '1', level: '1', readMode: '2', isFee: true, ratio: 100 };
    const [factoryUnit, by] = [await acts.id('factoryUnit', 'GC'), await acts.id('tariff', 'DJ-2026')];
    const meter = await acts.save(
      'energyMeter',
      { code: 'TB-00', name: '进线', factoryUnit, tariff: by, ...more },
      LOGIN,
    );
    for (const [readAt, value] of [
      ['2025-11-30 12:00:00', 95],
      ['2025-12-01 12:00:00', 105],
      ['2026-01-01 00:00:00', 200],
    ])
      await acts.save('meterReading', { meter: meter.id, readAt: readAt!, value: value! }, LOGIN);
    const bill = (billUse: number, accept: readonly string[] = []) =>
      acts.save(
        'energyBill',
        { energyType: '1', meter: meter.id, month: '2025-12-01', billUse, billAmount: 8000 },
        LOGIN,
        accept,
      );
    const before = await count('energyBill');
    expect(await asked(bill(10310))).toEqual(['账单用量与计量用量相差3.10%，请核对倍率与抄表日']);
    expect(await asked(bill(9690))).toEqual(['账单用量与计量用量相差3.10%，请核对倍率与抄表日']);
    expect(await count('energyBill')).toBe(before);
    expect(await bill(10200)).toMatchObject({ ownUse: 10000, diffUse: 200, diffAmount: null });
    expect(await refusal(bill(10000))).toBe('「TB-00」2025-12的账单已存在');
    const plain = await acts.id('energyMeter', 'EM-10');
    const wrong = { energyType: '1', meter: plain, month: '2025-12-01', billUse: 1, billAmount: 1 };
    expect(await refusal(acts.save('energyBill', wrong, LOGIN))).toContain('结算表');
  });
});
