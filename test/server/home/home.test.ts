/** The home page: whose plan, whose cards, what they are answered, and whose own layout. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HomeCardAnswer, TopNews } from '../../../schemas/language/home/wire';
import type { Rec } from '../../../schemas/language/value';
import { homeCards } from '../../../server/records/home/cards';
import { noteOpened } from '../../../server/records/home/opened';
import { homeOf, saveLayout } from '../../../server/records/home/plan';
import type { EngineCtx } from '../../../server/records/host';
import { type WarningSource, warningsOf } from '../../../server/records/warnings';
import type { ActionOf, ChangeOf } from '../../../server/rows';
import { demoFactory, type Factory } from '../../domain/factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
const bug = (error: unknown): never => {
  throw error;
};
const home = (login: string) => factory.as(login, (ctx) => homeOf(ctx as EngineCtx));
const ask = (login: string, cards: readonly string[]) =>
  factory.as(login, (ctx) => homeCards(ctx as EngineCtx, { cards }, bug));
const save = (login: string, cells: unknown, version: number) =>
  factory.as(login, (ctx) => saveLayout(ctx as EngineCtx, { cells, version }));
const plan = (rec: Rec) => factory.as('admin', (ctx) => ctx.records.save('homePlan', rec));
const act = (action: ActionOf<'homePlan'>, id: unknown) =>
  factory.as('admin', (ctx) => ctx.records.act('homePlan', action, String(id)));
const said = async (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => '',
    (error: Error) => error.message,
  );
const cell = (card: string, x: number, y: number, w: number, h: number) => ({ card, x, y, w, h });

describe('cards', () => {
  it('are those somebody holds the right for', async () => {
    const all = (await home('admin')).cards.map(({ card }) => card);
    expect(all).toEqual(
      expect.arrayContaining([
        'myTask',
        'kpi:demoStat.demoProgress',
        'kpi:purchaseStat.purchaseReceived',
        'chart:demoBoard.trend',
        'waiting:purchaseOrder.late',
        'list:purchaseOrder.late',
        'shortcut',
        'recentDoc',
      ]),
    );
    const few = (await home('zhoutao')).cards;
    expect(few.some(({ card }) => card.startsWith('chart:demoBoard') || card.startsWith('kpi:demoStat'))).toBe(false);
    for (const { page } of few)
      if (page !== undefined)
        await factory.as('zhoutao', async (ctx) => expect(ctx.session.rights.has(`${page}:view`)).toBe(true));
  });
  it('show the news somebody was sent, those on top first, and none that was taken down or has ended', async () => {
    const publish = async (title: string, more: Rec = {}): Promise<string> => {
      const rec: ChangeOf<'news'> = { title, type: '10', content: `<p>${title}的正文</p>`, receiverKind: '1', ...more };
      const { id } = await factory.as('admin', (ctx) => ctx.records.save('news', rec));
      await factory.as('admin', (ctx) => ctx.records.act('news', 'release', String(id)));
      return String(id);
    };
    await publish('春节放假', { top: true });
    const gone = await publish('停电通知');
    await publish('盘点安排');
    await publish('去年的通知', { validTo: '2020-01-01' });
    await factory.as('admin', (ctx) => ctx.records.act('news', 'off', gone));
    await factory.as('admin', (ctx) =>
      ctx.records.save('news', { title: '草稿', type: '10', content: '<p>草稿</p>', receiverKind: '1' } as Rec),
    );
    const [answer] = await ask('xumin', ['newsTop']);
    const { news } = (answer as unknown as { data: { news: TopNews[] } }).data;
    // beside those of the demo factory
    expect(news.map(({ title }) => title).sort()).toEqual(
      ['5S检查办法', '春节放假', '春节放假安排', '盘点安排'].sort(),
    );
    expect(news.map(({ isTop = false }) => isTop)).toEqual([true, true, false, false]);
    expect(news.every(({ isRead }) => !isRead)).toBe(true);
    expect(news.find(({ title }) => title === '春节放假')).toMatchObject({
      body: '春节放假的正文',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
    });
  });
  it('answer with numbers, and say nothing of cards that are not theirs', async () => {
    const answers = await ask('admin', ['kpi:demoStat.demoProgress', 'myTask', 'waiting:purchaseOrder.late', 'nix']);
    const of = (card: string): HomeCardAnswer | undefined => answers.find((answer) => answer.card === card);
    expect(of('kpi:demoStat.demoProgress')).toMatchObject({ data: { kpi: { suffix: '%', warn: 60, good: 90 } } });
    const tasks = of('myTask') as unknown as { data: { tasks: { page: string; scheme: string; total: number }[] } };
    const late = tasks.data.tasks.find((task) => task.page === 'purchaseOrder' && task.scheme === 'late');
    expect(of('waiting:purchaseOrder.late')).toMatchObject({ data: { total: late?.total } });
    expect(answers.map(({ card }) => card).sort()).toEqual(
      ['kpi:demoStat.demoProgress', 'myTask', 'waiting:purchaseOrder.late'].sort(),
    );
    expect(await ask('zhoutao', ['kpi:demoStat.demoProgress', 'chart:demoBoard.trend'])).toEqual([]);
    await expect(ask('admin', 'all' as never)).rejects.toThrow();
  });
});

describe('warnings', () => {
  const source = (type: string, level: 1 | 2 | 3 | 4, n: number, right = 'material:view'): WarningSource => ({
    ...{ type, title: type, right, level, url: `/${type}` },
    count: async () => n,
  });
  it('are none until a module brings some', async () => {
    expect(await factory.as('admin', (ctx) => warningsOf(ctx as EngineCtx))).toEqual({ total: 0, items: [] });
    expect((await ask('xumin', ['warnOpen']))[0]).toMatchObject({ data: { warnings: [] } });
  });
  it('come gravest first, of the types asked for, and only to who may see them', async () => {
    const all = [
      source('stock', 2, 3),
      source('device', 4, 1),
      source('none', 3, 0),
      source('pay', 4, 9, 'salary:view'),
    ];
    const of = (login: string, types?: string) => factory.as(login, (ctx) => warningsOf(ctx as EngineCtx, types, all));
    const found = await of('sunhao');
    expect([found.total, found.items.map(({ type }) => type)]).toEqual([4, ['device', 'stock']]);
    expect((await of('sunhao', 'stock,pay')).items.map(({ type }) => type)).toEqual(['stock']);
  });
});

describe('plans', () => {
  it('one that nobody laid out shows what waits, numbers, shortcuts', async () => {
    const { plan: mine, cells, isPersonal, version } = await home('xumin');
    expect(mine).toMatchObject({ name: '通用首页', allowPersonal: true });
    expect({ isPersonal, version }).toEqual({ isPersonal: false, version: 0 });
    expect(cells[0]).toMatchObject({ card: 'myTask', x: 0, y: 0 });
    expect(cells.map(({ card }) => card)).toEqual(expect.arrayContaining(['shortcut', 'recentDoc']));
  });
  it('one is the default, the highest of my roles is mine, a card without right is gone and the grid closes up', async () => {
    const first = await plan({
      name: '通用',
      layout: { cells: [cell('kpi:demoStat.demoProgress', 0, 0, 24, 2), cell('shortcut', 0, 2, 12, 4)] },
    });
    expect(first.isDefault).not.toBe(true);
    await act('setDefault', first.id);
    const [buyer] = await factory.as('admin', (ctx) => ctx.records.find('role', "code == 'buyer'"));
    await plan({
      name: '采购低',
      roles: [String(buyer?.id)],
      priority: 10,
      layout: { cells: [cell('recentDoc', 0, 0, 12, 4)] },
    });
    await plan({
      name: '采购高',
      roles: [String(buyer?.id)],
      priority: 20,
      layout: { cells: [cell('myTask', 0, 0, 24, 2)] },
    });
    const holds = await factory.as('xumin', async (ctx) => ctx.session.me.roles.includes('buyer'));
    expect(holds).toBe(true);
    expect((await home('xumin')).plan.name).toBe('采购高');
    const other = await home('shenjie');
    expect(other.plan.name).toBe('通用');
    expect(other.cells).toEqual([cell('shortcut', 0, 0, 12, 4)]);
    expect((await home('admin')).cells).toHaveLength(2);
  });
  it('keeps exactly one default', async () => {
    const [standing] = await factory.as('admin', (ctx) => ctx.records.find('homePlan', 'isDefault == true'));
    expect(await said(act('del', standing?.id))).toBe('必须保留一个默认首页方案');
    expect(await said(act('disable', standing?.id))).toBe('必须保留一个默认首页方案');
    const next = await plan({ name: '新默认', layout: { cells: [cell('shortcut', 0, 0, 24, 2)] } });
    expect(next.isDefault).not.toBe(true);
    await act('setDefault', next.id);
    const defaults = await factory.as('admin', (ctx) => ctx.records.find('homePlan', 'isDefault == true'));
    expect(defaults.map(({ name }) => name)).toEqual(['新默认']);
    expect(await said(act('del', standing?.id))).toBe('');
  });
  it('refuses a layout that is none', async () => {
    expect(await said(plan({ name: '坏', layout: { cells: [cell('x', 20, 0, 12, 2)] } }))).toContain('首页布局不正确');
  });
});

describe('an own layout', () => {
  const own = [cell('shortcut', 0, 0, 12, 4), cell('myTask', 12, 0, 12, 4)];
  it('is kept with a version, and gone with nothing in it', async () => {
    expect(await save('shenjie', own, 0)).toEqual({ version: 1 });
    const mine = await home('shenjie');
    expect(mine).toMatchObject({ isPersonal: true, version: 1 });
    expect(mine.cells[0]).toMatchObject({ card: 'shortcut' });
    expect(await said(save('shenjie', own, 0))).toBe('数据已被他人修改，请刷新后重试');
    expect(await save('shenjie', own.slice(0, 1), 1)).toEqual({ version: 2 });
    expect((await home('admin')).isPersonal).toBe(false);
    expect(await save('shenjie', [], 2)).toEqual({ version: 0 });
    expect((await home('shenjie')).isPersonal).toBe(false);
  });
  it('is refused where the plan does not allow it', async () => {
    const [standing] = await factory.as('admin', (ctx) => ctx.records.find('homePlan', 'isDefault == true'));
    await factory.as('admin', (ctx) => ctx.records.save('homePlan', { ...standing, allowPersonal: false }));
    await expect(save('shenjie', own, 0)).rejects.toThrow();
    expect((await home('shenjie')).isPersonal).toBe(false);
  });
});

describe('what was opened', () => {
  const open = (login: string, given: Rec) =>
    factory.as(login, (ctx) => noteOpened(ctx as EngineCtx, given as Readonly<Record<string, unknown>>));
  it('comes back as most used pages and last documents, of those that are still his to see', async () => {
    const [order] = await factory.as('xumin', (ctx) => ctx.records.find('purchaseOrder', 'id == id', { limit: 1 }));
    const id = String(order?.id);
    await open('xumin', { page: 'supplier' });
    await open('xumin', { page: 'supplier' });
    await open('xumin', { page: 'purchaseOrder' });
    await open('xumin', { page: 'purchaseOrder', id });
    await open('xumin', { page: 'role' });
    const answers = await ask('xumin', ['shortcut', 'recentDoc']);
    expect(answers.find(({ card }) => card === 'shortcut')).toMatchObject({
      data: { pages: ['supplier', 'purchaseOrder'] },
    });
    expect(answers.find(({ card }) => card === 'recentDoc')).toMatchObject({
      data: { docs: [{ page: 'purchaseOrder', id, title: '采购订单', label: order?.nbr }] },
    });
    expect(await ask('zhoutao', ['recentDoc'])).toMatchObject([{ data: { docs: [] } }]);
    await expect(open('xumin', { page: 'supplier', id: 'x' })).rejects.toThrow();
  });
});
