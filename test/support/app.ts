/** The whole server without a socket over a database of its own, with one organisation and its administrator. */
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../server/app';
import { captchas } from '../../server/auth/captcha';
import { type DingHosts, dingClient } from '../../server/auth/ding-client';
import { createOrg, type NewOrg } from '../../server/auth/organisation';
import type { SettingOf } from '../../server/auth/policy';
import { rightsSource } from '../../server/auth/rights';
import { makeSeal } from '../../server/auth/seal';
import { sessionStore } from '../../server/auth/sessions';
import { signKeys } from '../../server/auth/sign-keys';
import { composeEngine } from '../../server/compose';
import type { Db, OrgInfo } from '../../server/ctx';
import { diskRoom } from '../../server/files/room';
import type { LiveHub } from '../../server/live/hub';
import { openLive } from '../../server/live/live';
import { type RouteSpec, type Rule, route } from '../../server/plugins/route';
import { type Registry, sameForAll } from '../../server/registry/registry';
import { applicationRoutes } from '../../server/routes/application';
import { dingRoutes } from '../../server/routes/ding';
import { iotStreamRoutes } from '../../server/routes/iot-live';
import { liveRoutes } from '../../server/routes/live';
import type { Parts } from '../../server/routes/parts';
import { passwordRoutes } from '../../server/routes/passwords';
import { personalRoutes } from '../../server/routes/personal';
import { registerRoutes } from '../../server/routes/register';
import { screenStreamRoutes } from '../../server/routes/screens';
import { sysRoutes } from '../../server/routes/sys';
import { terminalRoutes } from '../../server/routes/terminals';
import { onlyOrg, type Start, type TestDatabase, testDatabase } from './database';
import { systemRegistry } from './registry';

export const PASSWORD = 'Gongfang#2026';
/** what every picture of the test shows */
export const CAPTCHA = 'AC6F';
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
export interface Declared {
  readonly method: string;
  readonly url: string;
  readonly rule: Rule;
}
export interface TestAppOptions {
  readonly registry?: Registry;
  readonly routes?: readonly RouteSpec[];
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  readonly org?: NewOrg | null;
  readonly clientDir?: string;
  readonly logs?: string[];
  readonly publicPerMinute?: number;
  /** with the calls of records, as the process has them */
  readonly engine?: boolean;
  /** what its disk has left */
  readonly free?: () => number;
  /** seals its secrets */
  readonly key?: Buffer;
  /** a provider of the test */
  readonly ding?: DingHosts;
  /** with the live channel; the test lets it listen on a port */
  readonly live?: boolean;
  /** false: no way to send messages is set */
  readonly sms?: boolean;
}
export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly parts: Parts;
  readonly dataDir: string;
  readonly org: OrgInfo;
  /** settings of every organisation, may be changed by the test */
  readonly settings: Record<string, string | number | boolean>;
  readonly clock: { now: Date };
  readonly live: LiveHub | undefined;
  /** messages that were sent */
  readonly sms: { mobile: string; text: string }[];
  /** a picture and its answer */
  picture(): Promise<{ captchaId: string; captcha: string }>;
  /** every route there is, with its rule */
  readonly declared: readonly Declared[];
  call<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Answer<T>>;
  /** the sign-in envelope for a password */
  seal(
    password: string,
    change?: { readonly t?: number; readonly n?: string },
  ): Promise<{ pwd: string; keyId: string }>;
  signIn(loginName: string, password?: string, more?: Record<string, string>): Promise<Answer<SignedIn>>;
  close(): Promise<void>;
}
export interface SignedIn {
  readonly access_token: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly [key: string]: unknown;
}
interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly ip?: string;
}

/** nobody answers there */
const NO_DING: DingHosts = { api: 'http://127.0.0.1:1', oapi: 'http://127.0.0.1:1', login: 'http://127.0.0.1:1' };

export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'millwright-app-'));
  const registry = options.registry ?? systemRegistry();
  const isUsual = options.org === undefined && options.registry === undefined;
  const database = await testDatabase(isUsual ? { start: WITH_ORG } : {});
  const clock = { now: new Date() };
  const settings = { ...options.settings };
  const setting: SettingOf = async (_org, key) => settings[key] ?? registry.settings.get(key)?.default ?? null;
  const secrets = makeSeal(randomBytes(32));
  const sms: { mobile: string; text: string }[] = [];
  const room = options.free && diskRoom(dataDir, options.free);
  const engine =
    options.engine || options.live
      ? composeEngine({
          db: database.app,
          owner: database.db,
          keys: [options.key ?? randomBytes(32)],
          dataDir,
          room: room ?? diskRoom(dataDir),
          registry,
          clock: () => clock.now,
        })
      : undefined;
  const registries = engine?.registries ?? sameForAll(registry);
  const sessions = sessionStore(rightsSource(database.app, registries));
  const parts: Parts = {
    db: database.app,
    owner: database.db,
    registries,
    sessions,
    keys: signKeys(database.app, secrets),
    seal: secrets,
    setting,
    captchas: captchas(database.app, () => CAPTCHA),
    smsSender: async () =>
      options.sms === false
        ? null
        : async (mobile, text) => {
            sms.push({ mobile, text });
          },
    clock: () => clock.now,
    version: 'test',
  };
  const org = isUsual
    ? await onlyOrg(database.db)
    : options.org === null
      ? { id: '', code: '', name: '', schema: '', rightsVersion: 0 }
      : await makeOrg(database.db, registry, options.org);
  const { logs } = options;
  const declared: Declared[] = [];
  const live =
    options.live && engine
      ? openLive({
          host: engine.host,
          url: database.appUrl,
          sessionOf: async (token) => (await sessions.find(token))?.session ?? null,
          asSystem: engine.asSystem,
          flushMs: 20,
          deviceMs: 50,
        })
      : undefined;
  await live?.ready;
  const app = await buildApp({
    config: { dataDir, trustProxy: [], logLevel: 'info' },
    db: database.app,
    ...(room ? { room } : {}),
    sessionOf: (token) => sessions.find(token),
    overOf: (token) => sessions.findOver(token),
    mount: [
      (app) => {
        app.addHook('onRoute', ({ method, url, config }) => {
          if (config?.rule !== undefined && method !== 'HEAD')
            declared.push({ method: String(method), url, rule: config.rule });
        });
      },
      sysRoutes(parts),
      registerRoutes(parts),
      passwordRoutes(parts),
      personalRoutes(parts),
      applicationRoutes(parts),
      dingRoutes(parts, { client: dingClient(options.ding ?? NO_DING), reveal: (text) => text }),
      ...(engine ? [terminalRoutes(parts, { asSystem: engine.asSystem, vault: engine.host.vault })] : []),
      ...(live && engine
        ? [liveRoutes(live.hub), iotStreamRoutes(engine.host, live.hub), screenStreamRoutes(engine.host, live.walls)]
        : []),
      ...(engine?.mount ?? []),
      (app) => {
        for (const spec of options.routes ?? []) route(app, spec);
      },
    ],
    clientDir: options.clientDir,
    publicPerMinute: options.publicPerMinute ?? 10_000,
    logger: logs ? { level: 'info', stream: { write: (line: string) => void logs.push(line) } } : false,
  });
  await app.ready();

  const call: TestApp['call'] = async (method, path, { token, body, query, ip } = {}) => {
    const request: InjectOptions = {
      method,
      url: path.startsWith('/v2') ? path : `/v2/api/mes${path}`,
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      remoteAddress: ip ?? '127.0.0.1',
    };
    const response = await app.inject(request);
    return { status: response.statusCode, ...(response.json() as Omit<Answer<never>, 'status'>) };
  };
  const seal: TestApp['seal'] = async (password, change = {}) => {
    const { data } = await call<{ keyId: string; publicKey: string; serverTime: number }>('GET', '/sys/init');
    const key = createPublicKey({ key: Buffer.from(data.publicKey, 'base64'), format: 'der', type: 'spki' });
    const text = JSON.stringify({ p: password, t: data.serverTime, n: randomBytes(12).toString('hex'), ...change });
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return { pwd: publicEncrypt(options, Buffer.from(text)).toString('base64url'), keyId: data.keyId };
  };
  const picture: TestApp['picture'] = async () => {
    const { data } = await call<{ captchaId: string }>('GET', '/sys/captcha');
    return { captchaId: data.captchaId, captcha: CAPTCHA };
  };
  return {
    app,
    database,
    sms,
    picture,
    parts,
    dataDir,
    org,
    settings,
    clock,
    live: live?.hub,
    declared,
    call,
    seal,
    signIn: async (loginName, password = PASSWORD, more = {}) =>
      call('POST', '/sys/signIn', { body: { loginName, ...(await seal(password)), ...(await picture()), ...more } }),
    close: async () => {
      await app.close();
      await live?.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const makeOrg = (db: Db, registry: Registry, org: NewOrg = USUAL): Promise<OrgInfo> =>
  createOrg(db, { objects: [...registry.objects.values()], now: '2026-01-15 08:00:00' }, org);
const ADMIN = { loginName: 'admin', name: '系统管理员', password: PASSWORD };
const USUAL: NewOrg = { code: 'demo', name: '示例工厂', admin: ADMIN };
const WITH_ORG: Start = { name: 'one organisation', make: ({ db }) => makeOrg(db, systemRegistry()) };
