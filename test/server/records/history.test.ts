/** The trail as users read it, and where records are used: over HTTP, with the rights of several people. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import type { History, HistoryEntry } from '../../../schemas/language/wire';
import type { Session } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import type { Usage } from '../../../server/records/read/usage-list';
import type { Why } from '../../../server/records/read/why';
import { brokenEntries } from '../../../server/records/trail/audit-trail';
import { lcdpRoutes } from '../../../server/routes/lcdp';
import { openSignedApp, type SignedApp } from '../../support/sessions';
import { openWorld, order, row, type Wire, type World } from '../../support/writes';

/** What a trail may hold that not everybody may see. */
const DOCS: readonly AnyDoc[] = [
  {
    $schema: 'dictionaries/1',
    area: 'test',
    dicts: { gaugeKind: { title: '种类', items: ['甲', '乙'].map((title, n) => ({ code: String(n + 1), title })) } },
  },
  {
    $schema: 'object/2',
    object: 'gauge',
    title: '量具',
    label: 'name',
    route: '/gauge/list',
    fields: {
      name: { title: '名称', kind: 'input' },
      kind: { title: '种类', dict: 'gaugeKind' },
      qty: { title: '数量', type: 'decimal' },
      used: { title: '在用', type: 'bool' },
      supplier: { title: '供应商', ref: 'supplier' },
      price: { title: '单价', type: 'decimal', grant: 'price' },
      phone: { title: '电话', kind: 'input', grant: 'privacy', mask: 'phone' },
      pay: { title: '津贴', type: 'decimal', grant: 'pay' },
      pin: { title: '口令', kind: 'input', secret: true },
      inner: { title: '内部', kind: 'input', hidden: true },
      rows: {
        title: '校验',
        kind: 'tabTable',
        fields: {
          material: { title: '物料', ref: 'material' },
          n: { title: '次数', type: 'int' },
          cost: { title: '费用', type: 'decimal', grant: 'price' },
        },
      },
    },
    list: { search: ['name', 'supplier'], columns: ['name'] },
    detail: { tabs: { $edit: {}, $usage: {}, $history: {} } },
    actions: {
      add: {},
      view: {},
      edit: {},
      del: {},
      lend: { title: '借出', at: ['row'], ask: { why: { title: '事由', required: true } }, set: { used: '=true' } },
    },
    access: {
      rows: { small: { title: '小', where: 'qty < 100' } },
      grants: { pay: 'createdBy == me.id' },
    },
  } as AnyDoc,
];

let world: World;
let app: SignedApp<Who>;
let gauge: string;
const clerkId = newId();
type Who = 'admin' | 'clerk' | 'narrow' | 'stranger' | 'owner';

const post = <T = Wire>(who: Who, path: string, payload: Wire) => app.post<T>(who, `/lcdp/data/${path}`, payload);
const history = async (who: Who, id: unknown, more: Wire = {}, page = 'gauge'): Promise<History> => {
  const answer = await post<History>(who, `${page}/history`, { id, ...more });
  expect(answer).toMatchObject({ code: 200 });
  return answer.data;
};
const shown = (entry: HistoryEntry | undefined): unknown[] =>
  (entry?.changes ?? []).map(({ title, before, after }) => [title, before, after]);

beforeAll(async () => {
  world = await openWorld({ documents: DOCS });
  await world.insert('user', [{ id: clerkId, login_name: 'clerk', name: '许敏' }]);
  const functions = ['gauge:view', 'gauge:edit'];
  const people: Record<Who, Session> = {
    admin: world.admin.session,
    clerk: (await world.as([{ functions }], { id: clerkId, name: '许敏' })).session,
    narrow: (
      await world.as([
        { functions: ['gauge:view'], scope: { scope: 'small', depts: [] } },
        { functions: ['supplier:view'] },
      ])
    ).session,
    stranger: (await world.as([{ functions: ['supplier:view'] }])).session,
    owner: (await world.as([{ functions }], { id: world.admin.session.me.id })).session,
  };
  app = await openSignedApp(people, { db: world.db, mount: [lcdpRoutes(world.host)] });
  const { ids } = world;
  const first = row({ materialId: ids.seal, n: 1, cost: 9 });
  const record = await world.save('gauge', {
    name: '卡尺',
    kind: '1',
    qty: 500,
    supplierId: ids.supplier,
    price: 10,
    phone: '13800000001',
    pay: 7,
    pin: 'geheim',
    inner: 'x',
    rows: [first],
  });
  gauge = record.id as string;
  const two = await world.save('gauge', {
    id: gauge,
    version: record.version,
    kind: '2',
    qty: 1234.5,
    supplierId: null,
    price: 12.25,
    phone: '13900000002',
    pay: 8,
    pin: 'neu',
    inner: 'y',
    rows: [{ ...first, n: 3, cost: 11 }, row({ materialId: ids.rod, n: 2, cost: 5 })],
  });
  const three = await world.act('gauge', 'lend', [{ id: gauge, version: two.version }], { ask: { why: '外检' } });
  await world.save('gauge', { id: gauge, version: three.version, rows: [{ ...first, n: 3, cost: 11 }] });
});
afterAll(async () => {
  await app?.close();
  await world?.close();
});

describe('history', () => {
  it('tells newest first who did what, with labels, numbers and rows by their line', async () => {
    const { records, total, current, size } = await history('admin', gauge);
    expect({ total, current, size }).toEqual({ total: 4, current: 1, size: 20 });
    expect(records.map(({ action, title, by }) => [action, title, by])).toEqual([
      ['edit', '修改', '测试员'],
      ['lend', '借出', '测试员'],
      ['edit', '修改', '测试员'],
      ['add', '新增', '测试员'],
    ]);
    expect(records[0]?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(shown(records[0])).toEqual([['校验第20行', '物料 LS-100，次数 2，费用 5', null]]);
    expect(shown(records[1])).toEqual([
      ['在用', '否', '是'],
      ['事由', null, '外检'],
    ]);
    expect(shown(records[2])).toEqual([
      ['种类', '甲', '乙'],
      ['数量', 500, 1234.5],
      ['供应商', '苏州密封', null],
      ['单价', 10, 12.25],
      ['电话', '13800000001', '13900000002'],
      ['津贴', 7, 8],
      ['口令', '******', '******'],
      ['校验第10行 次数', 1, 3],
      ['校验第10行 费用', 9, 11],
      ['校验第20行', null, '物料 LS-100，次数 2，费用 5'],
    ]);
    expect(records[2]?.changes.map((change) => change.field)).toContain('rows.cost');
    expect(shown(records[3])).toContainEqual(['校验', null, '1 行']);
  });

  it('leaves out fields that are not granted and masks what is masked', async () => {
    const { records } = await history('clerk', gauge);
    expect(shown(records[2])).toEqual([
      ['种类', '甲', '乙'],
      ['数量', 500, 1234.5],
      ['供应商', '苏州密封', null],
      ['电话', '******', '******'],
      ['口令', '******', '******'],
      ['校验第10行 次数', 1, 3],
      ['校验第20行', null, '物料 LS-100，次数 2'],
    ]);
    const all = JSON.stringify(records);
    for (const closed of ['12.25', '1380000', '1390000', '津贴', '费用', '单价', 'geheim', 'neu', '内部'])
      expect(all).not.toContain(closed);
  });

  it('shows the field group that this record gives to its owner', async () => {
    const { records } = await history('owner', gauge);
    expect(shown(records[2])).toContainEqual(['津贴', 7, 8]);
    expect(JSON.stringify(records)).not.toContain('单价');
  });

  it('is as closed as the record: scope, missing, right, shape', async () => {
    const gone = { code: 203, msg: '数据不存在或无权查看', data: null };
    expect(await post('narrow', 'gauge/history', { id: gauge })).toMatchObject(gone);
    expect(await post('admin', 'gauge/history', { id: newId() })).toMatchObject(gone);
    expect(await post('admin', 'gauge/history', { id: 'x' })).toMatchObject(gone);
    expect((await post('stranger', 'gauge/history', { id: gauge })).code).toBe(403);
    expect((await post('admin', 'nothing/history', { id: gauge })).code).toBe(404);
    for (const body of [{}, { id: 1 }, { id: gauge, size: 101 }, { id: gauge, current: 0 }, { id: gauge, size: '5' }])
      expect((await post('admin', 'gauge/history', body)).code).toBe(400);
    const erased = await world.save('gauge', { name: '旧', qty: 1 });
    await world.act('gauge', 'del', [{ id: erased.id, version: erased.version }]);
    expect(await post('admin', 'gauge/history', { id: erased.id })).toMatchObject(gone);
    // the id of another object's record opens nothing
    expect(await post('admin', 'supplier/history', { id: gauge })).toMatchObject(gone);
  });

  it('comes in pages that join without gaps', async () => {
    const whole = await history('admin', gauge);
    const pages = [
      await history('admin', gauge, { size: 3 }),
      await history('admin', gauge, { size: 3, current: 2 }),
      await history('admin', gauge, { size: 3, current: 3 }),
    ];
    expect(pages.map((page) => page.records.length)).toEqual([3, 1, 0]);
    expect(pages.flatMap((page) => page.records)).toEqual(whole.records);
  });

  it('reads only: the chain holds', async () => {
    const before = await world.count('mw_trail');
    await history('admin', gauge);
    expect(await world.count('mw_trail')).toBe(before);
    expect(await brokenEntries(world.admin, 'gauge', gauge)).toEqual([]);
  });

  it('of a shipped document names what was done to it', async () => {
    const saved = await world.save('purchaseOrder', order(world));
    await world.act('purchaseOrder', 'audit', [{ id: saved.id, version: saved.version }]);
    const { records } = await history('admin', saved.id, {}, 'purchaseOrder');
    expect(records.at(-1)).toMatchObject({ action: 'add', title: '新增' });
    const audit = records.find((entry) => entry.action === 'audit');
    expect(audit).toMatchObject({ title: '审核', by: '测试员' });
    expect(shown(audit)).toContainEqual(['审核状态', '待审核', '已审核']);
    expect(JSON.stringify(records)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });
});

describe('usage', () => {
  const usage = async (who: Who, id: unknown, page = 'supplier'): Promise<readonly Usage[]> => {
    const answer = await post<Usage[]>(who, `${page}/usage`, { id });
    expect(answer).toMatchObject({ code: 200 });
    return answer.data;
  };

  it('counts records by object, each once, with a way to those that may be viewed', async () => {
    const { ids } = world;
    await world.save('gauge', { name: '小尺', qty: 1, supplierId: ids.paused });
    await world.save('gauge', { name: '大尺', qty: 200, supplierId: ids.paused });
    const erased = await world.save('gauge', { name: '删', qty: 1, supplierId: ids.paused });
    await world.act('gauge', 'del', [{ id: erased.id, version: erased.version }]);
    const way = { object: 'gauge', title: '量具', url: '/gauge/list', search: 'supplier' };
    expect(await usage('admin', ids.paused)).toEqual([{ ...way, count: 2 }]);
    // in his rows only
    expect(await usage('narrow', ids.paused)).toEqual([{ ...way, count: 1 }]);
    // what he may not view is a number without a way
    expect(await usage('stranger', ids.paused)).toEqual([{ object: 'gauge', title: '量具', count: 2 }]);
    // two rows of one record are one use
    const rows = [row({ materialId: ids.seal, n: 1 }), row({ materialId: ids.seal, n: 2 })];
    await world.save('gauge', { name: '两行', qty: 1, rows });
    const held = (await usage('admin', ids.seal, 'material')).filter((usage) => usage.object === 'gauge');
    expect(held).toEqual([{ object: 'gauge', title: '量具', count: 2, url: '/gauge/list' }]);
    expect(await usage('admin', ids.gone)).toEqual([]);
  });

  it('is as closed as the record', async () => {
    expect(await post('stranger', 'supplier/usage', { id: newId() })).toMatchObject({ code: 203 });
    expect((await post('stranger', 'material/usage', { id: world.ids.seal })).code).toBe(403);
    expect((await post('admin', 'supplier/usage', {})).code).toBe(400);
  });
});

describe('why', () => {
  const why = (who: Who, body: Wire) => post<Why>(who, 'gauge/why', body);

  it('tells the last action and what the record does not offer, to whom it does not', async () => {
    const { data } = await why('clerk', { id: gauge });
    expect(data.last).toMatchObject({ title: '修改', by: '测试员' });
    expect(data.actions.map(({ code, reasons }) => [code, reasons[0]?.text])).toEqual([
      ['del', '没有「删除」的权限，请联系管理员'],
      ['lend', '没有「借出」的权限，请联系管理员'],
    ]);
    expect((await why('admin', { id: gauge })).data.actions).toEqual([]);
  });
  it('speaks of fields the caller sees, of nothing else, and not of records out of reach', async () => {
    expect((await why('clerk', { id: gauge, field: 'qty' })).data.reasons).toEqual([]);
    for (const field of ['price', 'rows.cost', 'nothing', 'rows.nothing', 'constructor', '__proto__.x'])
      expect((await why('clerk', { id: gauge, field })).code).toBe(400);
    expect((await why('narrow', { id: gauge })).msg).toBe('数据不存在或无权查看');
    expect((await why('clerk', { id: newId() })).msg).toBe('数据不存在或无权查看');
    expect((await why('stranger', { id: gauge })).code).toBe(403);
    expect((await why('clerk', { id: 'x' })).code).toBe(400);
  });
});
