/** 排产参数 by its fixed calls (30 §8): the set of a workshop, else of the factory, else the defaults. */
import type { FastifyInstance } from 'fastify';
import { schedulingConfigOf } from '../domain/factory/scheduling-config';
import { AppError, badRequest } from '../errors';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { getNew, presentRecord } from '../records/read/read';
import { saveCall } from '../records/save/write-calls';
import type { Page } from '../registry/pages';
import { body, ctxOf, query } from './request';

const OBJECT = 'schedulingConfig';
/** who sets them reads them too */
const RUN = 'scheduleTask:run';
const CONFIG = 'capacity:config';

export const schedulingRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const pageOf = (ctx: EngineCtx): Page => {
      const page = ctx.registry.page(OBJECT);
      if (!page) throw new AppError(404);
      return page;
    };

    route(app, {
      method: 'GET',
      path: '/lcdp/tBdSchedulingConfig/getOne',
      rule: ({ session }) => (session?.rights.has(RUN) ? RUN : CONFIG),
      handler: async (req) => {
        const { workshopId } = query(req);
        if (workshopId !== undefined && workshopId !== '' && !isUuid(workshopId)) throw badRequest();
        const ctx = await ctxOf(host, req);
        const page = pageOf(ctx);
        const set = await schedulingConfigOf(ctx, workshopId ? String(workshopId) : null);
        if (set) return presentRecord(ctx, page, set);
        return { ...(await getNew(ctx.asSystem() as EngineCtx, page, {})), id: null };
      },
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/tBdSchedulingConfig/saveOrUpdate',
      rule: () => CONFIG,
      handler: async (req) => {
        const { token, accept, ...rest } = body(req);
        if (typeof token !== 'string' || token.length > 100) throw badRequest();
        const { id: known, ...values } = rest;
        const record = typeof known === 'string' ? rest : values;
        const ctx = await makeCtx(host, req.session, { requestId: req.id, token });
        const { id, version } = await saveCall(ctx, pageOf(ctx), { record, accept, token });
        return { id, version };
      },
    });
  };
