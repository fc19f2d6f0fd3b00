import { accessSync, constants } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../ctx';
import { pendingMigrations } from '../db/migrations';
import type { Room } from '../files/room';
import { route } from './route';

export interface HealthOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly room: Room;
  /** the process is stopping: nothing new may be sent here */
  readonly isStopping: () => boolean;
  /** the embedded database is known to be away: no need to ask it */
  readonly isAway: () => boolean;
  /** the application's database role is not the owner of the tables: told, and no reason to be not ready */
  readonly separateRoles?: boolean | undefined;
}
interface State {
  readonly ready: boolean;
  /** it reads, and refuses writes */
  readonly degraded?: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

const STOPPING: State = { ready: false, checks: { stopping: true } };
const AWAY: State = { ready: false, checks: { database: false } };
const KEEP = 1_000;

/** `/health`: the process lives. `/ready`: it can work; asked at most once a second, says nothing but yes and no. */
export const health = (app: FastifyInstance, options: HealthOptions): void => {
  const { separateRoles } = options;
  const told = separateRoles === undefined ? {} : { separateRoles };
  let last: { readonly at: number; readonly state: Promise<State> } | undefined;
  const look = (): Promise<State> => {
    if (!last || Date.now() - last.at > KEEP) last = { at: Date.now(), state: check(options) };
    return last.state;
  };
  route(app, { method: 'GET', path: '/health', rule: 'public', bare: true, handler: () => ({ status: 'ok' }) });
  route(app, {
    method: 'GET',
    path: '/ready',
    rule: 'public',
    bare: true,
    handler: async (_req, reply) => {
      const state = options.isStopping() ? STOPPING : options.isAway() ? AWAY : await look();
      const status = !state.ready ? 'not ready' : state.degraded ? 'degraded' : 'ready';
      return reply.code(state.ready ? 200 : 503).send({ status, ...state.checks, ...told });
    },
  });
};

const check = async ({ db, dataDir, room }: HealthOptions): Promise<State> => {
  const asked = await Promise.race([
    database(db),
    new Promise<false>((resolve) => setTimeout(resolve, 3_000, false).unref()),
  ]);
  const checks = { database: asked !== false, migrations: asked === 0, disk: isWritable(dataDir) && !room.isFull() };
  return { ready: checks.database && checks.migrations, degraded: !checks.disk, checks };
};
const database = async (db: Db): Promise<number | false> => {
  try {
    return await pendingMigrations(db);
  } catch {
    return false;
  }
};
const isWritable = (dataDir: string): boolean => {
  try {
    accessSync(dataDir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
