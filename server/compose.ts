/** What one process puts together once: documents, domain code, services, calls. Everything is named here, nothing is found by scanning. */
import type { FastifyInstance } from 'fastify';
import type { DataDoc } from '../schemas/language/document';
import type { ResolvedObject } from '../schemas/language/resolved';
import type { RunAs } from './auth/demo';
import type { SettingOf } from './auth/policy';
import { makeVault } from './auth/vault';
import type { Db, OrgInfo } from './ctx';
import { functions, modulesOf, services } from './domain';
import { fileStore } from './files/store';
import { newId } from './ids';
import { inWrite, makeCtx, nobody } from './records/context';
import { loadExtFields } from './records/ext';
import { byName, type EngineCtx, type Host } from './records/host';
import { settingRows, settingValue } from './records/settings';
import { writes } from './records/writes';
import { perOrg } from './registry/per-org';
import { buildRegistry, type Registries, type Registry } from './registry/registry';
import { applicationDataRoutes } from './routes/application-data';
import { exchangeRoutes } from './routes/exchange';
import { extendRoutes } from './routes/extend';
import { fileRoutes } from './routes/files';
import { lcdpRoutes } from './routes/lcdp';
import { lcdpPrintRoutes } from './routes/lcdp-print';
import { lcdpWriteRoutes } from './routes/lcdp-write';
import { listSettingsRoutes } from './routes/list-settings';
import { reportRoutes } from './routes/reports';
import { settingRoutes } from './routes/settings';
import { indexCondition } from './tables/condition';

export interface Engine {
  readonly host: Host;
  readonly registries: Registries;
  readonly documents: readonly DataDoc[];
  readonly setting: SettingOf;
  readonly condition: (object: ResolvedObject, when: string) => string;
  readonly runAs: RunAs;
  /** one transaction with all rights in nobody's name */
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly mount: readonly ((app: FastifyInstance) => void)[];
}
export interface EngineOptions {
  readonly db: Db;
  /** 32 bytes each: the first seals secrets, older ones still open them */
  readonly keys: readonly Buffer[];
  /** uploaded files lie below it */
  readonly dataDir: string;
  /** tests bring documents of their own */
  readonly registry?: Registry;
  readonly clock?: () => Date;
}

export const shippedRegistry = (): Registry =>
  buildRegistry(undefined, { functions, services: services.map(({ name }) => name) });

export const composeEngine = ({ db, keys, dataDir, registry = shippedRegistry(), clock }: EngineOptions): Engine => {
  const registries = perOrg(registry, {
    load: (org) => loadExtFields(db, `org_${org.code}`),
    build: (ext) => buildRegistry(registry.files, { functions, services: services.map(({ name }) => name), ext }),
  });
  const host: Host = {
    db,
    registries,
    clock: clock ?? (() => new Date()),
    newId,
    modules: modulesOf(registry.objects.values()),
    services: byName(services),
    functions: byName(functions),
    writes,
    files: fileStore(dataDir),
    vault: makeVault(keys),
  };
  return {
    host,
    registries,
    documents: registry.files.data.map(({ doc }) => doc),
    setting: async (org, key) => settingValue(registries.of(org), await settingRows(db, org), key),
    condition: indexCondition(db, registry.lib),
    asSystem: async (org, run) =>
      inWrite(await makeCtx(host, nobody(org), { requestId: 'job' }), (ctx) => run(ctx.asSystem())),
    runAs: async (session, run) => inWrite(await makeCtx(host, session, { requestId: 'seed' }), run),
    mount: [
      lcdpRoutes(host),
      reportRoutes(host),
      exchangeRoutes(host),
      extendRoutes(host),
      lcdpWriteRoutes(host),
      lcdpPrintRoutes(host),
      applicationDataRoutes(host),
      fileRoutes(host),
      settingRoutes(host),
      listSettingsRoutes(host),
    ],
  };
};
