/** Boxes that are played over Sparkplug B, and over restarts: what was said before a restart counts once, and an edge node is understood again. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { playEdge } from '../../../scripts/lib/play-edge';
import { OWN, topicOf } from '../../../server/iot/address';
import { openDeriver } from '../../../server/iot/deriver';
import { type Directory, openDirectory } from '../../../server/iot/directory';
import { openIngest } from '../../../server/iot/ingest';
import { keepDays } from '../../../server/iot/partitions';
import { boxSecretHash, newBoxSecret } from '../../../server/iot/secret';
import { compare } from '../../../server/iot/simulate/compare';
import { playHistory } from '../../../server/iot/simulate/history';
import { type Accept, openPlayer, type Player, runOfDay } from '../../../server/iot/simulate/live';
import { type Run, type Sent, simulate } from '../../../server/iot/simulate/run';
import { dayOf } from '../../../server/iot/simulate/scenarios';
import { demoFactory, type Factory } from '../../domain/factory';
import { allowPlain, freePort, startIot } from '../../support/iot';
import { decoded } from '../../support/sparkplug';

/** 10:00 of the factory's day */
const FROM = Date.UTC(2026, 0, 15, 2, 0);
const MINUTE = 60_000;
const runOf = (minutes: number): Run =>
  simulate({ seed: 10, from: FROM, to: FROM + minutes * MINUTE, scenarios: ['normal'], boxes: ['CB-004'] });
const told = ({ said, payload }: Sent) => ({
  verb: said.protocol === OWN ? said.up : said.verb,
  device: said.protocol === OWN ? null : said.device,
  ...decoded(payload),
});

it('an edge node says all it has in births, each quarter of an hour, and by alias between', () => {
  const { sent, truth } = runOf(50);
  const all = sent.map(told);
  expect(all.slice(0, 2).map(({ verb, device }) => [verb, device])).toEqual([
    ['NBIRTH', null],
    ['DBIRTH', 'BS-03'],
  ]);
  const births = all.filter(({ verb }) => verb === 'NBIRTH');
  expect(births.map(({ timestamp }) => (Number(timestamp) - FROM) / MINUTE)).toEqual([0, 15, 30, 45]);
  for (const { seq, metrics } of births) {
    expect(Number(seq)).toBe(0);
    expect(metrics?.map((metric) => metric?.name)).toEqual(
      expect.arrayContaining(['bdSeq', 'Node Control/Rebirth', 'TS1.CNT', 'TS1.RUN', 'TS1.LOAD']),
    );
  }
  // numbers go on from one message to the next
  for (const [n, { seq, verb }] of all.entries())
    if (verb !== 'NBIRTH') expect(Number(seq)).toBe((Number(all[n - 1]?.seq) + 1) % 256);
  const data = all.filter(({ verb }) => verb === 'NDATA' || verb === 'DDATA');
  expect(data.length).toBeGreaterThan(200);
  expect(data.flatMap(({ metrics }) => metrics ?? []).filter((metric) => metric?.name)).toEqual([]);
  expect(truth.messages['CB-004']?.many).toBe(sent.length);
  // one alias stands for one metric
  const aliases = new Map(
    births.flatMap(({ metrics }) => (metrics ?? []).map((metric) => [metric?.name, metric?.alias] as const)),
  );
  const numbers = [...aliases.values()].flatMap((alias) => (alias ? String(alias) : []));
  expect(new Set(numbers).size).toBe(numbers.length);
});

let factory: Factory;
let directory: Directory;
beforeAll(async () => {
  factory = await demoFactory();
  const { database, org } = factory;
  // before anything asks for a setting
  await allowPlain(factory);
  await keepDays(database.db, org.schema, FROM, { mw_iot_fast: 31, mw_iot_key: 31 });
  directory = openDirectory(database.app, async () => [org]);
});
afterAll(() => factory?.database.drop());

/** A process: its ingest knows nothing of what another one heard. */
const processOf = (now: () => number) => {
  const { database, org } = factory;
  const ingest = openIngest({
    db: database.app,
    directory,
    ruleOf: async () => ({ futureMs: 300_000, acceptMs: 7 * 86_400_000 }),
    onStored: () => undefined,
    onError: (error) => {
      throw error;
    },
    now,
  });
  const under: Promise<void>[] = [];
  const accept: Accept = async (sn, said, payload, recvAt) =>
    void under.push(ingest.accept(topicOf({ org: org.code, sn }, said), payload, recvAt));
  return {
    accept,
    async stop() {
      await Promise.all(under);
      await ingest.stop();
    },
  };
};
const rows = async <T>(text: string): Promise<T[]> =>
  (await sql.raw<T>(text.replaceAll('$', factory.org.schema)).execute(factory.database.db)).rows;
const output = () =>
  rows<{ code: string; slot_at: string; number: number }>(
    'select e.code, s.slot_at, sum(s.number)::float8 as number from $.output_stat s join $.equipment e on e.id = s.equipment_id group by 1, 2 order by 1, 2',
  );
const derive = (now: number): Promise<unknown> =>
  openDeriver(factory.database.app, factory.engine.asSystem).run(factory.org, now);
/** One process, from when it begins until it is stopped. */
const play = async (player: Player, minutes: readonly number[]): Promise<void> => {
  let now = FROM;
  const { accept, stop } = processOf(() => now);
  for (const minute of minutes) {
    now = FROM + minute * MINUTE;
    await player.play(accept, now);
  }
  await stop();
  await derive(now);
};
const clean = (): Promise<unknown> =>
  rows(
    [
      'mw_iot_key',
      'mw_iot_fast',
      'mw_iot_box',
      'mw_iot_count',
      'mw_iot_mark',
      'mw_iot_dirty',
      'mw_iot_lag',
      'iot_reject',
      'output_stat',
      'bad_stat',
    ]
      .map((table) => `delete from $.${table}`)
      .join(';'),
  );

it('the server comes to the truth of an edge node', async () => {
  const { sent, truth } = runOf(50);
  const now = FROM + 60 * MINUTE;
  const { accept, stop } = processOf(() => now);
  for (const { box, said, payload } of sent) await accept(box, said, payload);
  await stop();
  await derive(now);
  const found = await compare(factory.database.app, factory.org.schema, truth);
  expect(truth.bads).toEqual({ 'AL-01 2026-01-15 10:00': 2 });
  expect(found.filter(({ what }) => what !== '用量')).toEqual([]);
  const lost = { ...truth, messages: { 'CB-004': { ...truth.messages['CB-004']!, many: sent.length + 1 } } };
  expect(
    (await compare(factory.database.app, factory.org.schema, lost)).map(({ what, key }) => [what, key]),
  ).toContainEqual(['报文', 'CB-004']);
  await clean();
});

it('played boxes go on after a restart: the same pieces as without one, and nothing unknown', async () => {
  const refused = () => rows("select topic, point from $.iot_reject where point like '#%'");
  await play(openPlayer(), [0, 30]);
  const without = await output();
  expect(without.filter(({ code }) => code === 'AL-01' || code === 'CNC-01').length).toBeGreaterThan(1);
  expect(without.every(({ number }) => number < 1_000)).toBe(true);
  await clean();

  // the second process knows neither what was said nor what was born
  await play(openPlayer(), [0, 8]);
  await play(openPlayer(), [16, 30]);
  expect(await output()).toEqual(without);
  expect(await refused()).toEqual([]);
  await clean();
});

it('hours before it was heard are told in few readings: the same pieces, under their own times, and what follows goes on', async () => {
  const before = FROM - 10 * MINUTE;
  const { accept, stop } = processOf(() => FROM);
  await playHistory(accept, { from: FROM - 180 * MINUTE, to: before });
  await stop();
  await derive(before);
  await play(openPlayer(), [0, 30]);
  const { pieces } = runOfDay(dayOf(FROM)).truth;
  const hour = '2026-01-15 09:00';
  const of = Object.entries(pieces).filter(([key, number]) => key.endsWith(hour) && number > 0);
  const made = (await output()).filter(({ slot_at }) => String(slot_at).includes(hour));
  expect(of.length).toBeGreaterThan(9);
  expect(made.map(({ code, number }) => [`${code} ${hour}`, number])).toEqual(of.sort(([a], [b]) => (a < b ? -1 : 1)));
  // each came when it was read, and none was refused or taken for a jump
  const late = await rows(`select from $.mw_iot_key where recv_at - ts > 300000 and ts < ${before - 10 * MINUTE}`);
  expect([late.length, await rows('select id from $.iot_reject where point is null')]).toEqual([0, []]);
  expect(await rows("select id from $.output_stat where source = '4'")).toEqual([]);
  // few: less than a tenth of what is told as the clock goes
  const [{ many } = { many: 0 }] = await rows<{ many: number }>(
    `select count(*)::int as many from $.mw_iot_key where ts < ${before}`,
  );
  expect(many).toBeGreaterThan(1_000);
  expect(many).toBeLessThan(10_000);
  await clean();
});

it('at midnight counts begin anew, and no register is taken for one that went around', async () => {
  const midnight = 14 * 60;
  await play(openPlayer(), [midnight - 60, midnight + 70]);
  const made = await output();
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter(({ number }) => number > 1_000)).toEqual([]);
  expect(await rows("select id from $.output_stat where source = '4'")).toEqual([]);
  await clean();
});

it('as a client of the broker an edge node says all of a run, and goes by name', async () => {
  const { database, org } = factory;
  const port = await freePort();
  const secret = newBoxSecret();
  await rows(`update $.cloud_box set key_hash = '${boxSecretHash(secret)}' where code = 'CB-004'`);
  const to = Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE;
  const span = { from: to - 40 * MINUTE, to };
  const { sent, truth } = simulate({ ...span, seed: 10, scenarios: ['normal'], boxes: ['CB-004'] });
  const iot = await startIot(factory, port);
  try {
    const play = { broker: `mqtt://127.0.0.1:${port}`, org: org.code, box: 'CB-004', secret, sent, speed: 0 };
    expect(await playEdge(play, span)).toBe(0);
    await expect
      .poll(async () => (await compare(database.app, org.schema, truth)).filter(({ what }) => what !== '用量'), {
        timeout: 30_000,
      })
      .toEqual([]);
    // it died by name: nothing it said is certain any more
    const marks = await rows<{ q: string }>(
      `select distinct q from $.data_point p join $.cloud_box c on c.id = p.box_id where c.code = 'CB-004' and q is not null`,
    );
    expect(marks).toEqual([{ q: '1' }]);
  } finally {
    await iot.stop();
  }
});

it('a server that begins over readings of before goes on where boxes were heard last', async () => {
  const { setting } = factory.engine;
  const before = Date.now() - 20 * MINUTE;
  await rows(`update $.data_point set value_at = to_timestamp(${before / 1000})`);
  const errors: unknown[] = [];
  const iot = await startIot(factory, undefined, {
    setting: async (org, key) => (key === 'iot.simulate' ? true : setting(org, key)),
    onError: (error) => errors.push(error),
  });
  const last = async (): Promise<number> =>
    Number((await rows<{ last: string }>(`select max(ts) as last from $.mw_iot_key where ts > ${before}`))[0]?.last);
  try {
    await expect.poll(last, { timeout: 30_000 }).toBeGreaterThan(Date.now() - MINUTE);
    expect(errors).toEqual([]);
  } finally {
    await iot.stop();
  }
});
