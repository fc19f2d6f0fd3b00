import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Session } from '../ctx';
import { forbidden, refuse, signedOut } from '../errors';
import { demandRule } from './route';

export interface AccessOptions {
  /** the session of a bearer token, null when it is unknown, over or revoked */
  readonly sessionOf: (token: string) => Promise<SessionState | null>;
  /** a session that is over, not long ago */
  readonly overOf?: (token: string) => Promise<SessionState | null>;
  /** the reader of a screen without sign-in (its key, or null, and its address); null when it is not let in */
  readonly screenOf?: (call: { readonly key: string | null; readonly ip: string }) => Promise<Session | null>;
}
export interface SessionState {
  readonly session: Session;
  /** the password must be changed before anything else */
  readonly mustChange: boolean;
  /** when it was over, ms since 1970: only calls that take what was done before then see such a session */
  readonly over?: number;
}

/** Every route has a rule; every call but the public ones has a session that is looked up anew each time. */
export const access = fp(async (app: FastifyInstance, options: AccessOptions) => {
  app.addHook('onRoute', demandRule);
  app.decorateRequest('session');
  app.decorateRequest('sessionOver');
  const stateOf = async (req: FastifyRequest): Promise<SessionState | null> => {
    const token = bearer(req);
    if (token !== null) {
      const state = await options.sessionOf(token);
      return state === null && req.routeOptions.config.late === true
        ? ((await options.overOf?.(token)) ?? null)
        : state;
    }
    const [, key] = /^Screen (\S{1,120})$/.exec(req.headers.authorization ?? '') ?? [];
    if (key === undefined || req.routeOptions.config.screen !== true) return null;
    const session = await options.screenOf?.({ key: key === '-' ? null : key, ip: req.ip });
    return session ? { session, mustChange: false } : null;
  };
  app.decorate('renewSession', async (req) => {
    const state = await stateOf(req);
    if (!state) throw signedOut();
    req.session = { ...state.session, ip: req.ip };
  });
  app.addHook('onRequest', async (req) => {
    const { rule, beforePassword } = req.routeOptions.config;
    // an unknown path has no rule: the not-found handler answers it
    if (rule === undefined || rule === 'public') return;
    const state = await stateOf(req);
    if (!state) throw signedOut();
    req.session = { ...state.session, ip: req.ip };
    if (state.over !== undefined) req.sessionOver = state.over;
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
