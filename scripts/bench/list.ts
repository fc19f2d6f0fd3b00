/**
 * A list page of 30 rows over a million purchase orders with rights, scope, labels, `_actions` and capped count, against the bare
 * endpoint of the same rows. Interleaved; CPU is that of the server process alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type LoadFigures, type LoadTarget, load, median, type Result, spread } from './measure';
import { fillOrders } from './orders';
import { openBench } from './server';

const ROWS = 1_000_000;
const CLIENTS = 8;
const SECONDS = 4;
const REPETITIONS = 3;
/** both answer uncompressed, so that the same bytes go out */
const PLAIN = { 'accept-encoding': 'identity' };
const TABLE = 'org_demo.purchase_order';

/** The columns a list answers, by hand. */
const BARE_ROWS = `
  select t.id, t.version, t.nbr, t.biz_date, t.supplier_id, s.name supplier, t.buyer_id, e.name buyer, t.need_by, t.received_rate,
    t.remark, t.created_by_id, u.name created_by, t.created_at, t.audited_by_id, a.name audited_by, t.audited_at,
    t.audit_status, t.doc_status, t.print_count
  from (select * from ${TABLE} t where t.is_deleted = 0 and t.audit_status = '1' order by t.biz_date desc, t.nbr desc, t.id desc limit 30) t
    left join org_demo.supplier s on s.id = t.supplier_id left join org_demo.employee e on e.id = t.buyer_id
    left join org_demo."user" u on u.id = t.created_by_id left join org_demo."user" a on a.id = t.audited_by_id
  order by t.biz_date desc, t.nbr desc, t.id desc`;
const BARE_COUNT = `select count(*) n from (select 1 from ${TABLE} t where t.is_deleted = 0 and t.audit_status = '1' limit 1001) x`;
const COLUMNS =
  'nbr bizDate supplier buyer needBy receivedRate printCount remark createdBy createdAt auditedBy auditedAt auditStatus docStatus'.split(
    ' ',
  );

export const benchList = async (): Promise<Result[]> => {
  const bench = await openBench(18_900, PLAIN);
  await fillOrders(bench.sql, ROWS);
  const bare = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/bare.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_URL: bench.url, BENCH_ROWS: BARE_ROWS, BENCH_COUNT: BARE_COUNT },
  });
  const [first] = (await once(bare.stdout, 'data')) as [Buffer];
  const base = /bare on (\S+)/.exec(first.toString())![1]!;
  try {
    const body = { current: 1, size: 30, scheme: 'todo', columns: COLUMNS };
    const targets: LoadTarget[] = [
      {
        name: 'ours',
        pid: bench.server.process.pid!,
        request: async () => expectRows((await bench.client.list('purchaseOrder', body)).records.length),
      },
      {
        name: 'bare',
        pid: bare.pid!,
        request: async () => {
          const answer = (await (await fetch(`${base}/list`, { headers: PLAIN })).json()) as {
            data: { records: unknown[] };
          };
          return expectRows(answer.data.records.length);
        },
      },
    ];
    const figures: Record<string, LoadFigures[]> = { ours: [], bare: [] };
    for (const target of targets) await load(target, CLIENTS, 1500);
    for (let repetition = 0; repetition < REPETITIONS; repetition++)
      for (const target of targets) figures[target.name]!.push(await load(target, CLIENTS, SECONDS * 1000));
    const rate = (name: string): number[] => figures[name]!.map((figure) => figure.perSecond);
    const cpu = (name: string): number[] => figures[name]!.map((figure) => figure.cpu);
    const speed = median(rate('ours')) / median(rate('bare'));
    const work = median(cpu('bare')) / median(cpu('ours'));
    return [
      {
        subject: '30 of 1,000,000 orders, requests a second',
        ours: spread(rate('ours')),
        bare: spread(rate('bare')),
        ratio: speed.toFixed(2),
        goal: '≥ 0.6',
        met: speed >= 0.6,
      },
      {
        subject: 'the same, server CPU ms a request (bare ÷ ours)',
        ours: spread(cpu('ours'), 2),
        bare: spread(cpu('bare'), 2),
        ratio: work.toFixed(2),
        goal: '–',
        met: undefined,
      },
    ];
  } finally {
    bare.kill();
    await bench.stop();
  }
};

const expectRows = (count: number): number => {
  if (count !== 30) throw new Error(`expected 30 rows, got ${count}`);
  return count;
};
