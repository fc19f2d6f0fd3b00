/** The designer's calls (language §11.1): thin, everything else is `server/design`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAnswers } from '../design/answers';
import { saveApp } from '../design/apps';
import { draftCalls } from '../design/calls';
import { keepChart } from '../design/keep-chart';
import { mirrorApps } from '../design/mirror/mirror';
import { contentOf, exportApp, importApp, readPolicy } from '../design/package';
import { preview } from '../design/preview';
import { printDraft } from '../design/print';
import { openSandbox, type Sandboxes } from '../design/sandbox';
import { readSomebody } from '../design/somebody';
import { designLibrary, treeOf } from '../design/tree';
import { usageOfDict } from '../design/usage';
import { forbidden } from '../errors';
import { DESIGN } from '../live/hub';
import { API } from '../paths';
import { route } from '../plugins/route';
import { withLinks } from '../print/images';
import { sendPdf } from '../print/send';
import { byOwner, makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { callOnce } from '../records/save/idempotency';
import { body, ctxOf, tokenOf } from './request';

/** a package of 7 MB as base64 */
const PACKAGE_LIMIT = 10 * 1024 * 1024;
type Body = Readonly<Record<string, unknown>>;

/** Calls that may run in the sandbox of a draft. */
const TRIED = [
  `${API}/lcdp/data/`,
  `${API}/lcdp/apppage/getPageItem`,
  `${API}/chartdesign/query`,
  `${API}/searchScheme/getList`,
  `${API}/basedata/fieldSearch/get`,
];
/** Header `x-sandbox`: the call runs over the draft's documents and tables, with the rights tester and target both have. */
export const sandboxHook =
  (host: Host, tries: Sandboxes) =>
  (app: FastifyInstance): void => {
    app.addHook('onRequest', async (req) => {
      const id = req.headers['x-sandbox'];
      if (typeof id !== 'string' || req.session === undefined || !TRIED.some((path) => req.url.startsWith(path)))
        return;
      if (!req.session.rights.has('dataModel:edit')) throw forbidden();
      req.session = await tries.enter(await makeCtx(host, req.session, { requestId: req.id }), id);
    });
  };

export const designRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const on = async (req: FastifyRequest): Promise<EngineCtx> => ctxOf(host, req, tokenOf(body(req)));
    /** any right of the designer shows what there is */
    const seeing = (req: FastifyRequest): string =>
      DESIGN.find((right) => req.session.rights.has(right)) ?? 'dataModel:view';
    const call = (
      name: string,
      rule: 'view' | 'edit' | 'publish',
      handle: (ctx: EngineCtx, given: Body) => unknown,
      bodyLimit?: number,
    ): void =>
      route(app, {
        method: 'POST',
        path: `/lcdp/design/${name}`,
        rule: rule === 'view' ? seeing : () => `dataModel:${rule}`,
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        handler: async (req) => handle(await on(req), body(req)),
      });
    /** a write: once for its token */
    const write = (
      name: string,
      rule: 'edit' | 'publish',
      handle: (ctx: EngineCtx, given: Body) => Promise<unknown>,
      bodyLimit?: number,
    ): void =>
      call(
        name,
        rule,
        (ctx, { token: _token, ...given }) =>
          callOnce(rule === 'publish' ? byOwner(ctx) : ctx, `design/${name}`, given, (inner) => handle(inner, given)),
        bodyLimit,
      );

    call('tree', 'view', (ctx) => treeOf(ctx));
    call('library', 'view', (ctx, { hash }) => {
      const library = designLibrary(host, ctx.registry);
      return hash === library.hash ? { hash, same: true } : library;
    });
    write('apps/save', 'edit', async (ctx, given) => {
      const saved = await saveApp(ctx, given);
      await mirrorApps(ctx.asSystem());
      return { ...saved, origin: 'own', mayEdit: true, documents: [] };
    });

    call('lint', 'view', draftCalls.lint);
    call('plan', 'view', (ctx, given) => draftCalls.plan(ctx, given, readAnswers(given.answers)));
    call('print', 'edit', async (ctx, given) => {
      const { width, height, pages } = await printDraft(ctx, given);
      return { width, height, pages: withLinks(ctx, pages) };
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/design/print/pdf',
      rule: () => 'dataModel:edit',
      handler: async (req, reply) => {
        const ctx = await on(req);
        const job = await printDraft(ctx, body(req));
        return sendPdf(ctx, reply, job);
      },
    });
    call('versions', 'view', draftCalls.versions);
    call('compare', 'view', draftCalls.compare);
    call('drafts/read', 'view', draftCalls.read);
    call('usage', 'view', usageOfDict);
    route(app, {
      method: 'POST',
      path: '/lcdp/design/preview',
      rule: () => 'dataModel:edit',
      handler: async (req) =>
        preview(await on(req), body(req), (error) => req.log.error({ err: error }, 'unexpected error')),
    });
    write('open', 'edit', draftCalls.open);
    write('steps', 'edit', draftCalls.steps);
    write('charts/keep', 'edit', keepChart);
    write('discard', 'edit', draftCalls.discard);
    write('restore', 'edit', draftCalls.restore);
    call('sandbox', 'edit', (ctx, given) => {
      const rows = given.rows === 'none' || given.rows === 'many' ? given.rows : 'live';
      return openSandbox(ctx, { draft: given.draft, rows, ...readSomebody(given.as) });
    });
    route(app, {
      method: 'POST',
      path: '/lcdp/design/package/export',
      rule: () => 'dataModel:edit',
      handler: async (req, reply) => {
        const { name, content } = await exportApp(await on(req), body(req).app);
        return reply
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
          .type('application/zip')
          .send(content);
      },
    });
    const importing = (ctx: EngineCtx, given: Body, dryRun: boolean) =>
      importApp(ctx, contentOf(given.content), {
        policy: readPolicy(given.policy),
        answers: readAnswers(given.answers),
        dryRun,
      });
    call('package/check', 'publish', (ctx, given) => importing(ctx, given, true), PACKAGE_LIMIT);
    write('package/import', 'publish', (ctx, given) => importing(ctx, given, false), PACKAGE_LIMIT);
    write('publish', 'publish', (ctx, given) => draftCalls.publish(ctx, given, readAnswers(given.answers)));
    write('decide', 'publish', draftCalls.decide);
    write('rollback', 'publish', (ctx, given) => draftCalls.rollback(ctx, given, readAnswers(given.answers)));
  };
