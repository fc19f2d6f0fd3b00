/** What a terminal did without network: order, chains, tokens, limits (language §12.3, domain 30 §7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';
import { makeCtx } from '../../../server/records/context';
import { openDocument } from '../../../server/records/page/open-document';
import { discardCall, type ReplayAnswer, replayCall } from '../../../server/records/save/replay';
import { openWorld, type Wire, type World } from '../../support/writes';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    documents: [
      {
        $schema: 'object/2',
        object: 'tally',
        title: '计数',
        label: 'code',
        route: '/test/tally',
        fields: {
          code: { title: '编号', kind: 'input', required: true },
          group: { title: '批', kind: 'input' },
          qty: { title: '数量', type: 'decimal' },
          isDone: { title: '完成', type: 'bool', readonly: true },
          off: { title: '时钟偏差', type: 'int', readonly: true, default: '=clockDrift()' },
        },
        checks: {
          limit: {
            that: "sum(tally.qty, group == row.group) + qty <= 40 || group != 'A'",
            say: '最多可报40，本次{qty}',
          },
        },
        floor: { big: ['qty'], offline: true, chain: 'group' },
        views: {
          night: {
            title: '夜班计数',
            route: '/test/night',
            floor: { big: ['qty'], offline: true, chain: 'code', discard: 'finish' },
          },
          desk: { title: '办公室计数', route: '/test/desk', floor: { big: ['qty'] } },
        },
        actions: {
          add: {},
          view: {},
          edit: {},
          del: {},
          finish: { title: '完成', at: ['row'], set: { isDone: true } },
        },
      },
    ],
  });
});
afterAll(() => world?.close());

/** SQLSTATE → codes of the item and of the one behind it, the sentence */
const AGAIN: Readonly<Record<string, readonly [codes: readonly number[], text: string]>> = {
  '57P01': [[503, 203], '数据库连接中断，请稍后重试'],
  '53100': [[503, 203], '磁盘空间不足，请联系管理员'],
  '55P03': [[503, 203], '数据正被他人处理，请稍后重试'],
  '22003': [[400, 203], '参数错误'],
  XX000: [[500, 203], '服务异常,请重试'],
};

let seq = 0;
const item = (chain: string, record: Wire, more: Wire = {}): Wire => ({
  token: newId(),
  seq: ++seq,
  chain,
  page: 'tally',
  call: 'save',
  body: { record: { id: newId(), code: `T${seq}`, group: chain, ...record } },
  occurAt: '2026-01-15 07:30:00',
  clockOffset: 0,
  ...more,
});
const replay = (items: readonly Wire[], ctx = world.admin): Promise<readonly ReplayAnswer[]> =>
  replayCall(ctx, JSON.parse(JSON.stringify(items)), (error) => {
    throw error;
  });

describe('replay', () => {
  it('keeps the order, a refusal stops only its chain, a repeat answers the same and writes nothing', async () => {
    const items = [item('A', { qty: 30 }), item('A', { qty: 20 }), item('A', { qty: 5 }), item('B', { qty: 50 })];
    const answers = await replay([...items].reverse());
    expect(answers.map(({ code }) => code)).toEqual([200, 203, 203, 200]);
    expect(answers[1]?.msg).toBe('最多可报40，本次20');
    expect(answers[2]).toMatchObject({ msg: '前一条还未处理，请先处理前一条', data: { waits: true } });
    expect(await world.count('tally')).toBe(2);
    const again = await replay(items);
    expect(again.map(({ code }) => code)).toEqual([200, 203, 203, 200]);
    expect(again[0]?.data).toEqual(answers[0]?.data);
    expect(await world.count('tally')).toBe(2);
    // the operator sends ten, the rest of the chain goes on
    const mended = { ...items[1], token: newId(), body: { record: { id: newId(), code: 'T9', group: 'A', qty: 5 } } };
    expect((await replay([mended, items[2] as Wire])).map(({ code }) => code)).toEqual([200, 200]);
  });
  it('a chain goes over the pages: what came after a refusal on one page waits on the other', async () => {
    const answers = await replay([
      item('A', { qty: 90 }),
      item('A', { qty: 1 }, { page: 'tally.night' }),
      item('N', { qty: 1 }, { page: 'tally.night' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([203, 203, 200]);
    expect(answers[1]?.data).toEqual({ waits: true });
  });
  it('a view says itself what floor mode is there', async () => {
    const floorAt = (code: string) => openDocument(world.admin, world.registry.page(code)!).floor;
    expect([floorAt('tally#edit')?.chain, floorAt('tally.night#edit')?.chain]).toEqual(['group', 'code']);
    expect(floorAt('tally.desk#edit')).toEqual({ big: ['qty'] });
    const [answer] = await replay([item('V', { qty: 1 }, { page: 'tally.desk' })]);
    expect(answer?.msg).toBe('该页面不能离线提交，请联网后操作');
  });
  it('what is given up is stored nowhere but in the log, with its reason, once', async () => {
    const given = item('A', { qty: 90 });
    const before = await world.count('tally');
    const ask = async (reason: string, ctx = world.admin) => {
      const body = { item: given, title: '计数 数量 90', reason, token: `${String(given.token)}-x` };
      const inner = await makeCtx(ctx.host, ctx.session, { requestId: 'r', token: body.token });
      return discardCall(inner, body);
    };
    await expect(ask(' ')).rejects.toMatchObject({ code: 203, message: '请填写丢弃原因' });
    await ask('数错了');
    await ask('数错了');
    expect(await world.count('tally')).toBe(before);
    const rows = await world.admin.trx
      .selectFrom('mw_trail')
      .select(['object', 'changes'])
      .where('action', '=', 'discard')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ object: 'tally' });
    expect(rows[0]?.changes).toMatchObject([
      { title: '丢弃原因', to: '数错了' },
      { title: '内容', to: '计数 数量 90' },
      { title: '发生时间' },
      { title: '提交号', to: given.token },
    ]);
  });
  it('a page may say whose right it takes to give something up', async () => {
    const given = item('A', { qty: 90 }, { page: 'tally.night' });
    const body = { item: given, title: '计数 数量 90', reason: '数错了', token: `${String(given.token)}-x` };
    const ask = async (functions: readonly string[]) => {
      const ctx = await world.as([{ functions }]);
      return discardCall(await makeCtx(ctx.host, ctx.session, { requestId: 'r', token: body.token }), body);
    };
    await expect(ask(['tally:view', 'tally:add', 'tally:edit'])).rejects.toMatchObject({ code: 403 });
    await expect(ask(['tally:view', 'tally:finish'])).resolves.toBeNull();
  });
  it('a clock that was more than five minutes off is marked', async () => {
    const minute = 60_000;
    const items = [-7, 5, 0].map((off) =>
      item('OFF', { qty: 1 }, { clockOffset: off * minute, occurAt: '2026-01-15 07:00:00' }),
    );
    const answers = await replay(items);
    expect(answers.map(({ data }) => (data as { record: Wire }).record.off ?? null)).toEqual([7, null, null]);
  });
  it('two terminals that replay the same queue at once write it once', async () => {
    const items = Array.from({ length: 20 }, () => item(`C${seq}`, { qty: 1 }));
    const before = await world.count('tally');
    const both = await Promise.all([replay(items), replay(items)]);
    for (const answers of both) expect(answers.every(({ code }) => code === 200)).toBe(true);
    expect(await world.count('tally')).toBe(before + 20);
  });
  it('own actions are replayed; built-in ones, other pages and foreign rights are not', async () => {
    const made = item('D', { qty: 1 });
    const { id } = (made.body as { record: { id: string } }).record;
    const finish = item('D', {}, { call: 'act/finish', body: { targets: [{ id, version: 1 }], ask: {} } });
    expect((await replay([made, finish])).map(({ code }) => code)).toEqual([200, 200]);
    const del = item('E', {}, { call: 'act/del', body: { targets: [{ id, version: 2 }] } });
    expect((await replay([del]))[0]).toMatchObject({ code: 203, msg: '「删除」不能离线提交，请联网后操作' });
    // what every object answers to is no action
    const inherited = item('E2', {}, { call: 'act/constructor', body: { targets: [] } });
    expect((await replay([inherited]))[0]).toMatchObject({ code: 404 });
    const ancient = item('E3', { qty: 1 }, { occurAt: '0001-01-01 00:00:00', clockOffset: -4e12 });
    expect((await replay([ancient]))[0]).toMatchObject({ code: 200 });
    const other = item('F', {}, { page: 'supplier' });
    expect((await replay([other]))[0]).toMatchObject({ code: 203, msg: '该页面不能离线提交，请联网后操作' });
    const viewer = await world.as([{ functions: ['tally:view'] }]);
    const before = await world.count('tally');
    expect((await replay([item('G', { qty: 1 })], viewer))[0]?.code).toBe(403);
    expect(await world.count('tally')).toBe(before);
  });
  it('trouble of the server is no refusal of the item, a value beyond its type is', async () => {
    const before = await world.count('tally');
    const told: unknown[] = [];
    for (const code of ['57P01', '53100', '55P03', '22003', 'XX000']) {
      const clock = (): Date => {
        throw Object.assign(new Error('trouble'), { code });
      };
      const ctx = { ...world.admin, host: { ...world.admin.host, clock } };
      const answers = await replayCall(ctx, [item('K', { qty: 1 }), item('K', { qty: 1 })], () => told.push(code));
      expect([code, answers.map(({ code }) => code), answers[0]?.msg]).toEqual([code, ...AGAIN[code]!]);
    }
    // only what the database does not explain is looked into
    expect(told).toEqual(['55P03', 'XX000']);
    expect(await world.count('tally')).toBe(before);
  });
  it('strange queues are 400', async () => {
    for (const body of [
      {},
      [{}],
      [{ ...item('H', {}), occurAt: 'gestern' }],
      [{ ...item('H', {}), occurAt: '9999-99-99 99:99:99' }],
      [{ ...item('H', {}), occurAt: '0000-00-00 00:00:00' }],
      [{ ...item('H', {}), clockOffset: -1e308 }],
      [{ ...item('H', {}), clockOffset: '7' }],
      Array.from({ length: 201 }, () => item('H', {})),
    ])
      await expect(replay(body as Wire[])).rejects.toMatchObject({ code: 400 });
  });
});

describe('a session that is over', () => {
  it('sends what happened before it ended; what came after waits for its user to sign in again', async () => {
    const over = Date.parse('2026-01-15T07:45:00+08:00');
    const items = [
      item('O', { qty: 1 }),
      item('O', { qty: 2 }, { occurAt: '2026-01-15 07:50:00' }),
      item('O', { qty: 3 }),
    ];
    const answers = await replayCall(
      world.admin,
      JSON.parse(JSON.stringify(items)),
      (error) => {
        throw error;
      },
      over,
    );
    expect(answers.map((answer) => answer.code)).toEqual([200, 401, 203]);
    expect(answers[1]?.msg).toBe('登录信息已失效，请重新登录');
    const again = await replay(items);
    expect(again.map((answer) => answer.code)).toEqual([200, 200, 200]);
  });
});
