/**
 * What machines counted of devices beside what people reported of them (50 §4): counts, corrections, bad pieces of one basis, reports,
 * works and dispatched quantities, added up over every dim nobody asks for.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';

type Sql = RawBuilder<unknown>;
export interface OutputAsk {
  /** days of shifts, both ends; null = all */
  readonly from: string | null;
  readonly to: string | null;
  readonly dims: ReadonlySet<string>;
  /** devices in the caller's rows */
  readonly devices: readonly string[] | 'all';
  /** 1 what points and people said of the machines, 2 what reports said */
  readonly badSource: string;
  /** plan and receipts of an operation stand with its newest day */
  readonly plans?: boolean;
}
const DIMS = {
  shiftDate: sql`x.day::text`,
  shift: sql`x.shift`,
  slotAt: sql`to_char(x.slot at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`,
  // when work was done whose report names no shift
  workedAt: sql`to_char(x.worked_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`,
  factoryUnit: sql`e.factory_unit_id`,
  equipment: sql`x.device`,
  material: sql`x.material`,
  process: sql`x.process`,
  workOrder: sql`x.work`,
  prdOrder: sql`w.prd_order_nbr_id`,
  opNbr: sql`x.op`,
} as const satisfies Readonly<Record<string, Sql>>;
const MEASURES = [
  'number',
  'estQty',
  'unqualifiedQty',
  'reportQty',
  'reportGood',
  'theoryTime',
  'runHours',
  'stdSec',
  'planQty',
  'receivedQty',
  // seconds the pieces should take by their operation, else by the device; pieces with neither
  'cycleSec',
  'noCycleQty',
  'firstPassQty',
  'reportCycleSec',
  'reportNoCycleQty',
] as const;
type Measure = (typeof MEASURES)[number];

/** Rows of the asked dims with their measures. */
export const outputFacts = async (ctx: Ctx, ask: OutputAsk): Promise<readonly Rec[]> => {
  const names = Object.entries(DIMS).filter(([code]) => ask.dims.has(code));
  const by = names.map(([code, value]) => sql`${value} as ${sql.ref(code)}`);
  const sums = MEASURES.map((code) => sql`sum(x.${sql.ref(code)})::float8 as ${sql.ref(code)}`);
  const at = (name: string): Sql => sql.table(`${ctx.org.schema}.${name}`);
  const parts = [counted(at, ask), reported(at, ask), worked(at), ask.plans ? planned(at, ask) : dispatched(at)];
  if (ask.badSource === '1') parts.push(saidBad(at));
  const { rows } = await sql<Rec>`
    select ${sql.join([...by, ...sums])} from (${sql.join(parts, sql` union all `)}) x
      left join ${at('equipment')} e on e.id = x.device
      left join ${at('work_order')} w on w.id = x.work
     where (${ask.from}::date is null or x.day >= ${ask.from}::date) and (${ask.to}::date is null or x.day <= ${ask.to}::date)
       ${ask.plans ? sql`` : sql`and x.device is not null`} ${ask.devices === 'all' ? sql`` : sql`and x.device = any(${[...ask.devices]}::uuid[])`}
     ${names.length === 0 ? sql`having count(*) > 0` : sql`group by ${sql.join(names.map(([, value]) => value))}`}`.execute(
    ctx.trx,
  );
  return rows;
};

type At = (name: string) => Sql;
/** One part of the facts: where its rows stand, and its measures; all others are nothing. */
const part = (place: Readonly<Record<string, Sql>>, values: Partial<Record<Measure, Sql>>): Sql => {
  const columns = [
    ['day', 'date'],
    ['shift', 'uuid'],
    ['slot', 'timestamptz'],
    ['worked_at', 'timestamptz'],
    ['device', 'uuid'],
    ['material', 'uuid'],
    ['process', 'uuid'],
    ['work', 'uuid'],
    ['op', 'bigint'],
  ].map(([code = '', type = '']) => sql`(${place[code] ?? sql`null`})::${sql.raw(type)} as ${sql.ref(code)}`);
  const measures = MEASURES.map((code) => sql`coalesce(${values[code] ?? sql`0`}, 0)::numeric as ${sql.ref(code)}`);
  return sql.join([...columns, ...measures]);
};

/** What machines counted and people corrected, in the unit of the operation; a jump nobody decided on is not counted yet. */
const counted = (at: At, { badSource }: OutputAsk): Sql => sql`
  select ${part(
    { ...OWN, device: sql`s.equipment_id`, slot: sql`s.slot_at` },
    {
      number: sql`s.number * coalesce(o.ratio, 1)`,
      estQty: sql`s.est_qty * coalesce(o.ratio, 1)`,
      unqualifiedQty: badSource === '1' ? sql`s.unqualified_qty * coalesce(o.ratio, 1)` : sql`0`,
      stdSec: sql`s.number * coalesce(o.ratio, 1) * d.std_cycle`,
      cycleSec: sql`s.number * coalesce(o.ratio, 1) * coalesce(d.std_cycle, q.rated_sec)`,
      noCycleQty: sql`case when coalesce(d.std_cycle, q.rated_sec, 0) = 0 then s.number * coalesce(o.ratio, 1) end`,
    },
  )} from ${at('output_stat')} s left join ${at('device_work')} d on d.id = s.device_work_id
     left join ${at('order_process')} o on o.id = d.order_process_id left join ${at('equipment')} q on q.id = s.equipment_id
   where s.is_deleted = 0 and s.source <> '4'`;
const OWN = {
  day: sql`s.shift_date`,
  shift: sql`s.shift_id`,
  material: sql`s.material_id`,
  process: sql`s.process_id`,
  work: sql`s.work_order_nbr_id`,
  op: sql`s.op_nbr`,
};

/** as works keep it */
const REPORT_CYCLE = sql`round(o.std_min * 60 / nullif(coalesce(o.run_base, 1), 0), 2)`;
/** Effective reports; what they call bad counts where they are the basis. */
const reported = (at: At, { badSource }: OutputAsk): Sql => sql`
  select ${part(
    { ...OWN, device: sql`s.equipment_id`, worked_at: sql`case when s.shift_id is null then s.start_time end` },
    {
      reportQty: sql`s.report_qty`,
      reportGood: sql`s.qualified_qty`,
      theoryTime: sql`s.theory_hours`,
      unqualifiedQty: badSource === '1' ? sql`0` : sql`s.report_qty - s.qualified_qty`,
      firstPassQty: sql`coalesce(s.first_pass_qty, s.qualified_qty)`,
      reportCycleSec: sql`s.report_qty * coalesce(${REPORT_CYCLE}, q.rated_sec)`,
      reportNoCycleQty: sql`case when coalesce(${REPORT_CYCLE}, q.rated_sec, 0) = 0 then s.report_qty end`,
    },
  )} from ${at('prd_report')} s left join ${at('order_process')} o on o.id = s.order_process_id
     left join ${at('equipment')} q on q.id = s.equipment_id
   where s.is_deleted = 0 and s.doc_status = '60'`;

const saidBad = (at: At): Sql => sql`
  select ${part({ ...OWN, device: sql`s.equipment_id` }, { unqualifiedQty: sql`s.qty` })}
    from ${at('bad_stat')} s where s.is_deleted = 0 and s.source = '3'`;

/** Time of works: what the machine ran where that is known. */
const worked = (at: At): Sql => sql`
  select ${part(
    {
      day: sql`b.shift_date`,
      shift: sql`b.shift_id`,
      device: sql`d.equipment_id`,
      material: sql`d.material_id`,
      process: sql`d.process_id`,
      work: sql`d.work_order_nbr_id`,
      op: sql`d.op_nbr`,
    },
    { runHours: sql`coalesce(d.run_min, d.minutes) / 60` },
  )} from ${at('device_work')} d join ${at('prd_start')} b on b.id = d.prd_start_id where d.is_deleted = 0`;

/** What was dispatched to devices, on the day it was to begin. */
const dispatched = (at: At): Sql => sql`
  select ${part(
    {
      day: sql`(s.plan_range_from at time zone 'Asia/Shanghai')::date`,
      device: sql`s.equipment_id`,
      material: sql`s.material_id`,
      process: sql`s.process_id`,
      work: sql`s.work_order_nbr_id`,
      op: sql`s.op_nbr`,
    },
    { planQty: sql`s.qty` },
  )} from ${at('dispatch_order')} s
   where s.is_deleted = 0 and s.doc_status <> '80' and s.equipment_id is not null and s.plan_range_from is not null`;

/** Plan of the operations that were worked on, once: at the newest day of the span; receipts are those of the last operation. */
const planned = (at: At, { from, to }: OutputAsk): Sql => sql`
  select ${part(
    {
      day: sql`n.day`,
      shift: sql`n.shift`,
      device: sql`n.device`,
      material: sql`o.material_id`,
      process: sql`o.process_id`,
      work: sql`o.work_order_nbr_id`,
      op: sql`o.op_nbr`,
    },
    { planQty: sql`o.plan_qty`, receivedQty: sql`case when o.is_last then w.received_qty else 0 end` },
  )} from (
    select distinct on (work, op) * from (
      select s.work_order_nbr_id as work, s.op_nbr as op, s.shift_date as day, s.shift_id as shift, s.equipment_id as device
        from ${at('output_stat')} s where s.is_deleted = 0 and s.source <> '4'
      union all select s.work_order_nbr_id, s.op_nbr, s.shift_date, s.shift_id, s.equipment_id
        from ${at('prd_report')} s where s.is_deleted = 0 and s.doc_status = '60'
    ) y where work is not null and (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
     order by work, op, day desc, shift, device
  ) n join ${at('order_process')} o on o.work_order_nbr_id = n.work and o.op_nbr = n.op and o.is_deleted = 0
    join ${at('work_order')} w on w.id = n.work`;
