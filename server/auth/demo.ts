/** The demo factory: made on a new embedded database, through the same pipeline as everything people write. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DataDoc } from '../../schemas/language/document';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Ctx, Db, OrgInfo, Session } from '../ctx';
import { type DataHost, loadData } from '../data/load';
import { inTx } from '../db/tx';
import { writeDurably } from '../durable';
import { runAction } from '../records/act/actions';
import { objectOf } from '../records/context';
import type { EngineCtx } from '../records/host';
import { pagesOf } from '../registry/pages';
import { isOwn } from '../registry/registry';
import { openAccount } from './accounts';
import { createOrg, hasOrg, type Shipped } from './organisation';
import { hashPassword } from './passwords';
import { loadRights, type RightsSource } from './rights';

export const DEMO_ORG = { code: 'demo', name: '示例工厂' };
export const DEMO_ADMIN = 'admin';
/** seed and demo rows name each other: people and places before what they order */
const AREAS = ['system', 'factory'];
/** switches on what the rows before it are made without */
const LAST = 'flow';

/** One transaction in the name of a session, at a moment of factory time, else now. */
export type RunAs = <T>(session: Session, run: (ctx: Ctx) => Promise<T>, now?: string) => Promise<T>;

export interface DemoOptions {
  readonly db: Db;
  /** connections of the owner of the tables */
  readonly owner: Db;
  readonly runAs: RunAs;
  readonly shipped: Shipped;
  readonly documents: readonly DataDoc[];
  readonly password: string;
  readonly calls: NonNullable<DataHost['calls']>;
  /** its boxes are played, so that values move */
  readonly playsBoxes?: boolean;
  /** told of each part of the documents that was written */
  readonly done?: DataHost['done'];
}

/** Nobody is here yet, or a demo factory was left half made. */
export const wantsDemo = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM platform.org WHERE ext ->> 'demo' = 'loading'`.execute(db);
  return rows.length > 0 || !(await hasOrg(db));
};

/** The rows of the factory, whose people have not worked yet. */
export const withoutStories = (documents: readonly DataDoc[]): readonly DataDoc[] =>
  documents.map(({ story: _story, ...rows }) => rows);

/** Makes the organisation, its rows and an account for each of its users. A load that was killed half way is thrown away first. */
export const makeDemo = async (options: DemoOptions): Promise<OrgInfo> => {
  const { db, owner, runAs, shipped, documents, password, calls, done } = options;
  const plays = options.playsBoxes === true ? ['iot.simulate'] : [];
  await dropHalfDemo(owner);
  const org = await createOrg(owner, shipped, {
    ...DEMO_ORG,
    admin: { loginName: DEMO_ADMIN, name: '系统管理员', password },
    ext: { demo: 'loading' },
  });
  // its public boards open inside the factory as they are (security.md §6), and its operators sign in on terminals
  await db
    .withSchema(org.schema)
    .insertInto('mw_setting')
    .values(['screen.openAccess', 'auth.pinLogin', ...plays].map((key) => ({ key, value: JSON.stringify(true) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await loadRows({ db, runAs, objects: shipped.objects, documents, calls, ...(done && { done }) }, org, shipped.now);
  await openAccounts(db, org, password);
  await sql`UPDATE platform.org
      SET ext = '{"demo": "done"}', contact = '张伟', mobile = '13800000001', industry = '10' WHERE id = ${org.id}`.execute(
    db,
  );
  return org;
};

export interface RowsSource {
  readonly db: Db;
  readonly runAs: RunAs;
  readonly objects: readonly ResolvedObject[];
  readonly documents: readonly DataDoc[];
  readonly calls?: DataHost['calls'];
  readonly done?: DataHost['done'];
}
/** Seed rows, then the demo factory, moved to the moment of loading; answers how many records and steps were written. */
export const loadRows = async (source: RowsSource, org: OrgInfo, now: string): Promise<number> => {
  const { host, sorted } = rowsHost(source, org, DEMO_ADMIN);
  return (await loadData(host, sorted, 'seed', now)) + (await loadData(host, sorted, 'demo', now));
};
/** What every organisation begins with. */
export const loadSeed = async (source: RowsSource, org: OrgInfo, admin: string, now: string): Promise<number> => {
  const { host, sorted } = rowsHost(source, org, admin);
  return loadData(host, sorted, 'seed', now);
};

const rowsHost = (source: RowsSource, org: OrgInfo, admin: string) => {
  const place = ({ area }: DataDoc): number =>
    AREAS.includes(area) ? AREAS.indexOf(area) : area === LAST ? AREAS.length + 1 : AREAS.length;
  const sorted = [...source.documents].sort((a, b) => place(a) - place(b));
  const registry = { objects: new Map(source.objects.map((object) => [object.object, object])) };
  const sessionOf = sessions({ db: source.db, isOwn: (_org, right) => isOwn(registry, right) }, org);
  const host: DataHost = {
    objects: source.objects,
    ...(source.calls && { calls: source.calls }),
    ...(source.done && { done: source.done }),
    as: async (loginName, run, at) => source.runAs(await sessionOf(loginName ?? admin), run, at),
    actOn: async (ctx, code, action, target) => {
      // the engine makes every ctx of a load
      const engine = ctx as EngineCtx;
      await runAction(engine, objectOf(engine, code), action, { targets: [target] });
    },
    actIn: async (ctx, { object: code, view, action }, id, ask) => {
      const engine = ctx as EngineCtx;
      const object = objectOf(engine, code);
      const page = pagesOf(object).find((each) => each.view?.code === view);
      if (page === undefined) throw new Error(`${code}: no view ${view}`);
      await runAction(engine, object, action, { page, targets: [{ id }], ask, engine: true });
    },
  };
  return { host, sorted };
};

export const demoPasswordFile = (dataDir: string): string => join(dataDir, 'demo-password');
/** The password made at the first start, for whoever starts it again; undefined when one was given then. */
export const keptDemoPassword = (dataDir: string): string | undefined => {
  const file = demoPasswordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

/** Of every demo account: given, kept from the first start, or made now and readable by the owner only. */
export const demoPassword = async (given: string | undefined, dataDir: string): Promise<string> => {
  if (given !== undefined) return given;
  const kept = keptDemoPassword(dataDir);
  if (kept !== undefined) return kept;
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const made = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
  await writeDurably(demoPasswordFile(dataDir), `${made}\n`);
  return made;
};

const sessions = (source: RightsSource, org: OrgInfo): ((loginName: string) => Promise<Session>) => {
  const { db } = source;
  const known = new Map<string, { readonly version: number; readonly session: Session }>();
  return async (loginName) => {
    const { rows } = await sql<{
      version: number;
    }>`SELECT rights_version AS version FROM platform.org WHERE id = ${org.id}`.execute(db);
    const version = rows[0]?.version ?? 0;
    const before = known.get(loginName);
    if (before?.version === version) return before.session;
    const now: OrgInfo & { readonly isPlatform: boolean } = { ...org, rightsVersion: version, isPlatform: false };
    const user = await db
      .withSchema(org.schema)
      .selectFrom('user')
      .select('id')
      .where('login_name', '=', loginName)
      .executeTakeFirst();
    const found = user ? await loadRights(source, now, user.id as string) : null;
    if (!found) throw new Error(`demo data: no user ${loginName}`);
    const { isPlatform: _isPlatform, ...info } = now;
    const session: Session = { id: 'demo', org: info, me: found.me, loginName, rights: found.rights };
    known.set(loginName, { version, session });
    return session;
  };
};

const openAccounts = async (db: Db, org: OrgInfo, password: string): Promise<void> => {
  // a PIN brings an account without a password
  const { rows } = await sql<{ id: string; login_name: string; account_id: string | null }>`
    SELECT u.id, u.login_name, m.account_id FROM ${sql.table(`${org.schema}.user`)} u
      LEFT JOIN platform.member m ON m.org_id = ${org.id} AND m.user_id = u.id
      LEFT JOIN platform.account a ON a.id = m.account_id
     WHERE u.is_deleted = 0 AND a.pwd_hash IS NULL`.execute(db);
  for (const { id, login_name, account_id } of rows)
    if (account_id === null)
      await inTx(db, (trx) =>
        openAccount(trx, { org, userId: id, loginName: login_name, password, mustChange: false }),
      );
    else
      await sql`UPDATE platform.account SET pwd_hash = ${await hashPassword(password)}, pwd_set_at = now()
        WHERE id = ${account_id}`.execute(db);
};

const dropHalfDemo = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM platform.org WHERE code = ${DEMO_ORG.code} AND ext ->> 'demo' = 'loading'`.execute(db);
  const [half] = rows;
  if (!half) return;
  await inTx(db, async (trx) => {
    await sql`DROP SCHEMA ${sql.id(`org_${DEMO_ORG.code}`)} CASCADE`.execute(trx);
    await sql`DELETE FROM platform.migration_log WHERE schema = ${`org_${DEMO_ORG.code}`}`.execute(trx);
    await sql`WITH gone AS (DELETE FROM platform.member WHERE org_id = ${half.id} RETURNING account_id)
      DELETE FROM platform.auth_session WHERE account_id IN (SELECT account_id FROM gone)`.execute(trx);
    await sql`DELETE FROM platform.account a WHERE NOT EXISTS (SELECT 1 FROM platform.member m WHERE m.account_id = a.id)`.execute(
      trx,
    );
    await sql`DELETE FROM platform.org WHERE id = ${half.id}`.execute(trx);
  });
};
