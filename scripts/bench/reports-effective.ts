/**
 * One report becomes effective in a transaction that is taken back, so that the same one is judged again and again; beside it the very
 * statements it took, with their values, sent once more by the driver alone.
 */
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { listOrgs } from '../../server/auth/organisation';
import { composeEngine } from '../../server/compose';
import { connect } from '../../server/db/connect';
import { runAction } from '../../server/records/act/actions';
import { inWrite, makeCtx } from '../../server/records/context';
import { sessionOf } from '../../test/support/sessions';
import type { Waiting } from './reports-work';

export interface BesideSql {
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  readonly statements: number;
}
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
class TakenBack extends Error {}

export const besideItsSql = async (url: string, report: Waiting, times: number): Promise<BesideSql> => {
  const { db, pool, close } = connect({ url });
  let told: Statement[] = [];
  pool.on('connect', (client) => record(client, (statement) => told.push(statement)));
  const hand = new pg.Client({ connectionString: url });
  await hand.connect();
  try {
    const engine = composeEngine({ db, keys: [Buffer.alloc(32, 7)], dataDir: '.cache/bench' });
    const org = (await listOrgs(db)).find(({ code }) => code === 'demo');
    if (!org) throw new Error('no organisation');
    const { rows } = await hand.query<{ id: string }>(`select id from org_demo."user" where login_name = 'admin'`);
    const session = sessionOf(org, [{ isSuper: true }], { id: rows[0]!.id });
    const once = async (): Promise<void> => {
      const work = inWrite(await makeCtx(engine.host, session, { requestId: 'bench' }), async (ctx) => {
        told = [];
        await runAction(ctx, ctx.records.object('prdReport'), 'audit', { targets: [{ ...report }], ask: {} });
        throw new TakenBack();
      });
      await work.catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
    };
    const [ours, bare]: [number[], number[]] = [[], []];
    let statements = 0;
    for (let n = 0; n <= times; n++) {
      const from = performance.now();
      await once();
      const between = performance.now();
      const sent = told.filter(({ text }) => text !== 'rollback');
      statements = sent.length;
      await again(hand, sent);
      // the first one warms up
      if (n > 0) ours.push(between - from);
      if (n > 0) bare.push(performance.now() - between);
    }
    return { ours, bare, statements };
  } finally {
    await hand.end();
    await close();
  }
};

const record = (client: pg.PoolClient, tell: (statement: Statement) => void): void => {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => Promise<pg.QueryResult>;
  const recorded = (sent: string | pg.QueryConfig, values?: readonly unknown[]): Promise<pg.QueryResult> => {
    if (typeof sent === 'string') tell({ text: sent, values: values ?? [] });
    else tell({ text: sent.text, values: sent.values ?? [] });
    return values === undefined ? query(sent) : query(sent, values);
  };
  Object.assign(client, { query: recorded });
};

/** Planned once, as whoever writes them by hand would have them. */
const again = async (client: pg.Client, statements: readonly Statement[]): Promise<void> => {
  await client.query('begin');
  for (const { text, values } of statements) await client.query({ name: nameOf(text), text, values: [...values] });
  await client.query('rollback');
};
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const known = names.get(text) ?? `hand${names.size}`;
  names.set(text, known);
  return known;
};
