/** Sign-in with DingTalk, public (10 §2.4); who is bound to whom is the owner's to end. */
import type { FastifyInstance } from 'fastify';
import { beginDing, type DingDeps, signInDing, signInMessenger } from '../auth/ding';
import type { DingClient } from '../auth/ding-client';
import { unbind } from '../auth/third-bind';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import { callerOf, ownerOf, type Parts, texts } from './parts';

const A_MINUTE = 60;

export const dingRoutes =
  (parts: Parts, { client, reveal }: { readonly client: DingClient; readonly reveal: (sealed: string) => string }) =>
  (app: FastifyInstance): void => {
    const { db, sessions, setting } = parts;
    const deps: DingDeps = { db, sessions, setting, client, reveal };

    route(app, {
      method: 'GET',
      path: '/sys/dingLogin',
      rule: 'public',
      perMinute: A_MINUTE,
      handler: (req) => {
        const given = texts(req.query, ['corpid', 'code', 'state', 'verifier']);
        const { corpid: corpId, code, state, verifier } = given;
        if (corpId === undefined) throw badRequest();
        if (code === undefined) {
          const back = `${req.protocol}://${req.host}/v2/login?corpid=${encodeURIComponent(corpId)}`;
          return beginDing(deps, { corpId, back });
        }
        return signInDing(deps, { corpId, code, state: state ?? '', verifier: verifier ?? '' }, callerOf(req));
      },
    });
    route(app, {
      method: 'GET',
      path: '/sys/signddingh5',
      rule: 'public',
      perMinute: A_MINUTE,
      handler: (req) => {
        const { code, corpId } = texts(req.query, ['code', 'corpId']);
        if (code === undefined || corpId === undefined) throw badRequest();
        return signInMessenger(deps, { code, corpId }, callerOf(req));
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/unbind',
      rule: 'session',
      handler: async (req) => {
        const { id } = texts(req.body, ['id']);
        if (id === undefined) throw badRequest();
        await unbind(db, ownerOf(req).accountId, id);
        return true;
      },
    });
  };
