/** The application as screens without sign-in meet it: nobody has a session, keys and nets decide. */
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app';
import { screenSessions } from '../../server/auth/screens';
import type { Factory } from '../domain/factory';

export const screenApp = async (
  { engine, database }: Factory,
  clock: () => string,
  mount: readonly ((app: FastifyInstance) => void)[] = [],
): Promise<FastifyInstance> => {
  const app = await buildApp({
    config: { dataDir: '/tmp', trustProxy: ['127.0.0.1'], logLevel: 'silent' as never },
    db: database.app,
    sessionOf: async () => null,
    screenOf: screenSessions({
      db: database.app,
      registries: engine.registries,
      setting: engine.setting,
      clock: () => new Date(`${clock().replace(' ', 'T')}+08:00`),
    }),
    mount: [...engine.mount, ...mount],
    logger: false,
  });
  await app.ready();
  return app;
};
