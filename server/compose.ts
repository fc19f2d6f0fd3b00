/** What one process puts together once: documents, domain code, services, calls. Everything is named here, nothing is found by scanning. */
import type { FastifyInstance } from 'fastify';
import type { DataDoc } from '../schemas/language/document';
import type { ResolvedObject } from '../schemas/language/resolved';
import type { RunAs } from './auth/demo';
import type { Shipped } from './auth/organisation';
import type { SettingOf } from './auth/policy';
import { makeSeal } from './auth/seal';
import { signKeys } from './auth/sign-keys';
import { makeVault } from './auth/vault';
import type { Db, DomainModule, OrgInfo } from './ctx';
import type { StoryCall } from './data/load';
import { appStates } from './design/apps';
import { documentHeads, loadDocuments } from './design/documents';
import { buildOrganisation } from './design/registry';
import { sandboxes } from './design/sandbox';
import { functions, modulesOf } from './domain';
import { scheduleStory } from './domain/production/schedule/story';
import { ALWAYS, diskRoom, type Room } from './files/room';
import { fileStore } from './files/store';
import { newId } from './ids';
import { allServices as services, withPlatform } from './modules';
import { inWrite, makeCtx, nobody } from './records/context';
import { byName, type EngineCtx, type Host } from './records/host';
import { loadDocLinks } from './records/push/doc-links';
import { writes } from './records/save/writes';
import { settingReader } from './records/settings/settings';
import { settingsStory } from './records/settings/story';
import { loadExtFields } from './records/store/ext';
import { appsKey, withApps } from './registry/apps';
import { memo } from './registry/memo';
import { perOrg } from './registry/per-org';
import { buildRegistry, type Registries, type Registry, type RegistryParts } from './registry/registry';
import { adjustRoutes } from './routes/adjust';
import { applicationDataRoutes } from './routes/application-data';
import { appsHook } from './routes/apps';
import { designRoutes, sandboxHook } from './routes/design';
import { energyLiveRoutes } from './routes/energy-live';
import { energyStatRoutes } from './routes/energy-stat';
import { exchangeRoutes } from './routes/exchange';
import { extendRoutes } from './routes/extend';
import { fileRoutes } from './routes/files';
import { flowRoutes } from './routes/flow';
import { homeRoutes } from './routes/home';
import { iotRoutes } from './routes/iot';
import { iotLiveRoutes } from './routes/iot-live';
import { timelineRoutes } from './routes/iot-timeline';
import { labelRoutes } from './routes/labels';
import { lcdpRoutes } from './routes/lcdp';
import { lcdpPrintRoutes } from './routes/lcdp-print';
import { lcdpWriteRoutes } from './routes/lcdp-write';
import { listSettingsRoutes } from './routes/list-settings';
import { messageRoutes } from './routes/messages';
import { modelRoutes } from './routes/models';
import { pageMessageRoutes } from './routes/page-message';
import { reportRoutes } from './routes/reports';
import { rightsRoutes } from './routes/rights';
import { scheduleRoutes } from './routes/schedule';
import { schedulingRoutes } from './routes/scheduling';
import { screenRoutes } from './routes/screens';
import { settingRoutes } from './routes/settings';
import { traceRoutes } from './routes/trace';
import { indexCondition } from './tables/condition';
import { flows } from './workflow/instance-acts';

export interface Engine {
  readonly host: Host;
  readonly registries: Registries;
  readonly documents: readonly DataDoc[];
  /** steps of stories that are no records */
  readonly calls: Readonly<Record<string, StoryCall>>;
  readonly setting: SettingOf;
  readonly condition: (object: ResolvedObject, when: string) => string;
  /** objects an organisation has instead of the shipped ones; undefined = just those */
  readonly objectsOf: NonNullable<Shipped['of']>;
  readonly runAs: RunAs;
  /** one transaction with all rights in nobody's name */
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly mount: readonly ((app: FastifyInstance) => void)[];
}
export interface EngineOptions {
  readonly db: Db;
  /** connections of the owner of the tables; one role does both otherwise */
  readonly owner?: Db | undefined;
  /** 32 bytes each: the first seals secrets, older ones still open them */
  readonly keys: readonly Buffer[];
  /** uploaded files lie below it */
  readonly dataDir: string;
  /** tests bring documents of their own */
  readonly registry?: Registry;
  readonly clock?: () => Date;
  /** tests have disks of their own */
  readonly room?: Room;
}

/** rules that texts of an organisation ask for, by object */
const ownModules = new WeakMap<ResolvedObject, { readonly module: DomainModule | undefined }>();

export const shippedRegistry = (): Registry =>
  buildRegistry(undefined, { functions, services: services.map(({ name }) => name) });

/** Its key says all of it: the next organisation or engine of this process with the same fields, apps and links takes the same one. */
const lastWithoutDocuments = new WeakMap<Registry, { readonly key: string; readonly registry: Registry }>();

export const composeEngine = ({
  db,
  owner = db,
  keys,
  dataDir,
  registry = shippedRegistry(),
  clock,
  room,
}: EngineOptions): Engine => {
  const parts: RegistryParts = { functions, services: services.map(({ name }) => name) };
  const live = perOrg(registry, async ({ code }) => {
    const schema = `org_${code}`;
    const [ext, heads, apps, links] = await Promise.all([
      loadExtFields(db, schema),
      documentHeads(db, schema),
      appStates(db, schema),
      loadDocLinks(db, schema),
    ]);
    const nothing = ext.size === 0 && heads.length === 0 && links.length === 0;
    if (nothing) return { key: appsKey(registry, apps), make: async () => withApps(registry, apps) };
    const build = (stored: Awaited<ReturnType<typeof loadDocuments>>): Registry =>
      withApps(buildOrganisation(registry.files, stored, { ...parts, ext, links }).registry, apps);
    const key = JSON.stringify([[...ext], heads.map(({ id, hash, isGone }) => [id, hash, isGone]), apps, links]);
    if (heads.length > 0) return { key, make: async () => build(await loadDocuments(db, schema)) };
    return {
      key,
      make: async () => {
        const last = lastWithoutDocuments.get(registry);
        if (last?.key === key) return last.registry;
        const made = build([]);
        lastWithoutDocuments.set(registry, { key, registry: made });
        return made;
      },
    };
  });
  const [secret] = keys;
  if (secret === undefined) throw new Error('an engine needs a key');
  const tries = sandboxes(live);
  const { registries } = tries;
  const host: Host = {
    db,
    owner,
    registries,
    clock: clock ?? (() => new Date()),
    newId,
    modules: withPlatform(modulesOf(registry.objects.values())),
    moduleFor: (object) => memo(ownModules, object, () => ({ module: modulesOf([object]).get(object.object) })).module,
    services: byName(services),
    functions: byName(functions),
    writes,
    flows,
    room: room ?? diskRoom(dataDir),
    files: fileStore(dataDir),
    vault: makeVault(keys),
  };
  const always: Host = { ...host, room: ALWAYS };
  const asSystem: Engine['asSystem'] = async (org, run) =>
    inWrite(await makeCtx(always, nobody(org), { requestId: 'job' }), (ctx) => run(ctx.asSystem()));
  return {
    host,
    registries,
    documents: registry.files.data.map(({ doc }) => doc),
    calls: { ...scheduleStory, ...settingsStory },
    setting: settingReader(db, registries),
    condition: indexCondition(db, registry.lib),
    asSystem,
    objectsOf: async (schema) => {
      const stored = await loadDocuments(db, schema);
      if (stored.length === 0) return undefined;
      const { registry: own, leftOut } = buildOrganisation(registry.files, stored, parts);
      return { objects: [...own.objects.values()], condition: indexCondition(db, own.lib), leftOut };
    },
    runAs: async (session, run, now) => inWrite(await makeCtx(always, session, { requestId: 'seed', now }), run),
    mount: [
      sandboxHook(host, tries),
      appsHook(host),
      lcdpRoutes(host),
      iotRoutes(host),
      reportRoutes(host),
      homeRoutes(host),
      rightsRoutes(host),
      exchangeRoutes(host),
      designRoutes(host),
      modelRoutes(host, dataDir, asSystem),
      extendRoutes(host),
      lcdpWriteRoutes(host),
      lcdpPrintRoutes(host),
      labelRoutes(host),
      applicationDataRoutes(host),
      fileRoutes(host),
      adjustRoutes(host),
      energyLiveRoutes(host),
      energyStatRoutes(host),
      schedulingRoutes(host),
      screenRoutes(host, signKeys(db, makeSeal(secret))),
      scheduleRoutes(host),
      traceRoutes(host),
      timelineRoutes(host),
      iotLiveRoutes(host),
      settingRoutes(host),
      messageRoutes(host),
      pageMessageRoutes(host),
      flowRoutes(host),
      listSettingsRoutes(host),
    ],
  };
};
