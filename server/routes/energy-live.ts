/** The monitors of energy (50 §6.4, §7): each screen by its own right. */
import type { FastifyInstance } from 'fastify';
import { energyLive, MONITORS, rightOf } from '../datasets/energy/monitor';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { ctxOf, query } from './request';

export const energyLiveRoutes =
  (host: Host) =>
  (app: FastifyInstance): void =>
    route(app, {
      method: 'GET',
      path: '/energy/live',
      // no screen is refused by the handler
      rule: (req) => {
        const screen = screenOf(query(req).screen);
        return screen === undefined ? null : rightOf(screen);
      },
      handler: async (req) => {
        const { screen: given, meter = null } = query(req);
        const screen = screenOf(given);
        if (screen === undefined || (meter !== null && !isUuid(meter))) throw badRequest();
        return energyLive(await ctxOf(host, req), screen, meter);
      },
    });

const screenOf = (given: unknown): string | undefined => Object.keys(MONITORS).find((screen) => screen === given);
