import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../schemas/language/value';
import { newId } from '../../server/ids';
import { runAction } from '../../server/records/act/actions';
import type { EngineCtx } from '../../server/records/host';
import { getPageList } from '../../server/records/list/list';
import {
  newsDelete,
  newsDetail,
  newsDictionary,
  newsIds,
  newsList,
  newsPublish,
  newsSave,
} from '../../server/records/page/page-message';
import { inboxOf, markRead } from '../../server/records/people/inbox';
import { deliverNotices } from '../../server/records/people/notices';
import { saveRecord } from '../../server/records/save/save';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
  // the demo factory has news of its own, and documents in approval
  await deliver();
  await sql`DELETE FROM org_demo.message`.execute(factory.database.db);
});
afterAll(() => factory?.database.drop());

const deliver = async (): Promise<void> => {
  while ((await factory.as('admin', (ctx) => deliverNotices(ctx as EngineCtx))) > 0);
};
const inbox = (login: string) => factory.as(login, (ctx) => inboxOf(ctx));
const titles = async (login: string) => (await inbox(login)).records.map(({ title }) => title);
const act = (action: string, rec: Rec) =>
  factory.as('admin', (ctx) =>
    runAction(ctx as EngineCtx, ctx.records.object('news'), action, {
      targets: [{ id: rec.id as string, version: rec.version as number }],
    }),
  );
const row = async (id: unknown): Promise<Rec> => {
  const list = await factory.as('admin', (ctx) => {
    const engine = ctx as EngineCtx;
    return getPageList(engine, engine.registry.page('news')!, { ids: [String(id)] });
  });
  return (list.records as Rec[])[0]!;
};

describe('news', () => {
  it('reach whom they are meant for, once, and count their readers', async () => {
    await deliver();
    const dept = await factory.as('admin', async (ctx) => (await ctx.records.find('dept', "code == '12'"))[0]!);
    const saved = await factory.as('admin', (ctx) =>
      saveRecord(ctx as EngineCtx, 'news', {
        rec: {
          title: '春节放假安排',
          content: '<p>2月15日至23日放假</p>',
          receiverKind: '2',
          depts: [dept.id as string],
        },
        accept: [],
      }),
    );
    expect(await titles('xumin')).toEqual([]);
    await act('release', saved);
    expect(await titles('xumin')).toEqual(['春节放假安排']);
    expect(await titles('zhoutao')).toEqual([]);
    const mine = await inbox('xumin');
    expect(mine.unread).toBe(1);
    expect(mine.records[0]!.body).toBe('2月15日至23日放假');
    // nobody marks what is not his
    await factory.as('zhoutao', (ctx) => markRead(ctx, [String(mine.records[0]!.id)]));
    expect((await inbox('xumin')).unread).toBe(1);
    await factory.as('xumin', (ctx) => markRead(ctx, [String(mine.records[0]!.id)]));
    expect((await inbox('xumin')).unread).toBe(0);
    expect(await row(saved.id)).toMatchObject({ total: 2, readCount: 1 });
    const out = await factory.as('admin', (ctx) => ctx.records.get('news', saved.id as string));
    const edit = factory.as('admin', (ctx) =>
      saveRecord(ctx as EngineCtx, 'news', { rec: { ...out!, title: '改了' }, accept: [] }),
    );
    await expect(edit).rejects.toThrow('已发布的内容不可修改，请先下架');
    await act('remind', out!);
    expect(await titles('zhoumin')).toEqual(['请阅读：春节放假安排', '春节放假安排']);
    expect(await titles('xumin')).toEqual(['春节放假安排']);
    await act('off', (await factory.as('admin', (ctx) => ctx.records.get('news', saved.id as string)))!);
    expect(await titles('xumin')).toEqual([]);
  });
});

describe('events', () => {
  const put = (event: string, data: object, record: string | null = null): Promise<unknown> =>
    factory.as('admin', (ctx) =>
      ctx.trx
        .insertInto('mw_outbox')
        .values({
          id: ctx.newId(),
          event,
          object: 'purchaseOrder',
          record_id: record,
          nbr: 'CGDD1',
          data: JSON.stringify(data),
        })
        .execute(),
    );
  const idOf = (login: string) =>
    factory.as(
      'admin',
      async (ctx) => (await ctx.records.find('user', 'loginName == param.n', { param: { n: login } }))[0]!.id as string,
    );

  it('of flows become messages, each once however many deliver', async () => {
    const order = await factory.as(
      'admin',
      async (ctx) => (await ctx.records.find('purchaseOrder', "nbr == 'CGDD202601150002'"))[0]!,
    );
    const to = [await idOf('zhangwei'), await idOf('shenjie')];
    await put(
      'flow.arrived',
      { to, title: '大额采购', docType: 'purchaseOrder', docId: order.id, node: '总经理' },
      order.id as string,
    );
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(await titles('zhangwei')).toEqual(['待审批：大额采购 CGDD1']);
    const [record] = (await inbox('shenjie')).records;
    expect(record).toMatchObject({ sort: '10', docType: 'purchaseOrder', docId: order.id, body: '总经理' });
  });

  it('that nobody can be told of are done too, and what fails is tried again later', async () => {
    await put('purchaseOrder.edit', {});
    await put('flow.cc', { to: ['not a user id'], title: '坏' });
    await deliver();
    const { rows } = await sql<{ tries: number; wait: string; error: string }>`
      SELECT tries, round(extract(epoch FROM next_at - now()) / 60)::text AS wait, error
        FROM org_demo.mw_outbox WHERE done_at IS NULL`.execute(factory.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ tries: 1, wait: '1' });
    await sql`UPDATE org_demo.mw_outbox SET tries = 5, next_at = now() WHERE done_at IS NULL`.execute(
      factory.database.db,
    );
    await deliver();
    const left = await sql`SELECT 1 FROM org_demo.mw_outbox WHERE done_at IS NULL`.execute(factory.database.db);
    expect(left.rows).toEqual([]);
  });

  it('a locked account is told to the administrators', async () => {
    await put('account.locked', {}, await idOf('sunhao'));
    await deliver();
    expect((await titles('admin'))[0]).toBe('账号已锁定：孙浩（sunhao）');
    expect(await titles('sunhao')).toEqual([]);
  });
});

describe('pageMessage of the specification', () => {
  const call = <T>(login: string, work: (ctx: EngineCtx) => Promise<T>) =>
    factory.as(login, (ctx) => work(ctx as EngineCtx));
  it('keeps, publishes and takes down for who keeps the news; reads for whom it was sent to', async () => {
    await sql`DELETE FROM org_demo.message`.execute(factory.database.db);
    const add = (title: string, top: boolean) =>
      call('admin', (ctx) =>
        newsSave(ctx, { title, content: '<p>正文</p>', type: '30', receiverKind: '1', top, token: newId() }),
      );
    const [first, second] = [await add('5S检查办法', true), await add('班车调整', false)];
    const updated = await call('admin', (ctx) =>
      newsSave(ctx, { id: first.id, version: first.version, title: '5S检查办法（新）' }),
    );
    expect(updated.version).toBe(2);
    expect((await call('xumin', (ctx) => newsList(ctx, {}))) as Rec).toMatchObject({ total: 0, records: [] });
    await expect(call('xumin', (ctx) => newsList(ctx, { scope: 'manage' }))).rejects.toThrow('没有权限，请联系管理员');
    for (const { id } of [first, second])
      expect(await call('admin', (ctx) => newsPublish(ctx, { id }))).toEqual({ docStatus: '60' });
    expect(await call('xumin', (ctx) => newsIds(ctx, {}))).toEqual([first.id, second.id]);
    expect(await call('xumin', (ctx) => newsIds(ctx, { type: '10' }))).toEqual([]);
    const list = (await call('xumin', (ctx) => newsList(ctx, { title: '5s' }))) as { records: Rec[] };
    expect(list.records).toMatchObject([{ id: first.id, title: '5S检查办法（新）', isRead: false }]);
    const detail = await call('xumin', (ctx) => newsDetail(ctx, { id: first.id }));
    expect(detail).toMatchObject({ content: '<p>正文</p>', files: [], isRead: true, prevId: null, nextId: second.id });
    expect((await inbox('xumin')).unread).toBe(1);
    const managed = (await call('admin', (ctx) =>
      newsList(ctx, { scope: 'manage', docStatus: '60', title: '（新）' }),
    )) as {
      records: Rec[];
    };
    expect(managed.records).toMatchObject([{ id: first.id, readCount: 1 }]);
    await expect(call('admin', (ctx) => newsDelete(ctx, { ids: [first.id] }))).rejects.toThrow();
    expect(await call('admin', (ctx) => newsPublish(ctx, { id: first.id, off: '1' }))).toEqual({ docStatus: '10' });
    expect(await call('xumin', (ctx) => newsIds(ctx, {}))).toEqual([second.id]);
    await expect(call('xumin', (ctx) => newsDetail(ctx, { id: first.id }))).rejects.toThrow('数据不存在或无权查看');
    expect(await call('admin', (ctx) => newsDelete(ctx, { ids: [first.id], token: newId() }))).toBe(1);
    const words = await call('xumin', async (ctx) => newsDictionary(ctx));
    expect(words.type).toContainEqual({ value: '30', label: '制度' });
  });
});
