import { afterEach, describe, expect, it, vi } from 'vitest';
import { isBoard, isPublic } from '../../src/routes/public';
import { clockSkew, measured } from '../../src/session/clock';
import { safeRedirect, signInUrl } from '../../src/session/connect';
import { appMark } from '../../src/session/host';
import { keepTabs, keptTabs } from '../../src/session/kept-tabs';
import { menuMapOf, menuTree, routesOf, viewUrlsOf } from '../../src/session/menus';
import { type Auth, hasPermission, menuOf, worksAt } from '../../src/session/permissions';
import { clearSession, readValue, writeValue } from '../../src/session/storage';
import { TabStore, tabKey } from '../../src/session/tabs';

describe('session values', () => {
  it('end after their seconds, are removed then, and read as empty', () => {
    writeValue('accessToken', 'T', 60, 1_000);
    expect(readValue('accessToken', 60_999)).toBe('T');
    expect(readValue('accessToken', 61_000)).toBeNull();
    expect(localStorage.getItem('millwright.accessToken')).toBeNull();
  });
  it('that cannot be read are empty', () => {
    localStorage.setItem('millwright.user', 'broken');
    expect(readValue('user')).toBeNull();
    localStorage.setItem('millwright.user', '"text"');
    expect(readValue('user')).toBeNull();
  });
  it('signing out clears token, user, old path and system setting, and nothing else', () => {
    for (const key of [
      'accessToken',
      'refreshToken',
      'user',
      'userInfo',
      'nickName',
      'oldPath',
      'systemSetting',
      'rememberedAccount',
    ])
      writeValue(key, 1);
    clearSession();
    expect(Object.keys(localStorage)).toEqual(['millwright.rememberedAccount']);
  });
});

describe('the clock of the server', () => {
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });
  const at = (time: string) => vi.useFakeTimers({ now: Date.parse(time), toFake: ['Date'] });
  const answer = (time: string) => measured(async () => ({ serverTime: Date.parse(time) }));

  it('is measured by a fresh answer, also on a device that is hours fast', async () => {
    at('2026-01-15T12:00:00Z');
    await answer('2026-01-15T08:30:00Z');
    expect(clockSkew()).toBe(-3.5 * 3_600_000);
  });
  it('stays with the device and is corrected by the next answer', async () => {
    at('2026-01-15T08:00:00Z');
    await answer('2026-01-15T08:10:00Z');
    // a page that opened without network has no answer of its own
    await measured(async () => Promise.reject(new Error('offline'))).catch(() => undefined);
    at('2026-01-15T08:40:00Z');
    clearSession();
    expect(clockSkew()).toBe(600_000);
    await answer('2026-01-15T08:41:00Z');
    expect(clockSkew()).toBe(60_000);
  });
  it('is taken as said half way of the call', async () => {
    at('2026-01-15T08:00:00Z');
    await measured(async () => {
      at('2026-01-15T08:00:04Z');
      return { serverTime: Date.parse('2026-01-15T08:00:02Z') };
    });
    expect(clockSkew()).toBe(0);
  });
});

describe('the way in', () => {
  it('carries the intended path and follows it only inside the application', () => {
    expect(signInUrl('/oms/purchase/order?page=2')).toBe('/v2/login?redirect=%2Foms%2Fpurchase%2Forder%3Fpage%3D2');
    expect(signInUrl('/')).toBe('/v2/login');
    expect(safeRedirect('/oms/purchase/order?page=2')).toBe('/oms/purchase/order?page=2');
    for (const bad of [null, '', 'https://x.example', '//x.example', '/login?redirect=/login'])
      expect(safeRedirect(bad)).toBe('/home');
  });
  it('knows public addresses and boards', () => {
    expect([isPublic('/login'), isPublic('/register/success/'), isPublic('/home')]).toEqual([true, true, false]);
    expect([isBoard('/dd'), isBoard('/dashboard/synthesis'), isBoard('/dashboard')]).toEqual([true, true, false]);
  });
  it('marks the embedded messenger', () => {
    expect(appMark('Mozilla/5.0 AliApp(DingTalk/7.0)')).toBe('2');
    expect(appMark('Mozilla/5.0 Chrome/140')).toBe('0');
  });
});

const answer = {
  purchase: [
    { id: 'p', parentId: null, name: '采购管理', url: null, icon: 'cart', type: 10, sort: 2 },
    {
      id: 'po',
      parentId: 'p',
      name: '采购订单',
      url: '/oms/purchase/order',
      type: 20,
      sort: 1,
      page: 'purchaseOrder',
      subUrls: ['/oms/purchase/order/extra'],
      pages: [
        { url: '/oms/purchase/order', page: 'purchaseOrder' },
        { url: '/oms/purchase/order/edit', page: 'purchaseOrder#edit' },
      ],
    },
    { id: 'empty', parentId: null, name: '空', url: null, type: 10, sort: 1 },
  ],
};

describe('menus', () => {
  it('become a tree without empty directories', () => {
    expect(menuTree(answer).map((node) => [node.name, node.children.map((child) => child.name)])).toEqual([
      ['采购管理', ['采购订单']],
    ]);
  });
  it('stand in groups where an area has many entries, else one below the other', () => {
    const entries = (count: number) => ({
      purchase: [
        answer.purchase[0]!,
        { ...answer.purchase[0]!, id: 'g', parentId: 'p', name: '订单' },
        ...Array.from({ length: count }, (_, n) => ({
          ...answer.purchase[1]!,
          id: `e${n}`,
          parentId: 'g',
          name: `订单${n}`,
        })),
      ],
    });
    const namesBelow = (count: number) => menuTree(entries(count))[0]?.children.map(({ name }) => name);
    expect(namesBelow(13)).toEqual(['订单']);
    expect(namesBelow(2)).toEqual(['订单0', '订单1']);
  });
  it('give every page of an entry its address, with the directories above', () => {
    const routes = routesOf(answer);
    expect(routes.get('/oms/purchase/order/edit')).toMatchObject({
      page: 'purchaseOrder#edit',
      menuId: 'po',
      trail: ['采购管理'],
    });
    expect(routes.get('/oms/purchase/other')).toBeUndefined();
  });
  it('know the views that share an address', () => {
    const view = { url: '/oms/purchase/order?view=late', page: 'purchaseOrder.late' };
    const [directory, order] = answer.purchase;
    const shared = { purchase: [directory!, { ...order!, pages: [view, ...(order!.pages ?? [])] }] };
    expect(routesOf(shared).get('/oms/purchase/order')?.page).toBe('purchaseOrder');
    expect([...viewUrlsOf(shared)]).toEqual([['purchaseOrder.late', '/oms/purchase/order?view=late']]);
  });
});

describe('permissions', () => {
  const auth: Auth = {
    roleId: 'r1',
    resources: new Map([
      ['po', new Set(['purchaseOrder:audit'])],
      ['start', new Set(['prdStart:add'])],
    ]),
    menuMap: new Map([
      ...menuMapOf(answer),
      ['/productionaction/prdstart', 'start'],
      ['/factoryModel/router/list', 'po'],
    ]),
  };
  it('find the menu of an edit page by stripping edit or editDetail', () => {
    expect(menuOf(auth, '/oms/purchase/order/edit')).toBe('po');
    expect(menuOf(auth, '/productionaction/prdstart/editDetail?id=1')).toBe('start');
    expect(menuOf(auth, '/factoryModel/router/edit')).toBe('po');
    expect(menuOf(auth, '/nothing/edit')).toBeUndefined();
  });
  it('hold only in the menu of the route, and everywhere for the superuser', () => {
    expect(hasPermission(auth, '/oms/purchase/order', 'purchaseOrder:audit')).toBe(true);
    expect(hasPermission(auth, '/productionaction/prdstart', 'purchaseOrder:audit')).toBe(false);
    expect(hasPermission({ ...auth, roleId: '*' }, '/productionaction/prdstart', 'any:thing')).toBe(true);
  });
  it('tell pages somebody works on from those he only looks at', () => {
    const reads = new Map([...auth.resources, ['po', new Set(['purchaseOrder:view', 'purchaseOrder:export'])]]);
    expect(worksAt(auth, '/oms/purchase/order')).toBe(true);
    expect(worksAt({ ...auth, resources: reads }, '/oms/purchase/order')).toBe(false);
    expect(worksAt(auth, '/nothing')).toBe(false);
  });
});

describe('page tabs', () => {
  const route = (page: string, path = `/${page}`) => ({ path, page, title: page, menuId: 'm', trail: [] });
  const open = (store: TabStore, page: string, url = `/${page}`): number => {
    store.show(route(page), url);
    return store.activeId;
  };
  const titles = (store: TabStore): readonly string[] => store.tabs.map((tab) => tab.title);

  it('one for each list, one for each record', () => {
    expect(tabKey('/a?page=2&s.x=1', 'a')).toBe(tabKey('/a', 'a'));
    expect(tabKey('/a/edit?id=1', 'a#edit')).not.toBe(tabKey('/a/edit?id=2', 'a#edit'));
    expect(tabKey('/a/edit', 'a#edit')).not.toBe(tabKey('/a/edit?copyOf=1', 'a#edit'));
    const store = new TabStore();
    open(store, 'a');
    open(store, 'a', '/a?page=2');
    expect(store.tabs.map((tab) => tab.url)).toEqual(['/a?page=2']);
  });
  it('close others, left, right and all, but never the home page', () => {
    const store = new TabStore();
    const ids = ['home', 'a', 'b', 'c'].map((page) => open(store, page));
    const [, a = 0, b = 0, c = 0] = ids;
    expect(store.range(b, 'others')).toEqual([a, c]);
    expect(store.range(b, 'left')).toEqual([a]);
    expect(store.range(b, 'right')).toEqual([c]);
    expect(store.range(b, 'all')).toEqual([a, b, c]);
    store.close(store.range(b, 'all'));
    expect(titles(store)).toEqual(['home']);
  });
  it('show the neighbour of the tab that was closed in front', () => {
    const store = new TabStore();
    const [, a = 0, b = 0, c = 0] = ['home', 'a', 'b', 'c'].map((page) => open(store, page));
    expect(store.close([a])).toBeNull();
    expect(store.close([c])).toBe('/b');
    expect(store.close([b])).toBe('/home');
  });
  it('a saved record keeps its tab under its new address', () => {
    const store = new TabStore();
    const id = open(store, 'a#edit', '/a/edit');
    store.readdress(id, '/a/edit?id=7');
    store.show(route('a#edit', '/a/edit'), '/a/edit?id=7');
    expect(store.tabs).toHaveLength(1);
    store.show(route('a#edit', '/a/edit'), '/a/edit');
    expect(store.tabs).toHaveLength(2);
  });
  it('are kept with the titles their pages gave them', () => {
    const store = new TabStore();
    open(store, 'home');
    const id = open(store, 'a#detail', '/a/detail?id=7');
    const stop = keepTabs(store);
    expect(keptTabs()).toEqual([{ url: '/a/detail?id=7', title: 'a#detail' }]);
    store.setTitle(id, '物料 7010C');
    store.readdress(id, '/a/detail?id=7&tab=2');
    expect(keptTabs()).toEqual([{ url: '/a/detail?id=7&tab=2', title: '物料 7010C' }]);
    stop();
    store.setTitle(id, 'later');
    expect(keptTabs()[0]?.title).toBe('物料 7010C');
    sessionStorage.setItem('millwright.tabs', '{');
    expect(keptTabs()).toEqual([]);
  });
  it('restored tabs wait to be shown before they are mounted', () => {
    const store = new TabStore();
    store.restore(route('a'), { url: '/a?page=3', title: 'A' });
    expect(store.tabs[0]?.visited).toBe(false);
    open(store, 'a', '/a?page=3');
    expect(store.tabs.map((tab) => [tab.title, tab.visited])).toEqual([['A', true]]);
  });
  it('move by dragging, behind the home page only', () => {
    const store = new TabStore();
    const [home = 0, , , c = 0] = ['home', 'a', 'b', 'c'].map((page) => open(store, page));
    store.move(c, 1);
    expect(titles(store)).toEqual(['home', 'c', 'a', 'b']);
    store.move(c, 0);
    store.move(home, 2);
    expect(titles(store)).toEqual(['home', 'c', 'a', 'b']);
  });
});
