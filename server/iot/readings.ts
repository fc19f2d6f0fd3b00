/** Readings of one batch into their tables: those behind nothing that is stored by COPY, all others beside what may be there. */
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../ctx';
import { listOf } from '../db/lists';
import type { Point } from './directory';
import type { At } from './dirty';
import type { Taken, TakenValue } from './taken';

/** A reading, and the message it came with. */
export interface Row {
  readonly taken: Taken;
  readonly value: TakenValue;
}
/** Readings of one point, one for each moment. */
export interface PointRows {
  readonly point: Point;
  readonly rows: readonly Row[];
}
const seqOf = ({ taken }: Row): number => taken.message.seq ?? 0;

/** One row for each point and moment: the highest number wins, of equal ones the first. */
export const rowsOf = (all: readonly Taken[]): readonly PointRows[] => {
  const points = new Map<string, PointGroup>();
  for (const taken of all)
    for (const value of taken.values) {
      const known = points.get(value.point.id);
      const row = { taken, value };
      if (known === undefined) points.set(value.point.id, new PointGroup(value.point, row));
      else known.add(row);
    }
  return [...points.values()];
};
class PointGroup implements PointRows {
  readonly point: Point;
  readonly rows: Row[];
  #newest: number;
  /** places by moment, as soon as one comes that is not the newest */
  #places: Map<number, number> | undefined;
  constructor(point: Point, row: Row) {
    this.point = point;
    this.rows = [row];
    this.#newest = row.value.ts;
  }
  add(row: Row): void {
    const { ts } = row.value;
    if (ts > this.#newest) {
      this.#newest = ts;
      this.#push(row);
      return;
    }
    this.#places ??= new Map(this.rows.map(({ value }, place) => [value.ts, place]));
    const place = this.#places.get(ts);
    const known = place === undefined ? undefined : this.rows[place];
    if (place === undefined || known === undefined) this.#push(row);
    else if (seqOf(row) > seqOf(known)) this.rows[place] = row;
  }
  #push(row: Row): void {
    this.#places?.set(row.value.ts, this.rows.length);
    this.rows.push(row);
  }
}

/**
 * Answers those that hold now: a moment that is stored under a higher number keeps what it has. `newest`: by point the newest moment that
 * this process stored; what is behind none of them needs no look whether it is there.
 */
export const storeReadings = async (
  trx: Trx,
  at: At,
  points: readonly PointRows[],
  newest: ReadonlyMap<string, number>,
): Promise<readonly PointRows[]> => {
  const parts = {
    mw_iot_key: { news: [] as Row[], others: [] as Row[] },
    mw_iot_fast: { news: [] as Row[], others: [] as Row[] },
  };
  for (const { point, rows } of points) {
    const { news, others } = parts[point.mapped ? 'mw_iot_key' : 'mw_iot_fast'];
    const last = newest.get(point.id) ?? Number.MAX_SAFE_INTEGER;
    for (const row of rows) (row.value.ts > last ? news : others).push(row);
  }
  const kept = new Set<string>();
  for (const table of ['mw_iot_key', 'mw_iot_fast'] as const) {
    const { news, others } = parts[table];
    await append(trx, at(table), news);
    for (const key of await upsert(trx, at(table), others)) kept.add(key);
  }
  return points.flatMap(({ point, rows }) => {
    const last = newest.get(point.id) ?? Number.MAX_SAFE_INTEGER;
    const changed = rows.filter(({ value: { ts } }) => ts > last || kept.has(`${point.id} ${ts}`));
    return changed.length === 0 ? [] : [{ point, rows: changed }];
  });
};

/** Their boxes are locked, and none of them is behind what was stored. */
const append = async (trx: Trx, table: RawBuilder<unknown>, rows: readonly Row[]): Promise<void> => {
  if (rows.length > 0)
    await sql`COPY ${table} (point_id, ts, value, txt, q, seq, recv_at) FROM STDIN (FORMAT binary) -- ${bytesOf(rows)}`.execute(
      trx,
    );
};
/** Answers point and moment of those that are written. */
const upsert = async (trx: Trx, table: RawBuilder<unknown>, rows: readonly Row[]): Promise<readonly string[]> => {
  if (rows.length === 0) return [];
  const { rows: written } = await sql<{ point_id: string; ts: string }>`
    INSERT INTO ${table} AS r (point_id, ts, value, txt, q, seq, recv_at)
    SELECT * FROM unnest(${listOf(rows.map(({ value }) => value.point.id))}::uuid[], ${listOf(rows.map(({ value }) => value.ts))}::bigint[],
      ${listOf(rows.map(({ value }) => value.value))}::float8[], ${rows.map(({ value }) => value.text)}::text[],
      ${listOf(rows.map(({ value }) => value.q))}::smallint[], ${listOf(rows.map(seqOf))}::bigint[],
      ${listOf(rows.map(({ taken }) => taken.recvAt))}::bigint[])
    ON CONFLICT (point_id, ts) DO UPDATE
      SET value = excluded.value, txt = excluded.txt, q = excluded.q, seq = excluded.seq, recv_at = excluded.recv_at
      WHERE excluded.seq > r.seq
    RETURNING point_id, ts`.execute(trx);
  return written.map(({ point_id, ts }) => `${point_id} ${ts}`);
};

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COLUMNS = 7;
/** a row whose columns are all there, without its text */
const MOST_BYTES = 2 + COLUMNS * 4 + 16 + 8 + 8 + 2 + 8 + 8;
const NULL = -1;
/** Rows as COPY reads them in binary: their number of columns, and each with its length before it. */
const bytesOf = (rows: readonly Row[]): Buffer => {
  const texts = rows.reduce((sum, { value: { text } }) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0);
  const bytes = Buffer.allocUnsafe(SIGNATURE.length + rows.length * MOST_BYTES + texts + 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE.copy(bytes);
  const whole = (value: number): void => {
    view.setInt32(at, 8);
    view.setUint32(at + 4, Math.floor(value / 2 ** 32));
    view.setUint32(at + 8, value >>> 0);
    at += 12;
  };
  const absent = (): void => {
    view.setInt32(at, NULL);
    at += 4;
  };
  for (const { taken, value } of rows) {
    const { point, ts, value: number, text, q } = value;
    view.setInt16(at, COLUMNS);
    view.setInt32(at + 2, 16);
    at += 6;
    for (const word of point.words) {
      view.setUint32(at, word);
      at += 4;
    }
    whole(ts);
    if (number === null) absent();
    else {
      view.setInt32(at, 8);
      view.setFloat64(at + 4, number);
      at += 12;
    }
    if (text === null) absent();
    else {
      const length = bytes.write(text, at + 4);
      view.setInt32(at, length);
      at += 4 + length;
    }
    view.setInt32(at, 2);
    view.setInt16(at + 4, q);
    at += 6;
    whole(taken.message.seq ?? 0);
    whole(taken.recvAt);
  }
  // no row follows
  view.setInt16(at, -1);
  return bytes.subarray(0, at + 2);
};
