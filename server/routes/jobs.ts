/** The jobs of the installation, for its administrators: last runs, and a run at once. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors';
import type { Jobs } from '../jobs/boss';
import { route } from '../plugins/route';
import { body } from './request';

export const jobRoutes =
  (jobs: () => Jobs | undefined) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/lcdp/jobs',
      rule: () => 'sysJob:view',
      handler: async () => (await jobs()?.states()) ?? [],
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/jobs/run',
      rule: () => 'sysJob:run',
      handler: async (req) => {
        if ((await jobs()?.runNow(String(body(req).name))) !== true) throw refuse('任务不存在');
        return null;
      },
    });
  };
