import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Session } from '../ctx';
import { forbidden, refuse, signedOut } from '../errors';
import { demandRule } from './route';

export interface AccessOptions {
  /** the session of a bearer token, null when it is unknown, over or revoked */
  readonly sessionOf: (token: string) => Promise<SessionState | null>;
}
export interface SessionState {
  readonly session: Session;
  /** the password must be changed before anything else */
  readonly mustChange: boolean;
}

/** Every route has a rule; every call but the public ones has a session that is looked up anew each time. */
export const access = fp(async (app: FastifyInstance, options: AccessOptions) => {
  app.addHook('onRoute', demandRule);
  app.decorateRequest('session');
  app.decorate('renewSession', async (req) => {
    const state = await options.sessionOf(bearer(req) ?? '');
    if (!state) throw signedOut();
    req.session = state.session;
  });
  app.addHook('onRequest', async (req) => {
    const { rule, beforePassword } = req.routeOptions.config;
    // an unknown path has no rule: the not-found handler answers it
    if (rule === undefined || rule === 'public') return;
    const token = bearer(req);
    const state = token === null ? null : await options.sessionOf(token);
    if (!state) throw signedOut();
    req.session = state.session;
    if (state.mustChange && !beforePassword) throw refuse('请先修改密码', { rule: 'needUpdatePwd' });
  });
  // after the body is read: some rights are named in it
  app.addHook('preHandler', async (req) => {
    const { rule } = req.routeOptions.config;
    if (typeof rule !== 'function') return;
    const right = rule(req);
    if (right !== null && !req.session.rights.has(right)) throw forbidden();
  });
});

/** From the header only: a token in an address would end in logs and histories. */
const bearer = (req: FastifyRequest): string | null => {
  const [, token] = /^Bearer ([\w-]{43})$/.exec(req.headers.authorization ?? '') ?? [];
  return token ?? null;
};
