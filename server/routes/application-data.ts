/** Choices and trees (domain 10, §8; rights: spec/rights.tsv). */
import type { FastifyInstance } from 'fastify';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { cascade, firstTree, treeBelow } from '../records/pick/options';
import { ctxOf, query } from './request';

export const applicationDataRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'POST',
      path: '/application/appdata/cascade',
      rule: 'session',
      handler: async (req) => cascade(await ctxOf(host, req), req.body),
    });
    route(app, {
      method: 'GET',
      path: '/application/appdata/getFirstTreeData',
      rule: 'session',
      handler: async (req) => firstTree(await ctxOf(host, req), query(req)),
    });
    route(app, {
      method: 'GET',
      path: '/application/appdata/getTreeData',
      rule: 'session',
      handler: async (req) => treeBelow(await ctxOf(host, req), query(req)),
    });
  };
