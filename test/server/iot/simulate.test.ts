/** The simulator (50 §2.14): the same seed is the same run, and the server comes to its truth whatever went wrong. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDeriver } from '../../../server/iot/deriver';
import { type Directory, openDirectory } from '../../../server/iot/directory';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { compare } from '../../../server/iot/simulate/compare';
import { openPlayer } from '../../../server/iot/simulate/live';
import { seeded } from '../../../server/iot/simulate/random';
import { type Run, type Sent, simulate } from '../../../server/iot/simulate/run';
import { SCENARIOS, type Scenario } from '../../../server/iot/simulate/scenarios';
import { demoFactory, type Factory } from '../../domain/factory';

/** 10:00 to 10:50 of the factory's day */
const FROM = Date.UTC(2026, 0, 15, 2, 0);
const TO = FROM + 50 * 60_000;
const NOW = TO + 10 * 60_000;

const runOf = (...scenarios: readonly Scenario[]): Run => simulate({ seed: 7, from: FROM, to: TO, scenarios });
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
  it('played as the clock goes says each message once, after a restart under the same number', async () => {
    const heard = (): {
      readonly said: string[];
      readonly take: (box: string, up: string, payload: Buffer) => Promise<void>;
    } => {
      const said: string[] = [];
      return { said, take: async (box, up, payload) => void said.push(`${box} ${up} ${payload.toString()}`) };
    };
    const [one, other] = [heard(), heard()];
    const player = openPlayer();
    await player.play(one.take, FROM);
    await player.play(one.take, FROM);
    await player.play(one.take, FROM + 60_000);
    await openPlayer().play(other.take, FROM + 60_000);
    expect(new Set(one.said).size).toBe(one.said.length);
    // ten minutes are caught up with, and no more
    expect(one.said.length - other.said.length).toBeGreaterThan(0);
    expect(other.said.filter((text) => one.said.includes(text))).toEqual(other.said);
    expect(Math.min(...one.said.map((text) => Number(/"ts":(\d+)/.exec(text)?.[1])))).toBeGreaterThan(FROM - 601_000);
  });
});

describe('the server', () => {
  let factory: Factory;
  let directory: Directory;
  beforeAll(async () => {
    factory = await demoFactory();
    const { database, org } = factory;
    await keepDays(database.db, org.schema, FROM, { mw_iot_fast: 31, mw_iot_key: 31 });
    directory = openDirectory(database.app, async () => [org]);
  });
  afterAll(() => factory?.database.drop());
  beforeEach(async () => {
    const { database, org } = factory;
    const derived = [
      'mw_iot_key',
      'mw_iot_fast',
      'mw_iot_box',
      'mw_iot_count',
      'mw_iot_mark',
      'mw_iot_dirty',
      'mw_iot_lag',
    ];
    for (const table of [...derived, 'output_stat', 'iot_reject'])
      await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
  });

  const push = async (messages: readonly Sent[]): Promise<void> => {
    const { database, org } = factory;
    const ingest = openIngest({
      db: database.app,
      directory,
      ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
      onStored: () => undefined,
      onError: () => undefined,
      now: () => NOW,
    });
    await Promise.all(
      messages.map(({ box, up, payload }) => ingest.accept(`iot/v1/${org.code}/${box}/up/${up}`, payload)),
    );
    await ingest.stop();
  };
  const derive = () => openDeriver(factory.database.app, factory.engine.asSystem).run(factory.org, NOW);
  const rows = async (): Promise<unknown> => {
    const { database, org } = factory;
    const { rows } =
      await sql`SELECT e.code, o.slot_at, o.number::text, o.source FROM ${sql.id(org.schema, 'output_stat')} o
      JOIN ${sql.id(org.schema, 'equipment')} e ON e.id = o.equipment_id ORDER BY 1, 2, 4`.execute(database.db);
    return rows;
  };
  const shuffled = <T>(list: readonly T[], seed: number): readonly T[] => {
    const random = seeded(seed);
    return list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  };

  it.each(SCENARIOS.map((scenario) => [scenario]))(
    'comes to the truth of %s, in any order and twice',
    async (scenario) => {
      const { sent, truth } = runOf(scenario);
      await push(sent.slice(0, Math.floor(sent.length / 2)));
      await derive();
      await push(sent.slice(Math.floor(sent.length / 2)));
      await derive();
      expect(await compare(factory.database.app, factory.org.schema, truth)).toEqual([]);
      const live = await rows();
      await push(shuffled(sent, 3));
      await derive();
      expect(await rows()).toEqual(live);

      const { database, org } = factory;
      for (const table of [
        'mw_iot_key',
        'mw_iot_fast',
        'mw_iot_box',
        'mw_iot_count',
        'mw_iot_mark',
        'mw_iot_dirty',
        'mw_iot_lag',
        'output_stat',
      ])
        await sql`DELETE FROM ${sql.id(org.schema, table)}`.execute(database.db);
      await push(shuffled([...sent, ...sent], 4));
      await derive();
      expect(await compare(database.app, org.schema, truth)).toEqual([]);
    },
  );

  it('is told of a piece too many, a lost message and an alarm that was none', async () => {
    const { sent, truth } = runOf('alarm');
    await push(sent.filter(({ box, seq }) => box !== 'CB-004' || seq !== truth.messages['CB-004']?.last));
    await derive();
    const hour = 'CNC-01 2026-01-15 10:00';
    const wrong = {
      ...truth,
      alarms: truth.alarms.slice(1),
      pieces: { ...truth.pieces, [hour]: (truth.pieces[hour] ?? 0) + 1 },
    };
    const found = await compare(factory.database.app, factory.org.schema, wrong);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['产量', hour]);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['报文', 'CB-004']);
    expect(found.map(({ what, key }) => [what, key])).toContainEqual(['报警', `D304 ${FROM + 5 * 60_000}`]);
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
