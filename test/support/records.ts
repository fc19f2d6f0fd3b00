/** An organisation with tables from documents, and sessions of made-up users over it: what tests of records stand on. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AnyDoc, ObjectDoc } from '../../schemas/language/document';
import type { Me } from '../../schemas/language/env';
import { prepareOrg } from '../../server/auth/organisation';
import type { RoleGrant } from '../../server/auth/rights';
import { makeVault } from '../../server/auth/vault';
import type { Db, DomainModule, OrgInfo, ServerFunction, Service } from '../../server/ctx';
import { ALWAYS } from '../../server/files/room';
import { fileStore } from '../../server/files/store';
import { newId } from '../../server/ids';
import { makeCtx } from '../../server/records/context';
import { byName, type EngineCtx, type Flows, type Host, type Writes } from '../../server/records/host';
import { joinSchemas, loadSchemas, type SchemaFiles } from '../../server/registry/load';
import { buildRegistry, type Registry, sameForAll } from '../../server/registry/registry';
import { indexCondition } from '../../server/tables/condition';
import { type Start, type TestDatabase, testDatabase } from './database';
import { systemRegistry } from './registry';
import { sessionOf } from './sessions';

export interface Factory {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly registry: Registry;
  readonly host: Host;
  readonly org: OrgInfo;
  /** a ctx of a user with these roles; `me` names who he is */
  as(roles: readonly Partial<RoleGrant>[], me?: Partial<Me>): Promise<EngineCtx>;
  root(): Promise<EngineCtx>;
  /** rows straight into a table, columns as in the database */
  insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  close(): Promise<void>;
}
export interface FactoryOptions {
  /** documents besides the shipped ones; `only`: instead of them */
  readonly documents?: readonly AnyDoc[];
  readonly only?: boolean;
  readonly clock?: () => Date;
  readonly modules?: ReadonlyMap<string, DomainModule>;
  readonly services?: readonly Service[];
  readonly functions?: readonly ServerFunction[];
  readonly writes?: Writes;
  readonly flows?: Flows;
}

export const filesOf = (documents: readonly AnyDoc[]): SchemaFiles => {
  const of = <T extends AnyDoc>(schema: T['$schema']) =>
    documents.filter((doc): doc is T => doc.$schema === schema).map((doc) => ({ doc, area: 'test', file: schema }));
  return {
    objects: of<ObjectDoc>('object/2'),
    blocks: of('block/2'),
    menus: of('menus/1'),
    dictionaries: of('dictionaries/1'),
    settings: of('settings/1'),
    data: of('data/1'),
    prints: of('print/1'),
    reports: of('report/1'),
    boards: of('board/1'),
    flows: of('flow/1'),
  };
};

const NO_WRITES: Writes = {
  save: () => Promise.reject(new Error('no writes in this test')),
  act: () => Promise.reject(new Error('no writes in this test')),
  patch: () => Promise.reject(new Error('no writes in this test')),
  emit: () => Promise.resolve(),
};

const SCHEMA = 'org_test';
const prepare = async (db: Db, registry: Registry): Promise<void> => {
  await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(db);
  await prepareOrg(db, SCHEMA, {
    objects: [...registry.objects.values()],
    condition: indexCondition(db, registry.lib),
    now: '2026-01-15 08:00:00',
  });
};
const SHIPPED: Start = { name: SCHEMA, make: ({ db }) => prepare(db, systemRegistry()) };

export const openFactory = async (options: FactoryOptions = {}): Promise<Factory> => {
  const { documents = [], services = [], functions = [] } = options;
  // the tables of the shipped documents are there already, unless a test wants none of them
  const database = await testDatabase(options.only ? {} : { start: SHIPPED });
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'millwright-files-'));
  const files = options.only ? filesOf(documents) : joinSchemas(loadSchemas(), filesOf(documents));
  const registry = buildRegistry(files, { functions, services: services.map(({ name }) => name) });
  const org: OrgInfo = { id: newId(), code: 'test', name: '测试厂', schema: SCHEMA, rightsVersion: 1 };
  if (options.only || documents.length > 0) await prepare(db, registry);
  const host: Host = {
    db: database.app,
    owner: db,
    registries: sameForAll(registry),
    clock: options.clock ?? (() => new Date('2026-01-15T02:00:00Z')),
    newId,
    modules: options.modules ?? new Map(),
    services: byName(services),
    functions: byName(functions),
    writes: options.writes ?? NO_WRITES,
    ...(options.flows ? { flows: options.flows } : {}),
    room: ALWAYS,
    files: fileStore(dataDir),
    vault: makeVault([randomBytes(32)]),
  };
  const as: Factory['as'] = (roles, me = {}) => makeCtx(host, sessionOf(org, roles, me), { requestId: newId() });
  return {
    database,
    db,
    registry,
    host,
    org,
    as,
    root: () => as([{ isSuper: true }]),
    async insert(table, rows) {
      for (const row of rows) await db.withSchema(org.schema).insertInto(table).values(row).execute();
    },
    close: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
};
