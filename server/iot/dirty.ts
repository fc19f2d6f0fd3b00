/** Signals whose derived rows lag behind their readings: noted in the transaction of the readings, so that a crash forgets none. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';

/** a table of the organisation */
export type At = (table: string) => RawBuilder<unknown>;

/** Where it is noted what lags: a table, and the column of whose it is. */
interface Noted {
  readonly table: string;
  readonly key: string;
}
export const COUNTS: Noted = { table: 'mw_iot_dirty', key: 'map_id' };
export const STATES: Noted = { table: 'mw_iot_state_dirty', key: 'equipment_id' };
export const RULES: Noted = { table: 'mw_iot_rule_dirty', key: 'equipment_id' };
export const ALERTS: Noted = { table: 'mw_energy_rule_dirty', key: 'meter_id' };

export interface Dirty {
  /** ms; what is derived from here on is made anew */
  readonly from: number;
  /** another one = it was marked again meanwhile */
  readonly stamp: string;
}
export const notesOf = (trx: Trx, at: At, { table, key }: Noted) => {
  const [notes, id] = [at(table), sql.ref(key)];
  return {
    /** By whose it is the moment from which on it lags; the earliest of all that are said holds. */
    async mark(from: ReadonlyMap<string, number>): Promise<void> {
      if (from.size === 0) return;
      // one order for everybody: two that mark the same wait for each other, never in a ring
      const ids = [...from.keys()].sort();
      await sql`
        INSERT INTO ${notes} AS d (${id}, from_ts) SELECT * FROM unnest(${ids}::uuid[], ${ids.map((one) => from.get(one))}::bigint[])
        ON CONFLICT (${id}) DO UPDATE SET from_ts = LEAST(d.from_ts, excluded.from_ts), due_at = 0, stamp = d.stamp + 1`.execute(
        trx,
      );
    },
    /** Read before the readings: what is stored after it raises the stamp, and is derived the next time. */
    async read(of: string, now: number): Promise<Dirty | undefined> {
      const { rows } = await sql<{ from_ts: string; stamp: string }>`
        SELECT from_ts, stamp FROM ${notes} WHERE ${id} = ${of} AND due_at <= ${now}`.execute(trx);
      return rows[0] && { from: Number(rows[0].from_ts), stamp: rows[0].stamp };
    },
    /** It lags no longer, or again at `due` (ms) by time alone. */
    async done(of: string, { stamp }: Dirty, due: number | null): Promise<void> {
      await (due === null
        ? sql`DELETE FROM ${notes} WHERE ${id} = ${of} AND stamp = ${stamp}`
        : sql`UPDATE ${notes} SET from_ts = ${due}, due_at = ${due} WHERE ${id} = ${of} AND stamp = ${stamp}`
      ).execute(trx);
    },
  };
};

const MOST = 200;
const PUT_OFF_MS = 60_000;

export type OnError = (error: unknown) => void;
export const raise: OnError = (error) => {
  throw error;
};
interface Lagging {
  readonly db: Db;
  readonly org: OrgInfo;
  readonly noted: Noted;
  readonly now: number;
  readonly onError: OnError;
}
/** What lags in an organisation, one after another. Who fails is told and waits a while, so that it stops none of the others. */
export const eachLagging = async (
  { db, org, noted, now, onError }: Lagging,
  work: (id: string) => Promise<void>,
): Promise<void> => {
  const [notes, key] = [sql.id(org.schema, noted.table), sql.ref(noted.key)];
  const { rows } = await sql<{ id: string }>`
    SELECT ${key} AS id FROM ${notes} WHERE due_at <= ${now} ORDER BY due_at, ${key} LIMIT ${MOST}`.execute(db);
  for (const { id } of rows)
    await work(id).catch(async (error: unknown) => {
      await sql`UPDATE ${notes} SET due_at = ${now + PUT_OFF_MS} WHERE ${key} = ${id} AND due_at <= ${now}`.execute(db);
      onError(error);
    });
};

/** What a device made, from a moment on. */
export const markOutput = async (trx: Trx, at: At, device: string, from: number): Promise<void> => {
  await sql`INSERT INTO ${at('mw_iot_lag')} AS l (equipment_id, from_ts) VALUES (${device}, ${from})
    ON CONFLICT (equipment_id) DO UPDATE SET from_ts = LEAST(l.from_ts, excluded.from_ts), stamp = l.stamp + 1`.execute(
    trx,
  );
};
/** By signal. */
export const markDirty = (trx: Trx, at: At, from: ReadonlyMap<string, number>): Promise<void> =>
  notesOf(trx, at, COUNTS).mark(from);
/** Run states, by device. */
export const markStates = (trx: Trx, at: At, from: ReadonlyMap<string, number>): Promise<void> =>
  notesOf(trx, at, STATES).mark(from);
/** Warnings, by device; of those that are watched. */
export const markRules = async (trx: Trx, at: At, from: ReadonlyMap<string, number>): Promise<void> => {
  if (from.size === 0) return;
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT equipment_id AS id FROM ${at('mw_iot_watch')} WHERE equipment_id = ANY(${[...from.keys()]}::uuid[])`.execute(
    trx,
  );
  await notesOf(trx, at, RULES).mark(new Map(rows.map(({ id }) => [id, from.get(id) ?? 0])));
};
