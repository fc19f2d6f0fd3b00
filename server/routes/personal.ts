/** The personal centre (10 §4): own data, own sign-ins, the mobile of the own account. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passwordRules } from '../auth/change-password';
import { changeMobile, sendToNewMobile } from '../auth/mobile';
import { endOwnSession, profileOf } from '../auth/profile';
import { badRequest, refuse } from '../errors';
import { route } from '../plugins/route';
import { authOf, callerOf, ownerOf, type Parts, texts } from './parts';

const SMALL = 16 * 1024;

export const personalRoutes =
  (parts: Parts) =>
  (app: FastifyInstance): void => {
    const { db, captchas, setting, smsSender } = parts;
    const whoOf = (req: FastifyRequest) => {
      const { accountId, id, org, me } = authOf(req);
      return { accountId, sessionId: id, userId: me.id, org };
    };

    route(app, {
      method: 'GET',
      path: '/sys/user/profile',
      rule: 'session',
      handler: async (req) => ({
        ...(await profileOf(db, whoOf(req))),
        canChangeMobile: (await smsSender()) !== null,
      }),
    });
    // what the page says while a new password is typed, before it can be anything else too
    route(app, {
      method: 'GET',
      path: '/sys/user/passwordRules',
      rule: 'session',
      beforePassword: true,
      handler: async (req) => {
        const { accountId, loginName } = authOf(req);
        return passwordRules({ db, setting }, { accountId, loginName });
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/endSession',
      rule: 'session',
      bodyLimit: SMALL,
      handler: async (req) => {
        const { id } = texts(req.body, ['id']);
        if (id === undefined) throw badRequest();
        ownerOf(req);
        await endOwnSession(db, whoOf(req), id);
        return true;
      },
    });
    route(app, {
      method: 'GET',
      path: '/sys/user/getMobileCode',
      rule: 'session',
      perMinute: 30,
      handler: async (req) => {
        ownerOf(req);
        const { mobile, captchaId, captcha } = texts(req.query, ['mobile', 'captchaId', 'captcha']);
        if (mobile === undefined) throw badRequest();
        // a picture before every message: numbers cannot be tried out by a machine
        if (!(await captchas.take(captchaId, captcha))) throw refuse('验证码错误', { needCaptcha: true });
        return sendToNewMobile(db, await smsSender(), { mobile, ip: callerOf(req).ip });
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/changeMobile',
      rule: 'session',
      bodyLimit: SMALL,
      perMinute: 30,
      handler: async (req) => {
        const { mobile, code } = texts(req.body, ['mobile', 'code']);
        if (mobile === undefined || code === undefined) throw badRequest();
        await changeMobile(db, { accountId: ownerOf(req).accountId, mobile, code });
        return true;
      },
    });
  };
