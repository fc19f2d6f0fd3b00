/** Pages and their records, the reading calls (language §12.3; domain 10, §8). Thin: a page by its code, a ctx, a function of records. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wireFields } from '../../schemas/language/features/wire';
import { monthOf } from '../calendar/month';
import { badRequest, forbidden } from '../errors';
import { route } from '../plugins/route';
import { exportList } from '../records/export/export';
import type { EngineCtx, Host } from '../records/host';
import { getPageList } from '../records/list/list';
import { countsOf } from '../records/list/scheme-counts';
import { anyPageOf, formPageOf, openedItem, openSchema, pageOf, rowsPageOf } from '../records/page/page-item';
import { pickRows } from '../records/pick/pick';
import { pullsOf } from '../records/push/pulls';
import { opensByTask } from '../records/read/by-task';
import { getNew, getOne } from '../records/read/read';
import { resolveRecord } from '../records/read/resolve';
import { usageOf } from '../records/read/usage-list';
import { whyOf } from '../records/read/why';
import { getReportList } from '../records/report/list';
import { exportReport } from '../records/report/sheet';
import { openSettings } from '../records/settings/settings-page';
import { compareVersions } from '../records/trail/compare';
import { historyOf } from '../records/trail/history';
import type { Page } from '../registry/pages';
import { attachment, body, ctxOf, param, query } from './request';

type Call = (ctx: EngineCtx, page: Page, req: FastifyRequest, reply: FastifyReply) => unknown;

export const lcdpRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    /** a call on a page; `right` of the page, or a task of the record it names, unless the call judges by itself */
    const onPage = (
      method: 'GET' | 'POST',
      call: string,
      rule: 'page' | 'task' | 'own',
      handle: Call,
      /** calls that reports answer too */
      find: typeof pageOf = pageOf,
    ): void =>
      route(app, {
        method,
        path: `/lcdp/data/:page/${call}`,
        rule: 'session',
        handler: async (req, reply) => {
          const ctx = await ctxOf(host, req);
          const page = find(ctx, param(req, 'page'));
          const isHis = rule === 'own' || ctx.session.rights.has(page.right);
          if (!isHis && !(rule === 'task' && (await opensByTask(ctx, page, query(req).id ?? null)))) throw forbidden();
          return handle(ctx, page, req, reply);
        },
      });

    onPage(
      'POST',
      'getPageList',
      'page',
      (ctx, page, req) => (page.report ? getReportList(ctx, page, req.body) : getPageList(ctx, page, req.body)),
      rowsPageOf,
    );
    onPage('POST', 'counts', 'page', (ctx, page, req) => countsOf(ctx, page, body(req)));
    onPage(
      'GET',
      'getOne',
      'task',
      (ctx, page, req) => (page.object.settings ? openSettings(ctx, page) : getOne(ctx, page, query(req))),
      formPageOf,
    );
    onPage('POST', 'compare', 'page', (ctx, page, req) => compareVersions(ctx, page, body(req)));
    onPage('POST', 'history', 'page', (ctx, page, req) => historyOf(ctx, page, body(req)), formPageOf);
    onPage('POST', 'month', 'page', (ctx, page, req) => monthOf(ctx, page, body(req)));
    onPage('POST', 'pulls', 'own', (ctx, page) => {
      if (!ctx.session.rights.has(`${page.object.object}:add`)) throw forbidden();
      return pullsOf(ctx, page);
    });
    onPage('POST', 'why', 'page', (ctx, page, req) => whyOf(ctx, page, body(req)));
    onPage('POST', 'usage', 'page', (ctx, page, req) => usageOf(ctx, page, body(req)));
    onPage('POST', 'getNew', 'own', (ctx, page, req) => getNew(ctx, page, body(req)));
    onPage('POST', 'resolve', 'own', (ctx, page, req) => resolveRecord(ctx, page, req.body), formPageOf);
    onPage(
      'POST',
      'pick/:field',
      'own',
      (ctx, page, req) => pickRows(ctx, page, param(req, 'field'), req.body),
      anyPageOf,
    );
    const sheet: Call = async (ctx, page, req, reply) => {
      if (page.report) {
        const { name, content } = await exportReport(ctx, page, body(req));
        return attachment(reply, name, Readable.from([content]));
      }
      const { name, total, stream } = await exportList(ctx, page, body(req));
      return attachment(reply.header('x-total-rows', String(total)), name, stream);
    };
    onPage('POST', 'export', 'page', sheet, rowsPageOf);

    route(app, {
      method: 'GET',
      path: '/lcdp/data/dictionaries',
      rule: 'session',
      screen: true,
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { codes } = query(req);
        if (typeof codes !== 'string' || codes.length > 4000) throw badRequest();
        const wanted = [...new Set(codes.split(',').filter((code) => code !== ''))];
        return Object.fromEntries(
          wanted.flatMap((code) => {
            const dict = ctx.registry.dicts.get(code);
            return dict ? [[code, dict]] : [];
          }),
        );
      },
    });

    route(app, {
      method: 'GET',
      path: '/lcdp/apppage/getPageItem',
      rule: 'session',
      screen: true,
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const { pageId } = query(req);
        if (typeof pageId !== 'string') throw badRequest();
        const { etag, data } = await openedItem(ctx, pageId);
        reply.header('etag', etag).header('cache-control', 'private, no-cache');
        if (isSame(req, etag)) return reply.code(304).send();
        return data;
      },
    });

    route(app, {
      method: 'GET',
      path: '/lcdp/apppage/fields',
      rule: 'session',
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { object, pageId } = query(req);
        const code = typeof pageId === 'string' ? pageId : object;
        if (typeof code !== 'string') throw badRequest();
        const page = pageOf(ctx, code);
        const rights = ['dataModel:view', 'board:view', 'formula:edit'];
        if (!rights.some((right) => ctx.session.rights.has(right)) || !ctx.session.rights.has(page.right))
          throw forbidden();
        return wireFields(openSchema(ctx, page).fields);
      },
    });
  };

const isSame = (req: FastifyRequest, etag: string): boolean => {
  const known = req.headers['if-none-match'];
  return known?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) === true;
};
