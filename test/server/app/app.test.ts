import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badRequest, forbidden, refuse } from '../../../server/errors';
import { demandRule, type RouteSpec, type Rule } from '../../../server/plugins/route';
import { type TestApp, testApp } from '../../support/app';

const clientDir = mkdtempSync(join(tmpdir(), 'millwright-client-'));
const logs: string[] = [];
let at: TestApp;
let token = '';

const get = (path: string, rule: Rule, handler: RouteSpec['handler'], rest: Partial<RouteSpec> = {}): RouteSpec => ({
  method: 'GET',
  path: `/t/${path}`,
  rule,
  handler,
  ...rest,
});
const routes: readonly RouteSpec[] = [
  get('text', 'public', () => 'plain'),
  get('none', 'public', () => undefined),
  get('refuse', 'public', () => {
    throw refuse('库存不足', { rule: 'actions.audit' });
  }),
  get('bad', 'public', () => {
    throw badRequest();
  }),
  get('forbidden', 'public', () => {
    throw forbidden();
  }),
  get('bug', 'public', () => {
    throw new TypeError('secret inner text');
  }),
  get('slow', 'public', () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  }),
  get('session', 'session', (req) => req.session.loginName),
  get(
    'right',
    () => 'purchaseOrder:audit',
    () => 'held',
  ),
  get(
    'missing',
    () => 'org:add',
    () => 'held',
  ),
  get('big', 'public', () => ({ text: '库存'.repeat(5_000) })),
  get('limited', 'public', () => 1, { perMinute: 3 }),
  { method: 'POST', path: '/t/echo', rule: 'public', handler: (req) => req.body, bodyLimit: 1_000 },
];

beforeAll(async () => {
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(
    join(clientDir, 'index.html'),
    '<html><head><meta name="csp-nonce" content="__CSP_NONCE__" /></head><body id="page"></body></html>',
  );
  writeFileSync(join(clientDir, 'assets', 'main-abc123.js'), 'export const a = 1;');
  writeFileSync(join(clientDir, 'app.webmanifest'), '{"name":"Millwright"}');
  writeFileSync(join(clientDir, 'favicon.svg'), '<svg/>');
  writeFileSync(join(clientDir, 'bench.html'), '<html><body id="bench"></body></html>');
  at = await testApp({ routes, clientDir, logs });
  token = (await at.signIn('admin')).data.access_token;
});
afterAll(async () => {
  await at.close();
  rmSync(clientDir, { recursive: true, force: true });
});

describe('the envelope', () => {
  test.each([
    ['text', 200, { code: 200, msg: 'success', data: 'plain' }],
    ['none', 200, { code: 200, msg: 'success', data: null }],
    ['refuse', 200, { code: 203, msg: '库存不足', data: { rule: 'actions.audit' } }],
    ['bad', 400, { code: 400, msg: '参数错误', data: null }],
    ['forbidden', 403, { code: 403, msg: '没有权限，请联系管理员', data: null }],
    ['bug', 500, { code: 500, msg: '服务异常,请重试', data: null }],
    ['slow', 200, { code: 203, msg: '查询时间过长，请缩小查询范围', data: null }],
    ['session', 401, { code: 401, msg: '登录信息已失效，请重新登录', data: null }],
    ['nothing', 404, { code: 404, msg: '数据接口异常', data: null }],
  ])('%s is HTTP %d', async (path, status, body) => {
    expect(await at.call('GET', `/t/${path}`)).toEqual({ status, ...body });
  });
  test('an unknown call is 404 in it, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const response = await at.app.inject({ method, url: '/v2/api/mes/nothing/here' });
      expect([response.statusCode, response.json()]).toEqual([404, { code: 404, msg: '数据接口异常', data: null }]);
    }
  });
  test('a broken or too large body is told so', async () => {
    const post = (payload: string, type = 'application/json') =>
      at.app.inject({ method: 'POST', url: '/v2/api/mes/t/echo', payload, headers: { 'content-type': type } });
    expect((await post('{')).json()).toMatchObject({ code: 400, msg: '参数错误' });
    expect((await post('<a/>', 'text/xml')).json()).toMatchObject({ code: 400 });
    expect((await post(JSON.stringify({ a: 'x'.repeat(2_000) }))).json()).toMatchObject({ code: 413 });
    expect((await post('{"__proto__":{"x":1}}')).json()).toMatchObject({ code: 400 });
    expect((await post('{"a":null,"b":true}')).json()).toMatchObject({ data: { a: null, b: true } });
  });
  test('large answers are compressed', async () => {
    const response = await at.app.inject({ url: '/v2/api/mes/t/big', headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(response.rawPayload).toString()).data.text).toHaveLength(10_000);
  });
});

describe('rules of routes', () => {
  test('a route without a rule does not start', async () => {
    const app = fastify();
    app.addHook('onRoute', demandRule);
    expect(() => app.get('/open', () => 'forgotten')).toThrow('has no rule');
    expect(() => app.route({ method: 'GET', url: '/open2', config: {}, handler: () => 1 })).toThrow('has no rule');
  });
  test('every route of the application has one', () => {
    const text = at.app.printRoutes({ includeHooks: false, commonPrefix: false });
    expect(text).toContain('sys/signIn');
    expect(() => at.app.route({ method: 'GET', url: '/x', handler: () => 1 })).toThrow();
  });
  test('session and rights are looked at', async () => {
    expect((await at.call('GET', '/t/session', { token })).data).toBe('admin');
    expect((await at.call('GET', '/t/right', { token })).data).toBe('held');
    expect((await at.call('GET', '/t/right')).code).toBe(401);
    expect((await at.call('GET', '/t/missing', { token })).code).toBe(200);
  });
  test('public routes are limited by address', async () => {
    const codes: number[] = [];
    for (let n = 0; n < 4; n++) codes.push((await at.call('GET', '/t/limited', { ip: '10.0.0.1' })).code);
    expect(codes).toEqual([200, 200, 200, 429]);
    expect((await at.call('GET', '/t/limited', { ip: '10.0.0.2' })).code).toBe(200);
    expect((await at.call('GET', '/t/text', { ip: '10.0.0.1' })).code).toBe(200);
  });
});

describe('pages', () => {
  const load = (url: string) => at.app.inject({ url });

  test('pages for measuring are not there unless they were asked for', async () => {
    for (const url of ['/bench/sub', '/v2/bench.html'])
      expect((await at.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });
  test('/ goes to /v2/, every path below is the application', async () => {
    expect((await load('/')).headers.location).toBe('/v2/');
    for (const url of ['/v2/', '/v2/home', '/v2/oms/purchase/order/edit?id=1', '/v2/a.b/c']) {
      const page = await load(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('id="page"');
    }
  });
  test('carries the strict policy with a fresh nonce in header and meta tag', async () => {
    const [response, two] = [await load('/v2/'), await load('/v2/')];
    const policy = String(response.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'self'; script-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; ` +
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; worker-src 'self'; object-src 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    );
    expect(nonce.length).toBeGreaterThan(20);
    expect(response.body).toContain(`<meta name="csp-nonce" content="${nonce}" />`);
    expect(two.headers['content-security-policy']).not.toBe(policy);
    expect(response.headers['strict-transport-security']).toBeUndefined();
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['cache-control']).toBe('no-cache');
  });
  test('assets are kept by browsers, a missing one is no page', async () => {
    const asset = await load('/v2/assets/main-abc123.js');
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await load('/v2/favicon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await load('/v2/app.webmanifest')).body).toBe('{"name":"Millwright"}');
    expect((await load('/v2/assets/main-old.js')).statusCode).toBe(404);
    for (const url of [
      '/v2/..%2f..%2fpackage.json',
      '/v2/%2e%2e/%2e%2e/etc/passwd',
      '/v2/assets/..%2f..%2f..%2fetc/passwd',
    ])
      expect((await load(url)).body).not.toContain('root:');
  });
  test('answers of calls are not kept and load nothing', async () => {
    const { headers } = await load('/v2/api/mes/t/text');
    expect([headers['cache-control'], headers['content-security-policy']]).toEqual([
      'no-store',
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ]);
  });
});

test('health and ready answer without a session and say little', async () => {
  expect((await at.app.inject({ url: '/health' })).json()).toEqual({ status: 'ok' });
  const ready = await at.app.inject({ url: '/ready' });
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', database: true, migrations: true, disk: true },
  ]);
});

test('logs are lines of JSON with request and user, without queries, passwords and tokens', async () => {
  logs.length = 0;
  const sealed = await at.seal('Canary#Secret1');
  await at.call('GET', '/sys/signIn', { query: { loginName: 'canaryName', ...sealed } });
  await at.call('GET', '/t/session?token=canaryToken', { token });
  await at.call('GET', '/t/bug');
  const all = logs.join('');
  for (const secret of ['canaryName', 'canaryToken', 'Canary#Secret1', sealed.pwd, token])
    expect(all).not.toContain(secret);
  const lines = logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ path }) => path === '/v2/api/mes/t/session')).toMatchObject({
    msg: 'request',
    status: 200,
    userId: expect.any(String),
    reqId: expect.any(String),
  });
  expect(lines.find(({ msg }) => msg === 'unexpected error')).toMatchObject({ err: { message: 'secret inner text' } });
});
