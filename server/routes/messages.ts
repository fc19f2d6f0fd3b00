/** The inbox of the caller: what the bell shows. */
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import { inWrite } from '../records/context';
import type { Host } from '../records/host';
import { inboxOf, markRead } from '../records/inbox';
import { isUuid } from '../records/list-request';
import { body, ctxOf, query } from './lcdp';

const MOST = 200;

export const messageRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/message/mine',
      rule: 'session',
      handler: async (req) => {
        const { before } = query(req);
        if (before !== undefined && !isUuid(before)) throw badRequest();
        return inboxOf(await ctxOf(host, req), before);
      },
    });
    route(app, {
      method: 'POST',
      path: '/message/read',
      rule: 'session',
      handler: async (req) => {
        const { ids } = body(req);
        if (ids !== undefined && !(Array.isArray(ids) && ids.length <= MOST && ids.every(isUuid))) throw badRequest();
        await inWrite(await ctxOf(host, req), (ctx) => markRead(ctx, ids as string[] | undefined));
        return true;
      },
    });
  };
