/** The application over its databases: what routes stand on, the routes, and the work beside them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { captchas } from './auth/captcha';
import { loadSeed } from './auth/demo';
import { dingMessenger } from './auth/ding';
import type { DingClient } from './auth/ding-client';
import { listOrgs, type Shipped } from './auth/organisation';
import { platformOrg } from './auth/platform-org';
import { rightsSource } from './auth/rights';
import { screenSessions } from './auth/screens';
import type { Seal } from './auth/seal';
import { sessionStore } from './auth/sessions';
import type { SignKeys } from './auth/sign-keys';
import { senderOf } from './auth/sms';
import type { composeEngine } from './compose';
import type { Config } from './config';
import type { Db, OrgInfo } from './ctx';
import { mirrorDocuments } from './design/mirror/mirror';
import { type Iot, openIot } from './iot/service';
import { type Jobs, startJobs } from './jobs/boss';
import type { Live } from './live/live';
import { startNotices } from './notices/worker';
import { ROOT } from './root';
import { applicationRoutes } from './routes/application';
import { dingRoutes } from './routes/ding';
import { iotStreamRoutes } from './routes/iot-live';
import { jobRoutes } from './routes/jobs';
import { liveRoutes } from './routes/live';
import type { Parts } from './routes/parts';
import { passwordRoutes } from './routes/passwords';
import { personalRoutes } from './routes/personal';
import { registerRoutes } from './routes/register';
import { screenStreamRoutes } from './routes/screens';
import { sysRoutes } from './routes/sys';
import { terminalRoutes } from './routes/terminals';
import { VERSION } from './version';

/** What is there once databases and organisations are as they should be. */
export interface Ground {
  readonly config: Config;
  readonly db: Db;
  readonly owner: Db;
  readonly engine: ReturnType<typeof composeEngine>;
  readonly shipped: Shipped;
  readonly keys: SignKeys;
  readonly seal: Seal;
}
/** What the application asks of the process around it. */
interface Around {
  readonly ding: DingClient;
  readonly live: Live;
  readonly jobs: () => Jobs | undefined;
  readonly isStopping: () => boolean;
  readonly isAway: () => boolean;
  readonly separateRoles: boolean;
}

export const partsOf = ({ config, db, owner, engine, shipped, keys, seal }: Ground): Parts => ({
  db,
  owner,
  registries: engine.registries,
  sessions: sessionStore(rightsSource(db, engine.registries)),
  keys,
  seal,
  setting: engine.setting,
  captchas: captchas(db),
  smsSender: async () => {
    const org = await platformOrg(db);
    const provider = org ? await engine.setting(org, 'sms.provider') : null;
    const { dataDir, production, sms } = config;
    return senderOf(String(provider), { dataDir, production, ...sms });
  },
  condition: engine.condition,
  seed: async (org, admin) => {
    const source = { db, runAs: engine.runAs, objects: shipped.objects, documents: engine.documents };
    await loadSeed(source, org, admin, shipped.now);
    await engine.asSystem(org, mirrorDocuments);
  },
  clock: () => new Date(),
  version: VERSION,
});

export const appOf = (ground: Ground, parts: Parts, around: Around): Promise<FastifyInstance> => {
  const { config, db, engine } = ground;
  const { registries } = engine;
  const { sessions } = parts;
  const clientDir = join(ROOT, 'dist', 'client');
  return buildApp({
    config,
    db,
    sessionOf: async (token) => {
      const found = await sessions.find(token);
      // routes look pages up before their work begins
      if (found) await registries.ready(found.session.org);
      return found;
    },
    overOf: async (token) => {
      const found = await sessions.findOver(token);
      if (found) await registries.ready(found.session.org);
      return found;
    },
    screenOf: screenSessions({ db, registries, setting: engine.setting, clock: parts.clock }),
    mount: mountsOf(ground, parts, around),
    clientDir: existsSync(clientDir) ? clientDir : undefined,
    isStopping: around.isStopping,
    isAway: around.isAway,
    separateRoles: around.separateRoles,
    room: engine.host.room,
    tls: config.tls && { cert: readFileSync(config.tls.cert, 'utf8'), key: readFileSync(config.tls.key, 'utf8') },
    logger: { level: config.logLevel, base: { pid: process.pid } },
  });
};

const mountsOf = ({ engine }: Ground, parts: Parts, { ding, live, jobs }: Around) => [
  sysRoutes(parts),
  registerRoutes(parts),
  passwordRoutes(parts),
  personalRoutes(parts),
  dingRoutes(parts, { client: ding, reveal: engine.host.vault.open }),
  terminalRoutes(parts, { asSystem: engine.asSystem, vault: engine.host.vault }),
  applicationRoutes(parts),
  jobRoutes(jobs),
  liveRoutes(live.hub),
  iotStreamRoutes(engine.host, live.hub),
  screenStreamRoutes(engine.host, live.walls),
  ...engine.mount,
];

/** The work of the night and of queues, of every organisation. */
export const jobsOf = (
  { config, db, owner, engine }: Ground,
  app: FastifyInstance,
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string },
): Promise<Jobs> => {
  const { registries, host, asSystem } = engine;
  const isOff = async (org: OrgInfo, code: string): Promise<boolean> => {
    await registries.ready(org);
    return registries.of(org).off?.apps.has(code) === true;
  };
  const orgs = () => listOrgs(db);
  return startJobs(url, { db, owner, files: host.files, dataDir: config.dataDir, orgs, asSystem, isOff }, app.log, {
    ownerUrl,
  });
};

/** Messages that leave the house. */
export const noticesOf = ({ db, engine }: Ground, app: FastifyInstance, ding: DingClient): { stop(): Promise<void> } =>
  startNotices({
    orgs: () => listOrgs(db),
    asSystem: engine.asSystem,
    onError: (error) => app.log.error({ err: error }, 'notices'),
    messenger: dingMessenger({ db, setting: engine.setting, client: ding, reveal: engine.host.vault.open }),
    onLost: (text, data) => app.log.warn(data, text),
  });

/** What speaks with boxes; undefined while no port is set for them and none are played. */
export const iotOf = async (
  { config, db, owner, engine }: Ground,
  app: FastifyInstance,
  url: string,
): Promise<Iot | undefined> => {
  const { host, mqtt, tls } = config;
  const setting = async (org: OrgInfo, key: string): Promise<unknown> => {
    await engine.registries.ready(org);
    return engine.setting(org, key);
  };
  const played = await Promise.all((await listOrgs(db)).map((org) => setting(org, 'iot.simulate')));
  const speaks = mqtt.port !== undefined || mqtt.tlsPort !== undefined || mqtt.url !== undefined;
  if (!speaks && !played.includes(true)) return undefined;
  const pair = tls && { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
  return openIot({
    db,
    owner,
    url,
    orgs: () => listOrgs(db),
    setting,
    asSystem: engine.asSystem,
    host,
    port: mqtt.port,
    tls: pair && mqtt.tlsPort !== undefined ? { ...pair, port: mqtt.tlsPort } : undefined,
    outside: mqtt.url === undefined ? undefined : { url: mqtt.url, name: nameOf(config) },
    onError: (error) => app.log.error({ err: error }, 'iot'),
  });
};

/** The same at each start, so that a broker outside goes on with what it kept for this process. */
const nameOf = ({ dataDir, port }: Config): string =>
  `mw-${createHash('sha256').update(`${hostname()} ${dataDir} ${port}`).digest('hex').slice(0, 12)}`;
