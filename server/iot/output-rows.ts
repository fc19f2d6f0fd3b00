/** Rows of 产量: those readings made are kept as they are derived, whatever people made of them stands. */
import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import type { Suspect } from './booked';
import type { At } from './dirty';
import type { Output } from './output-slots';

export const OUTPUT = { auto: '1', late: '2', manual: '3', open: '4' } as const;

export interface SlotShift {
  readonly shift: string | null;
  readonly date: string;
}
export interface Told {
  readonly device: string;
  readonly since: number;
  /** a slot that ended before it was over when it changed */
  readonly now: number;
  readonly shiftOf: (slot: number) => SlotShift;
  readonly slotEnd: (slot: number) => number;
}

interface Known {
  readonly id: string;
  readonly slot: string;
  readonly work: string | null;
  readonly number: string;
  readonly bad: string;
  readonly est: string;
  readonly source: string;
}
/** Answers the rows that are others now. */
export const replaceOutput = async (
  ctx: Ctx,
  at: At,
  told: Told,
  output: readonly Output[],
): Promise<readonly string[]> => {
  const { rows } = await sql<Known>`
    SELECT id, (extract(epoch FROM slot_at) * 1000)::bigint AS slot, CASE WHEN linked THEN NULL ELSE device_work_id END AS work,
           number, unqualified_qty AS bad, est_qty AS est, source
      FROM ${at('output_stat')} WHERE equipment_id = ${told.device} AND slot_at >= to_timestamp(${told.since}::bigint / 1000.0)
       AND source IN ('1', '2') AND is_deleted = 0`.execute(ctx.trx);
  const known = new Map(rows.map((row) => [`${row.slot} ${row.work ?? ''}`, row]));
  const [fresh, changed]: [Output[], (Output & { id: string; rev: number })[]] = [[], []];
  for (const row of output) {
    const key = `${row.slot} ${row.work ?? ''}`;
    const before = known.get(key);
    known.delete(key);
    if (before === undefined) fresh.push(row);
    else if (differs(before, row))
      changed.push({ ...row, id: before.id, rev: told.slotEnd(row.slot) <= told.now ? 1 : 0 });
  }
  const gone = [...known.values()].map(({ id }) => id);
  if (gone.length > 0) await sql`DELETE FROM ${at('output_stat')} WHERE id = ANY(${gone}::uuid[])`.execute(ctx.trx);
  if (changed.length > 0)
    await sql`UPDATE ${at('output_stat')} s SET number = n.made, unqualified_qty = n.bad, qualified_qty = greatest(n.made - n.bad, 0),
        est_qty = n.est, source = n.source, rev = s.rev + n.rev
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ made }) => made)}::numeric[], ${changed.map(({ bad }) => bad)}::numeric[],
        ${changed.map(({ est }) => est)}::numeric[], ${changed.map(sourceOf)}::text[], ${changed.map(({ rev }) => rev)}::bigint[])
        n (id, made, bad, est, source, rev) WHERE s.id = n.id`.execute(ctx.trx);
  const made = await insertRows(
    ctx,
    at,
    told,
    fresh.map((row) => ({ ...row, source: sourceOf(row), suspect: 0, map: null, ts: null })),
  );
  return [...gone, ...changed.map(({ id }) => id), ...made];
};
const sourceOf = ({ late }: Output): string => (late ? OUTPUT.late : OUTPUT.auto);
const differs = (known: Known, row: Output): boolean =>
  Number(known.number) !== row.made ||
  Number(known.bad) !== row.bad ||
  Number(known.est) !== row.est ||
  known.source !== sourceOf(row);

interface KnownSuspect {
  readonly id: string;
  readonly map: string;
  readonly ts: string;
  readonly source: string;
  readonly suspect: string;
  readonly accepted: boolean | null;
  readonly number: string;
}
/** A jump that is decided stays so; when its readings say another size, what was accepted follows them. */
export const replaceSuspects = async (
  ctx: Ctx,
  at: At,
  told: Told,
  suspects: readonly (Suspect & { readonly slot: number; readonly work: string | null })[],
): Promise<readonly string[]> => {
  const { rows } = await sql<KnownSuspect>`
    SELECT id, jump_map_id AS map, jump_ts AS ts, source, suspect_qty AS suspect, accepted, number FROM ${at('output_stat')}
     WHERE equipment_id = ${told.device} AND slot_at >= to_timestamp(${told.since}::bigint / 1000.0) AND jump_map_id IS NOT NULL
       AND is_deleted = 0`.execute(ctx.trx);
  const open = new Map(suspects.map((jump) => [`${jump.map} ${jump.ts}`, jump]));
  const touched: string[] = [];
  for (const row of rows) {
    const key = `${row.map} ${row.ts}`;
    const pieces = open.get(key)?.pieces ?? 0;
    open.delete(key);
    const isOpen = row.source === OUTPUT.open;
    const [suspect, number] = isOpen ? [pieces, 0] : [0, row.accepted === true ? pieces : 0];
    if (Number(row.suspect) === suspect && Number(row.number) === number) continue;
    touched.push(row.id);
    if (isOpen && pieces === 0) await sql`DELETE FROM ${at('output_stat')} WHERE id = ${row.id}`.execute(ctx.trx);
    else
      await sql`UPDATE ${at('output_stat')} SET suspect_qty = ${suspect}, number = ${number}, qualified_qty = ${number}, rev = rev + 1
        WHERE id = ${row.id}`.execute(ctx.trx);
  }
  const made = [...open.values()].map(({ map, ts, pieces, slot, work }) => {
    return { slot, work, made: 0, bad: 0, est: 0, source: OUTPUT.open, suspect: pieces, map, ts };
  });
  return [...touched, ...(await insertRows(ctx, at, told, made))];
};

interface Fresh extends Omit<Output, 'late' | 'bads'> {
  readonly source: string;
  readonly suspect: number;
  readonly map: string | null;
  readonly ts: number | null;
}
const insertRows = async (ctx: Ctx, at: At, told: Told, rows: readonly Fresh[]): Promise<readonly string[]> => {
  if (rows.length === 0) return [];
  const shifts = rows.map(({ slot }) => told.shiftOf(slot));
  const ids = rows.map(() => ctx.newId());
  await sql`
    INSERT INTO ${at('output_stat')} (id, equipment_id, factory_unit_id, slot_at, shift_date, shift_id, device_work_id, work_order_nbr_id, op_nbr,
        process_id, material_id, number, unqualified_qty, qualified_qty, est_qty, suspect_qty, source, jump_map_id, jump_ts, rev, linked)
    SELECT n.id, e.id, e.factory_unit_id, to_timestamp(n.slot / 1000.0), n.date::date, n.shift, n.work, w.work_order_nbr_id, w.op_nbr,
           w.process_id, w.material_id, n.made, n.bad, greatest(n.made - n.bad, 0), n.est, n.suspect, n.source, n.map, n.ts, 0, false
      FROM unnest(${ids}::uuid[], ${rows.map(({ slot }) => slot)}::bigint[], ${shifts.map(({ date }) => date)}::text[],
        ${shifts.map(({ shift }) => shift)}::uuid[], ${rows.map(({ work }) => work)}::uuid[], ${rows.map(({ made }) => made)}::numeric[],
        ${rows.map(({ bad }) => bad)}::numeric[], ${rows.map(({ est }) => est)}::numeric[], ${rows.map(({ suspect }) => suspect)}::numeric[],
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ map }) => map)}::uuid[], ${rows.map(({ ts }) => ts)}::bigint[])
        n (id, slot, date, shift, work, made, bad, est, suspect, source, map, ts)
      JOIN ${at('equipment')} e ON e.id = ${told.device}
      LEFT JOIN ${at('device_work')} w ON w.id = n.work`.execute(ctx.trx);
  return ids;
};
