/** The simulator (50 §2.14): the same seed is the same run, and the server comes to its truth whatever went wrong. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OWN, topicOf } from '../../../server/iot/address';
import { openDeriver } from '../../../server/iot/deriver';
import { type Directory, openDirectory } from '../../../server/iot/directory';
import { type EnergyDeriver, openEnergy } from '../../../server/iot/energy/deriver';
import { type Ingest, openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { compare } from '../../../server/iot/simulate/compare';
import { type Accept, openPlayer } from '../../../server/iot/simulate/live';
import { seeded } from '../../../server/iot/simulate/random';
import { type Run, type Sent, simulate } from '../../../server/iot/simulate/run';
import { SCENARIOS, type Scenario } from '../../../server/iot/simulate/scenarios';
import { demoFactory, type Factory } from '../../domain/factory';

/** 10:00 to 10:50 of the factory's day */
const FROM = Date.UTC(2026, 0, 15, 2, 0);
const TO = FROM + 50 * 60_000;
const NOW = TO + 10 * 60_000;

const runOf = (...scenarios: readonly Scenario[]): Run => simulate({ seed: 7, from: FROM, to: TO, scenarios });
/** by point, what it said in the order it was sent */
const sayings = ({ sent }: Run): ReadonlyMap<string, readonly number[]> => {
  const said = new Map<string, number[]>();
  for (const { said: how, payload } of sent) {
    if (how.protocol !== OWN) continue;
    const { d = [] } = JSON.parse(payload.toString()) as {
      readonly d?: readonly (readonly [string, number, number])[];
    };
    for (const [point, , value] of d) {
      const values = said.get(point) ?? [];
      said.set(point, values);
      values.push(value);
    }
  }
  return said;
};
const total = ({ truth }: Run): number => Object.values(truth.pieces).reduce((sum, pieces) => sum + pieces, 0);

describe('a run', () => {
  it('is the same bytes for the same seed, and another for another', () => {
    const bytes = (run: Run): string =>
      JSON.stringify([run.truth, run.sent.map(({ payload }) => payload.toString('base64'))]);
    expect(bytes(runOf('normal'))).toBe(bytes(runOf('normal')));
    expect(bytes(runOf(...SCENARIOS))).toBe(bytes(runOf(...SCENARIOS)));
    expect(bytes(simulate({ seed: 8, from: FROM, to: TO, scenarios: ['normal'] }))).not.toBe(bytes(runOf('normal')));
  });
  it('makes pieces, and none while its machine has a fault', () => {
    expect(total(runOf('normal'))).toBeGreaterThan(400);
    const { truth } = runOf('alarm');
    expect(truth.alarms).toEqual([
      { point: 'D304', code: 'E102', at: FROM + 5 * 60_000 },
      { point: 'D304', code: '', at: FROM + 25 * 60_000 },
    ]);
    expect(truth.stateSec['CNC-03 4']).toBe(1_200);
    expect(truth.pieces['CNC-03 2026-01-15 10:00']).toBeLessThan(runOf().truth.pieces['CNC-03 2026-01-15 10:00'] ?? 0);
  });
  it('shows no spindle that turns in a machine that does not run', () => {
    const midnight = Date.UTC(2026, 0, 14, 16, 0);
    const all = sayings(simulate({ seed: 7, from: midnight, to: midnight + 100 * 60_000, scenarios: ['normal'] }));
    const [words, speeds, heats] = ['D103', 'D106', 'D101'].map((point) => all.get(point) ?? []);
    // a rest of an hour, then work
    expect(new Set(words?.slice(0, 150))).toEqual(new Set([0]));
    expect(words).toContain(3);
    for (const [n, word] of (words ?? []).entries()) {
      expect((speeds?.[n] ?? 0) > 0).toBe(word === 3);
      expect(heats?.[n]).toBeGreaterThan(0);
    }
  });
  it('played as the clock goes says each message once, after a restart under the same number', async () => {
    const heard = (): {
      readonly said: string[];
      readonly take: Accept;
    } => {
      const said: string[] = [];
      const take: Accept = async (sn, how, payload) =>
        void said.push(`${topicOf({ org: 'demo', sn }, how)} ${payload.toString('latin1')}`);
      return { said, take };
    };
    const [one, other] = [heard(), heard()];
    const player = openPlayer();
    await player.play(one.take, FROM);
    await player.play(one.take, FROM);
    await player.play(one.take, FROM + 60_000);
    await openPlayer().play(other.take, FROM + 60_000);
    expect(new Set(one.said).size).toBe(one.said.length);
    // ten minutes are caught up with, and no more; of an edge node from its last birth before them on
    expect(one.said.length - other.said.length).toBeGreaterThan(0);
    expect(other.said.filter((text) => one.said.includes(text))).toEqual(other.said);
    const own = one.said.flatMap((text) => /"ts":(\d+)/.exec(text)?.[1] ?? []).map(Number);
    expect(Math.min(...own)).toBeGreaterThan(FROM - 601_000);
    const node = other.said.filter((text) => text.startsWith('spBv1.0/'));
    expect(node[0]).toMatch(/^spBv1\.0\/demo\/NBIRTH\/CB-004 /);
  });
});

describe('meters', () => {
  const MIDNIGHT = Date.UTC(2026, 0, 14, 16);
  const HOUR = 3_600_000;
  /** from an hour of 2026-01-15 to another, as the box of the meters and one of machines tell it */
  const hours = (seed: number, from: number, to: number): Run =>
    simulate({
      seed,
      from: MIDNIGHT + from * HOUR,
      to: MIDNIGHT + to * HOUR - 1,
      scenarios: ['normal'],
      boxes: ['CB-001', 'CB-005'],
    });
  const day = sayings(hours(20_468, 0, 24));
  const saidOf = (point: string): readonly number[] => day.get(point) ?? [];
  const used = (point: string, ratio: number): number =>
    ((saidOf(point).at(-1) ?? 0) - (saidOf(point)[0] ?? 0)) * ratio;
  const REGISTERS = ['EM-00/E', 'EM-10/E', 'EM-11/E', 'EM-20/E', 'EM-30/E', 'EM-00/Q', 'WM-00/V', 'GM-00/V', 'D107'];

  it('stand at the beginning of a day where its date says, and never fall, whichever the seeds of runs', () => {
    const next = sayings(hours(3, 24, 31));
    const runs = [day, next, sayings(hours(5, 31, 32)), sayings(hours(4, 40, 41))];
    const other = sayings(hours(9, 24, 25));
    for (const point of REGISTERS) {
      const said = runs.flatMap((run) => run.get(point) ?? []);
      expect(said.length, point).toBeGreaterThan(100);
      expect(
        said.filter((value, n) => value < (said[n - 1] ?? 0)),
        point,
      ).toEqual([]);
      expect(other.get(point)?.[0], point).toBe(next.get(point)?.[0]);
    }
  });
  it.each([
    ['EM-00', 400, 4_860],
    ['EM-10', 40, 2_310],
    ['EM-20', 40, 1_024],
    ['EM-30', 40, 1_380],
    ['EM-11', 1, 72],
  ])('%s uses what such a day has', (meter, ratio, kwh) => {
    const use = used(`${meter}/E`, ratio);
    expect(Math.abs(use - kwh) / kwh).toBeLessThan(0.04);
    // the power it shows each minute is the use it counts
    const power = saidOf(`${meter}/P`);
    const mean = power.reduce((sum, kw) => sum + kw, 0) / power.length;
    expect(Math.abs(mean * 24 - use) / use).toBeLessThan(0.02);
  });
  it('the main one is the sum of the shops and of what is public', () => {
    const shops = used('EM-10/E', 40) + used('EM-20/E', 40) + used('EM-30/E', 40);
    expect(Math.abs(used('EM-00/E', 400) - shops - 146) / 146).toBeLessThan(0.04);
    const [ten, twenty, thirty] = ['EM-10/P', 'EM-20/P', 'EM-30/P'].map(saidOf);
    const rest = saidOf('EM-00/P').map((kw, n) => kw - (ten?.[n] ?? 0) - (twenty?.[n] ?? 0) - (thirty?.[n] ?? 0));
    expect(Math.min(...rest)).toBeGreaterThan(1);
    expect(Math.max(...rest)).toBeLessThan(10);
    for (const pf of saidOf('EM-00/PF')) expect(Math.abs(pf - 0.92)).toBeLessThan(0.02);
  });
  it('of a machine alone shows what the machine says of itself', () => {
    expect(saidOf('EM-11/E')[0]).toBeCloseTo(saidOf('D107')[0] ?? 0, 2);
    expect(saidOf('EM-11/E').at(-1)).toBeCloseTo(saidOf('D107').at(-1) ?? 0, 2);
    // it runs, or it does not
    expect(new Set(saidOf('EM-11/P')).size).toBe(2);
  });
  it('water runs at night too, gas has its pressure and its temperature', () => {
    const flow = saidOf('WM-00/F');
    const [night, morning] = [flow.slice(5 * 60, 8 * 60), flow.slice(8 * 60, 12 * 60)];
    expect(Math.min(...night)).toBeGreaterThan(0.2);
    expect(Math.max(...night)).toBeLessThan(0.65);
    expect(Math.min(...morning)).toBeGreaterThan(1.1);
    for (const kpa of saidOf('GM-00/P')) expect(Math.abs(kpa - 20)).toBeLessThan(1);
    for (const celsius of saidOf('GM-00/T')) expect(Math.abs(celsius - 18)).toBeLessThan(2);
  });
  it('tell the truth of whole quarters, which are what the register moved by', () => {
    const run = runOf('normal');
    const quarters = Object.entries(run.truth.uses).filter(([key]) => key.startsWith('EM-20 '));
    expect(quarters.map(([key]) => key.slice(6))).toEqual(['2026-01-15 10:00', '2026-01-15 10:15', '2026-01-15 10:30']);
    const register = sayings(run).get('EM-20/E') ?? [];
    const sum = quarters.reduce((all, [, use]) => all + use, 0);
    expect(sum).toBeCloseTo(((register[45] ?? 0) - (register[0] ?? 0)) * 40, 4);
    const at = (meter: string): number => run.truth.uses[`${meter} 2026-01-15 10:15`] ?? Number.NaN;
    expect(at('EM-09')).toBeCloseTo(at('EM-00') - at('EM-10') - at('EM-20') - at('EM-30'), 4);
  });
  it('say the same whichever other boxes are played', () => {
    const alone = simulate({ seed: 7, from: FROM, to: TO, scenarios: ['normal'], boxes: ['CB-005'] });
    const of = ({ sent }: Run): readonly string[] =>
      sent.flatMap(({ box, payload }) => (box === 'CB-005' ? [payload.toString()] : []));
    expect(of(alone)).toEqual(of(runOf('normal')));
    expect(alone.truth.boxes).toEqual(['CB-005']);
    const without = simulate({ seed: 7, from: FROM, to: TO, scenarios: ['normal'], boxes: ['CB-001'] });
    expect(without.truth.uses).toEqual({});
  });
});

/** what is stored of boxes, and what follows from it */
const STORED = [
  'mw_iot_key',
  'mw_iot_fast',
  'mw_iot_box',
  'mw_iot_count',
  'mw_iot_mark',
  'mw_iot_dirty',
  'mw_iot_lag',
  'mw_energy_slot',
  'mw_energy_mark',
  'mw_energy_unit',
  'mw_energy_reactive',
  'mw_energy_dirty',
  'output_stat',
  'bad_stat',
];

describe('the server', () => {
  let factory: Factory;
  let directory: Directory;
  let energy: EnergyDeriver;
  beforeAll(async () => {
    factory = await demoFactory();
    const { database, org } = factory;
    await keepDays(database.db, org.schema, FROM, { mw_iot_fast: 31, mw_iot_key: 31 });
    directory = openDirectory(database.app, async () => [org]);
    energy = openEnergy(database.app, factory.engine.asSystem);
  });
  afterAll(() => factory?.database.drop());
  beforeEach(async () => {
    const { database, org } = factory;
    for (const table of [...STORED, 'iot_reject'])
      await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
  });

  const open = (): Ingest =>
    openIngest({
      db: factory.database.app,
      directory,
      ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
      onStored: () => undefined,
      onError: () => undefined,
      now: () => NOW,
    });
  const send = (ingest: Ingest, messages: readonly Sent[]): Promise<unknown> =>
    Promise.all(
      messages.map(({ box, said, payload }) =>
        ingest.accept(topicOf({ org: factory.org.code, sn: box }, said), payload),
      ),
    );
  const push = async (messages: readonly Sent[]): Promise<void> => {
    const ingest = open();
    await send(ingest, messages);
    await ingest.stop();
  };
  const derive = async (): Promise<void> => {
    await openDeriver(factory.database.app, factory.engine.asSystem).run(factory.org, NOW);
    await energy.run(factory.org);
  };
  const rows = async (): Promise<unknown> => {
    const { database, org } = factory;
    const { rows } =
      await sql`SELECT e.code, o.slot_at, o.number::text, o.source FROM ${sql.id(org.schema, 'output_stat')} o
      JOIN ${sql.id(org.schema, 'equipment')} e ON e.id = o.equipment_id ORDER BY 1, 2, 4`.execute(database.db);
    const uses =
      await sql`SELECT meter_id, slot, use, est FROM ${sql.id(org.schema, 'mw_energy_slot')} ORDER BY 1, 2`.execute(
        database.db,
      );
    return [...rows, ...uses.rows];
  };
  /** In any order; those of an edge node in theirs, which its connection keeps. */
  const shuffled = (list: readonly Sent[], seed: number): readonly Sent[] => {
    const random = seeded(seed);
    const edges = list.filter(({ said }) => said.protocol !== OWN);
    return list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => (one.said.protocol === OWN ? one : (edges.shift() ?? one)));
  };

  it.each(SCENARIOS.map((scenario) => [scenario]))(
    'comes to the truth of %s, in any order and twice',
    async (scenario) => {
      const { sent, truth } = runOf(scenario);
      const ingest = open();
      await send(ingest, sent.slice(0, Math.floor(sent.length / 2)));
      await derive();
      await send(ingest, sent.slice(Math.floor(sent.length / 2)));
      await ingest.stop();
      await derive();
      expect(await compare(factory.database.app, factory.org.schema, truth)).toEqual([]);
      const live = await rows();
      await push(shuffled(sent, 3));
      await derive();
      expect(await rows()).toEqual(live);

      const { database, org } = factory;
      for (const table of STORED) await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
      await push(shuffled([...sent, ...sent], 4));
      await derive();
      expect(await compare(database.app, org.schema, truth)).toEqual([]);
    },
  );

  it('is told of a piece too many, a lost message, an alarm that was none and a use that was another', async () => {
    const { sent, truth } = runOf('alarm');
    await push(sent.filter(({ box, seq }) => box !== 'CB-004' || seq !== truth.messages['CB-004']?.last));
    await derive();
    const hour = 'CNC-01 2026-01-15 10:00';
    const quarter = 'EM-10 2026-01-15 10:15';
    const wrong = {
      ...truth,
      alarms: truth.alarms.slice(1),
      pieces: { ...truth.pieces, [hour]: (truth.pieces[hour] ?? 0) + 1 },
      uses: { ...truth.uses, [quarter]: (truth.uses[quarter] ?? 0) + 0.0001 },
    };
    const found = await compare(factory.database.app, factory.org.schema, wrong);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['产量', hour]);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['报文', 'CB-004']);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['报警', `D304 ${FROM + 5 * 60_000}`]);
    expect(found.filter(({ what }) => what === '用量').map(({ key }) => key)).toEqual([quarter]);
  });
  it('refuses garbage by name and takes what is beside it', async () => {
    await push(runOf('garbage').sent);
    const { database, org } = factory;
    const { rows } = await sql<{ reason: string }>`
      SELECT DISTINCT reason FROM ${sql.id(org.schema, 'iot_reject')} ORDER BY 1`.execute(database.db);
    expect(rows.map(({ reason }) => reason)).toEqual(['2', '3', '4', '5', '7']);
    const unknown = await sql<{
      code: string;
    }>`SELECT code FROM ${sql.id(org.schema, 'iot_unknown')} ORDER BY 1`.execute(database.db);
    expect(unknown.rows.map(({ code }) => code)).toEqual(['D690', 'D691']);
  });
});
