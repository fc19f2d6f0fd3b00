/** pageMessage/* of the specification (§7): thin, the work is `records/page-message.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Rule, route } from '../plugins/route';
import { inWrite } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import {
  isOff,
  newsDelete,
  newsDetail,
  newsDictionary,
  newsIds,
  newsList,
  newsPublish,
  newsSave,
} from '../records/page/page-message';
import { body, ctxOf, query, tokenOf } from './request';

type Given = Readonly<Record<string, unknown>>;

export const pageMessageRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const on = (
      method: 'GET' | 'POST',
      path: string,
      rule: Rule,
      handle: (ctx: EngineCtx, given: Given) => unknown,
    ): void => {
      const given = (req: FastifyRequest): Given => (method === 'GET' ? query(req) : body(req));
      route(app, {
        method,
        path: `/pageMessage/${path}`,
        rule,
        handler: async (req) => handle(await ctxOf(host, req, tokenOf(given(req))), given(req)),
      });
    };
    on('GET', 'getDictionary', 'session', newsDictionary);
    on('GET', 'getList', 'session', newsList);
    on('GET', 'getIds', 'session', newsIds);
    on('GET', 'getDetail', 'session', (ctx, given) =>
      inWrite(ctx, (inner) => newsDetail(inner, given), { reads: ctx.host.room.isFull() }),
    );
    on(
      'POST',
      'add',
      () => 'news:add',
      async (ctx, given) => ({ id: (await newsSave(ctx, given)).id }),
    );
    on(
      'POST',
      'update',
      () => 'news:edit',
      async (ctx, given) => ({ version: (await newsSave(ctx, given)).version }),
    );
    on('POST', 'del', () => 'news:del', newsDelete);
    on('GET', 'publish', (req) => (isOff(query(req).off) ? 'news:off' : 'news:publish'), newsPublish);
  };
