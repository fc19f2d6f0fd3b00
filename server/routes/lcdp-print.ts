/** The print calls of a page's records: pages of the preview, the same as PDF, and what was printed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { AppError } from '../errors';
import { route } from '../plugins/route';
import { withLinks } from '../print/images';
import { type PrintJob, printJob, readPrintRequest } from '../print/job';
import { listPrintJob, readListPrint } from '../print/list';
import { onPaper, readPaper } from '../print/paper';
import { printedCall } from '../print/printed';
import { sendPdf } from '../print/send';
import { inWrite } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import type { Page } from '../registry/pages';
import { body, ctxOf } from './request';

type Body = Readonly<Record<string, unknown>>;

export const lcdpPrintRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const find = (req: FastifyRequest): { readonly page: Page; readonly action: ResolvedAction } | undefined => {
      const { page: code, action: name } = req.params as { readonly page?: string; readonly action?: string };
      const page = host.registries.of(req.session.org).page(code ?? '');
      const action = page?.actions[name ?? ''];
      const isPrint =
        action !== undefined && (action.print !== undefined || (action.builtIn && action.code === 'print'));
      return page && isPrint ? { page, action } : undefined;
    };
    const rule = (req: FastifyRequest): string | null => find(req)?.action.right ?? null;
    const at = (req: FastifyRequest): { readonly page: Page; readonly action: ResolvedAction } => {
      const found = find(req);
      if (!found) throw new AppError(404);
      return found;
    };
    const path = '/lcdp/data/:page/print/:action';
    /** named records, or `list`: everything a filter finds */
    const jobOf = (ctx: EngineCtx, page: Page, action: ResolvedAction, given: Body): Promise<PrintJob> => {
      const list = readListPrint(given);
      return list ? listPrintJob(ctx, page, action, list) : printJob(ctx, page, action, readPrintRequest(given));
    };

    route(app, {
      method: 'POST',
      path,
      rule,
      handler: async (req) => {
        const { page, action } = at(req);
        const ctx = await ctxOf(host, req);
        const { layout, pages, ...job } = await jobOf(ctx, page, action, body(req));
        const { print, title, copies, once, grid } = layout;
        const cells = grid === undefined ? 1 : grid.rows * grid.columns;
        return {
          ...job,
          pages: withLinks(ctx, pages),
          layout: { code: print, title, copies: copies ?? 1, once: once ?? false, cells },
        };
      },
    });
    route(app, {
      method: 'POST',
      path: `${path}/pdf`,
      rule,
      handler: async (req, reply) => {
        const { page, action } = at(req);
        const ctx = await ctxOf(host, req);
        const job = await jobOf(ctx, page, action, body(req));
        return sendPdf(ctx, reply, onPaper(job, readPaper(body(req))));
      },
    });
    route(app, {
      method: 'POST',
      path: `${path}/done`,
      rule,
      handler: async (req) => {
        const { page, action } = at(req);
        const given = body(req);
        if (readListPrint(given)) {
          const ctx = await ctxOf(host, req);
          await inWrite(ctx, (inner) =>
            inner.emit(`${page.object.object}.print`, { object: page.object.object, page: page.code }),
          );
          return { counts: {} };
        }
        const token = typeof given.token === 'string' && given.token.length <= 100 ? given.token : undefined;
        return printedCall(await ctxOf(host, req, token), page, action, readPrintRequest(given), given);
      },
    });
  };
