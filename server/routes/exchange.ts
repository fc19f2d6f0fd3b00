/** Workbooks in and out of pages: the template to fill in, and the import, whose answer tells its progress line by line (NDJSON). */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, forbidden, refuse } from '../errors';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import { exportList } from '../records/export/export';
import type { RowsSheet } from '../records/export/rows-sheet';
import type { EngineCtx, Host } from '../records/host';
import { importFile, MAX_FILE } from '../records/import/run';
import { sheetOf } from '../records/import/sheet';
import { templateBook } from '../records/import/template';
import { pageOf } from '../records/page/page-item';
import type { Page } from '../registry/pages';
import { attachment, body, ctxOf, param, query } from './request';

export const exchangeRoutes =
  (host: Host) =>
  (parent: FastifyInstance): void => {
    route(parent, {
      method: 'GET',
      path: '/lcdp/data/:page/template',
      rule: 'session',
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const { name, content } = await templateBook(
          ctx,
          sheetOf(ctx, pageOf(ctx, param(req, 'page')), text(req, 'code')),
        );
        return attachment(reply, name, content);
      },
    });
    route(parent, {
      method: 'GET',
      path: '/export/template/excel',
      rule: 'session',
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const { page, code } = sheetNamed(ctx, text(req, 'code') ?? '');
        const { name, content } = await templateBook(ctx, sheetOf(ctx, page, code));
        return attachment(reply, name, content);
      },
    });
    route(parent, {
      method: 'POST',
      // as the specification spells it
      path: '/lcdp/tBdMaterial/exprotData',
      rule: () => 'material:export',
      handler: async (req, reply) => {
        const ctx = await ctxOf(host, req);
        const page = pageOf(ctx, 'material');
        if (!ctx.session.rights.has(page.right)) throw forbidden();
        const { name, total, stream } = await exportList(ctx, page, body(req));
        return attachment(reply.header('x-total-rows', String(total)), name, stream);
      },
    });
    for (const [object, call, behind] of LISTS)
      route(parent, {
        method: 'POST',
        path: `/${call}`,
        rule: () => `${object}:export`,
        handler: async (req, reply) => {
          const ctx = await ctxOf(host, req);
          const page = pageOf(ctx, object);
          if (!ctx.session.rights.has(page.right)) throw forbidden();
          const { name, total, stream } = await exportList(ctx, page, body(req), behind);
          return attachment(reply.header('x-total-rows', String(total)), name, stream);
        },
      });
    // the body is the file itself: its bytes are read by this call only
    void parent.register(async (app) => {
      app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_req, body, done) =>
        done(null, body),
      );
      route(app, {
        method: 'POST',
        path: '/lcdp/data/:page/import',
        rule: 'session',
        bodyLimit: MAX_FILE,
        perMinute: 60,
        handler: async (req, reply) => {
          const token = text(req, 'token');
          const ctx = await makeCtx(host, req.session, { requestId: req.id, token });
          const page = pageOf(ctx, param(req, 'page'));
          const file = req.body;
          if (!Buffer.isBuffer(file) || file.length === 0) throw new AppError(400);
          const dryRun = query(req).dryRun === '1';
          if (!dryRun && token === undefined) throw new AppError(400);
          sheetOf(ctx, page, text(req, 'code'));
          const lines = new Readable({ read: () => undefined });
          let isGone = false;
          reply.raw.once('close', () => {
            isGone = true;
          });
          let told = 0;
          const say = (line: unknown): void => void lines.push(`${JSON.stringify(line)}\n`);
          importFile(ctx, page, {
            file,
            ...named('code', text(req, 'code')),
            ...named('mode', text(req, 'mode')),
            dryRun,
            isGone: () => isGone,
            onProgress: (done, all) => {
              const now = Date.now();
              if (now - told < 200 && done < all) return;
              told = now;
              say({ done, all });
            },
          })
            .then(
              (data) => say({ code: 200, msg: 'success', data }),
              (error: Error) => {
                const known = error instanceof AppError ? error : undefined;
                if (!known && !isGone) req.log.error({ err: error }, 'import');
                const { code, message, data } = known ?? new AppError(500);
                say({ code, msg: message, data });
              },
            )
            .finally(() => lines.push(null));
          return reply.type('application/x-ndjson; charset=utf-8').send(lines);
        },
      });
    });
  };

/** 用料 of the exported orders; what was issued, used and returned stands there as soon as its documents keep it. */
const ORDER_MATERIALS: RowsSheet = {
  sub: 'materials',
  title: '用料',
  columns: [
    ['materialCode', '物料编码'],
    ['materialName', '名称'],
    ['spec', '规格'],
    ['unit', '单位'],
    ['perQty', '单位用量'],
    ['lossRate', '损耗率'],
    ['needQty', '需求'],
    ['issuedQty', '已领'],
    ['usedQty', '已耗'],
    ['returnedQty', '已退'],
    ['shortQty', '缺料'],
    ['sourceOrderNbr', '子订单号'],
  ],
};

/** 不良明细 of the exported reports. */
const REPORT_BAD: RowsSheet = {
  sub: 'badRows',
  title: '不良明细',
  columns: [
    ['badReason', '不良原因'],
    ['disposal', '处置'],
    ['qty', '数量'],
    ['position', '部位'],
    ['rowRemark', '备注'],
  ],
};
/** Exports by the calls the specification names (30 §8, 50 §7): the list of the page, and the rows of its records behind it. */
export const LISTS: readonly (readonly [object: string, call: string, behind?: RowsSheet])[] = [
  ['prdOrder', 'gongdan/prdOrder/exportOrderList'],
  ['prdOrder', 'gongdan/prdOrder/exportOrderAndMaterialList', ORDER_MATERIALS],
  ['prdReport', 'gongdan/prdReport/exportData', REPORT_BAD],
  ['prdStart', 'gongdan/prdStart/exportData'],
  ['faultWarning', 'iot/faultWarning/exportData'],
  ['thresholdWarning', 'iot/thresholdWarning/exportData'],
];

/** A template by its code: of a document, or the code of an object. */
function sheetNamed(ctx: EngineCtx, code: string): { readonly page: Page; readonly code: string } {
  const holder =
    [...ctx.registry.objects.values()].find((object) => Object.hasOwn(object.import, code)) ?? ctx.registry.find(code);
  const page = holder && ctx.registry.page(holder.object);
  if (!page?.actions.import) throw refuse(`模板不存在：${code}`);
  if (!ctx.session.rights.has(page.actions.import.right)) throw forbidden();
  return { page, code };
}

function text(req: FastifyRequest, key: string): string | undefined {
  const value = query(req)[key];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 100) throw new AppError(400);
  return value;
}
const named = <K extends string>(key: K, value: string | undefined): { readonly [key in K]?: string } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: string };
