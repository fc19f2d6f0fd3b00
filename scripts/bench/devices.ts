/**
 * Devices (50 §2): messages stored before they are acknowledged, beside a socket and COPY; a load that lasts, with how far behind counts
 * are; how soon a reading is told to boards; what a report costs when there is ten times as much history.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { rss } from './around';
import { toBoards } from './devices-boards';
import { boxesOf, boxOf, drip, MQTT, messageOf, POINTS, p95, stored } from './devices-load';
import { openWire, type Wire, type WireBox } from './devices-wire';
import { median, type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';

const PORT = 18_957;
const ROUNDS = 3;
const ROUND_MS = 5_000;
/** messages of a box under way at a time */
const WINDOW = 250;
const MINUTES = Number(process.env.MINUTES ?? 1);
/** `PARTS=flood,boards` measures only these */
const PARTS = process.env.PARTS?.split(',');
const isAsked = (part: string): boolean => PARTS === undefined || PARTS.includes(part);
/** as docs/operations.md advises where many readings come */
const YOUNG = '--max-semi-space-size=64';

export const benchDevices = async (): Promise<Result[]> => {
  const bench = await openBench(PORT, {}, { MQTT_PORT: String(MQTT), NODE_OPTIONS: YOUNG }, 'devices');
  try {
    const boxes = await boxesOf(bench);
    const results: Result[] = [];
    if (isAsked('flood')) results.push(...(await throughput(bench, boxes)));
    if (isAsked('lasting')) results.push(...(await lasting(bench, boxes)));
    if (isAsked('boards')) results.push(...(await toBoards(bench, boxes)));
    if (isAsked('growth')) results.push(await growth(bench));
    return results;
  } finally {
    await bench.stop();
  }
};

/** Messages of one reading, as many as are acknowledged within a time. */
const flood = async (wires: readonly Wire[]): Promise<number> => {
  let many = 0;
  const began = performance.now();
  const end = began + ROUND_MS;
  const first = Date.now();
  await Promise.all(
    wires.flatMap((wire) => {
      let n = 0;
      return Array.from({ length: WINDOW }, async () => {
        while (performance.now() < end) {
          const at = n++;
          await wire.publish(messageOf(wire, first + Math.floor(at / POINTS), [[`P${(at % POINTS) + 1}`, 0, at]]));
          many++;
        }
      });
    }),
  );
  return many / ((performance.now() - began) / 1000);
};
/** A process beside ours; undefined: what it needs is not there. */
const beside = async (bench: BenchServer, script: string, said: RegExp) => {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/bench/${script}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_URL: bench.url, BENCH_MQTT: String(MQTT + 1) },
  });
  const ended = once(child, 'exit').then(() => [Buffer.from('')]);
  const [text] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const port = said.exec(text.toString())?.[1];
  return { port: port === undefined ? undefined : Number(port), end: () => child.kill() };
};
const throughput = async (bench: BenchServer, boxes: readonly WireBox[]): Promise<readonly Result[]> => {
  const bare = await beside(bench, 'devices-bare.ts', /bare on (\d+)/);
  const usual = await beside(bench, 'devices-mosquitto.ts', /mosquitto on (\d+)/);
  const stored = async (): Promise<number> =>
    Number((await bench.sql('SELECT count(*) AS n FROM bench_mosquitto')).rows[0]?.n);
  try {
    const rates = { ours: [] as number[], bare: [] as number[], usual: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, at] of [
        ['ours', MQTT],
        ['bare', bare.port],
        ['usual', usual.port],
      ] as const) {
        if (at === undefined) continue;
        const wires = await Promise.all(boxes.map((box) => openWire(at, box)));
        const before = name === 'usual' ? await stored() : 0;
        const began = performance.now();
        const acknowledged = await flood(wires);
        // it acknowledges what is not stored yet: what counts is stored when the time is over
        const rate =
          name === 'usual' ? ((await stored()) - before) / ((performance.now() - began) / 1000) : acknowledged;
        for (const wire of wires) wire.close();
        // the first one warms up
        if (round > 0) rates[name].push(rate);
        // what it is behind with is no work of the next
        if (name === 'usual')
          for (let last = -1, now = await stored(); last !== now; last = now, now = await stored()) await sleep(500);
      }
    const ratio = median(rates.ours) / median(rates.bare);
    const subject = 'QoS 1 messages of one reading, stored before they are acknowledged, a second';
    const theirs = rates.usual.length === 0 ? '–' : spread(rates.usual);
    return [
      {
        subject: `${subject} (bare: a socket and COPY)`,
        ...{ ours: spread(rates.ours), bare: spread(rates.bare), ratio: ratio.toFixed(2), goal: '≥ 0.6' },
        met: ratio >= 0.6,
      },
      {
        subject: `${subject} (bare: Mosquitto → mqtt.js → COPY, acknowledged before)`,
        ours: spread(rates.ours),
        bare: theirs,
        ratio: rates.usual.length === 0 ? '–' : (median(rates.ours) / median(rates.usual)).toFixed(2),
        goal: '≥ 20,000 a second',
        met: median(rates.ours) >= 20_000,
      },
    ];
  } finally {
    bare.end();
    usual.end();
  }
};

/** How long ago the newest piece was counted, of a box that counts one each half a second beside the load. */
const lasting = async (bench: BenchServer, boxes: readonly WireBox[]): Promise<readonly Result[]> => {
  const acks: number[] = [];
  const behind: number[] = [];
  const memory: number[] = [];
  const counting = await openWire(MQTT, boxOf('CB-001'));
  let [count, isOver] = [0, false];
  const beside = (async () => {
    while (!isOver) {
      await counting.publish(messageOf(counting, Date.now(), [['D100', 0, ++count % 65_536]]));
      const { rows } = await bench.sql(
        `SELECT max(c.to_ts) AS ts FROM org_demo.mw_iot_count c JOIN org_demo.point_map m ON m.id = c.map_id
           JOIN org_demo.data_point p ON p.id = m.data_point_id WHERE p.code = 'D100' AND c.to_ts > $1`,
        [Date.now() - 60_000],
      );
      if (rows[0]?.ts) behind.push(Date.now() - Number(rows[0].ts));
      memory.push(rss(bench.server.process.pid ?? 0));
      await sleep(500);
    }
  })();
  await drip(boxes, 5_000, MINUTES * 60_000, (ms) => acks.push(ms));
  isOver = true;
  await beside;
  counting.close();
  const third = Math.floor(memory.length / 3);
  const grown = median(memory.slice(-third)) / median(memory.slice(third, 2 * third));
  const time = `${MINUTES} min`;
  return [
    {
      subject: `5,000 readings a second for ${time}: until stored and acknowledged, p95 ms`,
      ...{ ours: p95(acks).toFixed(0), bare: '–', ratio: '–', goal: '≤ 2000 ms', met: p95(acks) <= 2_000 },
    },
    {
      subject: 'beside it the newest counted piece, a piece each half a second: how long ago, p95 ms',
      ...{ ours: p95(behind).toFixed(0), bare: '–', ratio: '–', goal: '≤ 2000 ms', met: p95(behind) <= 2_000 },
    },
    {
      subject: 'memory of the server in the last third of it (bare: the third before), MB',
      ours: median(memory.slice(-third)).toFixed(0),
      bare: median(memory.slice(third, 2 * third)).toFixed(0),
      ...{ ratio: grown.toFixed(2), goal: '≤ 1.1', met: grown <= 1.1 },
    },
  ];
};

/** 产量 of a month, with a month and with ten of them stored: 100 devices, 24 rows a day. */
const growth = async ({ sql, client }: BenchServer): Promise<Result> => {
  const day = (ago: number): string =>
    new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
  const stat = await stored(sql, 'output_stat');
  const fill = async (from: number, to: number): Promise<void> => {
    await sql(
      `INSERT INTO org_demo.output_stat (${stat.names}) SELECT ${stat.of} FROM (SELECT o FROM org_demo.output_stat o LIMIT 1) one
         CROSS JOIN generate_series($1::int, $2::int - 1) d CROSS JOIN generate_series(0, 23) h CROSS JOIN generate_series(1, 10) k
         CROSS JOIN LATERAL jsonb_populate_record(one.o, jsonb_build_object('id', md5('bench' || d || ' ' || h || ' ' || k)::uuid,
           'shift_date', ($3::date - d), 'slot_at', ($3::date - d) + make_interval(hours => h))) r ON CONFLICT DO NOTHING`,
      [from, to, day(0)],
    );
    await sql('VACUUM ANALYZE org_demo.output_stat');
  };
  const ask = async (): Promise<number[]> => {
    const ms: number[] = [];
    for (let n = 0; n < 12; n++) {
      const began = performance.now();
      await client.must('/iot/iotOutputStatistic/getPageList', {
        ...{ current: 1, size: 50, dateFrom: day(30), dateTo: day(0), grain: 'day' },
      });
      if (n > 1) ms.push(performance.now() - began);
    }
    return ms;
  };
  await sql(`DELETE FROM org_demo.output_stat WHERE shift_date < $1::date - 31`, [day(0)]);
  await fill(0, 31);
  const few = await ask();
  await fill(31, 310);
  const many = await ask();
  const ratio = median(many) / median(few);
  return {
    subject: '设备产量 of a month, with ten times the history, ms (bare: with a month)',
    ...{ ours: spread(many), bare: spread(few), ratio: ratio.toFixed(2), goal: '≤ 1.3', met: ratio <= 1.3 },
  };
};
