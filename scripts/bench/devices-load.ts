/** What benches of devices send: boxes and points of their own in the demo factory, and readings at a rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import { boxSecretHash } from '../../server/iot/secret';
import { openWire, type Wire, type WireBox } from './devices-wire';
import type { BenchServer } from './server';

export const MQTT = 18_958;
const BOXES = 8;
export const POINTS = 100;
const SECRET = 'a bench of devices, and nothing else';

/** Copies of a box and a point of the demo factory under other names. */
export const boxesOf = async ({ sql }: BenchServer): Promise<readonly WireBox[]> => {
  await sql(
    `INSERT INTO org_demo.mw_setting (key, value) VALUES ('iot.plainMqtt', 'true'), ('iot.simulate', 'false')
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  // what a process knows of settings it keeps until its organisation has another version
  await sql(`UPDATE platform.org SET rights_version = rights_version + 1 WHERE code = 'demo'`);
  const box = await stored(sql, 'cloud_box');
  await sql(
    `INSERT INTO org_demo.cloud_box (${box.names}) SELECT ${box.of} FROM org_demo.cloud_box b CROSS JOIN generate_series(1, $1::int) n
       CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('id', md5('bench' || n)::uuid, 'code', 'BN-00' || n, 'name', '压测' || n)) r
      WHERE b.code = 'CB-001' ON CONFLICT DO NOTHING`,
    [BOXES],
  );
  const point = await stored(sql, 'data_point');
  await sql(
    `INSERT INTO org_demo.data_point (${point.names}) SELECT ${point.of} FROM org_demo.data_point p CROSS JOIN generate_series(1, $1::int) n
       CROSS JOIN generate_series(1, $2::int) k CROSS JOIN LATERAL jsonb_populate_record(p, jsonb_build_object(
         'id', md5('bench' || n || ' ' || k)::uuid, 'code', 'P' || k, 'name', 'P' || k, 'box_id', md5('bench' || n)::uuid)) r
      WHERE p.code = 'D106' ON CONFLICT DO NOTHING`,
    [BOXES, POINTS],
  );
  await sql(`UPDATE org_demo.cloud_box SET key_hash = $1 WHERE code LIKE 'BN-%' OR code = 'CB-001'`, [
    boxSecretHash(SECRET),
  ]);
  await sql(`SELECT pg_notify('mw_live', 'w org_demo cloudBox ' || id) FROM org_demo.cloud_box LIMIT 1`);
  await sleep(1_000);
  return Array.from({ length: BOXES }, (_, n) => boxOf(`BN-00${n + 1}`));
};
/** The columns of a table that are written, alone and of `r`. */
export const stored = async (
  sql: BenchServer['sql'],
  table: string,
): Promise<{ readonly names: string; readonly of: string }> => {
  const { rows } = await sql(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names, string_agg('r.' || quote_ident(column_name), ', ') AS of
       FROM information_schema.columns WHERE table_schema = 'org_demo' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows[0];
};
export const boxOf = (sn: string): WireBox => ({
  ...{ sn, user: `demo/${sn}`, secret: SECRET },
  topic: `iot/v1/demo/${sn}/up/data`,
});
/** Numbers of a box only grow, over runs too, and leave none out. */
const numbers = new Map<string, number>();
export const messageOf = (
  { sn }: Wire,
  ts: number,
  entries: readonly (readonly [string, number, number])[],
): string => {
  const seq = numbers.get(sn) ?? Date.now() * 1_000;
  numbers.set(sn, seq + 1);
  return JSON.stringify({ v: 1, seq, ts, d: entries });
};

/** So many readings a second for a time; `each` is told what a message took until it was acknowledged. */
export const drip = async (boxes: readonly WireBox[], perSecond: number, ms: number, each: (ms: number) => void) => {
  const wires = await Promise.all(boxes.map((box) => openWire(MQTT, box)));
  const all: Promise<void>[] = [];
  const every = 1000 / (perSecond / POINTS);
  const began = performance.now();
  for (let n = 0; n * every < ms; n++) {
    await sleep(Math.max(0, began + n * every - performance.now()));
    const wire = wires[n % wires.length] as Wire;
    const entries = Array.from({ length: POINTS }, (_, k) => [`P${k + 1}`, 0, n % 10_000] as const);
    all.push(wire.publish(messageOf(wire, Date.now(), entries)).then(each));
  }
  await Promise.all(all);
  for (const wire of wires) wire.close();
};
export const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
