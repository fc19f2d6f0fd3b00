import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../runtime/data/http';
import { offlineQueue } from '../../runtime/data/offline-queue';
import type { QueueItem } from '../../runtime/data/queue-db';
import { FloorTasks } from '../../runtime/floor/FloorTasks';
import { stepsOf } from '../../runtime/floor/tasks';
import { factoryTime } from '../../runtime/page/factory-time';
import type { Page } from '../../runtime/page/index';
import { toObjectType } from '../../schemas/language/object-type';
import { Around } from '../support/around';
import { freshOrder, ids, listener, orderPage, Refused, SESSION, serve, settled } from '../support/forms';

const LONG = { timeout: 10_000 };
const page: Page = {
  ...orderPage({
    fields: {
      nbr: { title: '编号', kind: 'autoCode', rule: 'DD{seq:4}' },
      kind: { title: '类型', dict: 'orderKind' },
      part: { title: '物料', ref: 'material' },
      maker: { title: '供应商', ref: 'supplier' },
      due: { title: '交期', type: 'datetime' },
      done: { title: '已报', type: 'decimal' },
      qty: { title: '数量', type: 'decimal' },
      left: { title: '剩余', type: 'decimal' },
      goodQty: { title: '合格', type: 'decimal' },
      badQty: { title: '不良', type: 'decimal' },
      most: { title: '最多可报', type: 'decimal' },
      began: { title: '开始', type: 'datetime' },
      crew: { title: '人员', kind: 'tabTable', fields: { name: { title: '姓名', kind: 'input' } } },
    },
    state: 'kind',
    checks: {},
    rules: {},
    list: { columns: ['nbr'], schemes: { open: { title: '进行中', where: 'done < qty', default: true } } },
    edit: { groups: { base: { title: '基本信息', fields: ['nbr', 'part'] } } },
    floor: {
      scan: ['part'],
      card: ['nbr', 'part', 'due', 'done', 'qty', 'left', 'kind'],
      sort: 'due',
      front: ['goodQty', 'badQty'],
      since: 'began',
      people: 'crew.name',
      most: 'most',
      offline: true,
      chain: 'part',
      acts: ['pause', 'hold', 'goOn'],
      takes: { employee: 'badge', batch: 'feed' },
    },
    actions: {
      add: { title: '开工' },
      pause: { title: '暂停', at: ['row'], set: { done: 0 }, key: 'F4' },
      hold: {
        title: '停机',
        at: ['row'],
        from: ['1'],
        to: '2',
        ask: { note: { title: '原因', kind: 'input', required: true } },
      },
      goOn: { title: '恢复', at: ['row'], from: ['2'], to: '1', set: { done: 0 } },
      finish: { title: '结束', at: ['row'], from: ['1', '2'], set: { done: 0 } },
      badge: { title: '上下岗', at: ['detail'], ask: { employee: { title: '员工', ref: 'employee' } } },
      feed: {
        title: '上料',
        at: ['row'],
        key: 'F3',
        open: { page: 'order#edit', with: { part: '=part' } },
      },
      report: {
        title: '报工',
        at: ['row'],
        tone: 'primary',
        key: 'F2',
        open: { page: 'order#edit', with: { part: '=part' } },
      },
    },
  }),
  code: 'order',
};
const row = (n: number, part: number, more: Record<string, unknown> = {}) => ({
  id: ids(n),
  version: 1,
  nbr: `DD000${n}`,
  kind: '1',
  partId: ids(part),
  part: part === 20 ? 'MT-12 电机' : 'BR-608 轴承',
  makerId: ids(30),
  due: '2026-01-19 17:00:00',
  done: 51,
  qty: 84,
  left: 33,
  _actions: ['pause', 'report'],
  ...more,
});
const hitOf = (object: string, id: string, code: string) => ({
  hits: [{ object, objectTitle: object === 'material' ? '物料' : '订单', id, code, name: '' }],
});
const open = async (
  rows: readonly unknown[],
  answers: Parameters<typeof serve>[0] = {},
  at = 'floor=1&scheme=x',
  shown = page,
  urlOf = (code: string): string | undefined => `/at/${code}`,
) => {
  // who may not see what the steps open
  const getPageItem = () => new Refused('数据不存在或无权查看', null);
  const calls = serve({ getPageItem, ...answers, getPageList: () => ({ records: rows, total: rows.length }) });
  const openPage = vi.fn();
  const setParams = vi.fn();
  const params = new URLSearchParams(at);
  const said = listener();
  render(
    <Around said={said} change={{ openPage, setParams, params, urlOf }}>
      <FloorTasks page={shown} />
    </Around>,
  );
  await screen.findByText(`我的任务 ${rows.length}`, {}, LONG);
  if (rows.length > 0) await waitFor(() => expect(cards()).toHaveLength(rows.length), LONG);
  return { calls, openPage, setParams, said };
};
const cards = () => screen.queryAllByRole('listitem');
const scan = async (text: string): Promise<void> => {
  const line = screen.getByLabelText('扫码');
  fireEvent.change(line, { target: { value: text } });
  fireEvent.submit(line);
  await act(() => settled(120));
};
const buttonsOf = (element: Element | undefined) =>
  [...(element?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
const current = () => cards().findIndex((card) => card.getAttribute('aria-current') === 'true');

/** the width of the device */
let isWide = false;
beforeEach(() => {
  sessionStorage.clear();
  isWide = false;
  const media = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('min-width: 900px') ? { ...media(query), ...SILENT, matches: isWide } : media(query),
  );
});
const SILENT = { addEventListener: () => undefined, removeEventListener: () => undefined };
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('tasks on touch', () => {
  it('that come from others are not begun here; the floor may have a name of its own', async () => {
    await open([row(1, 20)]);
    expect(screen.queryByRole('button', { name: '开工' })).not.toBeNull();
    cleanup();
    const floor = { ...page.object.floor, given: true, title: '收货台' };
    await open([row(1, 20)], {}, 'floor=1&scheme=x', { ...page, object: { ...page.object, floor } });
    expect(screen.queryByRole('button', { name: '开工' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('收货台');
  });
  it('say what they are and how far, the next step first, of the records of the default scheme', async () => {
    const { calls } = await open([row(1, 20)]);
    const text = cards()[0]?.textContent ?? '';
    expect(text).toMatch(/DD0001.*标准.*MT-12 电机.*交期 01-19 17:00.*51.*84.*剩余 33/);
    expect(buttonsOf(cards()[0])).toEqual(['报工F2', '暂停F4']);
    const asked = calls.find(({ path }) => path.includes('getPageList'))?.body;
    expect(asked).toMatchObject({ scheme: 'open', sort: 'due' });
    expect(asked?.columns).toEqual([
      'nbr',
      'kind',
      'part',
      'due',
      'done',
      'qty',
      'left',
      'goodQty',
      'badQty',
      'began',
      'crew.name',
      'most',
    ]);
  });

  it('the one in front says its time, people, good, bad and limit, larger; beside the others where there is room', async () => {
    const begun = { goodQty: 48, badQty: 3, most: 30, began: factoryTime(SESSION.now() - 3_725_000) };
    const crew = { 'crew.name': '孙浩、王强' };
    await open([row(1, 20, { ...begun, ...crew }), row(2, 21)]);
    const front = /孙浩、王强已用 1:02:0\d合格48不良3.*51.*84.*剩余 33最多可报30/;
    expect(cards()[0]?.textContent).toMatch(front);
    expect(cards()[1]?.textContent).not.toContain('合格');
    expect(screen.queryByRole('region', { name: '当前任务' })).toBeNull();
    cleanup();
    isWide = true;
    await open([row(1, 20, { ...begun, ...crew }), row(2, 21)]);
    const region = () => screen.getByRole('region', { name: '当前任务' });
    expect(region().textContent).toMatch(front);
    expect(buttonsOf(region())).toEqual(['报工F2', '暂停F4']);
    expect(buttonsOf(cards()[0])).toEqual(['报工F2']);
    // a finger takes another one to the front
    fireEvent.click(cards()[1]!);
    await waitFor(() => expect(region().textContent).toContain('DD0002'));
    expect(region().textContent).not.toContain('孙浩');
  });

  describe('without network', () => {
    const added: Parameters<typeof offlineQueue.add>[0][] = [];
    beforeEach(() => {
      added.length = 0;
      vi.spyOn(offlineQueue, 'add').mockImplementation(async (item) => {
        added.push(item);
        offlineQueue.items = [...offlineQueue.items, { ...item, seq: added.length, owner: 'o/u', state: 'waiting' }];
        offlineQueue.signal.bump();
      });
    });
    afterEach(() => {
      offlineQueue.items = [];
      offlineQueue.online = true;
    });
    const DOES = { _actions: ['hold', 'finish', 'report'] };
    const press = async (name: string): Promise<void> => {
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
      await act(() => settled(120));
    };
    const answered = async (note: string): Promise<void> => {
      fireEvent.change(await screen.findByLabelText('原因', {}, LONG), { target: { value: note } });
      fireEvent.click(screen.getByRole('button', { name: /^确\s?定$/ }));
      await waitFor(() => expect(added).toHaveLength(1), LONG);
    };

    it('a step that asks waits with its answers, the card says so and offers what follows it', async () => {
      offlineQueue.online = false;
      const { calls, said } = await open([row(1, 20, DOES)]);
      await press('停机');
      await answered('缺料');
      expect(added[0]).toMatchObject({
        chain: ids(20),
        call: 'act/hold',
        body: { targets: [{ id: ids(1), version: 1 }], ask: { note: '缺料' } },
        title: '订单 DD0001 停机',
      });
      expect(calls.filter(({ path }) => path.includes('/act/'))).toEqual([]);
      expect(said.toasts).toContain('已存本机，待上传');
      expect(cards()[0]?.textContent).toContain('停机已记下，上传后生效');
      expect(buttonsOf(cards()[0])).toEqual(['报工F2', '恢复']);
      // behind it, whatever its version will be
      await press('恢复');
      expect(added[1]).toMatchObject({ call: 'act/goOn', body: { targets: [{ id: ids(1) }] } });
      expect(JSON.stringify(added[1]?.body)).not.toContain('version');
    });

    it('what the floor does not name is refused with the way out', async () => {
      offlineQueue.online = false;
      const { said } = await open([row(1, 20, DOES)]);
      await press('结束');
      expect(said.toasts).toContain('断网时不能结束，请联网后操作');
      expect(added).toEqual([]);
    });

    it('a call without an answer is kept under its token', async () => {
      const { calls } = await open([row(1, 20, DOES)], {
        hold: () => {
          throw new HttpError(0, '网络中断');
        },
      });
      await press('停机');
      await answered('待检');
      const sent = calls.find(({ path }) => path.includes('/act/hold'))?.body as
        | { readonly token?: string }
        | undefined;
      expect(sent?.token).toBeDefined();
      expect(added[0]).toMatchObject({ token: sent?.token, body: { ask: { note: '待检' } } });
    });
  });

  it('of what more may be reported goes what waits on this device for the same task', async () => {
    isWide = true;
    const waits = (own: string, more: Partial<QueueItem> = {}): QueueItem => ({
      seq: 1,
      owner: 'o/u',
      token: own,
      chain: 'GD1',
      page: 'report',
      call: 'save',
      body: { record: { startId: own, goodQty: 6, bads: [{ qty: 2 }, { qty: 1 }] } },
      counted: { numbers: ['goodQty'], tiles: [{ sub: 'bads', column: 'qty' }] },
      occurAt: '2026-01-15 09:00:00',
      clockOffset: 0,
      title: '报工',
      state: 'waiting',
      ...more,
    });
    const { counted: _none, ...feed } = waits(ids(1));
    offlineQueue.items = [waits(ids(1)), waits(ids(2)), feed, waits(ids(1), { call: 'act/pause' })];
    await open([row(1, 20, { most: 30 })]);
    const most = () => screen.getByRole('region', { name: '当前任务' }).textContent;
    expect(most()).toContain('最多可报21');
    act(() => {
      offlineQueue.items = [
        ...offlineQueue.items,
        waits(ids(1), { seq: 2, body: { record: { startId: ids(1), goodQty: 40 } } }),
      ];
      offlineQueue.signal.bump();
    });
    expect(most()).toContain('最多可报0');
    offlineQueue.items = [];
  });

  it('what they open is there without network before anybody looked at it: its document, and what it offers', async () => {
    const item = {
      page: { id: 'order', title: '订单' },
      schema: page.object,
      dicts: [],
      rights: [],
      types: Object.fromEntries(
        ['order', 'material', 'supplier', 'employee'].map((code) => [code, page.lib.object(code)]),
      ),
    };
    const offered = { id: ids(20), _label: 'MT-12 电机' };
    const { calls } = await open([row(1, 20)], {
      getPageItem: () => item,
      'pick/part': () => ({ records: [offered], total: 1 }),
    });
    await waitFor(
      () =>
        expect(localStorage.getItem(`millwright.picks.${SESSION.me.org}.${SESSION.me.id}.order.part`)).toContain(
          'MT-12',
        ),
      LONG,
    );
    expect(calls.filter(({ path }) => path.includes('getPageItem'))).toHaveLength(1);
  });

  it('of an address with search values are what it is searched by', async () => {
    const { calls } = await open([row(1, 20)], {}, 'floor=1&s.part=x');
    expect(calls.find(({ path }) => path.includes('getPageList'))?.body).toMatchObject({ search: { part: 'x' } });
  });

  it('the bar says who works in which shift', async () => {
    await open([row(1, 20)], { 'home/shift': () => ({ shift: { name: '白班', from: '08:00', to: '17:00' } }) });
    expect(await screen.findByText('白班 08:00–17:00', {}, LONG)).toBeDefined();
  });

  it('none: the sentence of the floor, and a way to begin', async () => {
    const { openPage, setParams } = await open([]);
    expect(await screen.findByText('本工位暂无任务，请联系班组长', {}, LONG)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '开工' }));
    expect(openPage).toHaveBeenCalledWith('/at/order#edit?floor=1', undefined);
    fireEvent.click(screen.getByRole('button', { name: /返回/ }));
    // what the list was searched by stays
    expect(String(setParams.mock.calls[0]?.[0])).toBe('scheme=x');
  });

  it('without a page of its own what is begun is written by touch over the whole screen', async () => {
    const { route: _route, ...edit } = page.object.edit;
    const bare: Page = { ...page, object: { ...page.object, edit } };
    const getPageItem = () => ({
      page: { code: 'order#edit', title: '订单', sort: 'edit', object: 'order' },
      schema: bare.object,
      types: { order: toObjectType(bare.object) },
      rights: ['*'],
      dicts: [],
      version: '1',
    });
    const getNew = () => ({ ...freshOrder(), qty: null });
    const { openPage } = await open([], { getPageItem, getNew }, 'floor=1', bare, () => undefined);
    fireEvent.click(screen.getByRole('button', { name: '开工' }));
    const shown = within(await screen.findByRole('dialog', {}, LONG));
    expect(await shown.findByRole('button', { name: /提交/ }, LONG)).toBeDefined();
    expect(shown.getByLabelText('扫码')).toBeDefined();
    expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('100vw');
    expect(openPage).not.toHaveBeenCalled();
    fireEvent.click(shown.getByRole('button', { name: /返回/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LONG);
  }, 30_000);

  it('are worked by the keyboard: arrows, the key of a step, Enter', async () => {
    const { openPage } = await open([row(1, 20), row(2, 21)]);
    expect(current()).toBe(0);
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await waitFor(() => expect(current()).toBe(1));
    fireEvent.keyDown(document.body, { key: 'F2' });
    await waitFor(
      () => expect(openPage).toHaveBeenCalledWith(`/at/order#edit?part=${ids(21)}&floor=1`, undefined),
      LONG,
    );
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await waitFor(
      () => expect(openPage).toHaveBeenCalledWith(`/at/order#edit?part=${ids(20)}&floor=1`, undefined),
      LONG,
    );
  });

  it('a code runs the next step of the task it is about; about several it leaves only them, Esc shows all again', async () => {
    const { openPage } = await open([row(1, 20), row(2, 21), row(3, 21)], {
      scan: ({ text }) => hitOf('material', text === 'MT-12' ? ids(20) : ids(21), String(text)),
    });
    await scan('MT-12');
    expect(openPage).toHaveBeenCalledWith(`/at/order#edit?part=${ids(20)}&floor=1`, undefined);
    expect(screen.getByText('物料 MT-12 报工')).toBeDefined();
    await scan('BR-608');
    expect(cards()).toHaveLength(2);
    expect(openPage).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(cards()).toHaveLength(3));
  });

  it('a code of no task begins one where a field takes it; others are named, unknown ones are refused', async () => {
    const { openPage } = await open([row(1, 20)], {
      scan: ({ text }) =>
        text === 'MT-13'
          ? hitOf('material', ids(22), 'MT-13')
          : text === 'S1'
            ? hitOf('supplier', ids(31), 'S1')
            : new Refused(`无法识别的条码：${String(text)}`),
    });
    await scan('MT-13');
    expect(openPage).toHaveBeenCalledWith('/at/order#edit?floor=1&scan=MT-13', undefined);
    await scan('S1');
    expect(screen.getByText('订单 S1不在任务中')).toBeDefined();
    await scan('没有的');
    expect(screen.getByText('无法识别的条码：没有的')).toBeDefined();
    expect(openPage).toHaveBeenCalledTimes(1);
  });

  const lot = { ...hitOf('batch', ids(40), 'M1').hits[0], batchNbr: 'B1' };
  const badge = hitOf('employee', ids(40), 'YG0001');
  const able = { _actions: ['report', 'badge', 'feed'] };
  const sentBadges = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
    calls.filter(({ path }) => path.includes('act/badge')).map(({ body }) => body);

  it('what opens the record on touch is a step where work is done there, not where it is only looked at', () => {
    const open = { page: 'order#edit', with: { floor: '1', id: '=id' } };
    const { pause } = page.object.actions;
    const actions = {
      pause: pause!,
      look: { ...pause!, code: 'look', right: 'order:view', open },
      check: { ...pause!, code: 'check', right: 'order:check', open },
    };
    const its = { ...page, object: { ...page.object, actions } };
    const steps = stepsOf(its, row(1, 20, { _actions: ['pause', 'look', 'check'] }));
    expect(steps.map(({ code }) => code)).toEqual(['pause', 'check']);
  });

  it('a badge is taken by the task in front, a lot opens its page with the code', async () => {
    const { calls, openPage } = await open([row(1, 20, able), row(2, 21, able)], {
      scan: ({ text }) => (text === 'EM|9' ? badge : { hits: [lot] }),
      'act/badge': () => ({ records: [row(2, 21)], failed: [], answer: { text: '孙浩已上岗' } }),
    });
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await scan('EM|9');
    expect(sentBadges(calls)).toMatchObject([{ targets: [{ id: ids(2) }], ask: { employeeId: ids(40) } }]);
    expect(openPage).not.toHaveBeenCalled();
    await scan('MB|M1|B1');
    expect(openPage).toHaveBeenCalledWith(`/at/order#edit?part=${ids(21)}&scan=MB%7CM1%7CB1&floor=1`, undefined);
  });

  it('is the task in front none that takes a badge, one of those that do is chosen', async () => {
    const answers = { scan: () => badge, 'act/badge': () => ({ records: [], failed: [] }) };
    const { calls, said } = await open([row(1, 20), row(2, 20, able), row(3, 21, able)], answers);
    await scan('EM|9');
    expect(screen.getByText('没有选择')).toBeDefined();
    expect(sentBadges(calls)).toEqual([]);
    said.choice = 1;
    await scan('EM|9');
    expect(said.asked.at(-1)).toBe('「EM|9」对应2项，请选择 DD0002 DD0003');
    expect(sentBadges(calls)).toMatchObject([{ targets: [{ id: ids(3) }] }]);
  });

  it('what no task can take is refused with what to do first; a thing without its lot is no lot', async () => {
    const { calls, openPage } = await open([row(1, 20), row(2, 21)], {
      scan: ({ text }) => (text === 'EM|9' ? badge : { hits: [text === 'B1' ? lot : { ...lot, batchNbr: undefined }] }),
    });
    await scan('EM|9');
    expect(screen.getByText('订单 YG0001：请先选中进行中的任务')).toBeDefined();
    await scan('B1');
    expect(screen.getByText('订单 M1：请先选中进行中的任务')).toBeDefined();
    await scan('M1');
    expect(screen.getByText('订单 M1不在任务中')).toBeDefined();
    expect(openPage).not.toHaveBeenCalled();
    expect(calls.filter(({ path }) => path.includes('/act/'))).toHaveLength(0);
  });

  it('a refusal of a step stands across the page until it is read', async () => {
    const { calls } = await open([row(1, 20)], { 'act/pause': () => new Refused('设备「CNC-02」处于故障状态') });
    fireEvent.keyDown(document.body, { key: 'F4' });
    expect((await screen.findByRole('alert', {}, LONG)).textContent).toContain('设备「CNC-02」处于故障状态');
    expect(calls.filter(({ path }) => path.includes('act/pause'))).toHaveLength(1);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('tiles lead to other lists on touch; a code of nothing shown searches the list by it', async () => {
    const stock: Page = {
      ...orderPage({
        storage: 'migration',
        fields: {
          part: { title: '物料', ref: 'material' },
          lot: { title: '批次号', kind: 'input', scan: true },
          qty: { title: '数量', type: 'decimal' },
        },
        checks: {},
        rules: {},
        list: { search: ['part', 'lot:scan'], columns: ['part', 'lot', 'qty'], schemes: { all: { title: '全部' } } },
        edit: {},
        floor: { scan: ['part'], card: ['part', 'lot', 'qty'], scheme: 'all' },
        actions: {
          goIn: { title: '收货', at: ['floor'], grant: 'view', open: { page: 'order', with: { floor: '1' } } },
        },
      }),
      code: 'stock',
    };
    serve({
      getPageList: ({ search }) => ({
        records: [],
        total: (search as { lot?: string } | undefined)?.lot === 'B-7' ? 1 : 0,
      }),
      scan: ({ text }) => hitOf('material', ids(20), String(text)),
    });
    const openPage = vi.fn();
    const setParams = vi.fn();
    render(
      <Around
        said={listener()}
        change={{ openPage, setParams, params: new URLSearchParams('floor=1'), urlOf: (code) => `/at/${code}` }}
      >
        <FloorTasks page={stock} />
      </Around>,
    );
    fireEvent.click(await screen.findByRole('button', { name: '收货' }, LONG));
    await waitFor(() => expect(openPage).toHaveBeenCalledWith('/at/order?floor=1', undefined));
    await scan('MT-12');
    expect(String(setParams.mock.lastCall?.[0])).toBe(`floor=1&s.part=${ids(20)}`);
    // nothing is left: the ear hears that, too
    expect(screen.getByText(/MT-12.*：暂无订单/)).toBeDefined();
    await scan('B-7');
    expect(String(setParams.mock.lastCall?.[0])).toBe('floor=1&s.lot=B-7');
  });
});
