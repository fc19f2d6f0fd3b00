/** Boards by stream (50 §5.1) as screens without sign-in open them: what each hears, what ends it, and who is let in at all. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WallFeed } from '../../../server/live/wall-feed';
import type { EngineCtx } from '../../../server/records/host';
import { screenStreamRoutes } from '../../../server/routes/screens';
import { WALL_BLOCKS, type WallSource } from '../../../server/wall/blocks';
import { demoFactory, type Factory } from '../../domain/factory';
import { screenApp } from '../../support/screen-app';

let factory: Factory;
let app: FastifyInstance;
let base: string;
let id: string;
let key: string;
let now = '2026-01-15 10:00:00';
const walls = new WallFeed(200);
beforeAll(async () => {
  factory = await demoFactory();
  app = await screenApp(factory, () => now, [screenStreamRoutes(factory.engine.host, walls)]);
  base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v2/api/mes`;
  const [unit] = await factory.as('admin', (ctx) => ctx.records.find('factoryUnit', "code == 'JJ'"));
  const cfg = { name: '机加一号屏', board: 'deviceRunning', factoryUnits: [unit?.id] };
  id = await factory.as('admin', async (ctx) => (await ctx.records.save('screenCfg', cfg as never)).id);
  key = await renew();
});
afterAll(() => app?.close());
// every test has a minute of its own
let minute = 0;
beforeEach(() => {
  now = `2026-01-15 10:${String(minute++).padStart(2, '0')}:00`;
  factory.setNow(now);
});
const over: AbortController[] = [];
afterEach(() => {
  for (const one of over.splice(0)) one.abort();
});

/** 重置地址 as its dialog does it */
const renew = (): Promise<string> =>
  factory.as('admin', async (ctx) => {
    const { address } = (await (ctx as EngineCtx).host.services.get('screen.newKey')!.run({ ids: [id] }, ctx)) as {
      address: string;
    };
    await ctx.records.act('screenCfg', 'newKey', id, { address });
    return new URL(address, 'http://x').searchParams.get('k') ?? '';
  });
interface Board {
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
}
const open = async (k = key, ip = '203.0.113.5', board = 'deviceRunning') => {
  const gone = new AbortController();
  over.push(gone);
  const response = await fetch(`${base}/screen/stream?board=${board}`, {
    headers: { authorization: `Screen ${k}`, 'x-forwarded-for': ip },
    signal: gone.signal,
  });
  const told: Board[] = [];
  let wake = (): void => undefined;
  const ended = (async () => {
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: board\ndata: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) told.push(JSON.parse(data) as Board);
      }
      wake();
    }
  })().catch(() => undefined);
  return {
    ...{ status: response.status, told, ended },
    close: () => gone.abort(),
    until: async (has: (board: Board) => boolean): Promise<Board> => {
      for (;;) {
        const found = told.find(has);
        if (found !== undefined) return found;
        await new Promise<void>((done) => {
          wake = done;
        });
      }
    },
  };
};
const whole = ({ data }: Board): boolean => 'strips' in data;

it('hears all of it first, then the block that changed and its configuration', async () => {
  const screen = await open();
  expect(screen.status).toBe(200);
  expect(Object.keys((await screen.until(whole)).data)).toEqual(['kpi', 'strips', 'ranking', 'longest']);
  const blocks = WALL_BLOCKS.deviceRunning as Record<string, (source: WallSource) => Promise<unknown>>;
  const { kpi } = blocks as { kpi: (source: WallSource) => Promise<unknown> };
  try {
    blocks.kpi = async () => ({ devices: 77 });
    walls.changed(factory.org.schema);
    const { data } = await screen.until(({ data }) => (data.kpi as { devices?: number } | undefined)?.devices === 77);
    expect(Object.keys(data)).toEqual(['kpi']);
    // one that fails is told as such, the others live on
    blocks.kpi = ({ ctx }) => sql`select 1 / 0`.execute(ctx.trx);
    walls.changed(factory.org.schema);
    expect((await screen.until(({ data }) => data.kpi === null)).data).toEqual({ kpi: null });
  } finally {
    blocks.kpi = kpi;
  }
  const { version } = (await factory.as('admin', (ctx) => ctx.records.get('screenCfg', id))) ?? {};
  await factory.as('admin', (ctx) => ctx.records.save('screenCfg', { id, version, title: '新名字' } as never));
  walls.changed(factory.org.schema);
  await screen.until(({ title }) => title === '新名字');
});

it('is opened by no wrong key, no other board, no other organisation and not from elsewhere', async () => {
  for (const [k, board] of [
    [`demo.${'a'.repeat(43)}`, 'deviceRunning'],
    [key.replace(/^demo/, 'other'), 'deviceRunning'],
    ['-', 'deviceRunning'],
    ['', 'deviceRunning'],
  ] as const)
    expect((await open(k, '203.0.113.5', board)).status).toBe(401);
  expect((await open(key, '203.0.113.5', 'synthesis')).status).toBe(403);
  expect((await open(key, '203.0.113.5', 'nosuch')).status).toBe(400);
  expect(walls.size).toBe(0);
});

it('ends with a new address, and the screens of other keys do not', async () => {
  const own = await open();
  const net = await open('-', '192.168.1.20');
  await Promise.all([own.until(whole), net.until(whole)]);
  const before = own.told.length;
  key = await renew();
  await new Promise((done) => setTimeout(done, 250));
  walls.changed(factory.org.schema);
  await own.ended;
  expect(own.told.length).toBe(before);
  walls.changed(factory.org.schema);
  const heard = net.told.length;
  await net.until(() => net.told.length > heard);
  expect((await open(key)).status).toBe(200);
});

it('opens sixty times a minute for a key and an address, and nothing stays of those who went', async () => {
  const all = [];
  for (let n = 0; n < 61; n++) all.push(await open(key, '203.0.113.61'));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(all.at(-1)?.status).toBe(429);
  expect((await open(key, '203.0.113.62')).status).toBe(200);
  for (const one of over.splice(0)) one.abort();
  while (walls.size > 0) await new Promise((done) => setTimeout(done, 20));
});
