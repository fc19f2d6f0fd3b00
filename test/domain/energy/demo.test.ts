/** 50 §9: meters, tariffs and quotas of the demo factory, and who opens their pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actsOf } from '../../support/demo-acts';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());
const acts = actsOf(() => factory);

describe('energy in the demo factory', () => {
  it('has its meters as a tree, one of them a formula', async () => {
    const fee = await acts.byCode('energyMeter', 'EM-00');
    expect(fee).toMatchObject({ ratio: 400, isFee: true, ratedKva: 630, status: '2' });
    expect(await acts.byCode('energyMeter', 'EM-10')).toMatchObject({ ratio: 40, parent: fee.id });
    expect(await acts.byCode('energyMeter', 'EM-09')).toMatchObject({ formula: 'EM-00 - EM-10 - EM-20 - EM-30' });
    expect(await acts.byCode('energyMeter', 'GM-00')).toMatchObject({ gasStd: true, energyType: '3' });
    expect(await acts.byCode('energyMeter', 'WM-10')).toMatchObject({ lastValue: 1531, status: '1' });
    const readings = await factory.as('luyang', (ctx) => ctx.records.find('meterReading', 'true', { sort: 'readAt' }));
    expect(readings.map(({ delta, source }) => [delta, source])).toEqual([
      [null, '2'],
      [6.5, '2'],
      [6.5, '2'],
    ]);
  });
  it('has published tariffs', async () => {
    const power = await acts.byCode('tariff', 'DJ-2026');
    expect(power).toMatchObject({ status: '60', demandPrice: 38, pfStd: '0.90', fundPrice: 0.0278 });
    expect(power.slots).toHaveLength(12);
    expect(power.pfTable).toHaveLength(51);
    expect(await acts.byCode('tariff', 'SJ-2026')).toMatchObject({ status: '60', sewagePrice: 1.4 });
    expect(await acts.byCode('tariff', 'QJ-2026')).toMatchObject({ status: '60', flatPrice: 3.65 });
  });
  it('has a quota for the machining shop, in months', async () => {
    const quotas = await factory.as('luyang', async (ctx) => {
      const heads = await ctx.records.find('energyQuota', "factoryUnit.code == 'JJ'");
      return ctx.records.many(
        'energyQuota',
        heads.map(({ id }) => id),
        { rows: true },
      );
    });
    expect(quotas).toHaveLength(1);
    expect(quotas[0]?.months.slice(0, 2).map(({ month, qty }) => [month, qty])).toEqual([
      ['1月', 62000],
      ['2月', 62000],
    ]);
    expect(quotas[0]).toMatchObject({ place: '机加车间', year: 2026, totalQty: 744000 });
  });
  it('has rules and what they said: a demand, a leak, a jump that was dealt with', async () => {
    const alerts = await factory.as('luyang', async (ctx) => {
      const found = await ctx.records.find('energyAlert', 'true', { sort: '-openAt' });
      return ctx.records.many(
        'energyAlert',
        found.map(({ id }) => id),
      );
    });
    expect(alerts).toMatchObject([
      { ruleType: '8', level: '2', value: 512, limitValue: 620, docStatus: '10' },
      { ruleType: '6', value: 0.42, docStatus: '10' },
      { ruleType: '4', openAt: '2026-01-08 02:00:00', docStatus: '60', ackNote: '烘料机未关' },
    ]);
    expect(await acts.byCode('energyRule', 'NH0004')).toMatchObject({ summary: '本月累计达到定额的80%、90%、100%' });
  });
});
