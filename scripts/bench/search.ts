/**
 * Two Chinese characters within the names of a million materials: the list page (rights, scope, labels, `_actions`, capped count) against
 * the same question as bare LIKE. The hits are checked against LIKE before anything is timed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type LoadFigures, type LoadTarget, load, median, type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';

const ROWS = 1_000_000;
const CLIENTS = 4;
const SECONDS = 4;
const REPETITIONS = 3;
const PLAIN = { 'accept-encoding': 'identity' };
const TABLE = 'org_demo.material';
/** stands in 200 names; each name has two of its neighbours in thousands of others */
const WORD = '钨钢';
const MATCH = `t.is_deleted = 0 and (t.code like '%${WORD}%' or t.name like '%${WORD}%' or t.spec like '%${WORD}%' or t.drawing_no like '%${WORD}%')`;
const BARE_ROWS = `select t.id, t.code, t.name, t.spec, t.material_type, t.make_type from ${TABLE} t where ${MATCH} order by t.sort_no, t.code, t.id limit 30`;
const BARE_COUNT = `select count(*) n from (select 1 from ${TABLE} t where ${MATCH} limit 1001) x`;

export const benchSearch = async (): Promise<Result[]> => {
  const bench = await openBench(18_905, PLAIN);
  await fillMaterials(bench.sql);
  const bare = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/bare.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_URL: bench.url, BENCH_ROWS: BARE_ROWS, BENCH_COUNT: BARE_COUNT },
  });
  const [first] = (await once(bare.stdout, 'data')) as [Buffer];
  const base = /bare on (\S+)/.exec(first.toString())![1]!;
  // totals are capped at 1,000
  const hits = Math.min(1000, Number((await bench.sql(BARE_COUNT)).rows[0]?.n));
  try {
    const body = {
      current: 1,
      size: 30,
      scheme: 'all',
      columns: ['code', 'name', 'spec', 'materialType', 'makeType'],
      search: { 'code,name,spec,drawingNo': WORD },
    };
    const targets: LoadTarget[] = [
      {
        name: 'ours',
        pid: bench.server.process.pid!,
        request: async () => expectHits((await bench.client.list('material', body)).total, hits),
      },
      {
        name: 'bare',
        pid: bare.pid!,
        request: async () => {
          const answer = (await (await fetch(`${base}/list`, { headers: PLAIN })).json()) as {
            data: { total: number };
          };
          return expectHits(Math.min(1000, answer.data.total), hits);
        },
      },
    ];
    const figures: Record<string, LoadFigures[]> = { ours: [], bare: [] };
    for (const target of targets) await load(target, CLIENTS, 1500);
    for (let repetition = 0; repetition < REPETITIONS; repetition++)
      for (const target of targets) figures[target.name]!.push(await load(target, CLIENTS, SECONDS * 1000));
    const rate = (name: string): number[] => figures[name]!.map((figure) => figure.perSecond);
    const speed = median(rate('ours')) / median(rate('bare'));
    return [
      {
        subject: `${hits === 1000 ? '1,000 or more' : hits} of 1,000,000 materials by two characters in code, name, spec or drawing number, requests a second`,
        ours: spread(rate('ours')),
        bare: `${spread(rate('bare'), 1)} (LIKE)`,
        ratio: speed.toFixed(1),
        goal: '≥ 20',
        met: speed >= 20,
      },
    ];
  } finally {
    bare.kill();
    await bench.stop();
  }
};

const expectHits = (count: number, hits: number): number => {
  if (count !== hits || hits === 0) throw new Error(`expected ${hits} hits, got ${count}`);
  return count;
};

/** Names of six to nine characters from a fixed alphabet; the word stands in one of some thousand. */
const fillMaterials = async (sql: BenchServer['sql']): Promise<void> => {
  const have = Number((await sql(`select count(*) n from ${TABLE}`)).rows[0]?.n);
  if (have >= ROWS) return;
  console.log(`filling ${TABLE} to ${ROWS} rows …`);
  const columns = (
    await sql(
      `select column_name c from information_schema.columns where table_schema = 'org_demo' and table_name = 'material' and is_generated = 'NEVER'`,
    )
  ).rows.map((row: { readonly c?: unknown }) => String(row.c));
  const indexes = (
    await sql(
      `select indexname n, indexdef d, obj_description(format('org_demo.%I', indexname)::regclass) c from pg_indexes
       where schemaname = 'org_demo' and tablename = 'material' and indexdef like '%gin%'`,
    )
  ).rows as readonly { readonly n: string; readonly d: string; readonly c: string | null }[];
  const chars = '电动推杆丝轴承座螺母端盖齿轮箱体支架油封弹簧销钉垫圈法兰罩板稀土有色合金';
  const pick = (n: number): string =>
    `substr('${chars}', (hashint8(n * 31 + ${n}) & 2147483647) % ${[...chars].length} + 1, 1)`;
  const values: Record<string, string> = {
    id: 'gen_random_uuid()',
    code: `'BENCH' || lpad(n::text, 8, '0')`,
    name: `${Array.from({ length: 7 }, (_, at) => pick(at + 1)).join(' || ')} || case when n % 5000 = 0 then '${WORD}' else '' end || n % 97`,
    spec: `'M' || n % 60 || '×' || n % 400`,
    barcode: 'null',
  };
  const list = columns.map((name) => `"${name}"`).join(', ');
  const select = columns.map((name) => values[name] ?? `t."${name}"`).join(', ');
  await sql(`delete from ${TABLE} where code like 'BENCH%'`);
  for (const { n } of indexes) await sql(`drop index org_demo."${n}"`);
  for (let from = 1; from <= ROWS; from += 100_000)
    await sql(
      `insert into ${TABLE} (${list}) select ${select} from (select * from ${TABLE} where code not like 'BENCH%' limit 1) t, generate_series(${from}::bigint, ${from + 99_999}::bigint) n`,
    );
  for (const { n, d, c } of indexes) {
    await sql(d);
    if (c !== null) await sql(`comment on index org_demo."${n}" is '${c}'`);
  }
  await sql(`vacuum analyze ${TABLE}`);
};
