/** 不良记录 of bad signals (50 §2.9): by slot, work and reason, kept as they are derived. What people and reports say stands beside it. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import type { At } from './dirty';
import type { Told } from './output-rows';
import type { Output } from './output-slots';

const OF_POINT = '1';

interface Bad {
  readonly slot: number;
  readonly work: string | null;
  readonly reason: string;
  readonly qty: number;
}
const badsOf = (output: readonly Output[]): readonly Bad[] =>
  output.flatMap(({ slot, work, bads }) =>
    [...bads].flatMap(([reason, qty]) => (qty > 0 ? { slot, work, reason, qty } : [])),
  );
const keyOf = ({ slot, work, reason }: { slot: number | string; work: string | null; reason: string }): string =>
  `${slot} ${work ?? ''} ${reason}`;

/** Answers the rows that are others now. */
export const replaceBad = async (
  ctx: Ctx,
  at: At,
  told: Pick<Told, 'device' | 'since' | 'shiftOf'>,
  output: readonly Output[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string; slot: string; work: string | null; reason: string; qty: string }>`
    SELECT id, (extract(epoch FROM happen_at) * 1000)::bigint AS slot, device_work_id AS work, bad_reason_id AS reason, qty
      FROM ${at('bad_stat')} WHERE equipment_id = ${told.device} AND happen_at >= to_timestamp(${told.since}::bigint / 1000.0)
       AND source = ${OF_POINT} AND is_deleted = 0`.execute(ctx.trx);
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const [fresh, changed]: [Bad[], { readonly id: string; readonly qty: number }[]] = [[], []];
  for (const bad of badsOf(output)) {
    const before = known.get(keyOf(bad));
    known.delete(keyOf(bad));
    if (before === undefined) fresh.push(bad);
    else if (Number(before.qty) !== bad.qty) changed.push({ id: before.id, qty: bad.qty });
  }
  const gone = [...known.values()].map(({ id }) => id);
  if (gone.length > 0) await sql`DELETE FROM ${at('bad_stat')} WHERE id = ANY(${gone}::uuid[])`.execute(ctx.trx);
  if (changed.length > 0)
    await sql`UPDATE ${at('bad_stat')} s SET qty = n.qty
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ qty }) => qty)}::numeric[]) n (id, qty) WHERE s.id = n.id`.execute(
      ctx.trx,
    );
  return [...gone, ...changed.map(({ id }) => id), ...(await insertBad(ctx, at, told, fresh))];
};

const insertBad = async (
  ctx: Ctx,
  at: At,
  { device, shiftOf }: Pick<Told, 'device' | 'shiftOf'>,
  rows: readonly Bad[],
): Promise<readonly string[]> => {
  if (rows.length === 0) return [];
  const shifts = rows.map(({ slot }) => shiftOf(slot));
  const ids = rows.map(() => ctx.newId());
  await sql`
    INSERT INTO ${at('bad_stat')} (id, equipment_id, factory_unit_id, happen_at, shift_date, shift_id, device_work_id, work_order_nbr_id, op_nbr,
        process_id, material_id, bad_reason_id, qty, source)
    SELECT n.id, e.id, e.factory_unit_id, to_timestamp(n.slot / 1000.0), n.date::date, n.shift, n.work, w.work_order_nbr_id, w.op_nbr,
           w.process_id, w.material_id, n.reason, n.qty, ${OF_POINT}
      FROM unnest(${ids}::uuid[], ${rows.map(({ slot }) => slot)}::bigint[], ${shifts.map(({ date }) => date)}::text[],
        ${shifts.map(({ shift }) => shift)}::uuid[], ${rows.map(({ work }) => work)}::uuid[], ${rows.map(({ reason }) => reason)}::uuid[],
        ${rows.map(({ qty }) => qty)}::numeric[]) n (id, slot, date, shift, work, reason, qty)
      JOIN ${at('equipment')} e ON e.id = ${device}
      LEFT JOIN ${at('device_work')} w ON w.id = n.work`.execute(ctx.trx);
  return ids;
};
