/**
 * 报工 of three years (30 P18): the first page of 报工记录 over three million reports as people search it, rows and totals of the whole
 * filter, against the same two statements by hand; a report that becomes effective and takes ten fed materials through the ledger, beside
 * its own statements.
 * One call after the other, in turns; answers are checked.
 */
import type { Wire } from '../../test/support/client';
import { median, type Result, spread } from './measure';
import { besideItsSql } from './reports-effective';
import { fillReports } from './reports-plant';
import { MATERIALS, waitingReports } from './reports-work';
import { type BenchServer, openBench } from './server';

const TIMES = 15;
const TABLE = 'org_demo.prd_report';

export const benchReports = async (): Promise<Result[]> => {
  const bench = await openBench(18_953, { 'accept-encoding': 'identity' });
  try {
    await fillReports(bench.sql);
    return [...(await lists(bench)), ...(await effective(bench))];
  } finally {
    await bench.stop();
  }
};

const lists = async (bench: BenchServer): Promise<Result[]> => {
  const of = async (text: string): Promise<string> => String((await bench.sql(text)).rows[0]!.id);
  const workshop = await of(`select id from org_demo.factory_unit where code = 'JJ'`);
  const employee = await of(
    `select w.employee_id as id from ${TABLE} r join org_demo.prd_report_workers w on w.head_id = r.id
      where r.shift_date = current_date - 40 and r.workshop_id = '${workshop}' order by r.id limit 1`,
  );
  const month = { shiftDate: [ago(60), ago(30)], workshop: [workshop] };
  const person = `and exists (select 1 from org_demo.prd_report_workers w where w.head_id = t.id and w.employee_id = '${employee}')`;
  const inMonth = `t.shift_date between '${ago(60)}' and '${ago(30)}' and t.workshop_id = '${workshop}'`;
  return [
    await page(
      bench,
      'as it opens (近7天)',
      { scheme: 'week' },
      `t.shift_date > '${ago(7)}' and t.shift_date <= '${ago(0)}'`,
    ),
    await page(
      bench,
      'a month of one person in a workshop',
      { search: { ...month, 'workers.employee': [employee] } },
      `${inMonth} ${person}`,
    ),
    await page(bench, 'a month of a workshop', { search: month }, inMonth),
    await page(bench, 'what waits for its audit', { scheme: 'todo' }, `t.doc_status = '50'`),
  ];
};

const SUMS = ['report', 'qualified', 'rework', 'work_scrap', 'material_scrap', 'pending'].map(
  (name) => `sum(t.${name}_qty)`,
);
const page = async (bench: BenchServer, name: string, body: Wire, where: string): Promise<Result> => {
  const [ours, bare]: [number[], number[]] = [[], []];
  const live = `${TABLE} t where t.is_deleted = 0 and ${where}`;
  const rows = `select t.*, o.nbr work_order, p.name process, e.name equipment,
      (select string_agg(m.name, '、' order by w.line_no) from org_demo.prd_report_workers w join org_demo.employee m on m.id = w.employee_id where w.head_id = t.id) workers
    from (select * from ${live} order by t.created_at desc, t.id desc limit 30) t left join org_demo.work_order o on o.id = t.work_order_nbr_id
      left join org_demo.process p on p.id = t.process_id left join org_demo.equipment e on e.id = t.equipment_id
    order by t.created_at desc, t.id desc`;
  const totals = `select count(*)::int n, ${SUMS.join(', ')}, sum(t.work_hours), sum(t.theory_hours), sum(t.contrast_time) from ${live}`;
  for (let n = 0; n <= TIMES; n++) {
    let found = { records: [] as unknown[], total: 0 };
    const own = await once(async () => {
      found = await bench.client.list('prdReport', { current: 1, size: 30, ...body });
    });
    const hand = await once(async () => {
      const [all, sums] = await Promise.all([bench.sql(rows), bench.sql(totals)]);
      if (all.rows.length !== found.records.length || sums.rows[0]!.n !== found.total)
        throw new Error(`${name}: ${found.total} reports, by hand ${sums.rows[0]!.n}`);
    });
    // the first one warms up
    if (n > 0) ours.push(own);
    if (n > 0) bare.push(hand);
  }
  return {
    subject: `first page of 3,000,000 reports, ${name}, ms`,
    ours: spread(ours),
    bare: spread(bare),
    ratio: (median(ours) / median(bare)).toFixed(2),
    goal: '< 300 ms',
    met: median(ours) < 300,
  };
};

const effective = async (bench: BenchServer): Promise<Result[]> => {
  const ours: number[] = [];
  const [last, ...reports] = await waitingReports(bench, TIMES + 2);
  for (const [n, report] of reports.entries()) {
    const own = await once(async () => {
      const answer = await bench.client.act('prdReport', 'audit', [{ ...report }]);
      if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    });
    if (n > 0) ours.push(own);
  }
  const inside = await besideItsSql(bench.url, last!, TIMES);
  const share = median(inside.bare) / median(inside.ours);
  return [
    {
      subject: `a report with ${MATERIALS} fed materials becomes effective, ms`,
      ours: spread(ours),
      bare: '–',
      ratio: '–',
      goal: '< 200 ms',
      met: median(ours) < 200,
    },
    {
      subject: `the same as one transaction, without HTTP (bare: its ${inside.statements} statements sent again; bare ÷ ours)`,
      ours: spread(inside.ours),
      bare: spread(inside.bare),
      ratio: share.toFixed(2),
      goal: '≥ 0.4',
      met: share >= 0.4,
    },
  ];
};

const ago = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
const once = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
