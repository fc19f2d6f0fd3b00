/** Domain code over a database of the bench, without HTTP, as its administrator. */
import { listOrgs } from '../../server/auth/organisation';
import { composeEngine } from '../../server/compose';
import { connect } from '../../server/db/connect';
import { inWrite, makeCtx } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { sessionOf } from '../../test/support/sessions';

export interface Engine {
  /** one transaction */
  readonly as: <T>(work: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly idOf: (table: string, code: string) => Promise<string>;
  /** ids a statement answers */
  readonly ids: (text: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}
export const openEngine = async (url: string): Promise<Engine> => {
  const { db, pool, close } = connect({ url });
  const engine = composeEngine({ db, keys: [Buffer.alloc(32, 7)], dataDir: '.cache/bench' });
  const org = (await listOrgs(db)).find(({ code }) => code === 'demo');
  if (!org) throw new Error('no organisation');
  const one = async (text: string, values: readonly unknown[]): Promise<string> =>
    String((await pool.query(text, [...values])).rows[0]!.id);
  const session = sessionOf(org, [{ isSuper: true }], {
    id: await one(`select id from org_demo."user" where login_name = $1`, ['admin']),
  });
  return {
    as: async (work) => inWrite(await makeCtx(engine.host, session, { requestId: 'bench' }), work),
    ids: async (text) => (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id),
    idOf: (table, code) => one(`select id from org_demo.${table} where code = $1`, [code]),
    close,
  };
};
