/** The demo factory on its day, 2026-01-15, with the whole engine but no HTTP: what people do goes through `as(login, …)`. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDemo } from '../../server/auth/demo';
import { loadRights } from '../../server/auth/rights';
import { composeEngine, type Engine } from '../../server/compose';
import type { Ctx, OrgInfo, Session } from '../../server/ctx';
import { type TestDatabase, testDatabase } from '../support/database';

export const DAY = '2026-01-15';

export interface Factory {
  readonly database: TestDatabase;
  readonly engine: Engine;
  readonly org: OrgInfo;
  /** the clock of every request from now on, factory time */
  setNow(now: string): void;
  /** one transaction in the name of a demo account */
  as<T>(loginName: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

export const demoFactory = async (): Promise<Factory> => {
  const database = await testDatabase();
  const { db } = database;
  let now = `${DAY} 10:00:00`;
  const engine = composeEngine({
    db,
    keys: [Buffer.alloc(32, 7)],
    dataDir: join(tmpdir(), 'millwright-none'),
    clock: () => new Date(`${now.replace(' ', 'T')}+08:00`),
  });
  const org = await makeDemo({
    db,
    runAs: engine.runAs,
    shipped: { objects: [...engine.registries.shipped.objects.values()], condition: engine.condition, now },
    documents: engine.documents,
    password: 'Gongfang#2026',
  });
  const sessionOf = async (loginName: string): Promise<Session> => {
    const [user] = await db
      .withSchema(org.schema)
      .selectFrom('user')
      .select('id')
      .where('login_name', '=', loginName)
      .execute();
    const row = await db
      .withSchema('platform')
      .selectFrom('org')
      .select('rights_version')
      .where('id', '=', org.id)
      .executeTakeFirstOrThrow();
    const info: OrgInfo = { ...org, rightsVersion: Number(row.rights_version) };
    const found = user && (await loadRights(db, { ...info, isPlatform: false }, user.id));
    if (!found) throw new Error(`no user ${loginName}`);
    return { id: 'test', org: info, me: found.me, loginName, rights: found.rights };
  };
  return {
    database,
    engine,
    org,
    setNow: (next) => {
      now = next;
    },
    as: async (loginName, work) => engine.runAs(await sessionOf(loginName), work),
  };
};
