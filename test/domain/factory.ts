/** The demo factory on its day, 2026-01-15, with the whole engine but no HTTP: what people do goes through `as(login, …)`. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataDoc } from '../../schemas/language/document';
import { makeDemo, withoutStories } from '../../server/auth/demo';
import { loadRights, rightsSource } from '../../server/auth/rights';
import { composeEngine, type Engine } from '../../server/compose';
import type { Ctx, Db, OrgInfo, Session } from '../../server/ctx';
import { byOwner, inWrite, makeCtx } from '../../server/records/context';
import { onlyOrg, type Start, type TestDatabase, testDatabase } from '../support/database';
import { systemRegistry } from '../support/registry';
import { DEMO_PASSWORD } from '../support/server';

export const DAY = '2026-01-15';

export interface Factory {
  readonly database: TestDatabase;
  readonly engine: Engine;
  readonly org: OrgInfo;
  /** the clock of every request from now on, factory time */
  setNow(now: string): void;
  /** one transaction in the name of a demo account */
  as<T>(loginName: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** the same as the owner of the tables, as calls of its kind are */
  asOwner<T>(loginName: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

const MORNING = `${DAY} 10:00:00`;
const engineOver = (db: Db, owner: Db, clock: () => string): Engine =>
  composeEngine({
    db,
    owner,
    keys: [DEMO_KEY],
    dataDir: join(tmpdir(), 'millwright-none'),
    registry: systemRegistry(),
    clock: () => new Date(`${clock().replace(' ', 'T')}+08:00`),
  });
/** what seals its secrets, for another process over the same database too */
export const DEMO_KEY = Buffer.alloc(32, 7);
const demoStart = (name: string, documents: (shipped: readonly DataDoc[]) => readonly DataDoc[]): Start => ({
  name,
  make: async ({ db: owner, app: db }) => {
    const engine = engineOver(db, owner, () => MORNING);
    const objects = [...engine.registries.shipped.objects.values()];
    await makeDemo({
      db,
      owner,
      runAs: engine.runAs,
      shipped: { objects, condition: engine.condition, now: MORNING },
      documents: documents(engine.documents),
      calls: engine.calls,
      password: DEMO_PASSWORD,
    });
  },
});
/** Its tables, rows and accounts, made once a run; its people have not worked yet (`story`): what tests do they do themselves. */
export const DEMO: Start = demoStart('demo factory', withoutStories);
/** The factory as whoever starts the product finds it. */
const LIVING: Start = demoStart('living demo factory', (shipped) => shipped);
export const demoFactory = (): Promise<Factory> => factoryOn(DEMO);
export const livingFactory = (): Promise<Factory> => factoryOn(LIVING);
const factoryOn = async (start: Start): Promise<Factory> => {
  const database = await testDatabase({ start });
  const { app: db } = database;
  let now = MORNING;
  const engine = engineOver(db, database.db, () => now);
  const org = await onlyOrg(db);
  const kept = new Map<string, { readonly version: number; readonly session: Session }>();
  /** kept while the rights of the organisation stay at their version, as the server keeps them */
  const sessionOf = async (loginName: string): Promise<Session> => {
    const row = await db
      .withSchema('platform')
      .selectFrom('org')
      .select('rights_version')
      .where('id', '=', org.id)
      .executeTakeFirstOrThrow();
    const version = Number(row.rights_version);
    const known = kept.get(loginName);
    if (known?.version === version) return known.session;
    const [user] = await db
      .withSchema(org.schema)
      .selectFrom('user')
      .select('id')
      .where('login_name', '=', loginName)
      .execute();
    const info: OrgInfo = { ...org, rightsVersion: version };
    const found =
      user && (await loadRights(rightsSource(db, engine.registries), { ...info, isPlatform: false }, user.id));
    if (!found) throw new Error(`no user ${loginName}`);
    const session = { id: 'test', org: info, me: found.me, loginName, rights: found.rights };
    kept.set(loginName, { version, session });
    return session;
  };
  return {
    database,
    engine,
    org,
    setNow: (next) => {
      now = next;
    },
    as: async (loginName, work) => engine.runAs(await sessionOf(loginName), work),
    asOwner: async (loginName, work) =>
      inWrite(byOwner(await makeCtx(engine.host, await sessionOf(loginName), { requestId: 'test' })), work),
  };
};
