/** From the environment to a server that answers, and back to nothing running. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { appOf, type Ground, iotOf, jobsOf, noticesOf, partsOf } from './assemble';
import {
  DEMO_ADMIN,
  demoPassword,
  demoPasswordFile,
  keptDemoPassword,
  makeDemo,
  wantsDemo,
  withoutStories,
} from './auth/demo';
import { dingClient } from './auth/ding-client';
import { listOrgs, prepareOrg, type Shipped } from './auth/organisation';
import { makeSeal, secretKeysOf } from './auth/seal';
import { signKeys } from './auth/sign-keys';
import { factoryClock } from './clock';
import { composeEngine } from './compose';
import type { Config } from './config';
import type { Db } from './ctx';
import { useDataDir } from './data-dir';
import { type ConnectOptions, connect, type Database, serverVersion } from './db/connect';
import { type Embedded, startEmbedded } from './db/embedded';
import { migratePlatform } from './db/migrations';
import { openRoles } from './db/roles';
import { mirrorDocuments } from './design/mirror/mirror';
import { diskRoom } from './files/room';

import type { Jobs } from './jobs/boss';
import { checkPort, listen } from './listen';
import { openLive } from './live/live';
import { resealAll, unopened } from './records/store/secrets';
import { StartError } from './start-error';

export interface Running {
  readonly address: string;
  readonly app: FastifyInstance;
  /** lines for whoever started it: accounts of a new demo factory */
  readonly notes: readonly string[];
  /** what only a person at a console may read, once: a log that is kept never gets it */
  readonly confidential: readonly string[];
  /** ready says 503, requests in flight are answered, everything is on disk */
  stop(): Promise<void>;
}
export interface StartOptions {
  readonly config: Config;
  /** the database is gone for good */
  readonly onLost: (error: Error) => void;
}

/** Requests in flight get this long; the database then ends what is left, so that a stop lasts 15 s at most. */
const DRAIN_MS = 9_000;

export const start = async ({ config, onLost }: StartOptions): Promise<Running> => {
  for (const name of config.unused) logLine(40, `${name} is not used by this version`);
  await checkPort(config);
  await useDataDir(config.dataDir);
  let stopping = false;
  let jobs: Jobs | undefined;
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse()) await close().catch((error: Error) => logLine(50, `stop: ${error.message}`));
  };
  try {
    const embedded = config.databaseUrl === undefined ? await openEmbedded(config, onLost) : null;
    if (embedded) closers.push(() => embedded.stop());
    const url = config.databaseUrl ?? embedded?.url ?? '';
    const { db, database, owner, separate } = await openDatabase(url, config, closers);
    await migratePlatform(owner.db);

    const { keys: secrets, made } = await secretKeysOf(config.secretKey, config.dataDir);
    const seal = makeSeal(secrets[0]);
    const keys = signKeys(db, seal);
    // the first pair takes a second of computing: not while somebody waits for the sign-in page
    const firstKey = keys.current();
    firstKey.catch(() => undefined);
    const engine = composeEngine({ db, owner: owner.db, keys: secrets, dataDir: config.dataDir });
    const { registries } = engine;
    const shipped: Shipped = {
      objects: [...registries.shipped.objects.values()],
      condition: engine.condition,
      of: engine.objectsOf,
      now: factoryClock(new Date()),
    };
    await prepareOrgs({ config, owner: owner.db, db, engine, shipped, secrets: secrets.length, made });
    const loading = (quick: Db) =>
      composeEngine({
        db: quick,
        owner: owner.db,
        keys: secrets,
        dataDir: config.dataDir,
        registry: registries.shipped,
      });
    const notes = await demo({ config, embedded, database, owner: owner.db, loading }, engine, shipped);
    for (const org of await listOrgs(db)) await engine.asSystem(org, mirrorDocuments);
    await firstKey;

    const ground: Ground = { config, db, owner: owner.db, engine, shipped, keys, seal };
    const parts = partsOf(ground);
    const ding = dingClient(config.ding);
    const live = openLive({
      host: engine.host,
      url,
      sessionOf: async (token) => (await parts.sessions.find(token))?.session ?? null,
      asSystem: engine.asSystem,
    });
    closers.push(() => live.stop());
    const app = await appOf(ground, parts, {
      ding,
      live,
      jobs: () => jobs,
      isStopping: () => stopping,
      isAway: () => embedded?.isAway() === true,
      separateRoles: separate,
    });
    jobs = await jobsOf(ground, app, { url: database.url, ownerUrl: owner.url });
    closers.push(() => jobs?.stop() ?? Promise.resolve());
    const notices = noticesOf(ground, app, ding);
    closers.push(() => notices.stop());
    const iot = await iotOf(ground, app, url);
    closers.push(() => iot?.stop() ?? Promise.resolve());
    const address = await listen(app, config);
    closers.push(() => within(DRAIN_MS, app.close()));
    return {
      address,
      app,
      ...notes,
      stop: async () => {
        stopping = true;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};

type Notes = Pick<Running, 'notes' | 'confidential'>;
const demoNote = (where: string): string =>
  `示例工厂 / demo factory: ${DEMO_ADMIN}, xumin, zhoumin, zhoutao … 密码见 / password in ${where}`;

const openEmbedded = (config: Config, onLost: (error: Error) => void): Promise<Embedded> =>
  startEmbedded({
    dataDir: config.dataDir,
    isFull: diskRoom(config.dataDir).isFull,
    log: (text) => logLine(40, text),
    onLost,
  });
/** Before there is an application that logs, in its format. */
const logLine = (level: number, msg: string): void => {
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), pid: process.pid, msg })}\n`);
};

interface Prepared {
  readonly config: Config;
  readonly owner: Db;
  readonly db: Db;
  readonly engine: ReturnType<typeof composeEngine>;
  readonly shipped: Shipped;
  /** how many keys there are, and the file of one that was made just now */
  readonly secrets: number;
  readonly made: string | undefined;
}
/** Tables of every organisation as they should be, and nothing in them that no key opens. */
const prepareOrgs = async ({ config, owner, db, engine, shipped, secrets, made }: Prepared): Promise<void> => {
  const secretSettings = [...engine.registries.shipped.settings.values()]
    .filter(({ field }) => field.secret === true)
    .map(({ key }) => key);
  for (const org of await listOrgs(db)) {
    await prepareOrg(owner, org.schema, shipped);
    const { objects, leftOut = [] } = (await engine.objectsOf(org.schema)) ?? shipped;
    for (const { id, reason } of leftOut)
      logLine(40, `${org.code}: ${id} is set aside, it does not resolve: ${reason}`);
    const places = { objects, settings: secretSettings };
    const lost = [...(await unopened(db, org.schema, places, engine.host.vault))];
    if (lost.length > 0 && config.secretKeyLost)
      logLine(40, `${org.code}: values sealed by the lost keys ${lost.join(', ')} cannot be opened any more`);
    else if (lost.length > 0) {
      if (made !== undefined) await rm(made, { force: true });
      throw wrongKey(config, lost);
    }
    // a new key stands before the old one: from here on the old one is not needed
    if (secrets > 1) await resealAll(db, org.schema, places, engine.host.vault);
  }
};

const wrongKey = ({ secretKey, dataDir }: Config, names: readonly string[]): StartError => {
  const where = secretKey === undefined ? join(dataDir, 'secret.key') : 'SECRET_KEY';
  return new StartError(
    `${where} 缺失或不正确：数据库中有用另一把密钥（${names.join('、')}）封存的内容；请从备份恢复该密钥，确已丢失时用 SECRET_KEY_LOST=1 启动。 ` +
      `${where} is missing or wrong: the database holds values sealed by another key (${names.join(', ')}): restore that key from a backup, or start with SECRET_KEY_LOST=1 when it is gone for good.`,
  );
};

interface Opened {
  readonly db: Db;
  readonly database: Database;
  /** the same one where a single role does both */
  readonly owner: Database;
  readonly separate: boolean;
}
/** The application's connections and those of the owner of the tables; a single role is told, in the log and by /ready. */
const openDatabase = async (url: string, config: Config, closers: (() => Promise<unknown>)[]): Promise<Opened> => {
  const open = (options: ConnectOptions): Database => {
    const database = connect(options);
    closers.push(() => database.close());
    return database;
  };
  await reach(url, config, 'DATABASE_URL');
  const ownerUrl = config.databaseOwnerUrl;
  if (ownerUrl !== undefined) await reach(ownerUrl, config, 'DATABASE_OWNER_URL');
  const roles = await openRoles({ url, ownerUrl });
  if (roles.warning !== undefined) logLine(40, `database roles: ${roles.warning}`);
  const separate = roles.role !== null && roles.warning === undefined;
  const database = open({ url: roles.app, max: 20 });
  if (roles.role === null) return { db: database.db, database, owner: database, separate };
  return {
    db: database.db,
    database,
    owner: open({ url: roles.owner, max: 5, name: 'millwright owner', appRole: roles.role }),
    separate,
  };
};

const reach = async (url: string, config: Config, name: string): Promise<void> => {
  const { db, close } = connect({ url, max: 1 });
  try {
    if ((await serverVersion(db)) < 14) throw new Error('PostgreSQL 14 or newer is needed');
  } catch (error) {
    if (config.databaseUrl === undefined) throw error;
    const why = (error as Error).message || (error as { code?: string }).code;
    throw new StartError(`无法连接 ${name} 指定的数据库：${why}。 The database of ${name} cannot be used: ${why}`);
  } finally {
    await close();
  }
};

/** A new embedded database becomes the demo factory unless DEMO=0; a given one only with DEMO=1. */
const demo = async (
  {
    config,
    embedded,
    database: { db, pool, url },
    owner,
    loading,
  }: {
    readonly config: Config;
    readonly embedded: Embedded | null;
    readonly database: Database;
    readonly owner: Db;
    readonly loading: (quick: Db) => ReturnType<typeof composeEngine>;
  },
  engine: ReturnType<typeof composeEngine>,
  shipped: Shipped,
): Promise<Notes> => {
  if (!(config.demo ?? embedded !== null)) return { notes: [], confidential: [] };
  const lock = await pool.connect();
  try {
    // processes that start together make one demo factory
    await lock.query('SELECT pg_advisory_lock(7201963)');
    if (!(await wantsDemo(db))) {
      const kept = keptDemoPassword(config.dataDir) !== undefined;
      return { notes: kept ? [demoNote(demoPasswordFile(config.dataDir))] : [], confidential: [] };
    }
    const password = await demoPassword(config.demoPassword, config.dataDir);
    const documents = config.demoStory ? engine.documents : withoutStories(engine.documents);
    const done = (part: string, written: number, ms: number): void =>
      logLine(30, `demo factory: ${part}, ${written} written in ${ms} ms`);
    // one that is cut off half made is thrown away and made anew: nothing of it need be on the disk before its mark, whose
    // commit over the usual connections brings there what was committed before
    const quick = connect({ url, max: 4, loads: true });
    try {
      const { runAs, calls } = loading(quick.db);
      const given = { db, owner, runAs, shipped, documents, password, calls, done };
      // values move where somebody looks at the factory, not in a database that was given for more
      await makeDemo({ ...given, playsBoxes: embedded !== null });
    } finally {
      await quick.close();
    }
    return config.demoPassword === undefined
      ? { notes: [demoNote(demoPasswordFile(config.dataDir))], confidential: [`密码 / password: ${password}`] }
      : { notes: [demoNote('DEMO_PASSWORD')], confidential: [] };
  } finally {
    await lock.query('SELECT pg_advisory_unlock(7201963)');
    lock.release();
  }
};

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
