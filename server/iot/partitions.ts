/** Days of readings and of their minutes: made ahead and dropped when they are over, by the owner of the tables (50 §2.11). */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { inTx } from '../db/tx';

const DAY_MS = 86_400_000;
/** a day of readings is one of the factory, UTC+8 */
const ZONE_MS = 8 * 3_600_000;
const AHEAD = 7;
/** as far back as readings may be sent at all (iot.acceptDays) */
export const BACK = 31;
const TABLES = ['mw_iot_key', 'mw_iot_fast', 'mw_iot_minute'] as const;
type Table = (typeof TABLES)[number];
const LOCK = 7_201_981;

const dayOf = (ts: number): number => Math.floor((ts + ZONE_MS) / DAY_MS);
const startOf = (day: number): number => day * DAY_MS - ZONE_MS;
const nameOf = (table: Table, day: number): string =>
  `${table}_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Makes the days around a moment and drops those before each table's first; answers how many were made and dropped. */
export const keepDays = (
  owner: Db,
  schema: string,
  now: number,
  keep: Readonly<Partial<Record<Table, number>>>,
): Promise<{ readonly made: number; readonly dropped: number }> =>
  inTx(owner, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const today = dayOf(now);
    let [made, dropped] = [0, 0];
    for (const table of TABLES) {
      const { rows } = await sql<{ name: string }>`
        SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = ${`${schema}.${table}`}::regclass`.execute(trx);
      const there = new Set(rows.map(({ name }) => name));
      const first = nameOf(table, today - Math.max(keep[table] ?? 0, BACK));
      for (const name of there)
        if (name < first) {
          await sql`DROP TABLE ${sql.id(schema, name)}`.execute(trx);
          dropped++;
        }
      for (let day = today - BACK; day <= today + AHEAD; day++) {
        const name = nameOf(table, day);
        if (there.has(name)) continue;
        await sql`CREATE TABLE ${sql.id(schema, name)} PARTITION OF ${sql.id(schema, table)}
          FOR VALUES FROM (${sql.lit(startOf(day))}) TO (${sql.lit(startOf(day + 1))})`.execute(trx);
        made++;
      }
    }
    return { made, dropped };
  });

/** Newest values of points are written again and again: with room in their pages no index is. */
const POINT_FILL = 'fillfactor=40';
export const keepRoom = async (owner: Db, schema: string): Promise<void> => {
  const { rows } = await sql`
    SELECT FROM pg_class WHERE oid = ${`${schema}.data_point`}::regclass AND ${POINT_FILL} = ANY(reloptions)`.execute(
    owner,
  );
  if (rows.length === 0) await sql`ALTER TABLE ${sql.id(schema, 'data_point')} SET (fillfactor = 40)`.execute(owner);
};
