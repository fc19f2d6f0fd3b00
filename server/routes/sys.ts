/** Sign-in and account calls of the specification §7 and those of security.md §6 that exist by now. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { judgePassword } from '../../schemas/language/password';
import { passwordState } from '../auth/accounts';
import { dingInit } from '../auth/ding';
import { openEnvelope } from '../auth/envelope';
import { needOf } from '../auth/needs';
import { createOrg, hasOrg } from '../auth/organisation';
import { platformPolicy } from '../auth/platform-org';
import { policyOf } from '../auth/policy';
import { REGISTER, registerMode, registerTexts } from '../auth/register';
import { signIn, switchOrg } from '../auth/sign-in';
import { signInSms } from '../auth/sms-sign-in';
import { hasPinLogin } from '../auth/terminals';
import { bindByTicket } from '../auth/third-bind';
import { factoryClock } from '../clock';
import { badRequest, refuse } from '../errors';
import { route } from '../plugins/route';
import { authOf, callerOf, ownerOf, type Parts, texts } from './parts';

const SMALL = 16 * 1024;
const industriesOf = ({ registries }: Parts): readonly { readonly value: string; readonly label: string }[] =>
  (registries.shipped.dicts.get('industry')?.items ?? []).map(({ code, title }) => ({ value: code, label: title }));

export const sysRoutes =
  (parts: Parts) =>
  (app: FastifyInstance): void => {
    entranceCalls(parts, app);
    signInCalls(parts, app);
    sessionCalls(parts, app);
    ownCalls(parts, app);
    firstOrgCall(parts, app);
  };

/** What the sign-in page begins with. */
const entranceCalls = (parts: Parts, app: FastifyInstance): void => {
  const { db, keys, setting, clock, captchas } = parts;
  route(app, {
    method: 'GET',
    path: '/sys/init',
    rule: 'public',
    handler: async () => {
      const [key, made, mode] = await Promise.all([keys.current(), hasOrg(db), registerMode(parts)]);
      const { terms, loginLayout } = await registerTexts(parts);
      return {
        version: parts.version,
        serverTime: clock().getTime(),
        loginLayout,
        registerMode: mode,
        ...(mode === REGISTER.closed ? {} : { terms, industries: industriesOf(parts) }),
        captchaMode: (await platformPolicy({ db, setting })).captchaAfter === 0 ? 2 : 1,
        canForget: (await parts.smsSender()) !== null,
        ...key,
        orgRequired: false,
        needFirstOrg: !made,
        pinLogin: await hasPinLogin(parts),
        ding: await dingInit(parts),
        copyright: '',
        logo: null,
        listDataShowNum: 30,
      };
    },
  });

  route(app, { method: 'GET', path: '/sys/captcha', rule: 'public', handler: () => captchas.make() });
};

/** By password or by a code sent to a mobile. */
const signInCalls = (parts: Parts, app: FastifyInstance): void => {
  route(app, { method: 'GET', path: '/sys/signIn', rule: 'public', handler: (req) => doSignIn(parts, req, req.query) });
  route(app, {
    method: 'POST',
    path: '/sys/signIn',
    rule: 'public',
    bodyLimit: SMALL,
    handler: (req) => doSignIn(parts, req, req.body),
  });
};
const doSignIn = async (parts: Parts, req: FastifyRequest, from: unknown): Promise<unknown> => {
  const { db, keys, sessions, setting, clock, captchas } = parts;
  const given = texts(from, [
    'loginName',
    'pwd',
    'keyId',
    'org',
    'ticket',
    'captchaId',
    'captcha',
    'smsCode',
    'bindTicket',
  ]);
  const { loginName, pwd, keyId, smsCode, bindTicket, ...more } = given;
  if (loginName === undefined) throw badRequest();
  if (smsCode !== undefined) {
    const { org, ticket } = more;
    const mine = { ...(org === undefined ? {} : { org }), ...(ticket === undefined ? {} : { ticket }) };
    return signInSms({ db, sessions, setting }, { mobile: loginName.trim(), code: smsCode, ...mine }, callerOf(req));
  }
  const password = await openEnvelope(db, keys, { keyId, pwd }, clock().getTime());
  const answer = await signIn(
    { db, sessions, setting, captchas },
    { ...more, loginName: loginName.trim().slice(0, 60), password },
    callerOf(req),
  );
  if (bindTicket !== undefined && 'userId' in answer) await bindByTicket(db, bindTicket, answer);
  return answer;
};

/** How a session goes on, ends, and changes its organisation. */
const sessionCalls = (parts: Parts, app: FastifyInstance): void => {
  const { db, sessions, setting } = parts;
  route(app, {
    method: 'POST',
    path: '/sys/refresh',
    rule: 'public',
    bodyLimit: SMALL,
    handler: async (req) => {
      const { refreshToken } = texts(req.body, ['refreshToken']);
      if (refreshToken === undefined) throw badRequest();
      const { sessionId: _id, ...tokens } = await sessions.refresh(
        refreshToken,
        async (org) => (await policyOf(org, setting)).sessionHours,
      );
      return tokens;
    },
  });
  route(app, {
    method: 'POST',
    path: '/sys/signOut',
    rule: 'session',
    beforePassword: true,
    handler: async (req) => {
      await sessions.revoke(req.session.id, 'signed out');
      return true;
    },
  });

  route(app, {
    method: 'POST',
    path: '/sys/switchOrg',
    rule: 'session',
    bodyLimit: SMALL,
    handler: (req) => {
      const { orgId } = texts(req.body, ['orgId']);
      if (orgId === undefined) throw badRequest();
      const { accountId, id, loginName } = ownerOf(req);
      return switchOrg({ db, sessions, setting }, { accountId, sessionId: id, loginName }, orgId, callerOf(req));
    },
  });
};

/** What a session asks of its own user. */
const ownCalls = (parts: Parts, app: FastifyInstance): void => {
  const { db, setting, clock } = parts;
  // unsaved forms lie on the terminal under this key: who does not sign in as this user reads none of them
  route(app, {
    method: 'GET',
    path: '/sys/user/draftKey',
    rule: 'session',
    handler: (req) => {
      const { org, me } = authOf(req);
      return { key: parts.seal.derive(`draft ${org.id} ${me.id}`).toString('base64') };
    },
  });
  route(app, {
    method: 'GET',
    path: '/sys/role/getRoleId',
    rule: 'session',
    handler: (req) => ({ roleId: authOf(req).roleId }),
  });
  route(app, {
    method: 'GET',
    path: '/sys/user/needUpdatePwd',
    rule: 'session',
    beforePassword: true,
    handler: async (req) => {
      const { accountId, org } = authOf(req);
      return needOf(await passwordState(db, accountId), await policyOf(org, setting), clock());
    },
  });
};

/** An empty installation has nobody who could sign in: its first page makes the first organisation, once. */
const firstOrgCall = (parts: Parts, app: FastifyInstance): void => {
  route(app, {
    method: 'POST',
    path: '/sys/firstOrg',
    rule: 'public',
    bodyLimit: SMALL,
    perMinute: 20,
    handler: (req) => makeFirstOrg(parts, req.body),
  });
};
const makeFirstOrg = async (parts: Parts, body: unknown): Promise<unknown> => {
  const { db, keys, clock, registries } = parts;
  const given = texts(body, ['orgName', 'orgCode', 'loginName', 'name', 'pwd', 'keyId']);
  const { orgName, orgCode, loginName, name } = given;
  if (await hasOrg(db)) throw refuse('企业已存在，请登录');
  if (!orgName || !orgCode || !loginName || !name) throw badRequest();
  if (!/^[\w.-]{2,30}$/.test(loginName)) throw refuse('登录账号须为2到30位的字母、数字、点、下划线或横线');
  const now = clock();
  const password = await openEnvelope(db, keys, { keyId: given.keyId, pwd: given.pwd }, now.getTime());
  const org = { id: '', code: orgCode, name: orgName, schema: '', rightsVersion: 0 };
  const policy = await policyOf(org, async () => null);
  const fault = judgePassword(password, policy, { loginName, mobile: null });
  if (fault !== null) throw refuse(fault);
  const made = await createOrg(
    parts.owner,
    {
      objects: [...registries.shipped.objects.values()],
      now: factoryClock(now),
      ...(parts.condition ? { condition: parts.condition } : {}),
    },
    { code: orgCode, name: orgName.slice(0, 60), admin: { loginName, name: name.slice(0, 20), password } },
  );
  await parts.seed?.(made, loginName);
  return { orgCode: made.code, loginName };
};
