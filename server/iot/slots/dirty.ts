/** What of the slots of points lags, and what never became a reading: noted in the transaction of the messages. */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import { listOf } from '../../db/lists';
import type { At } from '../dirty';
import type { Taken } from '../taken';

const HOUR_MS = 3_600_000;
export const hourOf = (ts: number): number => Math.floor(ts / HOUR_MS) * HOUR_MS;
/** One order for everybody: two that write the same rows wait for each other, never in a ring. */
const inOrder = <T>(rows: ReadonlyMap<string, T>): readonly T[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

export type SlotSpan = readonly [point: string, hour: number, from: number, to: number];
/** Changed readings, by point and hour from the first to the last: an old one does not make all that follows anew. */
export const markSlots = async (trx: Trx, at: At, spans: readonly SlotSpan[]): Promise<void> => {
  if (spans.length === 0) return;
  const rows = inOrder(new Map(spans.map((span) => [`${span[0]} ${span[1]}`, span])));
  await sql`
    INSERT INTO ${at('mw_iot_slot_dirty')} AS d (point_id, hour, from_ts, to_ts)
    SELECT * FROM unnest(${listOf(rows.map(([point]) => point))}::uuid[], ${listOf(rows.map(([, hour]) => hour))}::bigint[],
      ${listOf(rows.map(([, , from]) => from))}::bigint[], ${listOf(rows.map(([, , , to]) => to))}::bigint[])
    ON CONFLICT (point_id, hour) DO UPDATE
      SET from_ts = LEAST(d.from_ts, excluded.from_ts), to_ts = GREATEST(d.to_ts, excluded.to_ts), stamp = d.stamp + 1`.execute(
    trx,
  );
};

/** Refused values of registered points, and messages that boxes say they lost. */
export const storeDrops = async (trx: Trx, at: At, all: readonly Taken[]): Promise<void> => {
  const drops = new Map<string, { of: string; hour: number; n: number }>();
  const add = (of: string, recvAt: number, n: number): void => {
    const hour = hourOf(recvAt);
    const key = `${of} ${hour}`;
    drops.set(key, { of, hour, n: (drops.get(key)?.n ?? 0) + n });
  };
  for (const { box, message, rejected, recvAt } of all) {
    const lost = message.birth?.lost ?? 0;
    if (lost > 0) add(box.id, recvAt, lost);
    for (const { point } of rejected) {
      const known = point === null ? undefined : box.points.get(point);
      if (known !== undefined) add(known.id, recvAt, 1);
    }
  }
  if (drops.size === 0) return;
  const rows = inOrder(drops);
  await sql`
    INSERT INTO ${at('mw_iot_drop')} AS d (of_id, hour, n)
    SELECT * FROM unnest(${rows.map(({ of }) => of)}::uuid[], ${rows.map(({ hour }) => hour)}::bigint[], ${rows.map(({ n }) => n)}::bigint[])
    ON CONFLICT (of_id, hour) DO UPDATE SET n = d.n + excluded.n`.execute(trx);
};
