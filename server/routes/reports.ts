/** Reports, charts and boards (language §2.11, 80 §7.3, §9). Thin: a report by its code, a ctx, a function of records/report. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { statTypes } from '../domain/index';
import { badRequest, forbidden } from '../errors';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { anyPageOf } from '../records/page/page-item';
import { chartMeaning, chartSheet } from '../records/report/behind';
import { cellData, readCells } from '../records/report/cells';
import { drillOf } from '../records/report/drill';
import { getReportList } from '../records/report/list';
import { exportReport } from '../records/report/sheet';
import { datasetTree } from '../records/report/tree';
import type { Page } from '../registry/pages';
import { attachment, body, ctxOf, param } from './request';

export const reportRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'POST',
      path: '/lcdp/data/:page/drill',
      rule: 'session',
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const page = anyPageOf(ctx, param(req, 'page'));
        if (!page.report) throw badRequest();
        if (!ctx.session.rights.has(page.right)) throw forbidden();
        return drillOf(ctx, page, body(req));
      },
    });

    // a list of answers; who accepts NDJSON gets one line for each cell as soon as it is there
    route(app, {
      method: 'POST',
      path: '/chartdesign/query',
      rule: 'session',
      screen: true,
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const cells = readCells(req.body);
        const asked = cells.map((cell) =>
          cellData(ctx, cell, (error) => {
            req.log.error({ err: error, cell: cell.key }, 'unexpected error');
            return undefined;
          }),
        );
        if (req.headers.accept?.includes('application/x-ndjson') !== true) return Promise.all(asked);
        const lines = Readable.from(
          (async function* () {
            for (const answer of asked) yield `${JSON.stringify(await answer)}\n`;
          })(),
        );
        return reply.type('application/x-ndjson; charset=utf-8').send(lines);
      },
    });

    route(app, {
      method: 'POST',
      path: '/chartdesign/export',
      rule: 'session',
      handler: async (req, reply) => {
        const { name, content } = await chartSheet(await ctxOf(host, req), body(req));
        return attachment(reply, name, Readable.from([content]));
      },
    });
    route(app, {
      method: 'POST',
      path: '/chartdesign/meaning',
      rule: 'session',
      handler: async (req) => chartMeaning(await ctxOf(host, req), body(req)),
    });

    route(app, {
      method: 'GET',
      path: '/chartdesign/getFirstTreeData',
      rule: 'session',
      handler: async (req) => datasetTree(await ctxOf(host, req)),
    });

    // the specification's names of the same: `statType` is a report
    route(app, {
      method: 'POST',
      path: '/lcdp/countStatistics/getPageListNew',
      rule: 'session',
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const { page, rest } = statOf(ctx, body(req));
        if (!ctx.session.rights.has(page.right)) throw forbidden();
        return getReportList(ctx, page, rest);
      },
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/countStatistics/exportData',
      rule: 'session',
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const { page, rest } = statOf(ctx, body(req));
        if (!ctx.session.rights.has(page.right)) throw forbidden();
        const { name, content } = await exportReport(ctx, page, rest);
        return attachment(reply, name, Readable.from([content]));
      },
    });
  };

/** `dateFrom` and `dateTo` are the span of the report's time, one of them leaves the other end open; `period` none is no grain. */
function statOf(
  ctx: EngineCtx,
  given: Readonly<Record<string, unknown>>,
): { readonly page: Page; readonly rest: Readonly<Record<string, unknown>> } {
  const { statType, dateFrom, dateTo, search, period, ...rest } = given;
  if (typeof statType !== 'string') throw badRequest();
  const code = statTypes.get(statType) ?? statType;
  if (!ctx.registry.reports.has(code)) throw badRequest();
  const page = anyPageOf(ctx, code);
  if (!page.report) throw badRequest();
  const { time } = page.report;
  const isSpan = dateFrom !== undefined || dateTo !== undefined;
  if (isSpan && time === undefined) throw badRequest();
  const span = isSpan && time !== undefined ? { [time]: [dateFrom ?? null, dateTo ?? null] } : {};
  const grain = period === undefined || period === 'none' ? {} : { period };
  return { page, rest: { ...rest, ...grain, search: { ...(search as object | undefined), ...span } } };
}
