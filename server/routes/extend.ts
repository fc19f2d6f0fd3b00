/** The calls of extension fields (specification §7): heads, definitions of a head, definitions by code. */
import type { FastifyInstance } from 'fastify';
import { AppError, badRequest, forbidden, refuse } from '../errors';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { getPageList } from '../records/list/list';
import { isUuid, object } from '../records/list/list-request';
import { notThere } from '../records/read/read';
import { saveCall } from '../records/save/write-calls';
import type { Page } from '../registry/pages';
import { body, ctxOf, query } from './request';

const HEAD = 'extendHead';

export const extendRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/extend/extendHead/getList',
      rule: () => `${HEAD}:view`,
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { keyword } = query(req);
        const search = typeof keyword === 'string' && keyword !== '' ? { search: { name: keyword } } : {};
        return (await getPageList(ctx, pageOf(ctx), { size: 1000, ...search })).records;
      },
    });
    route(app, {
      method: 'GET',
      path: '/extend/extendDetail/getListByExtendHeadId',
      rule: () => `${HEAD}:view`,
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { extendHeadId } = query(req);
        if (!isUuid(extendHeadId)) throw badRequest();
        const head = await ctx.records.get(HEAD, extendHeadId, { scoped: true });
        if (!head) throw notThere();
        return head.details;
      },
    });
    route(app, {
      method: 'POST',
      path: '/extend/extendDetail/saveOrUpdate',
      rule: () => `${HEAD}:edit`,
      handler: async (req) => {
        const { token, headId, rows, ...row } = body(req);
        if (token !== undefined && (typeof token !== 'string' || token.length > 100)) throw new AppError(400);
        const ctx = await makeCtx(host, req.session, { requestId: req.id, token });
        const id = headId ?? row.extendHeadId;
        if (!isUuid(id)) throw badRequest();
        const head = await ctx.records.get(HEAD, id, { scoped: true });
        if (!head) throw notThere();
        const { extendHeadId: _head, ...one } = row;
        // the whole list, or one row that is added or changed
        const details = Array.isArray(rows) ? rows : { set: [{ id: ctx.newId(), ...object(one) }], del: [] };
        await saveCall(ctx, pageOf(ctx), { record: { id, version: head.version, details }, token });
        const saved = await (await makeCtx(host, req.session, { requestId: req.id })).records.get(HEAD, id);
        return saved?.details ?? [];
      },
    });
    route(app, {
      method: 'GET',
      path: '/extend/extendDetail/getListByCode',
      rule: 'session',
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { code } = query(req);
        if (typeof code !== 'string' || code.length > 100) throw badRequest();
        const [owner = ''] = code.split('.');
        const [head] = await ctx.asSystem().records.find(HEAD, 'code == param.code', { param: { code }, limit: 1 });
        if (!head) throw refuse('获取失败');
        if (!['view', 'add', 'edit'].some((right) => ctx.session.rights.has(`${owner}:${right}`))) throw forbidden();
        const whole = await ctx.asSystem().records.get(HEAD, head.id as string);
        const details = (whole?.details ?? []) as readonly Readonly<Record<string, unknown>>[];
        return details.filter((row) => row.isDisabled !== true);
      },
    });
  };

const pageOf = (ctx: EngineCtx): Page => {
  const page = ctx.registry.page(HEAD);
  if (!page) throw new AppError(404);
  return page;
};
