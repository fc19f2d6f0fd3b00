/** Production orders on 综合看板 (50 §5.6): those being made by their dates, what is due today, and how many of the month were in time. */
import { sql } from 'kysely';
import type { OrderLine, SynthesisNumbers } from '../../../schemas/language/wire-synthesis';
import { among, type WallReach } from './reach';
import { share } from './running';

const MOST_ORDERS = 10;
const HELD = '40';
const RUNNING = sql`t.doc_status IN ('20', '30', '40')`;
const ORDERED = sql`t.audit_status = '2' AND t.doc_status <> '90'`;

export const orderLines = async (reach: WallReach): Promise<readonly OrderLine[]> => {
  const { trx, org, now } = reach.reader;
  const ids = await reach.rows('prdOrder', [ORDERED, RUNNING]);
  const { rows } = await sql<Omit<OrderLine, 'late' | 'isHeld'> & { status: string; over: number }>`
    SELECT nbr, material_name AS product, coalesce(qualified_qty, 0)::float8 AS done, plan_qty::float8 AS plan, due_date::text AS due,
           doc_status AS status, greatest(0, ${now.slice(0, 10)}::date - due_date) AS over
      FROM ${sql.id(org.schema, 'prd_order')} t
     WHERE is_deleted = 0 AND ${ORDERED} AND ${RUNNING} AND ${among(sql`t.workshop_id`, reach.units)} AND ${among(sql`t.id`, ids)}
     ORDER BY due_date, nbr LIMIT ${MOST_ORDERS}`.execute(trx);
  return rows.map(({ status, over, ...row }) => ({ ...row, late: Number(over), isHeld: status === HELD }));
};

/** As 订单进度 counts them: in time by when it was finished, late as soon as its date is over. */
export const orderNumbers = async (reach: WallReach): Promise<Pick<SynthesisNumbers, 'orders' | 'onTime'>> => {
  if (!reach.may('prdOrder:view')) return { orders: null, onTime: null };
  const { trx, org, now } = reach.reader;
  const today = now.slice(0, 10);
  const ids = await reach.rows('prdOrder', [ORDERED]);
  const finished = sql`(t.finished_at AT TIME ZONE 'Asia/Shanghai')::date`;
  const ofMonth = sql`date_trunc('month', t.due_date) = date_trunc('month', ${today}::date)`;
  const { rows } = await sql<Record<'running' | 'due' | 'done' | 'timely' | 'late', string>>`
    SELECT count(*) FILTER (WHERE ${RUNNING}) AS running,
           count(*) FILTER (WHERE t.due_date = ${today}::date) AS due,
           count(*) FILTER (WHERE t.due_date = ${today}::date AND t.finished_at IS NOT NULL) AS done,
           count(*) FILTER (WHERE ${ofMonth} AND ${finished} <= t.due_date) AS timely,
           count(*) FILTER (WHERE ${ofMonth} AND (${finished} > t.due_date OR t.finished_at IS NULL AND t.due_date < ${today}::date)) AS late
      FROM ${sql.id(org.schema, 'prd_order')} t
     WHERE is_deleted = 0 AND ${ORDERED} AND ${among(sql`t.workshop_id`, reach.units)} AND ${among(sql`t.id`, ids)}`.execute(
    trx,
  );
  const [row] = rows;
  const [timely, late] = [Number(row?.timely ?? 0), Number(row?.late ?? 0)];
  return {
    orders: { running: Number(row?.running ?? 0), due: Number(row?.due ?? 0), done: Number(row?.done ?? 0) },
    onTime: { rate: share(timely, timely + late), timely, late },
  };
};
