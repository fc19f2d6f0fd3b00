/**
 * The demo factory as a template of databases, its people have not worked yet: made once a run by the server that is tested, cloned for
 * every server of a journey. What
 * the server keeps outside of its database (the key of its secrets) is copied along; people of the factory are signed in already, so
 * their sessions stand in every clone.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client, type Wire } from '../support/client';
import { type Start, serverEnv, setup, type TestDatabase, teardown, testDatabase } from '../support/database';
import { dataFolder, removeFolder } from '../support/folder';
import { DEMO_PASSWORD, type RunningServer, startServer } from '../support/server';

/** DATA_DIR of the server that made the template; known to the workers by the environment */
const FOLDER = 'E2E_DEMO';
const SESSIONS = 'sessions.json';
/** who opens a page in more than one file */
const PEOPLE = ['admin', 'xumin', 'zhoumin', 'zhoutao', 'sunhao'];

const folder = (): string => {
  const known = process.env[FOLDER];
  if (known === undefined) throw new Error('test/e2e/setup.ts is not the globalSetup of this project');
  return known;
};

const DEMO: Start = {
  name: 'journeys: the demo factory',
  make: async (database) => {
    const server = await startServer({
      from: 'dist',
      dataDir: folder(),
      port: await freePort(),
      env: { DEMO: '1', DEMO_STORY: '0', ...serverEnv(database) },
    });
    try {
      const kept: { [login: string]: Wire } = {};
      for (const login of PEOPLE) kept[login] = await new Client(server.base).signIn(login, DEMO_PASSWORD);
      writeFileSync(join(folder(), SESSIONS), JSON.stringify(kept));
    } finally {
      await server.stop();
    }
  },
};

export const makeDemo = async (): Promise<void> => {
  await setup();
  process.env[FOLDER] = dataFolder('e2e-demo');
  await (await testDatabase({ start: DEMO })).drop();
};
export const dropDemo = async (): Promise<void> => {
  removeFolder(folder());
  await teardown();
};

/** What signing in answered to these people before the database was cloned. */
const signedInPeople = (): Readonly<Record<string, Wire>> => JSON.parse(readFileSync(join(folder(), SESSIONS), 'utf8'));

export interface DemoServer {
  readonly base: string;
  readonly dataDir: string;
  readonly port: number;
  /** of its database */
  readonly url: string;
  /** who is signed in there already */
  readonly sessions: Readonly<Record<string, Wire>>;
  /** the process ends; data stays */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** ends it and takes its data away */
  drop(): Promise<void>;
}

/** A server of its own on a clone of the demo factory. */
export const startDemo = async (env: Readonly<Record<string, string>> = {}): Promise<DemoServer> => {
  const [database, port] = await Promise.all([testDatabase({ start: DEMO }), freePort()]);
  const dataDir = dataFolder('e2e');
  cpSync(folder(), dataDir, { recursive: true });
  return running(database, { dataDir, port, env, sessions: signedInPeople() });
};

/** The same of the factory as it is first opened: what its people have done is told. */
export const startLiving = async (): Promise<DemoServer> => {
  const [database, port] = await Promise.all([testDatabase(), freePort()]);
  return running(database, { dataDir: dataFolder('e2e'), port, env: {}, sessions: {} });
};

const running = async (
  database: TestDatabase,
  {
    dataDir,
    port,
    env,
    sessions,
  }: Pick<DemoServer, 'dataDir' | 'port' | 'sessions'> & { readonly env: Readonly<Record<string, string>> },
): Promise<DemoServer> => {
  let server: RunningServer | undefined;
  const start = async (): Promise<void> => {
    server = await startServer({ from: 'dist', dataDir, port, env: { DEMO: '1', ...serverEnv(database), ...env } });
  };
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const drop = async (): Promise<void> => {
    await stop();
    await database.drop();
    removeFolder(dataDir);
  };
  try {
    await start();
  } catch (error) {
    await drop();
    throw error;
  }
  return { base: `http://127.0.0.1:${port}`, dataDir, port, url: database.url, sessions, start, stop, drop };
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
