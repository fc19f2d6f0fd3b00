/**
 * What follows from messages that are stored: newest values of points, who was heard, what lags behind. A batch nobody waits behind does it
 * in its own transaction. While messages wait, the batch leaves a note of it there, and notes are taken together soon after: the same points
 * change with every batch. Whoever does it takes all notes first, in their order, so a note of a process that ended is done by the next.
 */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { listOf } from '../db/lists';
import { often } from '../db/prepared';
import { inTx } from '../db/tx';
import { type At, markDirty, markRules, markStates } from './dirty';
import { markRead } from './energy/dirty';
import type { Message } from './message';
import type { PointRows } from './readings';
import { type Sign, storeLife } from './silence';
import { hourOf, markSlots, type SlotSpan } from './slots/dirty';
import type { Taken } from './taken';

type Last = readonly [point: string, ts: number, value: number | null, text: string | null, q: number];
type From = readonly [id: string, ts: number];
type Heard = readonly [box: string, fw: string | null, buffered: number | null, skew: number | null];
export interface Follow {
  /** ms of the server */
  readonly at: number;
  readonly last: readonly Last[];
  readonly slots: readonly SlotSpan[];
  readonly counts: readonly From[];
  readonly watched: readonly From[];
  readonly devices: readonly From[];
  readonly signs: readonly Sign[];
  readonly boxes: readonly Heard[];
  readonly stations: readonly string[];
  /** a meter reads a changed point */
  readonly metered: boolean;
}
export interface Changed {
  /** points whose newest value changed */
  readonly points: readonly string[];
  /** boxes and stations that came back */
  readonly online: readonly { readonly object: 'cloudBox' | 'baseStation'; readonly id: string }[];
  /** devices that have a signal on a changed point; null: a meter reads one, and any may show it */
  readonly devices: readonly string[] | null;
}
/** ms of the clock of a box against ours, of its live messages */
export type SkewOf = (boxId: string) => number | null;

/** seconds the time of the last message may lag behind, so that a busy box is not written with each */
const LAST_SEC = 5;
/** notes taken at a time */
const MOST_NOTES = 200;

export const followOf = (all: readonly Taken[], changed: readonly PointRows[], now: number, skewOf: SkewOf): Follow => {
  const boxes = new Map<string, Message['birth']>();
  const stations = new Set<string>();
  for (const { box, message } of all) {
    if (message.seq === null) continue;
    if (message.birth !== null || !boxes.has(box.id)) boxes.set(box.id, message.birth ?? boxes.get(box.id) ?? null);
    const station = message.station === null ? undefined : box.stations.get(message.station);
    if (station !== undefined) stations.add(station);
  }
  return {
    at: now,
    ...readersOf(changed),
    signs: signsOf(all),
    boxes: [...boxes].map(([id, birth]) => [id, birth?.fw ?? null, birth?.buffered ?? null, skewOf(id)]),
    stations: [...stations],
  };
};
/** What changed readings change: their newest value, the hours they lie in, and who reads them from the first on. */
const readersOf = (
  changed: readonly PointRows[],
): Pick<Follow, 'last' | 'slots' | 'counts' | 'watched' | 'devices' | 'metered'> => {
  const last: Last[] = [];
  const slots: SlotSpan[] = [];
  const readers = { counts: [] as From[], watched: [] as From[], devices: [] as From[] };
  for (const { point, rows } of changed) {
    const [one] = rows;
    if (one === undefined) continue;
    let [newest, first] = [one.value, one.value.ts];
    for (const { value } of rows) {
      const { ts } = value;
      if (ts > newest.ts) newest = value;
      first = Math.min(first, ts);
    }
    last.push([point.id, newest.ts, newest.value, newest.text, newest.q]);
    const hour = hourOf(first);
    if (hourOf(newest.ts) === hour) slots.push([point.id, hour, first, newest.ts]);
    else slots.push(...spansOf(rows.map(({ value: { ts } }) => [point.id, hourOf(ts), ts, ts])));
    for (const sort of ['counts', 'watched', 'devices'] as const)
      for (const id of point[sort]) readers[sort].push([id, first]);
  }
  const { counts, watched, devices } = readers;
  const metered = changed.some(({ point }) => point.metered);
  return { last, slots, counts: firstOf(counts), watched: firstOf(watched), devices: firstOf(devices), metered };
};

/** The newest value of a point is that of the latest acquisition, whenever it came; of one moment, what was stored last. */
const lastOf = (rows: readonly Last[]): readonly Last[] => {
  const last = new Map<string, Last>();
  for (const row of rows) {
    const known = last.get(row[0]);
    if (known === undefined || row[1] >= known[1]) last.set(row[0], row);
  }
  return [...last.values()];
};
const spansOf = (rows: readonly SlotSpan[]): readonly SlotSpan[] => {
  const points = new Map<string, Map<number, [string, number, number, number]>>();
  for (const [point, hour, from, to] of rows) {
    const hours = points.get(point) ?? new Map<number, [string, number, number, number]>();
    points.set(point, hours);
    const known = hours.get(hour);
    if (known === undefined) hours.set(hour, [point, hour, from, to]);
    else {
      known[2] = Math.min(known[2], from);
      known[3] = Math.max(known[3], to);
    }
  }
  return [...points.values()].flatMap((hours) => [...hours.values()]);
};
/** The earliest of each. */
const firstOf = (rows: readonly From[]): readonly From[] => {
  const first = new Map<string, number>();
  for (const [id, ts] of rows) first.set(id, Math.min(first.get(id) ?? ts, ts));
  return [...first];
};
/** Every moment a box spoke of, once. */
const signsOf = (all: readonly Taken[]): readonly Sign[] => {
  const moments = new Map<string, Set<number>>();
  for (const { box, message, values } of all) {
    const known = moments.get(box.id) ?? new Set();
    if (known.size === 0) moments.set(box.id, known);
    if (message.ts !== null) known.add(message.ts);
    for (const { ts } of values) if (ts !== message.ts) known.add(ts);
  }
  return [...moments].flatMap(([box, known]) => [...known].map((ts): Sign => [box, ts]));
};

/** In the order they were stored. */
const together = (all: readonly Follow[]): Follow => {
  const heard = new Map<string, Heard>();
  for (const [id, fw, buffered, skew] of all.flatMap(({ boxes }) => boxes)) {
    const known = heard.get(id);
    heard.set(id, [id, fw ?? known?.[1] ?? null, buffered ?? known?.[2] ?? null, skew ?? known?.[3] ?? null]);
  }
  return {
    at: Math.max(...all.map(({ at }) => at)),
    last: lastOf(all.flatMap(({ last }) => last)),
    slots: spansOf(all.flatMap(({ slots }) => slots)),
    counts: firstOf(all.flatMap(({ counts }) => counts)),
    watched: firstOf(all.flatMap(({ watched }) => watched)),
    devices: firstOf(all.flatMap(({ devices }) => devices)),
    signs: all.flatMap(({ signs }) => signs),
    boxes: [...heard.values()],
    stations: [...new Set(all.flatMap(({ stations }) => stations))],
    metered: all.some(({ metered }) => metered),
  };
};

export const noteFollow = async (trx: Trx, at: At, follow: Follow): Promise<void> => {
  await often(sql`INSERT INTO ${at('mw_iot_noted')} (body) VALUES (${JSON.stringify(follow)})`, trx);
};
const takeNotes = async (trx: Trx, at: At): Promise<{ readonly notes: readonly Follow[]; readonly isAll: boolean }> => {
  const { rows } = await sql<{ id: string; body: string }>`
    DELETE FROM ${at('mw_iot_noted')} WHERE id IN (SELECT id FROM ${at('mw_iot_noted')} ORDER BY id LIMIT ${MOST_NOTES} FOR UPDATE)
    RETURNING id, body`.execute(trx);
  const notes = rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ body }) => JSON.parse(body) as Follow);
  return { notes, isAll: rows.length < MOST_NOTES };
};

/** Does what notes of before say, and then what follows from this batch. */
export const doFollow = async (trx: Trx, at: At, own: Follow | null): Promise<Changed> => {
  const points = new Set<string>();
  const online: Changed['online'][number][] = [];
  let devices: Set<string> | null = new Set();
  for (let isAll = false; !isAll; ) {
    const taken = await takeNotes(trx, at);
    isAll = taken.isAll;
    const all = isAll && own !== null ? [...taken.notes, own] : taken.notes;
    if (all.length === 0) break;
    const changed = await followed(trx, at, together(all));
    for (const id of changed.points) points.add(id);
    online.push(...changed.online);
    if (changed.devices === null) devices = null;
    else for (const id of changed.devices) devices?.add(id);
  }
  return { points: [...points], online, devices: devices && [...devices] };
};
/** What notes say of an organisation. */
export const doNotes = (db: Db, { schema }: OrgInfo): Promise<Changed> =>
  inTx(db, (trx) => doFollow(trx, (table) => sql.id(schema, table), null));

const followed = async (trx: Trx, at: At, follow: Follow): Promise<Changed> => {
  const points = await storeLast(trx, at, follow.last);
  const online = await storePresence(trx, at, follow);
  await markDirty(trx, at, new Map(follow.counts));
  // rules before states, as who derives states marks rules before it is done
  await markRules(trx, at, new Map(follow.watched));
  await markStates(trx, at, new Map(follow.devices));
  await storeLife(trx, at, follow.signs);
  await markRead(trx, at, new Map(firstOf(follow.slots.map(([point, , from]): From => [point, from]))));
  await markSlots(trx, at, follow.slots);
  return { points, online, devices: follow.metered ? null : follow.watched.map(([id]) => id) };
};

const storeLast = async (trx: Trx, at: At, rows: readonly Last[]): Promise<readonly string[]> => {
  if (rows.length === 0) return [];
  const { rows: changed } = await sql<{ id: string }>`
    UPDATE ${at('data_point')} p SET value = n.value, value_text = n.txt, value_at = n.at, q = n.q
      FROM (SELECT id, value::numeric, txt, to_timestamp(ts / 1000.0) AS at, q FROM unnest(${listOf(rows.map(([id]) => id))}::uuid[],
        ${listOf(rows.map(([, , value]) => value))}::float8[], ${rows.map(([, , , text]) => text)}::text[],
        ${listOf(rows.map(([, ts]) => ts))}::bigint[], ${listOf(rows.map(([, , , , q]) => q))}::text[]) n (id, value, txt, ts, q)) n
     WHERE p.id = n.id AND (p.value_at IS NULL OR p.value_at <= n.at)
    RETURNING p.id`.execute(trx);
  return changed.map(({ id }) => id);
};

/** Boxes and stations that were heard, and what a birth says of its box. */
const storePresence = async (
  trx: Trx,
  at: At,
  { at: now, boxes, stations }: Pick<Follow, 'at' | 'boxes' | 'stations'>,
): Promise<Changed['online']> => {
  const online: Changed['online'][number][] = [];
  const heard = [...boxes].sort(([a], [b]) => (a < b ? -1 : 1));
  const { rows } = await sql<{ id: string }>`
    WITH n AS (SELECT * FROM unnest(${heard.map(([id]) => id)}::uuid[], ${heard.map(([, fw]) => fw)}::text[],
        ${heard.map(([, , buffered]) => buffered)}::bigint[], ${heard.map(([, , , skew]) => skew)}::bigint[]) n (id, fw, buffered, skew)),
    o AS (SELECT b.id, b.status FROM ${at('cloud_box')} b JOIN n USING (id)
      WHERE b.status IS DISTINCT FROM '1' OR n.buffered IS NOT NULL OR b.last_at IS NULL
         OR b.last_at < to_timestamp(${now} / 1000.0) - make_interval(secs => ${LAST_SEC}) ORDER BY b.id FOR UPDATE OF b)
    UPDATE ${at('cloud_box')} b SET status = '1', last_at = to_timestamp(${now} / 1000.0), fw = coalesce(n.fw, b.fw),
           buf_qty = coalesce(n.buffered, b.buf_qty), skew_ms = coalesce(n.skew, b.skew_ms)
      FROM n JOIN o USING (id) WHERE b.id = n.id RETURNING b.id`.execute(trx);
  for (const { id } of rows) online.push({ object: 'cloudBox', id });
  if (stations.length === 0) return online;
  const { rows: back } = await sql<{ id: string }>`
    UPDATE ${at('base_station')} SET status = '1', last_at = to_timestamp(${now} / 1000.0)
     WHERE id = ANY(${[...stations].sort()}::uuid[]) AND (status IS DISTINCT FROM '1' OR last_at IS NULL
        OR last_at < to_timestamp(${now} / 1000.0) - make_interval(secs => ${LAST_SEC})) RETURNING id`.execute(trx);
  for (const { id } of back) online.push({ object: 'baseStation', id });
  return online;
};
