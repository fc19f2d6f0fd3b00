/** Approvals (domain part 10, 7.8): acts on tasks and instances, the process of a document, flows to begin. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { handleCall, instanceActs, instanceCall, startableCall, startCall } from '../workflow/calls';
import { exportCall, importCall } from '../workflow/interchange';
import { peopleCall } from '../workflow/people';
import { processOf } from '../workflow/process';
import { simulateCall } from '../workflow/simulate';
import { body, ctxOf, needed, query } from './request';

const RIGHTS = {
  withdraw: 'flowInstance:withdraw',
  urge: 'flowInstance:urge',
  terminate: 'flowInstance:terminate',
  retry: 'flowInstance:retry',
  reassign: 'flowInstance:terminate',
} as const;

/** a file of 1 MB as JSON */
const FILE_LIMIT = 3 * 1024 * 1024;

export const flowRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const ctx = (req: FastifyRequest) => {
      const { token } = body(req);
      if (typeof token !== 'string' || token === '' || token.length > 100) throw new AppError(400);
      return ctxOf(host, req, token);
    };
    route(app, {
      method: 'POST',
      path: '/flow/task/handle',
      // the task is the right: whose it is not finds none
      rule: 'session',
      handler: async (req) => handleCall(await ctx(req), body(req)),
    });
    for (const act of ['recall', 'read'] as const)
      route(app, {
        method: 'POST',
        path: `/flow/task/${act}`,
        rule: 'session',
        handler: async (req) => handleCall(await ctx(req), { ...body(req), act }),
      });
    route(app, {
      method: 'POST',
      path: '/flow/instance/start',
      rule: () => 'flowInstance:start',
      handler: async (req) => startCall(await ctx(req), body(req)),
    });
    for (const act of instanceActs)
      route(app, {
        method: 'POST',
        path: `/flow/instance/${act}`,
        rule: () => RIGHTS[act],
        handler: async (req) => instanceCall(await ctx(req), act, body(req)),
      });
    route(app, {
      method: 'GET',
      path: '/flow/startable',
      rule: () => 'flowInstance:start',
      handler: async (req) => startableCall(await ctxOf(host, req)),
    });
    route(app, {
      method: 'POST',
      path: '/flow/model/simulate',
      rule: () => 'flowModel:view',
      handler: async (req) => simulateCall(await ctxOf(host, req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/flow/model/export',
      rule: () => 'flowModel:view',
      handler: async (req) => exportCall(await ctxOf(host, req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/flow/model/import',
      rule: () => 'flowModel:edit',
      bodyLimit: FILE_LIMIT,
      handler: async (req) => importCall(await ctxOf(host, req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/flow/model/people',
      rule: () => 'flowModel:view',
      handler: async (req) => peopleCall(await ctxOf(host, req), body(req)),
    });
    route(app, {
      method: 'POST',
      path: '/flow/trail',
      rule: 'session',
      handler: async (req) => {
        const { docType, docId } = body(req);
        return processOf(await ctxOf(host, req), needed(docType), needed(docId));
      },
    });
    route(app, {
      method: 'GET',
      path: '/lcdp/appdata/getProcess',
      rule: 'session',
      handler: async (req) => {
        const { object, id } = query(req);
        return processOf(await ctxOf(host, req), needed(object), needed(id));
      },
    });
  };
