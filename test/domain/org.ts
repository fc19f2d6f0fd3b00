/** A small organisation of its own on a real database: all shipped objects, no rows but those a test makes. */

import { sql } from 'kysely';
import type { Ctx, OrgInfo, Records, Rights, Session, Trx } from '../../server/ctx';
import { migrateOrg } from '../../server/db/migrations';
import { grantSchema } from '../../server/db/roles';
import { inTx } from '../../server/db/tx';
import { newId } from '../../server/ids';
import type { Registry } from '../../server/registry/registry';
import { syncTables } from '../../server/tables/apply';
import { type Start, type TestDatabase, testDatabase } from '../support/database';
import { systemRegistry } from '../support/registry';

export const SCHEMA = 'org_demo';
export const NOW = '2026-01-15 10:00:00';

export interface TestOrg {
  readonly database: TestDatabase;
  readonly registry: Registry;
  readonly org: OrgInfo;
  /** one transaction as a user; a superuser without employee unless told otherwise */
  tx<T>(work: (ctx: Ctx) => Promise<T>, as?: Partial<Poster>): Promise<T>;
  /** the same without a second try after a deadlock */
  txOnce<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  insert(table: string, row: Record<string, unknown>): Promise<string>;
}
export interface Poster {
  readonly employee: string | null;
  readonly super: boolean;
  readonly rights: readonly string[];
  readonly now: string;
}

const TABLES: Start = {
  name: 'tables of org_demo',
  make: async ({ db }) => {
    await sql.raw(`CREATE SCHEMA ${SCHEMA}`).execute(db);
    await migrateOrg(db, SCHEMA, 'first');
    await syncTables(db, SCHEMA, [...systemRegistry().objects.values()], { now: NOW, whole: true });
    await migrateOrg(db, SCHEMA, 'tables');
    await grantSchema(db, SCHEMA);
  },
};

export const testOrg = async (max = 10): Promise<TestOrg> => {
  const database = await testDatabase({ max, start: TABLES });
  const registry = systemRegistry();
  const org: OrgInfo = { id: newId(), code: 'demo', name: '示例工厂', schema: SCHEMA, rightsVersion: 1 };
  return {
    database,
    registry,
    org,
    tx: (work, as = {}) => inTx(database.app, (trx) => work(ctxOf(org, registry, trx, as))),
    txOnce: (work) => database.app.transaction().execute((trx) => work(ctxOf(org, registry, trx, {}))),
    insert: async (table, row) => {
      const id = newId();
      await database.db
        .withSchema(SCHEMA)
        .insertInto(table)
        .values({ id, ...row })
        .execute();
      return id;
    },
  };
};

/** The part of a ctx that engines use; records of other objects are not their business. */
const ctxOf = (org: OrgInfo, registry: Registry, trx: Trx, as: Partial<Poster>): Ctx => {
  const isSuper = as.super ?? as.employee === undefined;
  const rights: Rights = {
    super: isSuper,
    has: (right) => isSuper || (as.rights ?? []).includes(right),
    group: () => isSuper,
    scopes: () => [{ scope: '1', depts: [] }],
    functions: as.rights ?? [],
    rests: () => false,
  };
  const me = {
    id: '00000000-0000-7000-8000-000000000001',
    name: '测试',
    employee: as.employee ?? null,
    dept: null,
    depts: [],
    team: null,
    roles: [],
    org: org.id,
    super: isSuper,
  };
  const session: Session = { id: newId(), org, me, loginName: 'test', rights };
  const now = as.now ?? NOW;
  const ctx: Ctx = {
    session,
    org,
    now,
    occurAt: now,
    clockOffset: 0,
    offline: false,
    today: now.slice(0, 10),
    requestId: 'test',
    trial: false,
    trx: trx.withSchema(org.schema) as Trx,
    records: { object: (code: string) => registry.objects.get(code)! } as unknown as Records,
    setting: (key) => registry.settings.get(key)?.default ?? null,
    newId,
    reveal: (value) => (typeof value === 'string' ? value : null),
    fits: async () => false,
    emit: async () => undefined,
    asSystem: () => ctx,
  };
  return ctx;
};
