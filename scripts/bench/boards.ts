/**
 * An open board: 12 cells over a million documents, asked by 50 viewers at the same moment, each interval anew. One query for each cell
 * and interval answers all of them; who waits for it waits no longer than a person notices.
 */
import { loadRights, type RightsSource, rightsSource } from '../../server/auth/rights';
import { composeEngine } from '../../server/compose';
import type { OrgInfo, Session } from '../../server/ctx';
import { connect } from '../../server/db/connect';
import { makeCtx } from '../../server/records/context';
import { cellData } from '../../server/records/report/cells';
import { counts } from '../../server/records/report/run';
import { type Result, spread } from './measure';
import { type BenchServer, openBench } from './server';

const ROWS = Number(process.env.BENCH_DOCS ?? 1_000_000);
const VIEWERS = 50;
const INTERVALS = 5;
const EVERY = 10;
const TABLE = 'org_demo.demo_doc';

export const benchBoards = async (): Promise<Result[]> => {
  const bench = await openBench(18_912);
  const database = connect({ url: bench.url });
  try {
    await fillDocs(bench.sql);
    const engine = composeEngine({
      db: database.db,
      keys: [Buffer.alloc(32, 7)],
      dataDir: '.cache/bench/server',
    });
    const session = await adminOf(bench, rightsSource(database.db, engine.registries));
    await engine.registries.ready(session.org);
    const cells = engine.registries.of(session.org).boards.get('demoBoard')?.cells ?? [];
    const charts = [...cells, ...cells].slice(0, 12).map((cell, at) => ({
      key: `c${at}`,
      // the twelfth cell is none of the others
      given: {
        report: cell.report,
        chart: { ...keysOf(cell), every: EVERY },
        ...(at >= cells.length ? { where: '!empty(day)' } : {}),
      },
    }));
    const waits: number[] = [];
    /** numbers of every cell asked by so many people at once; answers how often the database was asked */
    const ask = async (viewers: number): Promise<number> => {
      const before = counts.queries;
      await Promise.all(
        Array.from({ length: viewers }, async () => {
          const ctx = await makeCtx(engine.host, session, { requestId: 'bench' });
          await Promise.all(
            charts.map(async (cell) => {
              const begun = performance.now();
              const answer = await cellData(ctx, cell, (error) => {
                throw error;
              });
              if (answer.code !== 200) throw new Error(JSON.stringify(answer).slice(0, 300));
              if (viewers > 1) waits.push(performance.now() - begun);
            }),
          );
        }),
      );
      await new Promise((done) => setTimeout(done, (EVERY + 1) * 1000));
      return counts.queries - before;
    };
    await ask(1);
    const alone = await ask(1);
    const queries: number[] = [];
    for (let interval = 0; interval < INTERVALS; interval++) queries.push(await ask(VIEWERS));
    waits.sort((wait, other) => wait - other);
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0;
    return [
      {
        subject: `queries of an interval, 12 cells over ${ROWS} documents, ${VIEWERS} viewers (bare: one viewer)`,
        ours: spread(queries),
        bare: String(alone),
        ratio: (Math.max(...queries) / alone).toFixed(2),
        goal: '≤ 1',
        met: Math.max(...queries) <= alone,
      },
      {
        subject: 'the same, p95 of a cell, ms',
        ours: p95.toFixed(0),
        bare: '–',
        ratio: '–',
        goal: '≤ 500 ms',
        met: p95 <= 500,
      },
    ];
  } finally {
    await database.close();
    await bench.stop();
  }
};

const keysOf = (cell: object): object => {
  const {
    title: _title,
    at: _at,
    code: _code,
    report: _report,
    emit: _emit,
    ...keys
  } = cell as Record<string, unknown>;
  return keys;
};

/** the demo administrator, with his rights */
async function adminOf({ sql }: BenchServer, source: RightsSource): Promise<Session> {
  const [row] = (await sql(`select id, code, name, rights_version from platform.org where code = 'demo'`)).rows;
  const [user] = (await sql(`select id from org_demo."user" where login_name = 'admin'`)).rows;
  const org: OrgInfo = {
    id: row.id,
    code: row.code,
    name: row.name,
    schema: `org_${row.code}`,
    rightsVersion: row.rights_version,
  };
  const found = await loadRights(source, { ...org, isPlatform: true }, user.id);
  if (!found) throw new Error('no administrator');
  return { id: 'bench', org, me: found.me, loginName: 'admin', rights: found.rights };
}

/** Copies of the demo documents with numbers and days of their own, in steps, so that memory stays small. */
async function fillDocs(sql: BenchServer['sql']): Promise<void> {
  const have = Number((await sql(`select count(*) n from ${TABLE}`)).rows[0]?.n);
  if (have >= ROWS) return;
  console.log(`filling ${TABLE} to ${ROWS} rows …`);
  const names = (
    await sql(
      `select column_name c from information_schema.columns where table_schema = 'org_demo' and table_name = 'demo_doc' and is_generated = 'NEVER'`,
    )
  ).rows.map((row) => String(row.c));
  const values: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    nbr: `'BENCH' || lpad(n::text, 8, '0')`,
    title: `'BENCH' || n`,
    day: `current_date - (n % 330)::int`,
    qty: '(n % 997)::numeric',
    done: '(n % 499)::numeric',
    doc_status: `(array['10', '30', '60', '70'])[1 + n % 4]`,
    state: `(1 + n % 3)::text`,
  };
  const list = names.map((name) => `"${name}"`).join(', ');
  const select = names.map((name) => values[name] ?? `t."${name}"`).join(', ');
  await sql(`delete from ${TABLE} where nbr like 'BENCH%'`);
  const step = Math.min(100_000, ROWS);
  for (let from = 1; from <= ROWS; from += step)
    await sql(
      `insert into ${TABLE} (${list}) select ${select} from (select * from ${TABLE} where nbr not like 'BENCH%' limit 1) t, generate_series(${from}, ${from + step - 1}) n`,
    );
  await sql(`vacuum analyze ${TABLE}`);
}
