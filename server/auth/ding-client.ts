/** What is asked of DingTalk: who somebody is, by the code his browser or his messenger brought. Hosts come from the environment. */
import { refuse } from '../errors';

export interface DingHosts {
  readonly api: string;
  readonly oapi: string;
  readonly login: string;
}
export const DING_HOSTS: DingHosts = {
  api: 'https://api.dingtalk.com',
  oapi: 'https://oapi.dingtalk.com',
  login: 'https://login.dingtalk.com',
};
export interface DingApp {
  readonly key: string;
  readonly secret: string;
}
/** A message with a way into the application; without one it is text alone. */
export interface DingCard {
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
}
/** Somebody as the provider knows him. */
export interface DingUser {
  readonly userId: string;
  readonly unionId: string;
  readonly mobile: string | null;
}
export interface DingClient {
  /** by the code of the messenger itself */
  byMessenger(app: DingApp, code: string): Promise<DingUser>;
  /** by the code a browser brought back from the provider's page */
  byBrowser(app: DingApp, corpId: string, code: string): Promise<DingUser>;
  /** a message of the application to somebody; it throws when the provider did not take it */
  sendWork(app: DingApp, agentId: string, to: string, card: DingCard): Promise<void>;
  /** the provider's page */
  loginUrl(app: DingApp, corpId: string, state: string, back: string): string;
}

const AWAY = '钉钉服务暂不可用，请使用账号登录';
const STALE = '授权已失效，请重新扫码';
const MS = 5_000;
type Answer = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const part = (value: unknown): Answer => (typeof value === 'object' && value !== null ? (value as Answer) : {});

export const dingClient = (hosts: DingHosts): DingClient => {
  /** what the provider refuses is told as a code that is over: it says no more to us */
  const ask = async (url: string, init: { readonly body?: Answer; readonly token?: string }): Promise<Answer> => {
    const { body, token } = init;
    let answer: Response;
    let told: Answer;
    try {
      answer = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(MS),
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { 'x-acs-dingtalk-access-token': token }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      told = part(await answer.json());
    } catch {
      throw refuse(AWAY);
    }
    if (answer.status >= 500) throw refuse(AWAY);
    if (!answer.ok || (told.errcode !== undefined && told.errcode !== 0)) throw refuse(STALE);
    return told;
  };
  const appToken = async ({ key, secret }: DingApp): Promise<string> =>
    text((await ask(`${hosts.api}/v1.0/oauth2/accessToken`, { body: { appKey: key, appSecret: secret } })).accessToken);
  const old = async (path: string, token: string, body: Answer): Promise<Answer> =>
    part((await ask(`${hosts.oapi}${path}?access_token=${encodeURIComponent(token)}`, { body })).result);
  const whole = async (token: string, userId: string, unionId: string): Promise<DingUser> => {
    if (userId === '') throw refuse(STALE);
    const found = await old('/topapi/v2/user/get', token, { userid: userId });
    return { userId, unionId: unionId || text(found.unionid), mobile: text(found.mobile) || null };
  };
  return {
    byMessenger: async (app, code) => {
      const token = await appToken(app);
      const found = await old('/topapi/v2/user/getuserinfo', token, { code });
      return whole(token, text(found.userid), text(found.unionid));
    },
    byBrowser: async (app, corpId, code) => {
      const body = { clientId: app.key, clientSecret: app.secret, code, grantType: 'authorization_code' };
      const granted = await ask(`${hosts.api}/v1.0/oauth2/userAccessToken`, { body });
      // somebody of another company may sign in there, but not here
      if (text(granted.corpId) !== '' && granted.corpId !== corpId) throw refuse(STALE);
      const me = await ask(`${hosts.api}/v1.0/contact/users/me`, { token: text(granted.accessToken) });
      const unionId = text(me.unionId);
      const token = await appToken(app);
      const found = await old('/topapi/user/getbyunionid', token, { unionid: unionId });
      return whole(token, text(found.userid), unionId);
    },
    sendWork: async (app, agentId, to, { title, body, url }) => {
      const token = await appToken(app);
      const markdown = body === '' ? title : `**${title}**\n\n${body}`;
      const msg =
        url === null
          ? { msgtype: 'markdown', markdown: { title, text: markdown } }
          : { msgtype: 'action_card', action_card: { title, markdown, single_title: '查看', single_url: url } };
      const path = '/topapi/message/corpconversation/asyncsend_v2';
      const address = `${hosts.oapi}${path}?access_token=${encodeURIComponent(token)}`;
      await ask(address, { body: { agent_id: agentId, userid_list: to, msg } });
    },
    loginUrl: (app, corpId, state, back) => {
      const url = new URL('/oauth2/auth', hosts.login);
      const query = {
        redirect_uri: back,
        response_type: 'code',
        client_id: app.key,
        scope: 'openid corpid',
        state,
        prompt: 'consent',
        exclusiveLogin: 'true',
        exclusiveCorpId: corpId,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
  };
};
