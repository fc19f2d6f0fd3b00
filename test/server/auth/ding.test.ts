/** Sign-in with DingTalk against a server that answers as it does (10 §2.4). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app';

const CORP = 'dingcorp1';
let provider: Server;
let at: TestApp;
/** what the provider knows: codes are good once */
const codes = new Map<string, string>();
let isDown = false;
const asked: string[] = [];
const run = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  (await sql.raw<Record<string, unknown>>(text).execute(at.database.db)).rows;

const answerOf = (path: string, body: Record<string, string>): unknown => {
  if (path === '/v1.0/oauth2/accessToken')
    return body.appKey === 'key' && body.appSecret === 'secret' ? { accessToken: 'app' } : undefined;
  if (path === '/v1.0/oauth2/userAccessToken')
    return take(body.code) ? { accessToken: 'user', corpId: CORP } : undefined;
  if (path === '/v1.0/contact/users/me') return { unionId: 'union1' };
  if (path === '/topapi/user/getbyunionid') return { errcode: 0, result: { userid: 'third1' } };
  if (path === '/topapi/v2/user/getuserinfo')
    return take(body.code) ? { errcode: 0, result: { userid: 'third1', unionid: 'union1' } } : { errcode: 40078 };
  if (path === '/topapi/v2/user/get') return { errcode: 0, result: { mobile: '13800000001', unionid: 'union1' } };
  return undefined;
};
const take = (code = ''): boolean => codes.delete(code);

beforeAll(async () => {
  provider = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [path = ''] = (req.url ?? '').split('?');
      asked.push(path);
      const text = Buffer.concat(chunks).toString();
      const answer = isDown
        ? undefined
        : answerOf(path, text === '' ? {} : (JSON.parse(text) as Record<string, string>));
      res.writeHead(isDown ? 503 : answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
      res.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const host = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  at = await testApp({ ding: { api: host, oapi: host, login: host } });
  await run(`UPDATE platform.org SET corp_id = '${CORP}'`);
});
afterAll(async () => {
  await at?.close();
  await new Promise((done) => provider.close(done));
});
beforeEach(async () => {
  isDown = false;
  codes.clear();
  asked.length = 0;
  for (const key of Object.keys(at.settings)) delete at.settings[key];
  Object.assign(at.settings, { 'ding.appKey': 'key', 'ding.appSecret': 'secret' });
  await run('DELETE FROM platform.third_bind');
  await run(`UPDATE platform.account SET mobile = '13800000001', is_disabled = 0`);
});
const inside = (code: string, corpId = CORP) => at.call('GET', '/sys/signddingh5', { query: { code, corpId } });
const begin = async () =>
  (
    await at.call<{ authUrl: string; state: string; verifier: string }>('GET', '/sys/dingLogin', {
      query: { corpid: CORP },
    })
  ).data;
const back = (given: Record<string, string>) => at.call('GET', '/sys/dingLogin', { query: { corpid: CORP, ...given } });
const fresh = (): string => {
  const code = `code${codes.size}${Math.random()}`;
  codes.set(code, code);
  return code;
};

describe('DingTalk', () => {
  test('is off until an organisation has its application', async () => {
    delete at.settings['ding.appSecret'];
    expect((await at.call('GET', '/sys/init')).data.ding).toEqual({ enabled: false });
    expect((await inside('x')).msg).toBe('企业未开通钉钉登录');
    expect((await at.call('GET', '/sys/dingLogin', { query: { corpid: CORP } })).msg).toBe('企业未开通钉钉登录');
    at.settings['ding.appSecret'] = 'secret';
    expect((await at.call('GET', '/sys/init')).data.ding).toEqual({ enabled: true, corpId: CORP, auto: false });
    expect((await inside('x', 'another')).msg).toBe('企业未开通钉钉登录');
    expect(asked).toEqual([]);
  });
  test('who is not bound signs in once with his password, and from then on without', async () => {
    const first = await inside(fresh());
    expect([first.code, first.msg]).toEqual([203, '钉钉账号未绑定，请用系统账号登录一次完成绑定']);
    const { bindTicket } = first.data as { bindTicket: string };
    expect((await at.signIn('admin', 'wrong', { bindTicket })).code).toBe(203);
    expect((await at.signIn('admin', undefined, { bindTicket })).code).toBe(200);
    const again = await inside(fresh());
    expect(again.data).toMatchObject({ nickName: '系统管理员', orgName: '示例工厂' });
    const [row] = await run('SELECT kind FROM platform.auth_session ORDER BY created_at DESC LIMIT 1');
    expect(row).toEqual({ kind: 30 });
    const token = again.data.access_token as string;
    const { data } = await at.call<{ binds: { id: string; kind: string }[] }>('GET', '/sys/user/profile', { token });
    expect(data.binds).toEqual([{ id: expect.any(String), kind: '10', boundAt: expect.any(String) }]);
    const unbind = () => at.call('POST', '/sys/user/unbind', { token, body: { id: data.binds[0]?.id } });
    expect((await unbind()).code).toBe(200);
    expect((await unbind()).msg).toBe('该绑定已解除');
    expect((await inside(fresh())).msg).toBe('钉钉账号未绑定，请用系统账号登录一次完成绑定');
    // the ticket was good once
    await at.signIn('admin', undefined, { bindTicket });
    expect(await run('SELECT 1 FROM platform.third_bind')).toEqual([]);
  });
  test('binds by the mobile where the organisation says so', async () => {
    at.settings['auth.ding.autoBindMobile'] = true;
    expect((await inside(fresh())).code).toBe(200);
    expect(await run('SELECT third_user_id, union_id FROM platform.third_bind')).toEqual([
      { third_user_id: 'third1', union_id: 'union1' },
    ]);
    await run('UPDATE platform.account SET is_disabled = 1');
    expect((await inside(fresh())).msg).toBe('账号已停用，请联系管理员');
  });
  test('a browser comes back with a state that is good once, and only in the page that began', async () => {
    at.settings['auth.ding.autoBindMobile'] = true;
    const { authUrl, state, verifier } = await begin();
    const url = new URL(authUrl);
    expect(url.searchParams.get('state')).toBe(state);
    expect(url.searchParams.get('redirect_uri')).toMatch(/\/v2\/login\?corpid=dingcorp1$/);
    expect(authUrl).not.toContain(verifier);
    const stale = '授权已失效，请重新扫码';
    expect((await back({ code: fresh(), state, verifier: 'x' })).msg).toBe(stale);
    expect((await back({ code: fresh(), state, verifier })).msg).toBe(stale);
    const next = await begin();
    const many = await Promise.all(
      Array.from({ length: 20 }, () => back({ code: fresh(), state: next.state, verifier: next.verifier })),
    );
    expect(many.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(many.filter(({ msg }) => msg === stale)).toHaveLength(19);
    const last = await begin();
    expect((await back({ code: 'never given', state: last.state, verifier: last.verifier })).msg).toBe(stale);
  });
  test('that cannot be reached says so', async () => {
    isDown = true;
    expect((await inside(fresh())).msg).toBe('钉钉服务暂不可用，请使用账号登录');
  });
});
