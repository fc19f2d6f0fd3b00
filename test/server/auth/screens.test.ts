/** Boards without sign-in: the key of a 大屏设置 opens its board and nothing else, until it expires, is renewed or switched off. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineCtx } from '../../../server/records/host';
import { demoFactory, type Factory } from '../../domain/factory';
import { screenApp } from '../../support/screen-app';

let factory: Factory;
let app: FastifyInstance;
let id: string;
let key: string;
let now = '2026-01-15 10:00:00';
beforeAll(async () => {
  factory = await demoFactory();
  app = await screenApp(factory, () => now);
  const made = await factory.as('admin', (ctx) =>
    ctx.records.save('screenCfg', {
      name: '车间入口',
      board: 'demoScreen',
      ipAllow: '',
      keyExpireAt: '2026-02-01 00:00:00',
    }),
  );
  id = made.id as string;
  key = await renew();
});
afterAll(() => app?.close());

/** 重置地址: the service proposes an address, the action takes it */
async function renew(): Promise<string> {
  return factory.as('admin', async (ctx) => {
    const engine = ctx as EngineCtx;
    const service = engine.host.services.get('screen.newKey')!;
    const { address } = (await service.run({ ids: [id] }, ctx)) as { address: string };
    await ctx.records.act('screenCfg', 'newKey', id, { address });
    return new URL(address, 'http://x').searchParams.get('k') ?? '';
  });
}
const call = async (
  path: string,
  { k = key, ip = '8.8.8.8', body }: { k?: string; ip?: string; body?: object } = {},
) => {
  const answer = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/v2/api/mes${path}`,
    headers: { authorization: `Screen ${k}`, 'x-forwarded-for': ip },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: number; msg: string; data: never }) };
};
const item = (page: string, more = {}) => call(`/lcdp/apppage/getPageItem?pageId=${page}`, more);
const cell = (report: string, more = {}) =>
  call('/chartdesign/query', {
    body: {
      cells: [{ key: 'a', report, chart: { chart: 'number', y: [report === 'demoStat' ? 'number' : 'fired'] } }],
    },
    ...more,
  });

describe('with a key', () => {
  it('opens its board with the numbers of its public reports', async () => {
    expect(await call('/screen/init')).toMatchObject({ code: 200, data: { orgName: '示例工厂' } });
    expect(await item('demoScreen')).toMatchObject({ code: 200 });
    expect((await cell('demoControl')).data).toMatchObject([{ code: 200, data: { total: { fired: 3 } } }]);
  });
  it('reaches no other report, page, list or write', async () => {
    expect((await cell('demoStat')).data).toMatchObject([{ code: 403 }]);
    expect((await item('demoDoc')).code).toBe(403);
    expect((await item('demoBoard')).code).toBe(403);
    expect((await call('/lcdp/data/demoDoc/getPageList', { body: {} })).code).toBe(401);
    expect((await call('/lcdp/data/demoControl/getPageList', { body: {} })).code).toBe(401);
    expect((await call('/lcdp/data/demoDoc/save', { body: { record: {} } })).code).toBe(401);
  });
  it('is not stored: the row holds its hash', async () => {
    const row = await factory.as('admin', (ctx) => ctx.records.get('screenCfg', id));
    expect(JSON.stringify(row)).not.toContain(key.split('.')[1]);
    expect(row?.keyHash).toMatch(/^[0-9a-f]{64}$/);
  });
  it('only from the addresses it allows', async () => {
    await factory.as('admin', async (ctx) => {
      const row = await ctx.records.get('screenCfg', id);
      await ctx.records.save('screenCfg', { ...row, ipAllow: '10.1.0.0/16' });
    });
    expect((await call('/screen/init')).code).toBe(401);
    expect((await call('/screen/init', { ip: '10.1.2.3' })).code).toBe(200);
    await expect(
      factory.as('admin', async (ctx) => {
        const row = await ctx.records.get('screenCfg', id);
        await ctx.records.save('screenCfg', { ...row, ipAllow: '10.1.0.0/99' });
      }),
    ).rejects.toThrow('不是IP地址或网段');
  });
  it('until it expires, is renewed or switched off', async () => {
    const ip = '10.1.2.3';
    now = '2026-02-01 00:00:01';
    expect((await call('/screen/init', { ip })).code).toBe(401);
    now = '2026-01-16 08:00:00';
    const old = key;
    key = await renew();
    expect((await call('/screen/init', { ip, k: old })).code).toBe(401);
    expect((await call('/screen/init', { ip })).code).toBe(200);
    await factory.as('admin', (ctx) => ctx.records.act('screenCfg', 'disable', id));
    expect((await call('/screen/init', { ip })).code).toBe(401);
  });
});

it('without a key only inside the nets of the one organisation that opens its boards', async () => {
  expect((await call('/screen/init', { k: '-', ip: '192.168.1.20' })).code).toBe(200);
  expect((await item('demoScreen', { k: '-', ip: '192.168.1.20' })).code).toBe(200);
  expect((await call('/screen/init', { k: '-', ip: '8.8.8.8' })).code).toBe(401);
  expect((await call('/screen/init', { k: 'demo.short', ip: '192.168.1.20' })).code).toBe(401);
});

it('a board that is not public cannot be chosen', async () => {
  await expect(
    factory.as('admin', (ctx) => ctx.records.save('screenCfg', { name: '别的', board: 'demoBoard' })),
  ).rejects.toThrow();
});
