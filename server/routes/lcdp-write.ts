/** The write calls of documents (language §12.3): thin, everything else is `records/write-calls.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { replayCall } from '../records/replay';
import {
  actCall,
  codeRuleCall,
  linksCall,
  previewCall,
  relatedCall,
  saveAllCall,
  saveCall,
  saveRightOf,
} from '../records/write-calls';
import type { Page } from '../registry/pages';

type Body = Readonly<Record<string, unknown>>;

export const lcdpWriteRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const pageOf = (req: FastifyRequest): Page | undefined => {
      const { page } = req.params as { page?: string };
      return host.registries.of(req.session.org).page(page ?? '');
    };
    const pageIn = (req: FastifyRequest): Page => {
      const page = pageOf(req);
      if (!page) throw new AppError(404);
      return page;
    };
    /** pages over settings have no records to act on */
    const recordsIn = (req: FastifyRequest): Page => {
      const page = pageIn(req);
      if (page.object.settings) throw new AppError(404);
      return page;
    };
    const ctxOf = (req: FastifyRequest, body: Body): Promise<EngineCtx> => {
      const { token } = body;
      if (token !== undefined && token !== null && (typeof token !== 'string' || token.length > 100))
        throw new AppError(400);
      return makeCtx(host, req.session, {
        requestId: req.id,
        token: (token as string | null | undefined) ?? undefined,
      });
    };
    /** right of the action named; an unknown one is told by the handler */
    const actionRight = (req: FastifyRequest): string | null => {
      const { action } = req.params as { action?: string };
      return pageOf(req)?.actions[action ?? '']?.right ?? null;
    };
    const saveRight = (req: FastifyRequest): string | null => {
      const page = pageOf(req);
      return page ? saveRightOf(page, bodyOf(req)) : null;
    };

    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/save',
      rule: saveRight,
      handler: async (req) => saveCall(await ctxOf(req, bodyOf(req)), pageIn(req), bodyOf(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/saveAll',
      rule: (req) => pageOf(req)?.right ?? null,
      handler: async (req) => saveAllCall(await ctxOf(req, bodyOf(req)), recordsIn(req), bodyOf(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/act/:action',
      rule: actionRight,
      handler: async (req) => actCall(await ctxOf(req, bodyOf(req)), recordsIn(req), actionOf(req), bodyOf(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/preview/:action',
      rule: actionRight,
      handler: async (req) => previewCall(await ctxOf(req, bodyOf(req)), recordsIn(req), actionOf(req), bodyOf(req)),
    });
    // each item is judged by the rule of its own call
    for (const path of ['/lcdp/data/replay', '/gongdan/floor/replay'])
      route(app, {
        method: 'POST',
        path,
        rule: 'session',
        late: true,
        bodyLimit: 8 * 1024 * 1024,
        handler: async (req) =>
          replayCall(await ctxOf(req, {}), req.body, (err) => req.log.error({ err }, 'replay'), req.sessionOver),
      });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/links',
      rule: (req) => pageOf(req)?.right ?? null,
      handler: async (req) => linksCall(await ctxOf(req, bodyOf(req)), recordsIn(req), bodyOf(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/appdata/related',
      rule: 'session',
      handler: async (req) => relatedCall(await ctxOf(req, bodyOf(req)), bodyOf(req)),
    });
    route(app, {
      method: 'POST',
      path: '/application/appdata/codeRule',
      rule: 'session',
      handler: async (req) => codeRuleCall(await ctxOf(req, bodyOf(req)), bodyOf(req)),
    });
  };

function bodyOf(req: FastifyRequest): Body {
  const { body } = req;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400);
  return body as Body;
}
const actionOf = (req: FastifyRequest): string => (req.params as { action: string }).action;
