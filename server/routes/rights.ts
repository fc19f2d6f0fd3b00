/** What roles may be given and what people may do by them (10 §5.3, §5.5). Thin: the tree of the registry, the words of auth. */
import type { FastifyInstance } from 'fastify';
import { grantsOfRole, grantsOfUser } from '../auth/rights';
import { grantPreview } from '../auth/rights-preview';
import { badRequest, forbidden } from '../errors';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { notThere } from '../records/read/read';
import { grantTree } from '../registry/grant-tree';
import { texts } from './parts';
import { ctxOf } from './request';

export const rightsRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/sys/role/grantTree',
      rule: 'session',
      handler: (req) => {
        const { org, rights } = req.session;
        if (!['role:view', 'role:add', 'user:view'].some((right) => rights.has(right))) throw forbidden();
        return grantTree(host.registries.of(org), rights);
      },
    });

    route(app, {
      method: 'GET',
      path: '/sys/role/tryAs',
      rule: (req) => (objectOf(req.query) === 'user' ? 'user:view' : 'role:view'),
      handler: async (req) => {
        const object = objectOf(req.query);
        const { id } = texts(req.query, ['id']);
        if (object === undefined || id === undefined) throw badRequest();
        const ctx = await ctxOf(host, req);
        if ((await ctx.records.get(object, id, { scoped: true })) === null) throw notThere();
        const grants = await (object === 'user' ? grantsOfUser : grantsOfRole)(host.db, ctx.org, id);
        return grantPreview(ctx, grants);
      },
    });
  };

const objectOf = (query: unknown): 'user' | 'role' | undefined => {
  const { object } = texts(query, ['object']);
  return object === 'user' || object === 'role' ? object : undefined;
};
