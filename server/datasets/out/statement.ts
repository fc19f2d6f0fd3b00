/**
 * 外协对账 (40 §6.7): what was sent and came back in a span, by the rows of sends and receipts, and what of the sends is still with the
 * supplier now.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { engineOf } from '../../records/host';
import { sourceIds } from '../../records/read/readable';

type Sql = RawBuilder<unknown>;
type Raw = Readonly<Record<string, string | null>>;

const RIGHT = 'outStatement:view';
const AMOUNTS = ['amount', 'deduct', 'pay'] as const;
const RECEIVED = [
  'qty',
  'returnQty',
  'qualifiedQty',
  'reworkQty',
  'workScrapQty',
  'materialScrapQty',
  'lossQty',
  ...AMOUNTS,
] as const;
const SENT = ['sentQty', 'outsideQty'] as const;

export const outStatement: Service = {
  name: 'out.statement',
  // whoever may open the report
  right: null,
  async run({ day }, ctx, dims = new Set()): Promise<readonly Rec[]> {
    const [from = null, to = null] = (Array.isArray(day) ? day : []).map(dayOf);
    const last = to !== null && to < ctx.today ? to : ctx.today;
    const received = (await receivedIn(ctx, inSpan(from, to))).map((row) => numbersOf(row, RECEIVED));
    // by receipts, what was sent is nobody's
    if (dims.has('receipt')) return received;
    const sent = (await sentRows(ctx, inSpan(from, to))).map((row) => numbersOf(row, SENT));
    // what is outside is so now, whenever it was sent
    const outside = (await outsideNow(ctx)).map((row) => ({ ...numbersOf(row, SENT), day: last }));
    return [...received, ...sent, ...outside];
  },
};
const dayOf = (value: Value): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 10) : null);
const numbersOf = (row: Raw, codes: readonly string[]): Rec => ({
  ...row,
  ...Object.fromEntries(codes.filter((code) => code in row).map((code) => [code, Number(row[code] ?? 0)])),
});
const inSpan = (from: string | null, to: string | null): readonly Sql[] => [
  ...(from === null ? [] : [sql`t.biz_date >= ${from}::date`]),
  ...(to === null ? [] : [sql`t.biz_date <= ${to}::date`]),
];

const table = (ctx: Ctx, name: string): Sql => sql.table(`${ctx.org.schema}.${name}`);
/** Effective documents in the caller's rows. */
const within = async (ctx: Ctx, object: string, span: readonly Sql[]): Promise<Sql> => {
  const engine = engineOf(ctx);
  const done = [sql`t.doc_status = '60'`, ...span];
  const ids = await sourceIds(engine, engine.records.object(object), RIGHT, done);
  const reached = ids === 'all' ? sql`true` : sql`t.id = any(${[...ids]}::uuid[])`;
  return sql.join([sql`t.is_deleted = 0`, ...done, reached], sql` and `);
};
const OF_ROW = sql`t.supplier_id as supplier, i.work_order_id as "workOrder", i.process_id as process, i.material_id as material`;

const receivedIn = async (ctx: Ctx, span: readonly Sql[]): Promise<readonly Raw[]> => {
  const { rows } = await sql<Raw>`
    select ${OF_ROW}, t.nbr as receipt, to_char(t.biz_date, 'YYYY-MM-DD') as day,
           case when t.receive_type = '1' then i.qty else 0 end as qty, case when t.receive_type = '2' then i.qty else 0 end as "returnQty",
           i.qualified_qty as "qualifiedQty", i.rework_qty as "reworkQty", i.work_scrap_qty as "workScrapQty",
           i.material_scrap_qty as "materialScrapQty", i.loss_qty as "lossQty", i.amount, i.deduct, i.pay
      from ${table(ctx, 'out_receive_items')} i join ${table(ctx, 'out_receive')} t on t.id = i.head_id
     where ${await within(ctx, 'outReceive', span)}`.execute(ctx.trx);
  return rows;
};
const sentRows = async (ctx: Ctx, span: readonly Sql[]): Promise<readonly Raw[]> => {
  const { rows } = await sql<Raw>`
    select ${OF_ROW}, to_char(t.biz_date, 'YYYY-MM-DD') as day, i.qty as "sentQty"
      from ${table(ctx, 'out_send_items')} i join ${table(ctx, 'out_send')} t on t.id = i.head_id
     where ${await within(ctx, 'outSend', span)} and i.qty <> 0`.execute(ctx.trx);
  return rows;
};
const outsideNow = async (ctx: Ctx): Promise<readonly Raw[]> => {
  const { rows } = await sql<Raw>`
    select ${OF_ROW}, i.at_supplier_qty as "outsideQty"
      from ${table(ctx, 'out_send_items')} i join ${table(ctx, 'out_send')} t on t.id = i.head_id
     where ${await within(ctx, 'outSend', [])} and i.at_supplier_qty <> 0`.execute(ctx.trx);
  return rows;
};
