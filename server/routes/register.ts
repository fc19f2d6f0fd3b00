/** Registration (10 §2.5) and the sign-ins an installation has not opened (10 §2.4); all of them public. */
import type { FastifyInstance } from 'fastify';
import { openEnvelope } from '../auth/envelope';
import { signInPartner } from '../auth/partner';
import { assertOpen, hasMobile, hasOrgName, registerTexts, sendRegister, signUp } from '../auth/register';
import { PURPOSES } from '../auth/sms';
import { sendSignIn } from '../auth/sms-sign-in';
import { factoryClock } from '../clock';
import { badRequest, refuse } from '../errors';
import { route } from '../plugins/route';
import { callerOf, type Parts, texts } from './parts';

const SMALL = 16 * 1024;
const A_MINUTE = 20;

export const registerRoutes =
  (parts: Parts) =>
  (app: FastifyInstance): void => {
    const { db, owner, keys, setting, clock, captchas, smsSender } = parts;

    route(app, {
      method: 'GET',
      path: '/sys/getPhoneCode',
      rule: 'public',
      perMinute: A_MINUTE,
      handler: async (req) => {
        const { mobile, purpose, captchaId, captcha } = texts(req.query, ['mobile', 'purpose', 'captchaId', 'captcha']);
        const isSignIn = purpose === String(PURPOSES.signIn);
        if (!isSignIn) await assertOpen(parts);
        if (mobile === undefined) throw badRequest();
        if (!(await captchas.take(captchaId, captcha))) throw refuse('验证码错误', { needCaptcha: true });
        return (isSignIn ? sendSignIn : sendRegister)(db, await smsSender(), { mobile, ip: callerOf(req).ip });
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/checkPhone',
      rule: 'public',
      bodyLimit: SMALL,
      perMinute: A_MINUTE,
      handler: async (req) => {
        await assertOpen(parts);
        const { mobile } = texts(req.body, ['mobile']);
        if (mobile === undefined) throw badRequest();
        return { exists: await hasMobile(db, mobile) };
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/checkOrgName',
      rule: 'public',
      bodyLimit: SMALL,
      perMinute: A_MINUTE,
      handler: async (req) => {
        await assertOpen(parts);
        const { name } = texts(req.body, ['name']);
        if (name === undefined) throw badRequest();
        return { exists: await hasOrgName(db, name) };
      },
    });
    route(app, {
      method: 'POST',
      path: '/sys/signUp',
      rule: 'public',
      bodyLimit: SMALL,
      perMinute: A_MINUTE,
      handler: async (req) => {
        await assertOpen(parts);
        const given = texts(req.body, ['mobile', 'code', 'orgName', 'industry', 'contact', 'newPwd', 'keyId', 'token']);
        const { mobile, code, orgName, token } = given;
        if (!mobile || !code || !orgName || !token) throw badRequest();
        const { terms } = await registerTexts(parts);
        if (terms !== '' && (req.body as { readonly agree?: unknown }).agree !== true)
          throw refuse('请先阅读并同意服务条款');
        const now = clock();
        const password = await openEnvelope(db, keys, { keyId: given.keyId, pwd: given.newPwd }, now.getTime());
        const { registries, condition, seed } = parts;
        const shipped = () => ({
          objects: [...registries.shipped.objects.values()],
          now: factoryClock(now),
          ...(condition ? { condition } : {}),
        });
        const { industry = null, contact = '' } = given;
        return signUp(
          { db, owner, setting, shipped, seed },
          { mobile, code, orgName, industry, contact, password, token },
        );
      },
    });
    route(app, {
      method: 'GET',
      path: '/sys/signlingyang',
      rule: 'public',
      perMinute: 60,
      handler: async (req) => {
        const { token } = texts(req.query, ['token']);
        if (token === undefined) throw badRequest();
        return signInPartner(parts, token, callerOf(req), clock().getTime());
      },
    });
    // the screen that signs in by itself comes with the devices: until then nothing can open it
    route(app, {
      method: 'GET',
      path: '/sys/signhongda',
      rule: 'public',
      perMinute: A_MINUTE,
      handler: () => Promise.reject(refuse('未开启自动登录，请使用账号登录')),
    });
  };
