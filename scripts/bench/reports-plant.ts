/** Three years of a plant: 200,000 work orders of five operations, three reports an operation, who worked and what was bad. */
import { copies, inBulk, type Sql } from './copies';

export const REPORTS = 3_000_000;
const AN_OPERATION = 3;
const OPERATIONS = 5;
const AN_ORDER = AN_OPERATION * OPERATIONS;
const ORDERS = REPORTS / AN_ORDER;
const DAYS = 3 * 365;
const PEOPLE = 300;
const BULK = { step: 100_000, unchecked: true } as const;

/** Ids follow from the number; those of reports begin with their moment as ours do, so that an index meets them as it would. */
const idOf = (kind: string, n: string): string => `md5('${kind}' || (${n}))::uuid`;
const order = `(n - 1) / ${AN_ORDER}`;
const operation = `(n - 1) / ${AN_OPERATION}`;
const day = (of: string): string => `(current_date - ${DAYS - 1} + ((${of})::bigint * ${DAYS} / ${ORDERS})::int)`;
const moment = `(${day(order)} + time '08:00' + (n % 600) * interval '1 minute')`;
const reportId = `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || substr(md5('report' || n), 1, 3) || '8' || substr(md5('report' || n), 4, 15))::uuid`;
const qty = `(10 + n % 40)`;
const bad = `(case when n % 20 = 0 then 1 else 0 end)`;
const late = `${day(order)} > current_date - 2`;
/** people stay in their workshop */
const person = `t.people[1 + (${order}) % cardinality(t.workshops) + cardinality(t.workshops) * (hashint4(n) & 65535) % (cardinality(t.people) / cardinality(t.workshops))]`;
const workshop = `t.workshops[1 + (${order}) % cardinality(t.workshops)]`;

const places = `array(select id from org_demo.factory_unit where code in ('JJ', 'ZS', 'ZP') order by code) as workshops`;
const people = `array(select id from org_demo.employee where code like 'RB%' order by code) as people`;
const listOf = (table: string, as: string): string => `array(select id from org_demo.${table} order by code) as ${as}`;
const one = (list: string, by: string): string => `t.${list}[1 + (${by}) % cardinality(t.${list})]`;

export const fillReports = async (sql: Sql): Promise<void> => {
  const have = Number((await sql(`select count(*) n from org_demo.prd_report where nbr like 'BGX%'`)).rows[0]!.n);
  if (have >= REPORTS) return;
  if (have > 0) throw new Error('a filling was cut short: remove .cache/bench/pg');
  console.log(`filling ${REPORTS} reports of ${ORDERS} work orders (some ten minutes) …`);
  await copies(sql, {
    table: 'employee',
    from: `select * from org_demo.employee where code = 'YG0018'`,
    count: PEOPLE,
    values: { code: `'RB' || lpad(n::text, 4, '0')`, name: `'员工' || n`, phone: 'null' },
  });
  await inBulk(sql, ['work_order', 'order_process'], async () => {
    await copies(sql, {
      table: 'work_order',
      from: `select r.*, ${places} from org_demo.work_order r where nbr like 'GD2%' order by nbr limit 1`,
      count: ORDERS,
      ...BULK,
      values: {
        id: idOf('order', 'n - 1'),
        nbr: `'GDX' || lpad(n::text, 9, '0')`,
        batch_nbr: `to_char(${day('n - 1')}, 'YYMMDD') || lpad((n % 10000)::text, 4, '0')`,
        created_at: day('n - 1'),
        due_date: day('n - 1'),
        doc_status: `case when ${day('n - 1')} > current_date - 3 then '30' else '60' end`,
        workshop_id: `t.workshops[1 + (n - 1) % cardinality(t.workshops)]`,
      },
    });
    await copies(sql, {
      table: 'order_process',
      from: `select r.*, ${places}, ${listOf('process', 'processes')} from org_demo.order_process r order by id limit 1`,
      count: ORDERS * OPERATIONS,
      ...BULK,
      values: {
        id: idOf('operation', 'n - 1'),
        work_order_nbr_id: idOf('order', `(n - 1) / ${OPERATIONS}`),
        name: `'GDX' || lpad(((n - 1) / ${OPERATIONS} + 1)::text, 9, '0') || '/' || ((n - 1) % ${OPERATIONS} + 1) * 10`,
        op_nbr: `((n - 1) % ${OPERATIONS} + 1) * 10`,
        process_id: one('processes', 'n'),
        created_at: day(`(n - 1) / ${OPERATIONS}`),
        doc_status: `case when ${day(`(n - 1) / ${OPERATIONS}`)} > current_date - 3 then '30' else '60' end`,
        workshop_id: `t.workshops[1 + ((n - 1) / ${OPERATIONS}) % cardinality(t.workshops)]`,
      },
    });
  });
  await inBulk(sql, ['prd_report', 'prd_report_workers', 'prd_report_bad_rows'], () => fillRows(sql));
};

const fillRows = async (sql: Sql): Promise<void> => {
  await copies(sql, {
    table: 'prd_report',
    from: `select r.*, ${places}, ${listOf('process', 'processes')}, ${listOf('equipment', 'equips')}, ${listOf('team', 'teams')}
      from org_demo.prd_report r where doc_status = '60' order by nbr limit 1`,
    count: REPORTS,
    ...BULK,
    values: {
      id: reportId,
      nbr: `'BGX' || to_char(${day(order)}, 'YYYYMMDD') || lpad((n % 10000)::text, 4, '0')`,
      prd_start_id: 'null',
      order_process_id: idOf('operation', operation),
      work_order_nbr_id: idOf('order', order),
      op_nbr: `((${operation}) % ${OPERATIONS} + 1) * 10`,
      process_id: one('processes', `${operation} + 1`),
      batch_nbr: `to_char(${day(order)}, 'YYMMDD') || lpad(((${order} + 1) % 10000)::text, 4, '0')`,
      workshop_id: workshop,
      equipment_id: one('equips', operation),
      team_id: one('teams', order),
      source: `case when n % 20 = 7 then '20' else '10' end`,
      shift_date: day(order),
      created_at: moment,
      updated_at: moment,
      audited_at: `case when ${late} then null else ${moment} end`,
      start_time: `${moment} - interval '1 hour'`,
      end_time: moment,
      doc_status: `case when ${late} then '50' when n % 200 = 3 then '90' else '60' end`,
      audit_status: `case when ${late} then '1' else '2' end`,
      report_qty: qty,
      qualified_qty: `${qty} - ${bad}`,
      first_pass_qty: `${qty} - ${bad}`,
      rework_qty: bad,
      unqualified_qty: bad,
      pass_rate: `round((${qty} - ${bad})::numeric * 100 / ${qty}, 2)`,
      work_hours: '1',
      theory_hours: `round(${qty} * 0.03, 4)`,
      contrast_time: `round(${qty} * 0.03, 4) - 1`,
      limit_hint: 'null',
    },
  });
  await copies(sql, {
    table: 'prd_report_workers',
    from: `select r.*, ${places}, ${people} from org_demo.prd_report_workers r order by id limit 1`,
    count: REPORTS,
    ...BULK,
    values: { head_id: reportId, line_no: '10', employee_id: person, hours: '1', ratio: '1' },
  });
  await copies(sql, {
    table: 'prd_report_bad_rows',
    from: `select r.*, ${listOf('bad_reason', 'reasons')} from org_demo.prd_report_bad_rows r order by id limit 1`,
    count: REPORTS / 20,
    values: {
      head_id: reportId.replace(/\bn\b/g, '(n * 20)'),
      line_no: '10',
      bad_reason_id: one('reasons', 'n'),
      disposal: `'10'`,
      qty: '1',
    },
  });
};
