/** The write calls of documents (language §12.3): thin, everything else is `records/write-calls.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { route } from '../plugins/route';
import { codeRuleCall } from '../records/codes/preview-call';
import type { EngineCtx, Host } from '../records/host';
import { discardCall, replayCall } from '../records/save/replay';
import {
  actCall,
  linksCall,
  previewCall,
  relatedCall,
  saveAllCall,
  saveCall,
  saveRightOf,
} from '../records/save/write-calls';
import type { Page } from '../registry/pages';
import { body, ctxOf, needed, tokenOf } from './request';

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
    const on = async (req: FastifyRequest): Promise<EngineCtx> => ctxOf(host, req, tokenOf(body(req)));
    /** right of the action named; an unknown one is told by the handler */
    const actionRight = (req: FastifyRequest): string | null => {
      const { action } = req.params as { action?: string };
      return pageOf(req)?.actions[action ?? '']?.right ?? null;
    };
    const saveRight = (req: FastifyRequest): string | null => {
      const page = pageOf(req);
      return page ? saveRightOf(page, body(req)) : null;
    };

    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/save',
      rule: saveRight,
      handler: async (req) => saveCall(await on(req), pageIn(req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/saveAll',
      rule: (req) => pageOf(req)?.right ?? null,
      handler: async (req) => saveAllCall(await on(req), recordsIn(req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/act/:action',
      rule: actionRight,
      handler: async (req) => actCall(await on(req), recordsIn(req), actionOf(req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/preview/:action',
      rule: actionRight,
      handler: async (req) => previewCall(await on(req), recordsIn(req), actionOf(req), body(req)),
    });
    // each item is judged by the rule of its own call
    route(app, {
      method: 'POST',
      path: '/lcdp/data/replay/discard',
      rule: 'session',
      handler: async (req) => discardCall(await on(req), body(req)),
    });
    for (const path of ['/lcdp/data/replay', '/gongdan/floor/replay'])
      route(app, {
        method: 'POST',
        path,
        rule: 'session',
        late: true,
        bodyLimit: 8 * 1024 * 1024,
        handler: async (req) =>
          replayCall(await ctxOf(host, req), req.body, (err) => req.log.error({ err }, 'replay'), req.sessionOver),
      });
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/links',
      rule: (req) => pageOf(req)?.right ?? null,
      handler: async (req) => linksCall(await on(req), recordsIn(req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/appdata/related',
      rule: 'session',
      handler: async (req) => relatedCall(await on(req), onObject(req)),
    });
    route(app, {
      method: 'POST',
      path: '/application/appdata/codeRule',
      rule: 'session',
      handler: async (req) => codeRuleCall(await on(req), onObject(req)),
    });
  };

/** the body of a call that names its object */
const onObject = (req: FastifyRequest) => ({ ...body(req), object: needed(body(req).object) });
const actionOf = (req: FastifyRequest): string => (req.params as { action: string }).action;
