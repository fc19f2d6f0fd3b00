/** 电费报表 and 水费报表 (50 §6): readings in, the bill out; amounts are for who may see them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Session } from '../../../server/ctx';

import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { getPageList } from '../../../server/records/list/list';
import { cellData } from '../../../server/records/report/cells';
import { getReportList } from '../../../server/records/report/list';
import { reportSheet } from '../../../server/records/report/sheet';
import { actsOf } from '../../support/demo-acts';
import { type Energy, energyOf } from '../../support/energy';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let energy: Energy;
const acts = actsOf(() => factory);
const PAGE = 'energyFee.electricity';
const DAY = ['2026-01-15', '2026-01-15'];
const JANUARY = ['2026-01-01', '2026-01-31'];
const DECEMBER = ['2025-12-01', '2025-12-31'];

beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-16 10:00:00');
  const days = ['2025-12-25', '2026-01-15'];
  energy = await energyOf(factory, days, ['TE-1', 'TE-2', 'TF-1', 'TF-2', 'TW-1']);
  const top = await energy.meter('TE-1', 'GC', { level: '1' });
  await energy.meter('TE-2', 'JJ', { level: '2', parent: top });
  await energy.send('TE-1', [
    ['2026-01-15 00:00:00', 0],
    ['2026-01-15 08:00:00', 251.3],
    ['2026-01-15 11:00:00', 551.3],
    ['2026-01-15 17:00:00', 939.8],
    ['2026-01-15 18:00:00', 989.8],
    ['2026-01-15 20:00:00', 1086.2],
    ['2026-01-15 22:00:00', 1139],
  ]);
  await energy.send('TE-2', [
    ['2026-01-15 00:00:00', 0],
    ['2026-01-15 08:00:00', 100],
  ]);
});
afterAll(() => factory?.database.drop());

const rows = (list: readonly Rec[]): Row[] => list.map((row, at) => ({ ...row, id: newId(), lineNo: (at + 1) * 10 }));
const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1));
/** 186,000 kWh in December, 2,000 of them at night, and once a quarter of 620 kW. */
const monthOfReadings = (): (readonly [time: string, x: number])[] => {
  let x = 0;
  return Array.from({ length: 31 }, (_, n) => {
    const date = `2025-12-${String(n + 1).padStart(2, '0')}`;
    const morning = x;
    const evening = x + (n === 30 ? 4000 : 6000);
    x = evening + (n < 20 ? 100 : 0);
    const peak = [[`${date} 08:00:00`, 2000] as const, [`${date} 08:15:00`, 2155] as const];
    return [[`${date} 00:00:00`, morning] as const, ...(n === 0 ? peak : []), [`${date} 22:00:00`, evening] as const];
  })
    .flat()
    .concat([['2026-01-01 00:00:00', 186_000]]);
};
const day = (body: object = {}) => energy.report(PAGE, { search: { day: DAY, grain: 'day' }, ...body });

describe('电费报表', () => {
  it('has 844.53 of the day by periods', async () => {
    const { records, summary } = await day();
    expect(records[0]).toMatchObject({
      ...{ use: 1139, fee1: 116.34, fee2: 405.06, fee3: 244.17, fee4: 78.96, fee5: 0 },
      ...{ useFee: 844.53, total: 844.53, avgPrice: 0.7415, unpriced: 0, basic: 0 },
    });
    expect(records[1]).toMatchObject({ use: 100, useFee: 31.42, total: 31.42 });
    // the meter below is told once
    expect(records.map(({ amount }) => amount)).toEqual([813.11, 31.42]);
    expect(summary).toMatchObject({ number: 1139, amount: 844.53 });
    expect(records[0]).toMatchObject({ numberTotal: 1139, amountTotal: 844.53 });
  });

  it('has 153,114.83 of the month of a fee meter, shared by energy fees, beside the bill', async () => {
    // a tariff of its own month: 184,000 kWh at 0.70 and 2,000 at 0.60 are 130,000.00
    const made = await acts.save('tariff', {
      ...{ code: 'DJ-T12', name: '十二月电价', energyType: '1', startDate: '2025-12-01', endDate: '2025-12-31' },
      ...{
        fundPrice: 0.0278,
        basicMode: '2',
        demandPrice: 38,
        pfStd: '0.90',
      },
      prices: rows([
        { period: '3', price: 0.7 },
        { period: '4', price: 0.6 },
      ]),
      slots: rows([
        { ...{ season: '全年', months: MONTHS, dayType: '1', period: '3' }, from: '00:00:00', to: '22:00:00' },
        { ...{ season: '全年', months: MONTHS, dayType: '1', period: '4' }, from: '22:00:00', to: '00:00:00' },
      ]),
    });
    await acts.act('tariff', 'publish', made);
    const fee = await energy.meter('TF-1', 'GC', { level: '1', isFee: true, tariff: made.id, ratedKva: 800 });
    await energy.meter('TF-2', 'ZP', { level: '2', parent: fee });
    await energy.send('TF-1', monthOfReadings());
    await energy.send(
      'TF-1',
      [
        ['2025-12-01 00:00:00', 0],
        ['2025-12-31 23:00:00', 78_000],
      ],
      'Q',
    );
    await energy.send('TF-2', [
      ['2025-12-21 00:00:00', 0],
      ['2025-12-21 22:00:00', 18_600],
    ]);
    await acts.save('energyBill', {
      energyType: '1',
      meter: fee,
      month: '2025-12-01',
      billUse: 186_000,
      billAmount: 153_200,
    });
    const { records, summary } = await energy.report(PAGE, { search: { day: DECEMBER, grain: 'month' } });
    const [whole, shop] = ['TF-1', 'TF-2'].map((code) => records.find(({ meter }) => String(meter).includes(code)));
    expect(whole).toMatchObject({
      ...{ period: '2025-12', use: 186_000, basic: 23_560, adjust: -445.17, total: 153_114.83, useFee: 130_000 },
      ...{ billAmount: 153_200, billDiff: 85.17 },
    });
    expect(shop).toMatchObject({ use: 18_600, useFee: 13_020, basic: 2_359.62, adjust: -44.59 });
    expect(summary?.amount).toBe(whole?.total);
    const used = await energy.report('energyUse.electricity', { search: { day: DECEMBER, grain: 'month' } });
    expect(used.records.find(({ meter }) => String(meter).includes('TF-1'))).toMatchObject({ demand: 620, pf: 0.9222 });
  });

  it('tells nobody without the right an amount, on no way', async () => {
    const looks = await factory.as('luyang', async (ctx): Promise<Session> => {
      const { rights } = ctx.session;
      return { ...ctx.session, rights: { ...rights, has: (code) => code !== 'energyFee:amount' && rights.has(code) } };
    });
    const as = <T>(work: (ctx: EngineCtx) => Promise<T>) =>
      factory.engine.runAs(looks, (ctx) => work(ctx as EngineCtx));
    const body = { search: { day: DAY, grain: 'day' } };
    const { records, summary } = await as((ctx) => getReportList(ctx, ctx.registry.page(PAGE)!, body));
    expect(records[0]).toMatchObject({ use: 1139 });
    const hidden = [
      'amount',
      'total',
      'useFee',
      'fee1',
      'avgPrice',
      'share',
      'quotaAmount',
      'billAmount',
      'amountTotal',
    ];
    for (const code of hidden) expect(records[0]).not.toHaveProperty(code);
    expect(summary).not.toHaveProperty('amount');
    const sheet = await as((ctx) => reportSheet(ctx, ctx.registry.page(PAGE)!, body));
    expect(sheet.columns.map(({ code }) => code).filter((code) => hidden.includes(code))).toEqual([]);
    const cell = { report: 'energyFee', chart: { chart: 'number', y: ['amount'] } };
    const chart = await as((ctx) => cellData(ctx, { key: 'a', given: cell }, () => undefined));
    expect(chart).toMatchObject({ code: 403 });
    const sorted = as((ctx) => getReportList(ctx, ctx.registry.page(PAGE)!, { ...body, sort: '-amount' }));
    await expect(sorted).rejects.toMatchObject({ code: 400 });
    // what the supplier charges and what may be spent are amounts too
    const [bill] = (await as((ctx) => getPageList(ctx, ctx.registry.page('energyBill')!, {}))).records;
    expect(bill).toMatchObject({ billUse: 186_000 });
    for (const code of ['billAmount', 'diffAmount', 'basicAmount', 'file']) expect(bill).not.toHaveProperty(code);
    const [quota] = (await as((ctx) => getPageList(ctx, ctx.registry.page('energyQuota')!, {}))).records;
    expect(quota).toHaveProperty('totalQty');
    expect(quota).not.toHaveProperty('totalAmount');
  });

  it('opens for 能源管理员 and 管理层', async () => {
    const holds = (login: string) =>
      factory.as(login, async ({ session: { rights } }) =>
        ['energyUse:view', 'energyFee:view', 'energyFee:amount'].map((right) => rights.has(right)),
      );
    expect(await holds('luyang')).toEqual([true, true, true]);
    expect(await holds('liuqiang')).toEqual([false, false, false]);
  });
});

describe('水费报表', () => {
  it('has 226.40 of the day whose month crosses a step', async () => {
    await energy.meter('TW-1', 'GC', { energyType: '2', level: '1' });
    await energy.send('TW-1', [
      ['2026-01-14 08:00:00', 0],
      ['2026-01-14 20:00:00', 480],
      ['2026-01-15 06:00:00', 480],
      ['2026-01-15 12:00:00', 520],
    ]);
    const { records } = await energy.report('energyFee.water', { search: { day: DAY, grain: 'day' } });
    const row = records.find(({ meter }) => String(meter).includes('TW-1'));
    expect(row).toMatchObject({ use: 40, useFee: 176, sewage: 50.4, total: 226.4 });
    const month = await energy.report('energyFee.water', { search: { day: JANUARY, grain: 'month' } });
    expect(month.records.find(({ meter }) => String(meter).includes('TW-1'))).toMatchObject({ use: 520 });
  });
});
