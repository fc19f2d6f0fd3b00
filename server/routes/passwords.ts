/** Passwords of accounts (specification §7, 10 §2.3). */
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../auth/change-password';
import { openEnvelope } from '../auth/envelope';
import { proveForgotten, renewForgotten, sendForgotten } from '../auth/forgotten';
import { badRequest, refuse } from '../errors';
import { route } from '../plugins/route';
import { callerOf, ownerOf, type Parts, texts } from './parts';

const SMALL = 16 * 1024;

export const passwordRoutes =
  (parts: Parts) =>
  (app: FastifyInstance): void => {
    const { db, keys, setting, clock, captchas, smsSender } = parts;

    // a picture before every message: numbers cannot be tried out by a machine
    const readPicture = async (captchaId: string | undefined, captcha: string | undefined): Promise<void> => {
      if (!(await captchas.take(captchaId, captcha))) throw refuse('验证码错误', { needCaptcha: true });
    };

    route(app, {
      method: 'GET',
      path: '/sys/user/getForgetPasswordCode',
      rule: 'public',
      handler: async (req) => {
        const { mobile, captchaId, captcha } = texts(req.query, ['mobile', 'captchaId', 'captcha']);
        if (mobile === undefined) throw badRequest();
        await readPicture(captchaId, captcha);
        return sendForgotten(db, await smsSender(), { mobile, ip: callerOf(req).ip });
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/forgetPassword',
      rule: 'public',
      bodyLimit: SMALL,
      handler: async (req) => {
        const { mobile, code } = texts(req.body, ['mobile', 'code']);
        if (mobile === undefined || code === undefined) throw badRequest();
        return proveForgotten(db, { mobile, code });
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/user/confirmPassword',
      // with a ticket nobody is signed in; with the old password somebody must be
      rule: 'public',
      bodyLimit: SMALL,
      handler: async (req) => {
        const { keyId, ticket, oldPwd, newPwd } = texts(req.body, ['keyId', 'ticket', 'oldPwd', 'newPwd']);
        const now = clock().getTime();
        if (ticket === undefined) await app.renewSession(req);
        const after = await openEnvelope(db, keys, { keyId, pwd: newPwd }, now);
        if (ticket !== undefined) {
          await renewForgotten({ db, setting }, { ticket, after });
          return true;
        }
        const before = await openEnvelope(db, keys, { keyId, pwd: oldPwd }, now);
        const { accountId, id, loginName } = ownerOf(req);
        await changePassword({ db, setting }, { accountId, sessionId: id, loginName, before, after });
        return true;
      },
    });
  };
