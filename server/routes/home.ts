/** The home page (10 §3, 80 §5.2). Thin: whose page it is, and what its cards are answered. */
import type { FastifyInstance } from 'fastify';
import type { HomeAnswer } from '../../schemas/language/home/wire';
import { shiftNow } from '../calendar/now';
import { route } from '../plugins/route';
import { inWrite } from '../records/context';
import { homeCards } from '../records/home/cards';
import { findAnything } from '../records/home/find';
import { noteOpened } from '../records/home/opened';
import { homeOf, saveLayout } from '../records/home/plan';
import type { Host } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { readTypes, warningsOf } from '../records/warnings';
import { body, ctxOf, tokenOf } from './request';

export const homeRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/index/warnings',
      rule: 'session',
      handler: async (req) =>
        warningsOf(await ctxOf(host, req), readTypes((req.query as { readonly types?: unknown }).types)),
    });
    route(app, {
      method: 'GET',
      path: '/home/plan',
      rule: 'session',
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const shift = await shiftNow(ctx);
        return { ...(await homeOf(ctx)), ...(shift === undefined ? {} : { shift }) } satisfies HomeAnswer;
      },
    });
    route(app, {
      method: 'GET',
      path: '/home/shift',
      rule: 'session',
      handler: async (req) => {
        const shift = await shiftNow(await ctxOf(host, req));
        return { ...(shift === undefined ? {} : { shift }) } satisfies Pick<HomeAnswer, 'shift'>;
      },
    });
    route(app, {
      method: 'GET',
      path: '/home/find',
      rule: 'session',
      handler: async (req) => findAnything(await ctxOf(host, req), req.query as Readonly<Record<string, unknown>>),
    });
    route(app, {
      method: 'POST',
      path: '/home/cards',
      rule: 'session',
      handler: async (req) =>
        homeCards(await ctxOf(host, req), body(req), (error) => req.log.error({ err: error }, 'unexpected error')),
    });
    route(app, {
      method: 'POST',
      path: '/home/opened',
      rule: 'session',
      handler: async (req) => inWrite(await ctxOf(host, req), (ctx) => noteOpened(ctx, body(req))),
    });
    route(app, {
      method: 'POST',
      path: '/home/layout',
      rule: 'session',
      handler: async (req) => {
        const { token, ...given } = body(req);
        return callOnce(await ctxOf(host, req, tokenOf({ token })), 'home/layout', given, (ctx) =>
          saveLayout(ctx, given),
        );
      },
    });
  };
