import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SCREENS } from '../../schemas/language/check/known';
import type { AnyDoc } from '../../schemas/language/document';
import { provenanceOf } from '../../schemas/language/resolve';
import type { ServerFunctionType } from '../../schemas/language/resolved';
import { screenTitle, serviceTitle } from '../../schemas/language/sorts/texts/programs';
import { functions } from '../../server/domain';
import { allServices } from '../../server/modules';
import { grantTree } from '../../server/registry/grant-tree';
import { loadSchemas } from '../../server/registry/load';
import { buildRegistry } from '../../server/registry/registry';
import { filesOf } from '../support/records';
import { systemRegistry } from '../support/registry';

const folder = mkdtempSync(join(tmpdir(), 'registry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (path: string, doc: unknown): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), typeof doc === 'string' ? doc : JSON.stringify(doc));
};
const crate: AnyDoc = {
  $schema: 'object/2',
  object: 'crate',
  title: '箱子',
  route: '/x/crate/list',
  label: 'code',
  fields: { code: { title: '编码', kind: 'autoCode' }, price: { title: '单价', type: 'decimal', grant: 'price' } },
  views: { small: { title: '小箱', route: '/x/small', grant: 'small' }, side: { title: '侧视' } },
  actions: { add: {}, view: {}, copy: {}, tip: { title: '翻倒' }, done: { title: '满', auto: 'true' } },
  events: { full: '箱子满了' },
};

it('services and pages made by hand have titles, those of pages in menus or of their own', () => {
  const { menus } = buildRegistry();
  const untitled = SCREENS.filter(
    (code) => screenTitle(code) === undefined && !menus.some(({ screen }) => screen === code),
  );
  expect(untitled).toEqual([]);
  expect(allServices.map(({ name }) => name).filter((name) => serviceTitle(name) === undefined)).toEqual([]);
});

describe('the shipped documents', () => {
  const registry = buildRegistry(undefined, { functions });
  it('resolve into objects with pages, menus and functions', () => {
    expect([...registry.objects.keys()]).toEqual(
      expect.arrayContaining(['purchaseOrder', 'purchaseIn', 'stockBalance', 'material']),
    );
    expect(registry.routes.get('/oms/purchase/order/edit')).toBe('purchaseOrder#edit');
    expect(registry.page('dept.factory')?.route).toBe('/factoryModel/basicData/department/index');
    expect(registry.find('purchaseOrder')?.area).toBe('purchase');
  });
  it('put every page behind a route, once', () => {
    const routes = [...registry.pages.values()].flatMap((page) => page.route ?? []);
    expect(registry.routes.size).toBe(new Set(routes).size);
  });
  it.each([
    ['/workerorder/prdorder/edit', '生产订单编辑'],
    ['/workerorder/components/processDetail', '工序明细'],
    ['/workerorder/workorder/edit', '生产工单编辑'],
    ['/productionaction/prdprocess/edit', '工序任务编辑'],
    ['/productionaction/dispatchOrder/detail', '派工单明细'],
    ['/productionaction/prdstart', '开工报工'],
    ['/productionaction/prdstart/edit', '开工编辑'],
    ['/productionaction/prdstart/editDetail', '开工详情'],
    ['/productionaction/prdstart/editReport', '报工'],
    ['/productionaction/reworkTask/editDetail', '返工详情'],
    ['/productionaction/reworkTask/editReport', '返工报工'],
    ['/productionaction/reportrecord', '报工记录'],
    ['/productionaction/reportrecord/editDetail', '报工详情'],
    ['/productionaction/afdd/edit', '补报单编辑'],
    ['/productionaction/qualityTesting/report', '检测报告'],
    ['/productionaction/machinePrice/edit', '机台工价编辑'],
    ['/productionaction/feedEdit', '上料登记'],
    ['/productionaction/feedrecord/edit', '上料记录编辑'],
    ['/productioncheck/edit', '完工检验编辑'],
    ['/coProduct/detail', '联副产品明细'],
  ])('name the page %s %s', (route, title) => {
    expect(registry.page(registry.routes.get(route) ?? '')?.title).toBe(title);
  });
  it('resolve every time to the same hash', () => {
    expect(buildRegistry(undefined, { functions }).hash).toBe(registry.hash);
  });
  it('give menus the urls and functions of their pages', () => {
    const row = registry.menus.find((menu) => menu.page === 'purchaseOrder');
    expect(row).toMatchObject({
      url: '/oms/purchase/order',
      subUrls: ['/oms/purchase/order/edit', '/oms/purchase/order/detail'],
      type: 20,
      parentId: 'purchase',
    });
    expect(row?.functions).toEqual(
      expect.arrayContaining(['purchaseOrder:view', 'purchaseOrder:audit', 'purchaseOrder:receive']),
    );
  });
  it('give settings their defaults and dictionaries their tones', () => {
    expect(registry.settings.get('listDataShowNum')?.default).toBe(30);
    expect(registry.dicts.get('purchaseOrderStatus')?.items.find((item) => item.code === '60')?.tone).toBe('success');
    expect(registry.dicts.get('region')?.items.find((item) => item.code === '110101')?.parent).toBe('110100');
  });
});

describe('derived things', () => {
  const registry = buildRegistry(filesOf([crate]));
  it('lists functions by action, views by their grant, autos never', () => {
    expect(registry.functions.map((item) => [item.code, item.title])).toEqual([
      ['crate:view', '查看'],
      ['crate:add', '新增'],
      ['crate:tip', '翻倒'],
      ['crate:small', '小箱'],
    ]);
  });
  it('derives dictionaries of objects, events, pages and functions', () => {
    const codes = (dict: string) => registry.dicts.get(dict)?.items.map((item) => item.code);
    expect(codes('objectCode')).toEqual(['crate']);
    expect(codes('numberedCode')).toEqual(['crate']);
    // only what happens to a record: adding one does, opening its list or a sheet does not
    expect(codes('eventCode')).toEqual(['crate.add', 'crate.tip', 'crate.done', 'crate.full']);
    expect(codes('pageCode')).toEqual(['crate', 'crate.small', 'crate.side']);
    expect(codes('fieldGroup')).toContain('price');
    // it goes to the browser: of a page its name, not what is on it
    const { dicts } = buildRegistry(undefined, { functions });
    const said = ['objectCode', 'pageCode', 'functionCode', 'eventCode'].flatMap(
      (dict) => dicts.get(dict)?.items ?? [],
    );
    expect([...new Set(said.flatMap((item) => Object.keys(item)))].sort()).toEqual(['code', 'parent', 'title']);
  });
  it('gives a view without a route its place in the list’s', () => {
    expect(registry.page('crate.side')?.route).toBe('/x/crate/list?view=side');
    expect(registry.page('crate#edit')?.route).toBe('/x/crate/edit');
  });
  it('changes the version of a dictionary only with its items', () => {
    const dict = (title: string) =>
      buildRegistry(
        filesOf([
          { $schema: 'dictionaries/1', area: 't', dicts: { d: { title: 'D', items: [{ code: '1', title }] } } },
        ]),
      ).dicts.get('d')?.version;
    expect(dict('a')).toBe(dict('a'));
    expect(dict('a')).not.toBe(dict('b'));
  });
});

describe('a text that was resolved before', () => {
  const user = {
    ...crate,
    use: ['marked'],
    state: 'lives',
    fields: { lives: { title: '状态', dict: 'life' } },
  } as AnyDoc;
  const block = (title: string): AnyDoc => ({
    $schema: 'block/2',
    block: 'marked',
    title: '标记',
    fields: { mark: { title, type: 'text' }, sum: { title: '和', type: 'decimal', formula: 'twice(1)' } },
  });
  const life = (...codes: readonly string[]): AnyDoc => ({
    $schema: 'dictionaries/1',
    area: 't',
    dicts: { life: { title: '生命', items: codes.map((code) => ({ code, title: code })) } },
  });
  const [marked, short] = [block('记号'), life('10')];
  const files = filesOf([user, marked, short]);
  const built = (from = files, live = false) => {
    const twice: ServerFunctionType = { name: 'twice', args: ['decimal'], result: 'decimal', live };
    return buildRegistry(from, { functions: [twice] }).find('crate')!;
  };

  it('is the same object again, and another one in all its parts', () => {
    const [first, second] = [built(), built()];
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    expect(second.fields.mark).not.toBe(first.fields.mark);
    expect(Object.isFrozen(second.fields.mark)).toBe(true);
    expect([...provenanceOf(second)]).toEqual([...provenanceOf(first)]);
    expect(provenanceOf(second).get('fields.mark')).toBe('marked');
  });
  it('is resolved anew over another block, dictionary, area, overlay or live function', () => {
    const before = built();
    expect(built(filesOf([user, block('印记'), short])).fields.mark?.title).toBe('印记');
    expect(before.fields.lives?.default).toBe('10');
    expect(built(filesOf([user, marked, life('20', '10')])).fields.lives?.default).toBe('20');
    const [placed] = files.objects;
    expect(built({ ...files, objects: [{ ...placed!, area: 'other' }] }).area).toBe('other');
    const steps = [{ set: 'fields.mark.title', to: '改', was: '记号' }];
    const over = { ...files, objects: [{ ...placed!, overlay: { shipped: placed!.doc, steps } }] };
    expect(built(over).fields.mark?.title).toBe('改');
    expect([built(files, true).fields.sum?.formulaAt, before.fields.sum?.formulaAt]).toEqual(['live', 'stored']);
    expect(built()).toEqual(before);
  });
  it('of a report too, over the fields of its object as they are', () => {
    const report: AnyDoc = {
      $schema: 'report/1',
      report: 'crates',
      title: '箱子统计',
      from: 'crate',
      dims: { code: {} },
      measures: { n: { title: '数量', of: 'count()' } },
    };
    const renamed = { ...crate, fields: { ...crate.fields, code: { title: '箱号', kind: 'autoCode' } } } as AnyDoc;
    const of = (object: AnyDoc) => buildRegistry(filesOf([object, report])).reports.get('crates')!;
    const [first, second] = [of(crate), of(crate)];
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    expect(second.object).not.toBe(first.object);
    expect(Object.isFrozen(second.object.fields.code)).toBe(true);
    expect([first.dims.code?.title, of(renamed).dims.code?.title, of(crate).dims.code?.title]).toEqual([
      '编码',
      '箱号',
      '编码',
    ]);
  });
});

describe('a schemas folder', () => {
  it('is read with the area of each object', () => {
    write('ok/objects/store/crate.json', crate);
    write('ok/menus/store.json', {
      $schema: 'menus/1',
      area: 'store',
      title: '库',
      items: { crate: { page: 'crate' } },
    });
    const registry = buildRegistry(loadSchemas(join(folder, 'ok')));
    expect(registry.find('crate')?.area).toBe('store');
    expect(registry.menus.map((row) => row.id)).toEqual(['store', 'store.crate']);
  });
  it('stops with the file that is no document', () => {
    write('bad/objects/store/crate.json', '{ "object": ');
    expect(() => loadSchemas(join(folder, 'bad'))).toThrow(/crate\.json/);
    write('odd/objects/store/crate.json', { $schema: 'object/9', object: 'crate' });
    expect(() => loadSchemas(join(folder, 'odd'))).toThrow(/object\/2/);
  });
  it('stops when two files declare one code, or a menu names no page', () => {
    expect(() => buildRegistry(filesOf([crate, crate]))).toThrow(/crate is declared twice/);
    expect(() =>
      buildRegistry(filesOf([{ $schema: 'menus/1', area: 'm', title: 'M', items: { a: { page: 'nope' } } }])),
    ).toThrow(/nope/);
  });
});

it('makes functions of what a menu entry grants without a page', () => {
  const menus: AnyDoc = {
    $schema: 'menus/1',
    area: 'tools',
    title: '工具',
    items: {
      designer: { title: '模型创建', screen: 'modelDesigner', grants: ['dataModel:edit', 'dataModel:publish'] },
    },
  };
  const { functions: found, dicts } = buildRegistry(filesOf([menus]));
  expect(found.map(({ code, title, objectTitle }) => [code, title, objectTitle])).toEqual([
    ['dataModel:edit', '编辑', '模型创建'],
    ['dataModel:publish', '发布', '模型创建'],
  ]);
  expect(dicts.get('functionCode')?.items.map((item) => item.code)).toContain('dataModel:publish');
});

it('hangs every function in the tree of grants, but what everybody has of himself, locked where the asker lacks it', () => {
  const registry = buildRegistry(undefined, { functions });
  const mine = new Set(['purchaseOrder:view']);
  const tree = grantTree(registry, { has: (right) => mine.has(right) });
  const hung = new Set(tree.flatMap((node) => node.functions.map(({ code }) => code)));
  const own = ['userProfile:view', 'userProfile:edit'];
  expect(registry.functions.map(({ code }) => code).filter((code) => !hung.has(code))).toEqual(own);
  expect(tree.flatMap((node) => node.functions).filter(({ locked }) => locked !== true)).toEqual([
    { code: 'purchaseOrder:view', title: '查看' },
  ]);
  expect(tree.find(({ id }) => id === 'purchase.purchaseOrder')).toMatchObject({
    parent: 'purchase',
    groups: ['价格'],
  });
  // what documents borrow of approvals is ticked once
  const places = tree.filter((node) => node.functions.some(({ code }) => code === 'flowInstance:start'));
  expect(places.map(({ id }) => id)).toEqual(['flow.start']);
  // nothing above stays without a function below
  expect(tree.filter((node) => node.functions.length === 0 && !tree.some(({ parent }) => parent === node.id))).toEqual(
    [],
  );
});

it('names what may be granted by titles, each once in its place, a report where some of it is granted', () => {
  const tree = grantTree(buildRegistry(undefined, { functions }), { has: () => true });
  const places = tree.map(({ title, functions }) => ({ title, said: functions.map((each) => each.title) }));
  expect(
    places.filter(({ title, said }) => [title, ...said].some((text) => /^[a-z]+[A-Z]|^[a-z]+·/.test(text))),
  ).toEqual([]);
  expect(places.filter(({ said }) => new Set(said).size < said.length)).toEqual([]);
  const told = (id: string): readonly string[] =>
    tree.flatMap((node) => (node.id === id ? node.functions.map((each) => each.title) : []));
  expect(told('production.prdOrder').slice(-3)).toEqual(['订单进度·查看', '订单进度·导出', '订单进度·打印']);
  expect(told('factory.devCategory')).toContain('设备类别·编辑');
});

it('every detail shows its record among what belongs to it', () => {
  const details = [...systemRegistry().pages.values()].filter(({ sort }) => sort === 'detail');
  expect(details.length).toBeGreaterThan(50);
  const bare = details.filter(({ object }) => !object.detail.tabs.some(({ code }) => code === '$edit'));
  expect(bare.map(({ code }) => code)).toEqual([]);
});
