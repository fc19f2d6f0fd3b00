/** Use and fees from stored readings (50 §6.1): late and repeated readings, rebuilt = live, swaps by people, virtual meters. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import { openDirectory } from '../../../server/iot/directory';
import { type EnergyDeriver, openEnergy } from '../../../server/iot/energy/deriver';
import { factoryMs } from '../../../server/iot/factory-time';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { demoFactory, type Factory } from '../../domain/factory';
import { actsOf } from '../../support/demo-acts';
import { makeBox, type TestBox } from '../../support/iot';

let factory: Factory;
let box: TestBox;
let energy: EnergyDeriver;
let unit = '';
const acts = actsOf(() => factory);
const ms = (time: string): number => factoryMs(`2026-01-${time}:00`);
const NOW = ms('15 23:00');

beforeAll(async () => {
  factory = await demoFactory();
  factory.setNow('2026-01-15 23:00:00');
  const { database, org } = factory;
  for (const day of ['13 12:00', '15 12:00'])
    await keepDays(database.db, org.schema, ms(day), { mw_iot_fast: 31, mw_iot_key: 31 });
  unit = await acts.id('factoryUnit', 'JJ');
  box = await makeBox(factory, 'TE-001', { E1: {}, E2: {} });
  await meter('TE-01', { readMode: '1', pointTotal: box.points.get('E1') ?? null, ratio: 40 });
  await meter('TE-02', { readMode: '1', pointTotal: box.points.get('E2') ?? null });
  await meter('TE-09', { readMode: '3', formula: 'TE-01 - 2 * TE-02' });
  energy = openEnergy(database.app, factory.engine.asSystem);
});
afterAll(() => factory?.database.drop());

const meter = (code: string, more: Rec) =>
  acts.save('energyMeter', { code, name: code, energyType: '1', level: '3', factoryUnit: unit, ...more });
let seq = 0;
const send = async (point: string, readings: readonly (readonly [time: string, x: number])[]): Promise<void> => {
  const { database, org } = factory;
  const ingest = openIngest({
    db: database.app,
    directory: openDirectory(database.app, async () => [org]),
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now: () => NOW,
  });
  for (const [time, x] of readings) {
    const body = { v: 1, seq: ++seq, ts: ms(time), d: [[point, 0, x]] };
    await ingest.accept(`${box.topic}up/data`, Buffer.from(JSON.stringify(body)));
  }
  await ingest.stop();
  await energy.run(org);
};
const rowsOf = async (table: string, code: string): Promise<readonly Record<string, unknown>[]> => {
  const { database, org } = factory;
  const { rows } = await sql<Record<string, unknown>>`
    SELECT t.* FROM ${sql.id(org.schema, table)} t JOIN ${sql.id(org.schema, 'energy_meter')} m ON m.id = t.meter_id
     WHERE m.code = ${code} ORDER BY 2, 3`.execute(database.db);
  return rows.map(({ meter_id: _, ...row }) => row);
};
const slots = async (code: string) =>
  (await rowsOf('mw_energy_slot', code)).map(({ slot, use, est }) => [Number(slot) - ms('15 10:00'), Number(use), est]);
const units = async (code: string) =>
  (await rowsOf('mw_energy_unit', code)).map(({ period, use, fee }) => [
    period,
    Number(use),
    fee === null ? null : Number(fee),
  ]);
const all = async () =>
  Promise.all(
    ['TE-01', 'TE-02', 'TE-09'].flatMap((code) => [rowsOf('mw_energy_slot', code), rowsOf('mw_energy_unit', code)]),
  );

describe('use of a meter', () => {
  it('31.2000 kWh in the quarter, priced by the period of the day', async () => {
    await send('E1', [
      ['15 09:58', 1000],
      ['15 10:03', 1000.5],
      ['15 10:18', 1001.1],
    ]);
    expect(await slots('TE-01')).toEqual([
      [-900_000, 8, false],
      [0, 31.2, false],
      [900_000, 4.8, false],
    ]);
    expect(await units('TE-01')).toEqual([['2', 44, 44.25]]);
  });
  it('a late reading moves use between slots, never the sum', async () => {
    await send('E1', [['15 10:10', 1001.1]]);
    expect(await slots('TE-01')).toEqual([
      [-900_000, 8, false],
      [0, 36, false],
      [900_000, 0, false],
    ]);
  });
  it('a virtual meter follows its parts, below zero too', async () => {
    await send('E2', [
      ['15 10:00', 0],
      ['15 10:15', 20],
    ]);
    expect(await slots('TE-09')).toEqual([
      [-900_000, 8, false],
      [0, -4, false],
      [900_000, 0, false],
    ]);
  });
  it('in any order over midnights: rebuilt = live', async () => {
    await send('E2', [
      ['14 23:50', -20],
      ['15 21:00', 90],
      ['15 12:00', 40],
    ]);
    await send('E1', [
      ['14 08:00', 900],
      ['14 23:40', 990],
      ['13 22:00', 880],
      ['14 12:00', 930],
      ['15 22:00', 1100],
      ['14 11:00', 925],
    ]);
    const live = await all();
    const { database, org } = factory;
    for (const table of ['mw_energy_slot', 'mw_energy_unit', 'mw_energy_mark', 'mw_energy_meter'])
      await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
    energy.forget();
    await energy.run(org);
    expect(await all()).toEqual(live);
    const sum = live[0]?.reduce((total, { use }) => total + Number(use) * 10_000, 0);
    expect(Math.round(sum ?? 0)).toBe(220 * 40 * 10_000);
  });
  it('manual readings are spread evenly, all of it estimated; a swap goes on: 288 kWh', async () => {
    await meter('TE-20', { readMode: '2', ratio: 40 });
    const made = await acts.byCode('energyMeter', 'TE-20');
    await acts.save('meterReading', { meter: made.id, readAt: '2026-01-15 09:00:00', value: 8760 });
    await acts.act('energyMeter', 'replace', await acts.byCode('energyMeter', 'TE-20'), {
      ...{ swapAt: '2026-01-15 09:20:00', oldValue: 8765.4, newValue: 3.2, newRatio: 40, reason: '表计故障' },
    });
    await acts.save('meterReading', { meter: made.id, readAt: '2026-01-15 09:45:00', value: 5 });
    energy.forget();
    await energy.run(factory.org);
    const rows = await rowsOf('mw_energy_slot', 'TE-20');
    expect(rows.map(({ est }) => est)).toEqual([true, true, true]);
    expect(rows.reduce((sum, { use }) => sum + Number(use), 0)).toBe(288);
  });
});
