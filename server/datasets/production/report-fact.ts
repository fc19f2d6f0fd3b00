/**
 * 报工事实 (30 §8, 80 §3.0): effective reports, shared among their people as P10 says, added up over every dim nobody asks for. What rework
 * made good or scrap of a report counts with it, so its pieces stay as many as were reported.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';

export interface FactAsk {
  /** days of the shift, both ends; null = all */
  readonly from: string | null;
  readonly to: string | null;
  readonly dims: ReadonlySet<string>;
  /** reports in the caller's rows */
  readonly ids: readonly string[] | 'all';
  /** how good pieces are shared where a report has no team */
  readonly groupSplit: string;
}
type Sql = RawBuilder<unknown>;

const DIMS: Readonly<Record<string, Sql>> = {
  shiftDate: sql`r.shift_date::text`,
  shift: sql`r.shift_id`,
  workshop: sql`r.workshop_id`,
  line: sql`w.line_id`,
  team: sql`r.team_id`,
  equipment: sql`r.equipment_id`,
  process: sql`r.process_id`,
  material: sql`r.material_id`,
  materialCategory: sql`m.material_category_id`,
  prdOrder: sql`r.prd_order_nbr_id`,
  workOrder: sql`r.work_order_nbr_id`,
  source: sql`r.source`,
};
/** quantities that are shared: the others are sums of them, so that the shares of one person fit each other */
const PIECES: Readonly<Record<string, Sql>> = {
  qualifiedQty: sql`coalesce(r.qualified_qty, 0) + coalesce(x.good, 0)`,
  firstPassQty: sql`coalesce(r.first_pass_qty, 0)`,
  reworkQty: sql`coalesce(r.rework_qty, 0) - coalesce(x.good, 0) - coalesce(x.scrap, 0)`,
  workScrapQty: sql`coalesce(r.work_scrap_qty, 0) + coalesce(x.scrap, 0) - coalesce(x.material, 0)`,
  materialScrapQty: sql`coalesce(r.material_scrap_qty, 0) + coalesce(x.material, 0)`,
  pendingQty: sql`coalesce(r.pending_qty, 0)`,
};
const HOURS: Readonly<Record<string, Sql>> = {
  actualHour: sql`coalesce(r.work_hours, 0)`,
  theoryTime: sql`coalesce(r.theory_hours, 0)`,
};
const WHOLE = sql`s."qualifiedQty" + s."reworkQty" + s."workScrapQty" + s."materialScrapQty" + s."pendingQty"`;
const MEASURES = [...Object.keys(PIECES), ...Object.keys(HOURS)];

/** Rows of the asked dims with their measures. */
export const reportFacts = async (ctx: Ctx, ask: FactAsk): Promise<readonly Rec[]> => {
  const { dims } = ask;
  const isShared = dims.has('employee');
  const names = [...Object.keys(DIMS).filter((code) => dims.has(code)), ...(isShared ? ['employee'] : [])];
  const sums = MEASURES.map((code) => sql`sum(s.${sql.ref(code)})::float8 as ${sql.ref(code)}`);
  const by = names.map((code) => sql`s.${sql.ref(code)}`);
  const rows = isShared ? sharesSql(ctx, ask) : reportsSql(ctx, ask);
  const { rows: found } = await sql<Rec>`
    select ${sql.join([...by, sql`sum(s.people)::int as "number"`, sql`sum(${WHOLE})::float8 as "reportQty"`, ...sums])}
      from (${rows}) s ${by.length === 0 ? sql`having count(*) > 0` : sql`group by ${sql.join(by)}`}`.execute(ctx.trx);
  return found;
};

/** Effective reports of some days, over their table as `t`. */
export const effectiveIn = (from: string | null, to: string | null): readonly Sql[] => [
  sql`t.doc_status = '60'`,
  sql`(${from}::date is null or t.shift_date >= ${from}::date)`,
  sql`(${to}::date is null or t.shift_date <= ${to}::date)`,
];

/** A row for each report. */
const reportsSql = (ctx: Ctx, { from, to, ids, dims, groupSplit }: FactAsk): Sql => {
  const at = (name: string): Sql => sql.table(`${ctx.org.schema}.${name}`);
  const named = Object.entries(DIMS).filter(([code]) => dims.has(code));
  const columns = [...named, ...Object.entries(PIECES), ...Object.entries(HOURS)].map(
    ([code, value]) => sql`${value} as ${sql.ref(code)}`,
  );
  return sql`
    select r.id, coalesce(t.split_mode, ${groupSplit}) as split_mode, coalesce(u.decimals, 0) as decimals,
           greatest((select count(*) from ${at('prd_report_workers')} p where p.head_id = r.id), 1) as people, ${sql.join(columns)}
      from ${at('prd_report')} r
      left join ${at('work_order')} w on w.id = r.work_order_nbr_id
      left join ${at('material')} m on m.id = r.material_id
      left join ${at('unit')} u on u.id = m.unit_id
      left join ${at('team')} t on t.id = r.team_id
      left join (
        select k.prd_report_id as report, sum(k.good_qty) as good, sum(k.scrap_qty) as scrap, sum(y.material) as material
          from ${at('rework_task')} k
          left join lateral (
            select sum(y.material_scrap_qty) as material from ${at('rework_task_reports')} y
             where y.head_id = k.id and y.reversed is not true
          ) y on true
         where k.is_deleted = 0 and k.doc_status <> '90' and k.prd_report_id is not null group by 1
      ) x on x.report = r.id
     where r.is_deleted = 0 and r.doc_status = '60' and (${from}::date is null or r.shift_date >= ${from}::date)
       and (${to}::date is null or r.shift_date <= ${to}::date) ${ids === 'all' ? sql`` : sql`and r.id = any(${[...ids]}::uuid[])`}`;
};

/**
 * A row for each report and person: every part is rounded, what is left over goes to the largest part, what is too much is taken from the
 * largest ones (`server/production/split.ts`); hours are a person's own.
 */
const sharesSql = (ctx: Ctx, ask: FactAsk): Sql => {
  const names = [...Object.keys(DIMS).filter((code) => ask.dims.has(code))];
  const own = sql.join([sql`id`, sql`employee`, ...names.map((code) => sql.ref(code))]);
  const parts = MEASURES.map((code) => {
    const isHours = code in HOURS;
    const [weight, digits] =
      code === 'actualHour' ? [sql`b.own`, sql`4`] : [sql`b.weight`, isHours ? sql`4` : sql`b.decimals`];
    return sql`(${sql.lit(code)}, b.${sql.ref(code)}::numeric, ${weight}, (${digits})::int)`;
  });
  const back = MEASURES.map((code) => sql`sum(qty) filter (where code = ${sql.lit(code)}) as ${sql.ref(code)}`);
  const workers = sql.table(`${ctx.org.schema}.prd_report_workers`);
  return sql`
    with b as (
      select r.*, p.employee_id as employee, p.line_no, coalesce(p.hours, 0) as own,
             case r.split_mode when '1' then coalesce(p.hours, 0) when '2' then coalesce(p.ratio, 1) else 1 end as weight
        from (${reportsSql(ctx, ask)}) r left join ${workers} p on p.head_id = r.id
    ), v as (
      select b.*, v.code, v.whole, v.digits, v.share, sum(v.share) over (partition by b.id, v.code) as shares,
             count(*) over (partition by b.id, v.code) as heads
        from b cross join lateral (values ${sql.join(parts)}) v(code, whole, share, digits)
    ), p as (
      select v.*, round(case when shares > 0 then whole * share / shares else whole / heads end, digits) as part from v
    ), o as (
      select p.*, whole - sum(part) over (partition by id, code) as rest,
             sum(part) over (partition by id, code order by part desc, line_no rows unbounded preceding) - part as above,
             row_number() over (partition by id, code order by part desc, line_no) as place
        from p
    ), q as (
      select o.*, part + case when rest >= 0 then case when place = 1 then rest else 0 end
                              else -least(part, greatest(-rest - above, 0)) end as qty
        from o
    )
    select ${own}, 1 as people, ${sql.join(back)} from q group by ${own}`;
};
