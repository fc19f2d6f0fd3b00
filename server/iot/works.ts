/** Works of devices whose times or shares changed: the output of their devices lags from then on. */
import { sql } from 'kysely';
import type { Db } from '../ctx';

const DAY_MS = 86_400_000;
const WAIT_MS = 60_000;

export interface Works {
  note(work: string): void;
  mark(now: number): Promise<void>;
  /** their count is written later */
  wait(works: readonly string[]): void;
  /** those that waited for a while */
  waited(now: number): readonly string[];
}
interface Row {
  readonly id: string;
  readonly device: string;
  readonly begin: string;
  readonly said: string;
}
/** Nobody knows what was left when a process began: it looks at those that are not over for a day. */
export const watchWorks = (db: Db, schema: string): Works => {
  const open = new Set<string>();
  const known = new Map<string, string>();
  const waiting = new Set<string>();
  let asked = 0;
  let all = true;
  const changedOf = async (ids: readonly string[], now: number): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`
      SELECT w.id, w.equipment_id AS device, (extract(epoch FROM w."from") * 1000)::bigint AS begin,
             concat_ws(' ', w."from", w."to", w.alloc_qty, w.is_deleted) AS said
        FROM ${sql.id(schema, 'device_work')} w
       WHERE w.equipment_id IS NOT NULL AND w."from" IS NOT NULL
         AND (w.id = ANY(${ids}::uuid[]) OR (${all} AND (w."to" IS NULL OR w."to" > to_timestamp(${now - DAY_MS}::bigint / 1000.0))))
         AND (EXISTS (SELECT FROM ${sql.id(schema, 'point_map')} m JOIN ${sql.id(schema, 'mw_iot_signal')} s ON s.map_id = m.id
                      WHERE m.equipment_id = w.equipment_id)
           OR EXISTS (SELECT FROM ${sql.id(schema, 'mw_iot_added')} a WHERE a.equipment_id = w.equipment_id))`.execute(
      db,
    );
    return rows.filter(({ id, said }) => known.get(id) !== said);
  };
  return {
    wait: (works) => {
      for (const work of works) waiting.add(work);
    },
    waited(now) {
      if (waiting.size === 0 || now - asked < WAIT_MS) return [];
      asked = now;
      const works = [...waiting];
      waiting.clear();
      return works;
    },
    note: (work) => void open.add(work),
    async mark(now) {
      const ids = [...open];
      if (!all && ids.length === 0) return;
      const rows = await changedOf(ids, now);
      if (rows.length > 0)
        await sql`INSERT INTO ${sql.id(schema, 'mw_iot_lag')} AS l (equipment_id, from_ts)
          SELECT device, min(begin) FROM unnest(${rows.map(({ device }) => device)}::uuid[], ${rows.map(({ begin }) => begin)}::bigint[]) n (device, begin)
           GROUP BY 1 ORDER BY 1
          ON CONFLICT (equipment_id) DO UPDATE SET from_ts = LEAST(l.from_ts, excluded.from_ts), stamp = l.stamp + 1`.execute(
          db,
        );
      for (const { id, said } of rows) known.set(id, said);
      for (const id of ids) open.delete(id);
      all = false;
    },
  };
};
