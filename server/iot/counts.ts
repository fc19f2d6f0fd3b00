/**
 * Pieces of count signals (50 §2.7), derived from stored readings and from nothing else: a late reading takes its signal back to the mark
 * before it, and what is counted anew replaces what was. So live and rebuilt rows are the same.
 */
import { sql } from 'kysely';
import { addDec, mulDec } from '../../schemas/language/codec/decimal';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { type Booking, type CounterState, foldCounter, NO_COUNT, type Sample, settlesAt } from './counter';
import { type At, COUNTS, eachLagging, markDirty, notesOf, raise } from './dirty';
import { type CountSignal, type SignalVersion, versionsOf } from './signals';

const MARK_MS = 5 * 60_000;
const READ_ROWS = 20_000;
const SUSPECT_Q = 1;

/** Counts what lags in an organisation until a moment; answers the signals that were counted. */
export const deriveCounts = async (db: Db, org: OrgInfo, now: number, onError = raise): Promise<readonly string[]> => {
  const at: At = (table) => sql.id(org.schema, table);
  const done: string[] = [];
  await eachLagging({ db, org, noted: COUNTS, now, onError }, async (map) => {
    if (await inTx(db, (trx) => deriveOne(trx, at, map, now))) done.push(map);
  });
  return done;
};

/** Everything of a signal is counted anew from its readings. */
export const rebuildCounts = async (trx: Trx, at: At, map: string): Promise<void> => {
  await sql`DELETE FROM ${at('mw_iot_mark')} WHERE map_id = ${map}`.execute(trx);
  await markDirty(trx, at, new Map([[map, 0]]));
};

const deriveOne = async (trx: Trx, at: At, map: string, now: number): Promise<boolean> => {
  const { rows: locks } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${map}, 50)) AS mine`.execute(trx);
  if (locks[0]?.mine !== true) return false;
  const notes = notesOf(trx, at, COUNTS);
  const dirty = await notes.read(map, now);
  if (dirty === undefined) return false;
  const counter = await counterFrom(trx, at, map, dirty.from);
  const due = await countOn(trx, at, counter, now);
  await replaceRows(trx, at, counter);
  await notes.done(map, dirty, due);
  return true;
};

interface Counter {
  readonly map: string;
  /** what was booked and marked from here on is replaced */
  readonly start: number;
  readonly versions: readonly SignalVersion[];
  state: CounterState;
  readonly marks: { readonly ts: number; readonly state: CounterState }[];
  readonly made: { readonly src: number; readonly recvAt: number; readonly booking: Booking }[];
  /** when the reading was received that is counted */
  recvAt: number;
}
const counterFrom = async (trx: Trx, at: At, map: string, from: number): Promise<Counter> => {
  const { rows } = await sql<{ ts: string; state: CounterState }>`
    SELECT ts, state FROM ${at('mw_iot_mark')} WHERE map_id = ${map} AND ts <= ${from} ORDER BY ts DESC LIMIT 1`.execute(
    trx,
  );
  const [mark] = rows;
  const versions = await versionsOf(trx, at, map);
  return {
    map,
    start: Number(mark?.ts ?? 0),
    versions,
    state: mark?.state ?? NO_COUNT,
    marks: [],
    made: [],
    recvAt: 0,
  };
};

/** Answers when time alone settles what is open; null = nothing is. */
const countOn = async (trx: Trx, at: At, counter: Counter, now: number): Promise<number | null> => {
  let due: number | null = null;
  for (const [n, { from, signal }] of counter.versions.entries()) {
    const until = counter.versions[n + 1]?.from ?? Number.MAX_SAFE_INTEGER;
    if (until <= counter.start) continue;
    const before = counter.versions[n - 1]?.signal;
    if (from >= counter.start && !continues(before, signal)) counter.state = { ...NO_COUNT, cum: counter.state.cum };
    due = null;
    if (signal === null) continue;
    await countReadings(trx, at, counter, signal, Math.max(from, counter.start), until);
    settleUntil(counter, signal, Math.min(until - 1, now));
    if (until > now) due = settlesAt(signal, counter.state);
  }
  return due;
};
const continues = (before: CountSignal | null | undefined, next: CountSignal | null): boolean =>
  before?.point === next?.point && before?.pulse === next?.pulse;

const countReadings = async (
  trx: Trx,
  at: At,
  counter: Counter,
  signal: CountSignal,
  from: number,
  until: number,
): Promise<void> => {
  let slotEnd: number | null = null;
  for (let next = from; ; ) {
    const { rows } = await sql<{ ts: string; value: number | null; q: number; recv_at: string }>`
      SELECT ts, value, q, recv_at FROM ${at('mw_iot_key')} WHERE point_id = ${signal.point} AND ts >= ${next} AND ts < ${until}
       ORDER BY ts LIMIT ${READ_ROWS}`.execute(trx);
    for (const row of rows) {
      const sample = { ts: Number(row.ts), x: row.value ?? 0 };
      if (slotEnd !== null && sample.ts >= slotEnd) {
        settleUntil(counter, signal, slotEnd - 1);
        counter.marks.push({ ts: slotEnd, state: counter.state });
      }
      slotEnd = (Math.floor(sample.ts / MARK_MS) + 1) * MARK_MS;
      counter.recvAt = Number(row.recv_at);
      if (row.value !== null && row.q <= SUSPECT_Q && isValid(signal, row.value))
        fold(counter, signal, [sample], sample.ts);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return;
    next = Number(last.ts) + 1;
  }
};
const isValid = ({ factor, offset, validMin, validMax }: CountSignal, value: number): boolean => {
  const meant = addDec(mulDec(value, factor), offset);
  return (validMin === null || meant >= validMin) && (validMax === null || meant <= validMax);
};

const fold = (counter: Counter, signal: CountSignal, samples: readonly Sample[], until: number): void => {
  counter.state = foldCounter(signal, counter.state, samples, until, (booking, src) =>
    counter.made.push({ src, recvAt: counter.recvAt, booking }),
  );
};
const settleUntil = (counter: Counter, signal: CountSignal, until: number): void => fold(counter, signal, [], until);

const replaceRows = async (trx: Trx, at: At, { map, start, marks, made }: Counter): Promise<void> => {
  await sql`DELETE FROM ${at('mw_iot_mark')} WHERE map_id = ${map} AND ts > ${start}`.execute(trx);
  const { rows: gone } = await sql<{ from_ts: string }>`
    DELETE FROM ${at('mw_iot_count')} WHERE map_id = ${map} AND src >= ${start} RETURNING from_ts`.execute(trx);
  if (marks.length > 0)
    await sql`INSERT INTO ${at('mw_iot_mark')} (map_id, ts, state)
      SELECT ${map}::uuid, * FROM unnest(${marks.map(({ ts }) => ts)}::bigint[],
        ${marks.map(({ state }) => JSON.stringify(state))}::jsonb[])`.execute(trx);
  if (made.length > 0)
    await sql`INSERT INTO ${at('mw_iot_count')} (map_id, src, to_ts, from_ts, pieces, suspect, recv_at)
      SELECT ${map}::uuid, * FROM unnest(${made.map(({ src }) => src)}::bigint[], ${made.map(({ booking }) => booking.to)}::bigint[],
        ${made.map(({ booking }) => booking.from)}::bigint[], ${made.map(({ booking }) => booking.pieces)}::bigint[],
        ${made.map(({ booking }) => booking.suspect)}::boolean[],
        ${made.map(({ recvAt }) => recvAt)}::bigint[])`.execute(trx);
  const first = [...gone.map(({ from_ts }) => Number(from_ts)), ...made.map(({ booking }) => booking.from)];
  if (first.length > 0)
    await markLag(
      trx,
      at,
      map,
      first.reduce((least, ts) => Math.min(least, ts)),
    );
};
/** The output of the device lags from here on, whatever of it changed. */
const markLag = (trx: Trx, at: At, map: string, from: number): Promise<unknown> =>
  sql`INSERT INTO ${at('mw_iot_lag')} AS l (equipment_id, from_ts) SELECT equipment_id, ${from} FROM ${at('point_map')} WHERE id = ${map}
    ON CONFLICT (equipment_id) DO UPDATE SET from_ts = LEAST(l.from_ts, excluded.from_ts), stamp = l.stamp + 1`.execute(
    trx,
  );
