/** Search schemes and column settings by the names of the specification (§7). */
import type { FastifyInstance } from 'fastify';
import { route } from '../plugins/route';
import { inWrite } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { fieldSearchOf, saveFieldSearch } from '../records/list/field-search';
import {
  cancelDefault,
  deleteScheme,
  listSchemes,
  ownSchemes,
  saveScheme,
  setDefault,
} from '../records/schemes/schemes';
import { body, ctxOf, query, tokenOf } from './request';

type Given = Readonly<Record<string, unknown>>;

export const listSettingsRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const onGet = (path: string, handle: (ctx: EngineCtx, given: Given) => unknown): void =>
      route(app, {
        method: 'GET',
        path,
        rule: 'session',
        handler: async (req) => handle(await ctxOf(host, req), query(req)),
      });
    const onPost = (path: string, handle: (ctx: EngineCtx, given: Given) => unknown): void =>
      route(app, {
        method: 'POST',
        path,
        rule: 'session',
        handler: async (req) => handle(await ctxOf(host, req, tokenOf(body(req))), body(req)),
      });

    onPost('/gongdan/searchScheme/save', (ctx, given) => inWrite(ctx, (inner) => saveScheme(inner, given)));
    onGet('/searchScheme/getList', listSchemes);
    onGet('/searchScheme/mine', ownSchemes);
    onGet('/searchScheme/del', (ctx, { id }) => inWrite(ctx, (inner) => deleteScheme(inner, id)));
    onGet('/searchScheme/setDefault', (ctx, { id, type }) => inWrite(ctx, (inner) => setDefault(inner, id, type)));
    onGet('/searchScheme/cancelDefault', (ctx, { id, type }) =>
      inWrite(ctx, (inner) => cancelDefault(inner, id, type)),
    );

    onGet('/basedata/fieldSearch/getOne', fieldSearchOf);
    onGet('/basedata/fieldSearch/getList', async (ctx, given) => {
      const row = await fieldSearchOf(ctx, given);
      return row === null ? [] : [row];
    });
    onPost('/basedata/fieldSearch/saveOrUpdate', saveFieldSearch);
  };
