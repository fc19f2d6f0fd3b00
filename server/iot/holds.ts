/**
 * What holds a device in 故障, 维修 or 保养 whatever its signals say (60 §0.6, §8.3). Documents of maintenance open and end their hold
 * here, in their own transaction, back-dated too; run states follow from then on.
 */
import { sql } from 'kysely';
import type { Ctx, Trx } from '../ctx';
import { type At, markStates } from './dirty';
import { type HoldState, RUN } from './state';

export interface Hold {
  readonly doc: string;
  readonly equipment: string;
  readonly state: HoldState;
  readonly from: number;
}
/** One document holds a device in one state at a time: another one ends what it held before. */
export const openHold = async (ctx: Ctx, { doc, equipment, state, from }: Hold): Promise<void> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  await endHold(ctx, doc, from);
  await sql`INSERT INTO ${at('mw_dev_hold')} (doc_id, equipment_id, from_ts, state) VALUES (${doc}, ${equipment}, ${from}, ${state})
    ON CONFLICT (doc_id, from_ts) DO UPDATE SET state = excluded.state, to_ts = NULL`.execute(ctx.trx);
  await markStates(ctx.trx, at, new Map([[equipment, from]]));
};
export const endHold = async (ctx: Ctx, doc: string, to: number): Promise<void> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  const { rows } = await sql<{ equipment_id: string; from_ts: string }>`
    UPDATE ${at('mw_dev_hold')} SET to_ts = greatest(from_ts, ${to}) WHERE doc_id = ${doc} AND to_ts IS NULL
    RETURNING equipment_id, from_ts`.execute(ctx.trx);
  await markStates(
    ctx.trx,
    at,
    new Map(rows.map(({ equipment_id, from_ts }) => [equipment_id, Math.max(to, Number(from_ts))])),
  );
};

export interface Held {
  readonly ts: number;
  readonly state: HoldState | null;
}
/** The highest of several shows: 6 before 7 before 4. */
const ORDER: readonly HoldState[] = [RUN.repair, RUN.care, RUN.fault];
export const heldOf = async (trx: Trx, at: At, equipment: string, since: number): Promise<readonly Held[]> => {
  const { rows } = await sql<{ state: HoldState; from_ts: string; to_ts: string | null }>`
    SELECT state, from_ts, to_ts FROM ${at('mw_dev_hold')}
     WHERE equipment_id = ${equipment} AND (to_ts IS NULL OR to_ts > from_ts AND to_ts >= ${since})`.execute(trx);
  const holds = rows.map(({ state, from_ts, to_ts }) => ({
    ...{ state, from: Number(from_ts), to: to_ts === null ? Number.POSITIVE_INFINITY : Number(to_ts) },
  }));
  const moments = new Set(holds.flatMap(({ from, to }) => [from, to]).filter((ts) => Number.isFinite(ts)));
  return [...moments].map((ts) => ({
    ts,
    state: ORDER.find((state) => holds.some((hold) => hold.state === state && hold.from <= ts && ts < hold.to)) ?? null,
  }));
};
