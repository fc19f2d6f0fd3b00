/**
 * Readings of points rolled up by minute, hour and day of the factory (50 §2.11), each from the one before. What a slot says follows from
 * stored readings and from nothing else: order, repetition and lateness change nothing, and a report never reads readings.
 */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../../ctx';
import { inTx } from '../../db/tx';
import type { At } from '../dirty';
import { BACK } from '../partitions';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
const ZONE_MS = 8 * HOUR_MS;
/** after the end of a slot, until what belongs to it has come */
const WAIT_MS = 10_000;
/** as far as the reading beside one is looked for */
const LOOK_MS = BACK * DAY_MS;
const BATCH = 500;
/** a reading stands for no longer than so many cycles */
const CYCLES = 3;

export interface SlotRule {
  /** a rise over a longer silence happened nobody knows when */
  readonly gapMs: number;
  /** what came later than this was sent from a buffer */
  readonly lateMs: number;
}

/** Makes anew what lags; answers how many hours of points that were. One process at a time does an organisation. */
export const rollUp = async (db: Db, org: OrgInfo, now: number, rule: SlotRule): Promise<number> => {
  let done = 0;
  let count: number;
  do {
    count = await inTx(db, (trx) => rollBatch(trx, org, now, rule));
    done += count;
  } while (count === BATCH);
  return done;
};

const rollBatch = async (trx: Trx, org: OrgInfo, now: number, rule: SlotRule): Promise<number> => {
  const at: At = (table) => sql.id(org.schema, table);
  const { rows: lock } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${org.schema}, 61)) AS mine`.execute(trx);
  if (lock[0]?.mine !== true) return 0;
  const due = await dueOf(trx, at, now);
  if (due.length === 0) return 0;
  const spans = due.map(({ point, from, to, hold, next }) => ({ point, hold, from, to: (next ?? to + hold) + 1 }));
  await makeMinutes(trx, at, merged(spans, MINUTE_MS), rule);
  await addUp(trx, at, merged(spans, HOUR_MS), { from: 'mw_iot_minute', into: 'mw_iot_hour', stepMs: HOUR_MS });
  await addUp(trx, at, merged(spans, DAY_MS), { from: 'mw_iot_hour', into: 'mw_iot_day', stepMs: DAY_MS });
  // last of all: who stores readings meanwhile waits for nothing but this, and what it noted under another stamp stays
  await sql`
    WITH k AS (
      SELECT d.point_id, d.hour FROM ${at('mw_iot_slot_dirty')} d
        JOIN unnest(${due.map(({ point }) => point)}::uuid[], ${due.map(({ hour }) => hour)}::bigint[],
               ${due.map(({ stamp }) => stamp)}::bigint[]) k (point_id, hour, stamp) USING (point_id, hour, stamp)
       ORDER BY d.point_id, d.hour FOR UPDATE OF d)
    DELETE FROM ${at('mw_iot_slot_dirty')} d USING k WHERE d.point_id = k.point_id AND d.hour = k.hour`.execute(trx);
  return due.length;
};

const READINGS = ['mw_iot_key', 'mw_iot_fast'] as const;
/**
 * The usable reading beside a moment: of each table the first that its index finds, day by day, so that neither how many follow nor how
 * many days there are is paid for.
 */
const besideOf = (at: At, { point, ts, side }: Beside) => {
  const [span, order] =
    side === 'before'
      ? [sql`b.ts < ${sql.ref(ts)} AND b.ts >= ${sql.ref(ts)} - ${sql.lit(LOOK_MS)}`, sql`b.ts DESC`]
      : [sql`b.ts > ${sql.ref(ts)} AND b.ts <= ${sql.ref(ts)} + ${sql.lit(LOOK_MS)}`, sql`b.ts`];
  const found = READINGS.map(
    (table) =>
      sql`(SELECT b.ts FROM ${at(table)} b WHERE b.point_id = ${sql.ref(point)} AND ${span} AND b.q <> 2 ORDER BY ${order} LIMIT 1)`,
  );
  return sql`${side === 'before' ? sql`greatest` : sql`least`}(${sql.join(found)})`;
};
interface Beside {
  readonly point: string;
  readonly ts: string;
  readonly side: 'before' | 'after';
}

interface Due {
  readonly point: string;
  readonly hour: string;
  readonly stamp: string;
  readonly from: number;
  readonly to: number;
  /** ms a reading of the point stands for at most */
  readonly hold: number;
  /** the usable reading after the last that changed: what it rose by changed too, and how long the one before it stands */
  readonly next: number | null;
}
/** Read before the readings: what is stored after it raises the stamp, and is rolled up the next time. */
const dueOf = async (trx: Trx, at: At, now: number): Promise<readonly Due[]> => {
  const settled = floorTo(now - WAIT_MS, MINUTE_MS);
  const { rows } = await sql<Readonly<Record<'point' | 'hour' | 'stamp' | 'from' | 'to' | 'hold', string>> & Next>`
    SELECT d.point_id AS point, d.hour, d.stamp, d.from_ts AS "from", d.to_ts AS "to",
           (LEAST(CASE WHEN p.cycle_sec > 0 THEN p.cycle_sec * ${CYCLES}::int ELSE coalesce(p.max_silence_sec, 600) END, 86400) * 1000)::bigint AS hold,
           ${besideOf(at, { point: 'd.point_id', ts: 'd.to_ts', side: 'after' })} AS next
      FROM ${at('mw_iot_slot_dirty')} d JOIN ${at('data_point')} p ON p.id = d.point_id
     WHERE d.from_ts < ${settled}::bigint ORDER BY d.from_ts LIMIT ${BATCH}`.execute(trx);
  return rows.map(({ from, to, hold, next, ...row }) => ({
    ...row,
    ...{ from: Number(from), to: Number(to), hold: Number(hold), next: next === null ? null : Number(next) },
  }));
};
interface Next {
  readonly next: string | null;
}

interface Span {
  readonly point: string;
  readonly hold: number;
  readonly from: number;
  readonly to: number;
}
export const floorTo = (ts: number, stepMs: number): number => Math.floor((ts + ZONE_MS) / stepMs) * stepMs - ZONE_MS;
/** Whole slots, each once: what overlaps or touches is one span. */
export const merged = (spans: readonly Span[], stepMs: number): readonly Span[] => {
  const whole = spans
    .map((span) => ({ ...span, from: floorTo(span.from, stepMs), to: floorTo(span.to - 1, stepMs) + stepMs }))
    .sort((a, b) => (a.point === b.point ? a.from - b.from : a.point < b.point ? -1 : 1));
  const found: Span[] = [];
  for (const span of whole) {
    const last = found.at(-1);
    if (last?.point === span.point && span.from <= last.to)
      found[found.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else found.push(span);
  }
  return found;
};
const spansSql = (spans: readonly Span[]) =>
  sql`(SELECT * FROM unnest(${spans.map(({ point }) => point)}::uuid[], ${spans.map(({ from }) => from)}::bigint[],
    ${spans.map(({ to }) => to)}::bigint[], ${spans.map(({ hold }) => hold)}::bigint[]) w (point_id, lo, hi, hold))`;

const COLUMNS = sql.raw(
  'point_id, ts, n, v_min, v_max, v_sum, v_first, v_last, delta, edges, late, good_ms, on_ms, est, delta_est',
);
/** Of all spans: constants by which partitions are left out. */
const boundsOf = (spans: readonly Span[]) => ({
  lo: spans.reduce((lo, { from }) => Math.min(lo, from), Number.MAX_SAFE_INTEGER),
  hi: spans.reduce((hi, { to }) => Math.max(hi, to), 0),
});
/** Slots `m` of the spans `w`. */
const within = (spans: readonly Span[]) => {
  const { lo, hi } = boundsOf(spans);
  return sql`m.point_id = w.point_id AND m.ts >= w.lo AND m.ts < w.hi AND m.ts >= ${lo}::bigint AND m.ts < ${hi}::bigint`;
};
const clear = (trx: Trx, at: At, table: string, spans: readonly Span[]) =>
  sql`DELETE FROM ${at(table)} m USING ${spansSql(spans)} w WHERE ${within(spans)}`.execute(trx);

/**
 * A minute has what was read in it (`s`) and how long readings stood for it (`c`): a reading stands until the next one, at most as long as
 * its point may be silent. A bad one ends the one before and stands for nothing.
 */
const makeMinutes = async (trx: Trx, at: At, spans: readonly Span[], { gapMs, lateMs }: SlotRule): Promise<void> => {
  await clear(trx, at, 'mw_iot_minute', spans);
  const minute = sql.lit(MINUTE_MS);
  const raw = READINGS.map(
    (table) =>
      sql`SELECT x.ts, x.value, x.q, x.recv_at FROM ${at(table)} x WHERE x.point_id = w.point_id AND x.ts >= w.first AND x.ts < w.hi`,
  );
  await sql`
    INSERT INTO ${at('mw_iot_minute')} (${COLUMNS})
    WITH w AS MATERIALIZED (
      SELECT w.*, coalesce(${besideOf(at, { point: 'w.point_id', ts: 'w.lo', side: 'before' })}, w.lo) AS first FROM ${spansSql(spans)} w),
    a AS (
      SELECT w.*, r.ts, r.value, r.q, r.recv_at, lead(r.ts) OVER (PARTITION BY w.point_id, w.lo ORDER BY r.ts) AS next_ts
        FROM w CROSS JOIN LATERAL (${sql.join(raw, sql` UNION ALL `)} OFFSET 0) r),
    g AS (
      SELECT a.*, lag(ts) OVER before AS prev_ts, lag(value) OVER before AS prev
        FROM a WHERE q <> 2 WINDOW before AS (PARTITION BY point_id, lo ORDER BY ts)),
    s AS (
      SELECT point_id, ts / ${minute}::bigint * ${minute}::bigint AS slot, count(*)::int AS n,
             min(value) AS v_min, max(value) AS v_max, sum(value) AS v_sum,
             (array_agg(value ORDER BY ts) FILTER (WHERE value IS NOT NULL))[1] AS v_first,
             (array_agg(value ORDER BY ts DESC) FILTER (WHERE value IS NOT NULL))[1] AS v_last,
             coalesce(sum(greatest(value - prev, 0)), 0) AS delta,
             (count(*) FILTER (WHERE value <> 0 AND prev = 0))::int AS edges,
             (count(*) FILTER (WHERE recv_at - ts > ${lateMs}::bigint))::int AS late,
             coalesce(bool_or(q = 3), false) AS est,
             coalesce(bool_or(value < prev OR value > prev AND ts - prev_ts > greatest(${gapMs}::bigint, hold)), false) AS delta_est
        FROM g WHERE ts >= lo GROUP BY 1, 2),
    c AS (
      SELECT h.point_id, m.slot, sum(least(h.e, m.slot + ${minute}) - greatest(h.b, m.slot))::bigint AS good_ms,
             coalesce(sum(least(h.e, m.slot + ${minute}) - greatest(h.b, m.slot)) FILTER (WHERE h.value <> 0), 0)::bigint AS on_ms
        FROM (SELECT point_id, value, greatest(ts, lo) AS b, least(next_ts, ts + hold, hi) AS e FROM g) h
        CROSS JOIN LATERAL generate_series(h.b / ${minute}::bigint * ${minute}::bigint, h.e - 1, ${minute}::bigint) m (slot)
       WHERE h.e > h.b GROUP BY 1, 2)
    SELECT point_id, slot, coalesce(n, 0), v_min, v_max, v_sum, v_first, v_last, coalesce(delta, 0), coalesce(edges, 0), coalesce(late, 0),
           coalesce(good_ms, 0), coalesce(on_ms, 0), coalesce(est, false), coalesce(delta_est, false)
      FROM s FULL JOIN c USING (point_id, slot)`.execute(trx);
};

interface Step {
  readonly from: string;
  readonly into: string;
  readonly stepMs: number;
}
const addUp = async (trx: Trx, at: At, spans: readonly Span[], { from, into, stepMs }: Step): Promise<void> => {
  await clear(trx, at, into, spans);
  const [zone, step] = [sql`${sql.lit(ZONE_MS)}::bigint`, sql`${sql.lit(stepMs)}::bigint`];
  await sql`
    INSERT INTO ${at(into)} (${COLUMNS})
    SELECT m.point_id, (m.ts + ${zone}) / ${step} * ${step} - ${zone}, sum(m.n)::int, min(m.v_min), max(m.v_max), sum(m.v_sum),
           (array_agg(m.v_first ORDER BY m.ts) FILTER (WHERE m.v_first IS NOT NULL))[1],
           (array_agg(m.v_last ORDER BY m.ts DESC) FILTER (WHERE m.v_last IS NOT NULL))[1],
           sum(m.delta), sum(m.edges)::int, sum(m.late)::int, sum(m.good_ms)::bigint, sum(m.on_ms)::bigint, bool_or(m.est), bool_or(m.delta_est)
      FROM ${at(from)} m JOIN ${spansSql(spans)} w ON ${within(spans)}
     GROUP BY 1, 2`.execute(trx);
};

/** Hours and drops from before a moment; days stay. */
export const forgetHours = async (db: Db, { schema }: OrgInfo, before: number): Promise<void> => {
  await sql`DELETE FROM ${sql.id(schema, 'mw_iot_hour')} WHERE ts < ${before}::bigint`.execute(db);
  await sql`DELETE FROM ${sql.id(schema, 'mw_iot_drop')} WHERE hour < ${before}::bigint`.execute(db);
};
