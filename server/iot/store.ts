/**
 * Stage 1 (50 §2.5): messages of one organisation in one transaction: numbers of the boxes, readings, what was refused, and what follows from
 * them or a note of it. Whoever sent them hears of it after the commit only.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { listOf } from '../db/lists';
import { often } from '../db/prepared';
import { inTx } from '../db/tx';
import { newId } from '../ids';
import { SPARKPLUG } from './address';
import type { At } from './dirty';
import { type Changed, doFollow, followOf, noteFollow, type SkewOf } from './follow';
import { type PointRows, rowsOf, storeReadings } from './readings';
import { storeDrops } from './slots/dirty';
import type { Taken } from './taken';

export interface Stored {
  /** by box: its stored numbers as PostgreSQL writes them */
  readonly seqs: ReadonlyMap<string, string>;
  /** null: it is noted */
  readonly changed: Changed | null;
}
export interface StoreOptions {
  readonly now: number;
  readonly skewOf: SkewOf;
  /** asked when the messages are written: others wait for them, and what follows may be done with those */
  readonly isBusy: () => boolean;
  /** by point the newest moment this process stored; those behind it need no look whether they are there */
  readonly newest: Map<string, number>;
}

const MAX_UNKNOWN = 500;
/** rows of a box and a reason within an hour */
const MAX_REJECTS = 500;
/** of a box; more gaps than that are no lost messages but a broken counter, and the oldest are forgotten */
const MAX_RANGES = 4096;
/** numbers of Sparkplug hold their moment and never touch each other; what is sent twice is sent soon */
const MAX_MOMENTS = 256;
const UNCERTAIN = '1';

export const storeMessages = async (
  db: Db,
  org: OrgInfo,
  all: readonly Taken[],
  options: StoreOptions,
): Promise<Stored> => {
  const { newest } = options;
  const work = (trx: Trx): Promise<StoredRows> => storeIn(trx, org, all, options);
  const { points, ...stored } = await inTx(db, work).catch((error: unknown) => {
    if ((error as { readonly code?: string }).code !== TAKEN) throw error;
    // another process stored readings of these points meanwhile
    newest.clear();
    return inTx(db, work);
  });
  for (const { point, rows } of points) {
    const last = newest.get(point.id) ?? 0;
    newest.set(
      point.id,
      rows.reduce((most, { value }) => Math.max(most, value.ts), last),
    );
  }
  return stored;
};
interface StoredRows extends Stored {
  readonly points: readonly PointRows[];
}
/** unique violation */
const TAKEN = '23505';

const storeIn = async (
  trx: Trx,
  org: OrgInfo,
  all: readonly Taken[],
  { now, skewOf, isBusy, newest }: StoreOptions,
): Promise<StoredRows> => {
  const at: At = (table) => sql.id(org.schema, table);
  // rows of boxes are locked in the order of their ids: two processes wait for each other, never in a ring
  const boxes = [...new Set(all.map(({ box }) => box.id))].sort();
  const fresh = await freshOf(trx, at, boxes, all);
  const points = rowsOf(fresh);
  const held = await storeReadings(trx, at, points, newest);
  await storeRejects(trx, at, fresh);
  await storeDrops(trx, at, fresh);
  await storeUnknown(trx, at, fresh);
  const seqs = await storeNumbers(trx, at, boxes, all, fresh);
  const follow = followOf(all, held, now, skewOf);
  // what becomes uncertain is what was said before
  if (isBusy() && !all.some(({ message }) => message.stale !== undefined)) {
    await noteFollow(trx, at, follow);
    return { seqs, changed: null, points };
  }
  const { points: told, online, devices } = await doFollow(trx, at, follow);
  const stale = await storeStale(trx, at, all);
  const changed = { points: [...told, ...stale], online, devices: stale.length > 0 ? null : devices };
  return { seqs, changed, points };
};

/** Those whose number is not stored yet, each once. */
const freshOf = async (
  trx: Trx,
  at: At,
  boxes: readonly string[],
  all: readonly Taken[],
): Promise<readonly Taken[]> => {
  const numbers = numbersOf(all);
  // every box is locked; its numbers are read once, however many ranges they are and messages there are
  const ask = () =>
    often(
      sql<{ box_id: string; first: string | null; over: string | null }>`
    WITH l AS (SELECT box_id, seqs FROM ${at('mw_iot_box')} WHERE box_id = ANY(${boxes}::uuid[]) ORDER BY box_id FOR UPDATE),
    n AS (SELECT box_id, range_agg(int8range(first, over)) AS seqs FROM ${numbers.ranges} GROUP BY box_id)
    SELECT box_id, lower(r) AS first, upper(r) AS over
      FROM l LEFT JOIN n USING (box_id) LEFT JOIN LATERAL unnest(n.seqs * l.seqs) r ON true`,
      trx,
    );
  let { rows } = await ask();
  if (new Set(rows.map(({ box_id }) => box_id)).size < boxes.length) {
    // some say something for the first time
    await sql`INSERT INTO ${at('mw_iot_box')} (box_id) SELECT unnest(${boxes}::uuid[]) ON CONFLICT DO NOTHING`.execute(
      trx,
    );
    rows = (await ask()).rows;
  }
  if (numbers.isOnce && rows.every(({ first }) => first === null)) return all;
  const known = new Map(boxes.map((id) => [id, new Set<number>()]));
  for (const { box_id, first, over } of rows)
    for (let seq = Number(first); seq < Number(over); seq++) known.get(box_id)?.add(seq);
  return all.filter(({ box, message: { seq } }) => {
    if (seq === null) return true;
    const stored = known.get(box.id);
    if (stored?.has(seq)) return false;
    stored?.add(seq);
    return true;
  });
};
interface Numbers {
  readonly ranges: RawBuilder<unknown>;
  /** none of them is there twice */
  readonly isOnce: boolean;
}
/** Numbers of messages by box, as ranges: most follow each other. */
const numbersOf = (all: readonly Taken[]): Numbers => {
  const numbers = new Map<string, number[]>();
  for (const { box, message } of all) {
    if (message.seq === null) continue;
    const known = numbers.get(box.id);
    if (known === undefined) numbers.set(box.id, [message.seq]);
    else known.push(message.seq);
  }
  const [ids, first, over]: [string[], number[], number[]] = [[], [], []];
  let isOnce = true;
  for (const [id, list] of numbers) {
    if (list.some((seq, n) => n > 0 && seq < (list[n - 1] ?? 0))) list.sort((a, b) => a - b);
    let next = -1;
    for (const seq of list) {
      if (seq < next) isOnce = false;
      else if (seq === next) over[over.length - 1] = seq + 1;
      else {
        ids.push(id);
        first.push(seq);
        over.push(seq + 1);
      }
      next = seq + 1;
    }
  }
  const ranges = sql`unnest(${listOf(ids)}::uuid[], ${listOf(first)}::bigint[], ${listOf(over)}::bigint[]) s (box_id, first, over)`;
  return { ranges, isOnce };
};

/** What a box or a station that is gone said last is uncertain, but for what came after it. */
const storeStale = async (trx: Trx, at: At, all: readonly Taken[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const [n, { box, message }] of all.entries()) {
    if (message.stale === undefined) continue;
    const { station, boot } = message.stale;
    if (boot !== undefined && !(await isBoot(trx, at, all.slice(0, n), box.id, boot))) continue;
    const stationId = station === null ? null : (box.stations.get(station) ?? null);
    if (station !== null && stationId === null) continue;
    const later = all.slice(n + 1).flatMap(({ values }) => values.map(({ point }) => point.id));
    const { rows } = await sql<{ id: string }>`
      UPDATE ${at('data_point')} SET q = ${UNCERTAIN} WHERE box_id = ${box.id} AND is_deleted = 0 AND q < ${UNCERTAIN}
         AND (${stationId}::uuid IS NULL OR station_id = ${stationId}) AND NOT (id = ANY(${later}::uuid[]))
      RETURNING id`.execute(trx);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
};

/** Whether a box was born in it last: a will may arrive after the next birth. */
const isBoot = async (trx: Trx, at: At, before: readonly Taken[], boxId: string, boot: number): Promise<boolean> => {
  const born = bornOf(before, boxId);
  if (born !== undefined) return born === boot;
  const { rows } = await sql<{ boot: string | null }>`
    SELECT boot FROM ${at('mw_iot_box')} WHERE box_id = ${boxId}`.execute(trx);
  const known = rows[0]?.boot ?? null;
  return known === null || Number(known) === boot;
};
const bornOf = (messages: readonly Taken[], boxId: string): number | undefined =>
  messages.findLast(({ box, message }) => box.id === boxId && message.birth !== null)?.message.birth?.boot;

interface RejectRow {
  readonly box: string;
  readonly reason: string;
  readonly topic: string;
  readonly point: string | null;
  readonly content: string;
  times: number;
}
/** What is refused for one reason at once is one row with the first of its contents. */
const storeRejects = async (trx: Trx, at: At, all: readonly Taken[]): Promise<void> => {
  const rows = new Map<string, RejectRow>();
  for (const { box, topic, rejected } of all)
    for (const { reason, point, content } of rejected) {
      const key = `${box.id} ${reason} ${point ?? ''}`;
      const known = rows.get(key);
      if (known) known.times++;
      else rows.set(key, { box: box.id, reason, topic, point, content, times: 1 });
    }
  await writeRejects(trx, at, [...rows.values()]);
};
export type Reject = Omit<RejectRow, 'box' | 'times'> & { readonly box: string | null; readonly times?: number };
/** The same of a box within an hour is one row that counts; what it invents beyond so many is not told any more. */
export const writeRejects = async (db: Db, at: At, rows: readonly Reject[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    WITH n AS (SELECT * FROM unnest(${rows.map(() => newId())}::uuid[], ${rows.map(({ box }) => box)}::uuid[], ${rows.map(({ reason }) => reason)}::text[],
        ${rows.map(({ topic }) => topic)}::text[], ${rows.map(({ point }) => point)}::text[], ${rows.map(({ content }) => content)}::text[],
        ${rows.map(({ times = 1 }) => times)}::bigint[]) n (id, box, reason, topic, point, content, times)),
    h AS (SELECT id, box_id, reason, topic, point FROM ${at('iot_reject')} WHERE at >= date_trunc('hour', now())),
    k AS (SELECT DISTINCT ON (n.id) n.id AS new_id, h.id, n.times FROM n JOIN h ON h.box_id IS NOT DISTINCT FROM n.box
        AND h.reason = n.reason AND h.topic = n.topic AND h.point IS NOT DISTINCT FROM n.point ORDER BY n.id, h.id),
    u AS (UPDATE ${at('iot_reject')} r SET times = r.times + k.times FROM k WHERE r.id = k.id)
    INSERT INTO ${at('iot_reject')} (id, at, box_id, reason, topic, point, content, times)
    SELECT id, now(), box, reason, topic, point, content, times
      FROM (SELECT *, row_number() OVER (PARTITION BY box, reason) AS nth FROM n WHERE id NOT IN (SELECT new_id FROM k)) f
     WHERE nth + (SELECT count(*) FROM h WHERE h.box_id IS NOT DISTINCT FROM f.box AND h.reason = f.reason) <= ${MAX_REJECTS}`.execute(
    db,
  );
};

/** Codes nobody registered, for 新点位; a box that invents them without end fills no table. */
const storeUnknown = async (trx: Trx, at: At, all: readonly Taken[]): Promise<void> => {
  const rows = new Map<string, { box: string; code: string; value: string; times: number }>();
  for (const { box, unknown } of all)
    for (const { code, value } of unknown) {
      const key = `${box.id} ${code.trim().toLowerCase()}`;
      rows.set(key, { box: box.id, code, value, times: (rows.get(key)?.times ?? 0) + 1 });
    }
  if (rows.size === 0) return;
  const list = [...rows.values()];
  await sql`
    WITH n AS (SELECT * FROM unnest(${list.map(() => newId())}::uuid[], ${list.map(({ box }) => box)}::uuid[], ${list.map(({ code }) => code)}::text[],
        ${list.map(({ value }) => value)}::text[], ${list.map(({ times }) => times)}::bigint[]) n (id, box_id, code, value, times)),
    u AS (UPDATE ${at('iot_unknown')} k SET last_value = n.value, last_at = now(), times = k.times + n.times FROM n
        WHERE k.box_id = n.box_id AND lower(btrim(k.code)) = lower(btrim(n.code)) AND k.is_deleted = 0 RETURNING n.id)
    INSERT INTO ${at('iot_unknown')} (id, box_id, code, last_value, last_at, times)
    SELECT id, box_id, code, value, now(), times FROM n
     WHERE id NOT IN (SELECT id FROM u)
       AND (SELECT count(*) FROM ${at('iot_unknown')} k WHERE k.box_id = n.box_id) < ${MAX_UNKNOWN}`.execute(trx);
};

const storeNumbers = async (
  trx: Trx,
  at: At,
  boxes: readonly string[],
  all: readonly Taken[],
  fresh: readonly Taken[],
): Promise<ReadonlyMap<string, string>> => {
  const repeated = new Map(boxes.map((id) => [id, 0]));
  for (const { box } of all) repeated.set(box.id, (repeated.get(box.id) ?? 0) + 1);
  for (const { box } of fresh) repeated.set(box.id, (repeated.get(box.id) ?? 0) - 1);
  const lost = (id: string): number =>
    fresh.reduce((sum, { box, message }) => sum + (box.id === id ? (message.birth?.lost ?? 0) : 0), 0);
  const { rows } = await often(
    sql<{ box_id: string; seqs: string }>`
    UPDATE ${at('mw_iot_box')} b
       SET seqs = b.seqs + coalesce((SELECT range_agg(int8range(first, over)) FROM ${numbersOf(fresh).ranges} WHERE s.box_id = b.box_id), '{}'),
           repeated = b.repeated + c.repeated, lost = b.lost + c.lost, boot = coalesce(c.boot, b.boot)
      FROM unnest(${boxes}::uuid[], ${boxes.map((id) => repeated.get(id) ?? 0)}::bigint[], ${boxes.map(lost)}::bigint[],
           ${boxes.map((box) => bornOf(fresh, box) ?? null)}::bigint[]) c (box_id, repeated, lost, boot)
     WHERE b.box_id = c.box_id RETURNING b.box_id, b.seqs::text AS seqs`,
    trx,
  );
  const limits = new Map(all.map(({ box }) => [box.id, box.protocol === SPARKPLUG ? MAX_MOMENTS : MAX_RANGES]));
  for (const { box_id, seqs } of rows) {
    const limit = limits.get(box_id) ?? MAX_RANGES;
    if (seqs.split('[').length > limit) await forgetOldest(trx, at, { box: box_id, keep: limit / 2 });
  }
  return new Map(rows.map(({ box_id, seqs }) => [box_id, seqs]));
};
const forgetOldest = (
  trx: Trx,
  at: At,
  { box, keep }: { readonly box: string; readonly keep: number },
): Promise<unknown> =>
  sql`UPDATE ${at('mw_iot_box')} b SET seqs = (SELECT range_agg(r) FROM (
        SELECT r FROM unnest(b.seqs) r ORDER BY lower(r) DESC LIMIT ${keep}) newest)
      WHERE box_id = ${box}`.execute(trx);
