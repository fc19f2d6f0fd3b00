/** Calls of the label screen (物料条码打印, 条码补打) and of every scan field. */
import type { FastifyInstance } from 'fastify';
import { forbidden } from '../errors';
import { draftLabels, readWishes, writeLabels } from '../labels/make';
import { labelPreview, labelsCall, previewCall, reprintPreview } from '../labels/preview';
import { printedCall, sheetsCall } from '../labels/printed';
import { reprintCall } from '../labels/reprint';
import { scanCall } from '../labels/scan-call';
import { templatesOf } from '../labels/sheets';
import { batchCall, sourcesCall } from '../labels/sources';
import { route } from '../plugins/route';
import { withLinks } from '../print/images';
import { sendPdf } from '../print/send';
import type { EngineCtx, Host } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { body, ctxOf, tokenOf } from './request';

type Body = Readonly<Record<string, unknown>>;
const SESSION = 'session';
const PRINT = 'codeLabel:print';
const REPRINT = 'codeLabel:reprint';

export const labelRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const on = (path: string, right: string, work: (ctx: EngineCtx, given: Body) => Promise<unknown>): void =>
      route(app, {
        method: 'POST',
        path: `/lcdp/codeLabel/${path}`,
        rule: right === SESSION ? SESSION : () => right,
        handler: async (req) => {
          const given = body(req);
          return work(await ctxOf(host, req, tokenOf(given)), given);
        },
      });

    /** what printing and printing again both begin with */
    const onEither = (path: string, work: (ctx: EngineCtx, given: Body) => unknown): void =>
      on(path, SESSION, async (ctx, given) => {
        if (![PRINT, REPRINT].some((right) => ctx.session.rights.has(right))) throw forbidden();
        return work(ctx, given);
      });

    onEither('templates', (ctx, { type }) => templatesOf(ctx, String(type ?? '')));
    onEither('labels', labelsCall);
    on('sources', PRINT, sourcesCall);
    on('batch', PRINT, batchCall);
    on('preview', PRINT, previewCall);
    on('generate', PRINT, (ctx, given) => {
      const wishes = readWishes(given);
      return callOnce(ctx, 'codeLabel generate', wishes, async (inner) => ({
        ids: await writeLabels(inner, await draftLabels(inner, wishes)),
      }));
    });
    on('reprint', REPRINT, reprintCall);
    on('labelPreview', PRINT, labelPreview);
    on('reprintPreview', REPRINT, reprintPreview);
    // whoever may do either: which labels, the call judges
    for (const right of [PRINT, REPRINT]) {
      const path = right === PRINT ? 'sheets' : 'reprintSheets';
      const done = right === PRINT ? 'printed' : 'reprinted';
      const judged = (given: Body): Body =>
        right === PRINT ? { ...given, reprint: undefined } : { reprint: '', ...given };
      on(path, right, async (ctx, given) => {
        const { layout, pages, ...sheets } = await sheetsCall(ctx, judged(given));
        return { ...sheets, title: layout.title, pages: withLinks(ctx, pages) };
      });
      on(done, right, (ctx, given) => printedCall(ctx, judged(given)));
      route(app, {
        method: 'POST',
        path: `/lcdp/codeLabel/${path}/pdf`,
        rule: () => right,
        handler: async (req, reply) => {
          const ctx = await ctxOf(host, req);
          const job = await sheetsCall(ctx, judged(body(req)));
          return sendPdf(ctx, reply, job);
        },
      });
    }
    route(app, {
      method: 'POST',
      path: '/lcdp/scan',
      rule: 'session',
      handler: async (req) => scanCall(await ctxOf(host, req), body(req)),
    });
  };
