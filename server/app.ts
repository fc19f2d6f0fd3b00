import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { ScreenSessionOf } from './auth/screens';
import type { FoundSession } from './auth/sessions';
import type { Config } from './config';
import type { Db } from './ctx';
import { AppError } from './errors';
import { diskRoom, type Room } from './files/room';
import { newId } from './ids';
import { access } from './plugins/access';
import { decoding } from './plugins/decoding';
import { envelope, pathOf } from './plugins/envelope';
import { headers } from './plugins/headers';
import { health } from './plugins/health';
import { pages } from './plugins/pages';

export interface AppOptions {
  readonly config: Pick<Config, 'dataDir' | 'trustProxy' | 'logLevel'> & Partial<Pick<Config, 'bench'>>;
  readonly db: Db;
  readonly sessionOf: (token: string) => Promise<FoundSession | null>;
  readonly overOf?: (token: string) => Promise<FoundSession | null>;
  readonly screenOf?: ScreenSessionOf;
  /** declares the calls, each by `route` */
  readonly mount: readonly ((app: FastifyInstance) => void)[];
  /** built browser application; undefined: calls only */
  readonly clientDir?: string | undefined;
  readonly isStopping?: () => boolean;
  readonly isAway?: () => boolean;
  readonly separateRoles?: boolean;
  readonly room?: Room;
  readonly logger?: FastifyServerOptions['logger'];
  /** PEM texts */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** calls a minute of one address on public routes */
  readonly publicPerMinute?: number;
}

const MB = 1024 * 1024;

/** The whole HTTP side, without a socket: tests inject requests. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { config, db } = options;
  const app: FastifyInstance = fastify({
    ...(options.tls ? { https: options.tls } : {}),
    logger: options.logger ?? { level: config.logLevel },
    // one line a request of our own, without the query
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: 8 * MB,
    requestTimeout: 60_000,
    // longer than the client waits for an answer (specification §9: 180 s)
    connectionTimeout: 200_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false } },
  });
  await app.register(envelope);
  await app.register(headers);
  await app.register(decoding);
  app.addHook('onResponse', async (req, reply) => {
    const { statusCode } = reply;
    const line = {
      method: req.method,
      path: pathOf(req),
      status: statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: req.session?.me.id,
      ip: req.ip,
    };
    if (statusCode >= 500) req.log.error(line, 'request');
    else req.log.info(line, 'request');
  });
  // before access: who floods without a session must not reach the database
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    max: (req) => {
      const { rule, perMinute } = req.routeOptions.config;
      return perMinute ?? (rule === 'public' ? (options.publicPerMinute ?? 300) : 600);
    },
    timeWindow: 60_000,
    // each call counts by itself: many files do not use up the imports of their address
    keyGenerator: (req) => `${req.ip} ${req.routeOptions.url ?? ''}`,
    // calls with a session are known callers; files are cheap
    allowList: (req) => {
      const { rule, bare, perMinute } = req.routeOptions.config;
      return bare === true || (rule !== 'public' && perMinute === undefined);
    },
    errorResponseBuilder: () => new AppError(429),
  });
  await app.register(access, {
    sessionOf: options.sessionOf,
    ...(options.overOf ? { overOf: options.overOf } : {}),
    ...(options.screenOf ? { screenOf: options.screenOf } : {}),
  });
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    // the cheapest level: answers are small and made anew each time, and the time is the server's
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
  });
  const { room = diskRoom(config.dataDir), isStopping = () => false, isAway = () => false } = options;
  health(app, { db, dataDir: config.dataDir, room, isStopping, isAway, separateRoles: options.separateRoles });
  for (const mount of options.mount) mount(app);
  await pages(app, { clientDir: options.clientDir, bench: config.bench === true });
  return app;
};
