/** The designer's calls (language §11.1): thin, everything else is `server/design`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readAnswers } from '../design/answers';
import { type OwnApp, saveApp } from '../design/apps';
import { draftCalls } from '../design/calls';
import { designLibrary, treeOf } from '../design/tree';
import { AppError } from '../errors';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { callOnce } from '../records/idempotency';
import { body } from './lcdp';

const VIEW = ['dataModel:edit', 'dataModel:publish'];
type Body = Readonly<Record<string, unknown>>;

export const designRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const ctxOf = (req: FastifyRequest): Promise<EngineCtx> => {
      const { token } = body(req);
      if (token !== undefined && token !== null && (typeof token !== 'string' || token.length > 100))
        throw new AppError(400);
      return makeCtx(host, req.session, {
        requestId: req.id,
        token: (token as string | null | undefined) ?? undefined,
      });
    };
    /** any right of the designer shows what there is */
    const seeing = (req: FastifyRequest): string =>
      VIEW.find((right) => req.session.rights.has(right)) ?? 'dataModel:edit';
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
        handler: async (req) => handle(await ctxOf(req), body(req)),
      });
    /** a write: once for its token */
    const write = (
      name: string,
      rule: 'edit' | 'publish',
      handle: (ctx: EngineCtx, given: Body) => Promise<unknown>,
    ): void =>
      call(name, rule, (ctx, { token: _token, ...given }) =>
        callOnce(ctx, `design/${name}`, given, (inner) => handle(inner, given)),
      );

    call('tree', 'view', (ctx) => treeOf(ctx));
    call('library', 'view', (ctx, { hash }) => {
      const library = designLibrary(host, ctx.registry);
      return hash === library.hash ? { hash, same: true } : library;
    });
    write('apps/save', 'edit', (ctx, given): Promise<OwnApp> => saveApp(ctx, given));

    call('lint', 'view', draftCalls.lint);
    call('plan', 'view', (ctx, given) => draftCalls.plan(ctx, given, readAnswers(given.answers)));
    call('versions', 'view', draftCalls.versions);
    call('compare', 'view', draftCalls.compare);
    call('drafts/read', 'view', draftCalls.read);
    write('open', 'edit', draftCalls.open);
    write('steps', 'edit', draftCalls.steps);
    write('discard', 'edit', draftCalls.discard);
    write('restore', 'edit', draftCalls.restore);
    write('publish', 'publish', (ctx, given) => draftCalls.publish(ctx, given, readAnswers(given.answers)));
    write('rollback', 'publish', (ctx, given) => draftCalls.rollback(ctx, given, readAnswers(given.answers)));
  };
