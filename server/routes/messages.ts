/** The inbox of the caller, what the bell shows; and what he set for himself about messages and opinions. */
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import { inWrite } from '../records/context';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { inboxOf, markRead } from '../records/people/inbox';
import { ownOf, setPhrases, setPin } from '../records/people/person';
import { ownerOf } from './parts';
import { body, ctxOf, query } from './request';

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
    route(app, {
      method: 'GET',
      path: '/sys/user/own',
      rule: 'session',
      handler: async (req) => ownOf(await ctxOf(host, req)),
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/own',
      rule: 'session',
      handler: async (req) => {
        await inWrite(await ctxOf(host, req), (ctx) => setPhrases(ctx, body(req).phrases));
        return true;
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/pin',
      rule: 'session',
      handler: async (req) => {
        ownerOf(req);
        await inWrite(await ctxOf(host, req), (ctx) => setPin(ctx, body(req).pin ?? null));
        return true;
      },
    });
  };
