import { describe, expect, it } from 'vitest';
import type { BlockDoc, ObjectDoc } from '../../schemas/language/document';
import { formConf, wireColumns, wireFields, wireSearch } from '../../schemas/language/features/wire';
import { toObjectType } from '../../schemas/language/object-type';
import { provenanceOf, resolveField, resolveObject, resolveWithProblems } from '../../schemas/language/resolve';
import { example, fixtureBlocks } from './documents';

const blocks = fixtureBlocks();
const lib = { blocks, area: 'purchase' };
const block = (code: string, rest: Partial<BlockDoc>): BlockDoc => ({
  $schema: 'block/2',
  block: code,
  title: code,
  ...rest,
});
const object = (rest: Partial<ObjectDoc>): ObjectDoc => ({
  $schema: 'object/2',
  object: 'thing',
  title: '东西',
  fields: {},
  ...rest,
});
const withBlocks = (...list: readonly BlockDoc[]) => ({ blocks: new Map(list.map((block) => [block.block, block])) });
const names = (items: readonly { readonly field?: string }[]): readonly (string | undefined)[] =>
  items.map((item) => item.field);

describe('the purchase order of the reference', () => {
  const order = resolveObject(example('purchase-order'), lib);

  it('is frozen, hashed and the same every time', () => {
    expect(Object.isFrozen(order.fields.items?.sub?.rows)).toBe(true);
    expect(resolveObject(example('purchase-order'), lib).hash).toBe(order.hash);
    expect(resolveObject({ ...example('purchase-order'), title: '采购订单2' }, lib).hash).not.toBe(order.hash);
    expect(JSON.parse(JSON.stringify(order))).toEqual(order);
  });

  it('places own entries at $own, through all blocks', () => {
    expect(names(order.list.columns)).toEqual([
      'nbr',
      'bizDate',
      'supplier',
      'buyer',
      'needBy',
      'receivedRate',
      'inDocs',
      'totalAmount',
      'printCount',
      'remark',
      'createdBy',
      'createdAt',
      'auditedBy',
      'auditedAt',
      '$extend',
      'auditStatus',
      'docStatus',
    ]);
    expect(order.edit.groups.map((part) => part.code)).toEqual(['base', 'terms', 'items', 'files']);
    expect(names(order.edit.groups[0]?.fields ?? [])).toEqual([
      'nbr',
      'bizDate',
      'supplier',
      'contact',
      'buyer',
      'orderType',
      'dept',
      'handler',
      'remark',
      '$extend',
    ]);
    expect(order.detail.tabs.map((part) => part.code)).toEqual([
      '$edit',
      'receipts',
      'prices',
      '$links',
      '$history',
      '$flow',
      '$files',
    ]);
    expect(order.list.schemes.map((scheme) => scheme.code)).toEqual(['todo', 'mine', 'month', 'open', 'late']);
    expect(Object.keys(order.actions)).toEqual([
      'add',
      'view',
      'edit',
      'copy',
      'del',
      'audit',
      'reject',
      'unaudit',
      'submit',
      'withdraw',
      'urge',
      'receive',
      'change',
      'printOrder',
      'partly',
      'done',
      'undone',
      'none',
      'close',
      'reopen',
      'void',
      'import',
      'export',
    ]);
  });

  it('merges row blocks under the sub-table, keeping the order of blocks', () => {
    const sub = order.fields.items?.sub;
    expect(names(sub?.columns ?? [])).toEqual([
      'material',
      'materialName',
      'spec',
      'unit',
      'qty',
      'price',
      'taxRate',
      'taxPrice',
      'amount',
      'taxAmount',
      'totalAmount',
      'lastPrice',
      'needDate',
      'overRate',
      'iqcFlag',
      'receivedQty',
      'openQty',
      'prdOrder',
      'srcNbr',
      'sourceOrderNbr',
      'rowRemark',
      '$extend',
    ]);
    expect(Object.keys(sub?.fields ?? {}).slice(0, 4)).toEqual(['id', 'lineNo', 'material', 'materialCode']);
    expect(sub?.rows).toEqual({ import: true, lock: '!empty(sourceOrderNbr)', min: 1, max: 2000, number: 'lineNo' });
    expect(sub?.summary).toEqual({
      qty: 'sum',
      amount: 'sum',
      taxAmount: 'sum',
      totalAmount: 'sum',
      receivedQty: 'sum',
      openQty: 'sum',
    });
  });

  it('flattens rules and checks of rows with their address', () => {
    expect(order.rules.map((rule) => rule.address)).toEqual([
      'rules.audited',
      'rules.flowing',
      'rules.sample',
      'rules.price',
      'rules.supplier',
      'fields.items.rules.rate',
      'fields.items.rules.net',
      'fields.items.rules.sourced',
      'fields.items.rules.stamped',
    ]);
    expect(order.rules[0]).toMatchObject({ when: 'auditStatus == 2', readonly: ['*'], except: ['remark', 'files'] });
    expect(order.checks.find((check) => check.address === 'fields.items.checks.qty')).toMatchObject({
      in: 'items',
      level: 'error',
    });
  });

  it('derives routes, rights, penetration, operators and places', () => {
    expect([order.edit.route, order.detail.route]).toEqual(['/oms/purchase/order/edit', '/oms/purchase/order/detail']);
    expect(order.actions.reject).toMatchObject({
      title: '驳回',
      right: 'purchaseOrder:audit',
      builtIn: true,
      at: ['row', 'bulk', 'detail'],
    });
    expect(order.actions.change?.right).toBe('purchaseOrder:change');
    expect(order.actions.partly?.at).toEqual([]);
    expect(order.list.columns[0]?.penetrate).toEqual({ page: 'purchaseOrder', type: 'detail', relIdField: 'id' });
    expect(order.list.columns[2]?.penetrate).toEqual({ page: 'supplier', type: 'detail', relIdField: 'supplier' });
    expect(order.list.search.map((item) => `${item.field} ${item.op}`)).toContain('items.material in');
    expect(order.list.search.map((item) => `${item.field} ${item.op}`)).toContain('needBy between');
    expect(order.audited).toBe(true);
    expect(order.label).toEqual(['nbr']);
  });

  it('tells stored formulas from live ones', () => {
    expect(order.fields.receivedRate?.formulaAt).toBe('stored');
    expect(order.fields.items?.sub?.fields.exempt?.formulaAt).toBe('stored');
    expect(order.fields.amount).toMatchObject({ formulaAt: 'stored', readonly: true, scale: 2 });
  });

  it('knows which text each address is from', () => {
    const from = provenanceOf(order);
    expect(from.get('fields.nbr')).toBe('document');
    expect(from.get('fields.nbr.rule')).toBe('own');
    expect(from.get('fields.docStatus.dict')).toBe('own');
    expect(from.get('rules.audited.when')).toBe('audited');
    expect(from.get('rules.audited.except')).toBe('document');
    expect(from.get('fields.items.fields.price')).toBe('priceRow');
    expect(from.get('fields.items.fields.needDate')).toBe('own');
    expect(from.get('list.columns.supplier')).toBe('own');
  });

  it('gives the definitions of the specification', () => {
    const columns = wireColumns(order);
    expect(columns[0]).toMatchObject({
      prop: 'nbr',
      label: '单据编号',
      fixed: 'left',
      sortable: true,
      scanCode: true,
      width: 160,
      showoverflowtooltip: true,
    });
    expect(columns.find((column) => column.prop === 'receivedRate')).toMatchObject({ isProgress: true, group: '交期' });
    expect(columns.find((column) => column.prop === 'totalAmount')).toMatchObject({
      align: 'right',
      headerAlign: 'right',
      width: 110,
    });
    expect(columns.find((column) => column.prop === 'docStatus')).toMatchObject({
      fixed: 'right',
      as: 'tag',
      align: 'center',
      width: 90,
    });
    expect(columns.some((column) => column.prop.startsWith('$'))).toBe(false);
    expect(formConf(order)).toMatchObject({
      size: 'medium',
      labelPosition: 'right',
      labelWidth: 120,
      width: 70,
      dialogType: 'dialog',
      direction: 'rtl',
      dataSource: 'purchaseOrder',
    });
    expect(wireSearch(order)[0]).toEqual({ prop: 'nbr', label: '单据编号', kind: 'autoCode', kindNo: 11, op: 'like' });
    expect(wireFields(order.fields).find((field) => field.field === 'needBy')).toMatchObject({
      title: '最迟到货',
      type: 'date',
      kind: 'dateCritical',
      kindNo: 9,
      required: true,
    });
  });
});

describe('masters, trees and views', () => {
  const category = resolveObject(example('dev-category'), { blocks });
  const equipment = resolveObject(example('equipment'), { blocks });

  it('replaces keys of list and edit in a view and merges its actions', () => {
    const view = category.views.config;
    expect(names(view?.list.columns ?? [])).toEqual(['code', 'name', 'stdCycleSec', 'checkScheme']);
    expect(view?.edit.groups.map((part) => part.code)).toEqual(['tech']);
    expect(view?.actions.edit?.right).toBe('devCategory:config');
    expect(category.actions.edit?.right).toBe('devCategory:edit');
    expect(Object.keys(view?.actions ?? {})).toEqual(Object.keys(category.actions));
    expect(view?.detail.route).toBe('/deviceconfig/devicecategory/detail');
  });

  it('makes formulas over queries live and keeps self references', () => {
    expect(category.fields.equipCount?.formulaAt).toBe('live');
    expect(equipment.fields.isIot?.formulaAt).toBe('live');
    expect(category.fields.parent?.ref).toBe('devCategory');
    expect(category.edit).toMatchObject({ open: 'dialog', columns: 2 });
    expect(category.edit.route).toBeUndefined();
  });

  it('drops what an object turns off, and a rule without effect', () => {
    expect(equipment.actions.enable).toBeUndefined();
    expect(equipment.rules.map((rule) => rule.address)).toEqual(['rules.used']);
    const plain = resolveObject(object({ use: ['master'] }), { blocks });
    expect(plain.rules).toEqual([]);
  });

  it('gives expressions the types they see', () => {
    const type = toObjectType(category);
    expect(type.fields.lifeYears).toMatchObject({ type: 'int', inherit: 'parent' });
    expect(type.tree).toBe('parent');
    expect(toObjectType(category)).toBe(type);
  });
});

describe('merging', () => {
  it('takes an entry that names one of the block out of the block and merges its keys', () => {
    const base = block('base', {
      fields: { a: { title: 'A' }, b: { title: 'B' } },
      list: { columns: ['a:pin', '$own', 'b:sort'] },
    });
    const doc = object({
      use: ['base'],
      fields: { c: { title: 'C' } },
      list: { columns: ['c', { field: 'b', width: 99 }] },
    });
    const columns = resolveObject(doc, withBlocks(base)).list.columns;
    expect(columns.map((column) => [column.field, column.pin, column.sort, column.width])).toEqual([
      ['a', true, undefined, undefined],
      ['c', undefined, undefined, undefined],
      ['b', undefined, true, 99],
    ]);
  });

  it('puts own entries behind without $own, and keeps a written $own for the next text', () => {
    const first = block('first', { fields: { a: { title: 'A' } }, list: { columns: ['a'] } });
    const second = block('second', {
      fields: { b: { title: 'B' }, z: { title: 'Z' } },
      list: { columns: ['b', '$own', 'z'] },
    });
    const doc = object({ use: ['first', 'second'], fields: { c: { title: 'C' } }, list: { columns: ['c'] } });
    expect(names(resolveObject(doc, withBlocks(first, second)).list.columns)).toEqual(['a', 'b', 'c', 'z']);
  });

  it('keeps the place of a definition that is only changed', () => {
    const base = block('base', {
      fields: { a: { title: 'A' }, b: { title: 'B' } },
      actions: { add: {}, edit: {}, $own: {}, export: {} },
    });
    const doc = object({
      use: ['base'],
      fields: { a: { title: 'A1' }, c: { title: 'C' } },
      actions: { edit: { grant: 'config' }, go: { title: '去', open: { page: 'x' } } },
    });
    const made = resolveObject(doc, withBlocks(base));
    expect(Object.keys(made.actions)).toEqual(['add', 'edit', 'go', 'export']);
    expect(
      Object.values(made.fields)
        .filter((field) => field.base !== true)
        .map((field) => field.title),
    ).toEqual(['A1', 'B', 'C']);
  });

  it('lets a text lay the order out by writing $own', () => {
    const below = block('below', { actions: { audit: {}, reject: {} } });
    const above = block('above', { use: ['below'], actions: { add: {}, reject: {}, audit: {}, $own: {}, export: {} } });
    expect(
      Object.keys(resolveObject(object({ use: ['above'], actions: { print: {} } }), withBlocks(below, above)).actions),
    ).toEqual(['add', 'reject', 'audit', 'print', 'export']);
  });

  it('lets an own default scheme clear the block’s', () => {
    const base = block('base', { list: { schemes: { todo: { title: '待', default: true }, all: { title: '全' } } } });
    const doc = object({ use: ['base'], list: { schemes: { mine: { title: '我', default: true } } } });
    expect(resolveObject(doc, withBlocks(base)).list.schemes.map((scheme) => [scheme.code, scheme.default])).toEqual([
      ['todo', undefined],
      ['all', undefined],
      ['mine', true],
    ]);
  });

  it('drops the traces of a block’s field that is turned off, but not what the object says itself', () => {
    const rows = block('rows', {
      fields: { a: { title: 'A' }, b: { title: 'B' } },
      rules: { r: { when: 'true', readonly: ['a', 'b'] } },
      columns: ['a', 'b'],
      summary: { a: 'sum' },
    });
    const doc = object({
      fields: { items: { title: '明细', kind: 'tabTable', use: ['rows'], fields: { a: { off: true } } } },
    });
    const made = resolveObject(doc, withBlocks(rows));
    expect(Object.keys(made.fields.items?.sub?.fields ?? {})).toEqual(['id', 'lineNo', 'b']);
    expect(names(made.fields.items?.sub?.columns ?? [])).toEqual(['b']);
    expect(made.fields.items?.sub?.summary).toEqual({});
    expect(made.rules[0]?.readonly).toEqual(['b']);
  });

  it('reports blocks that disagree, unless one knows the other or the object decides', () => {
    const a = block('a', { fields: { f: { title: '甲' } } });
    const b = block('b', { fields: { f: { title: '乙' } } });
    const over = block('over', { use: ['a'], fields: { f: { title: '丙' } } });
    const codes = (doc: ObjectDoc, ...list: readonly BlockDoc[]) =>
      resolveWithProblems(doc, withBlocks(...list)).problems.map((problem) => [
        problem.code,
        problem.path,
        problem.text,
      ]);
    expect(codes(object({ use: ['a', 'b'] }), a, b)).toEqual([
      ['block.conflict', 'fields.f.title', '区块「a」与「b」的fields.f.title不一致'],
    ]);
    expect(codes(object({ use: ['a', 'b'], fields: { f: { title: '丁' } } }), a, b)).toEqual([]);
    expect(codes(object({ use: ['over'] }), a, over)).toEqual([]);
  });

  it('reports cycles and unknown blocks and goes on without them', () => {
    const a = block('a', { use: ['b'], fields: { f: { title: 'F' } } });
    const b = block('b', { use: ['a'] });
    const made = resolveWithProblems(object({ use: ['a', 'gone'] }), withBlocks(a, b));
    expect(made.problems.map((problem) => problem.code).sort()).toEqual(['block.cycle', 'ref.block']);
    expect(made.problems.find((problem) => problem.code === 'block.cycle')?.text).toBe('区块循环引用：a → b → a');
    expect(made.object.fields.f?.title).toBe('F');
  });

  it('keeps the own field of an organisation’s document against a later one of a block', () => {
    const base = block('base', { fields: { level: { title: '级别', type: 'int' } } });
    const made = resolveWithProblems(
      object({ object: 'xThing', use: ['base'], fields: { level: { title: '等级', dict: 'level' } } }),
      withBlocks(base),
    );
    expect(made.object.fields.level).toMatchObject({ title: '等级', type: 'dict' });
    expect(made.problems.map((problem) => [problem.code, problem.level])).toEqual([['block.clash', 'warn']]);
  });
});

describe('defaults', () => {
  it('fills an object that says almost nothing', () => {
    const made = resolveObject(
      object({
        label: 'name',
        fields: { name: { title: '名称', kind: 'input', required: true }, note: { title: '说明', kind: 'textarea' } },
      }),
      { blocks },
    );
    expect(names(made.list.columns)).toEqual(['name']);
    expect(made.list).toMatchObject({ sort: '-createdAt', select: 'multi', as: ['table'] });
    expect(made.edit.groups.map((part) => names(part.fields ?? []))).toEqual([['name', 'note']]);
    expect(made.detail.tabs.map((part) => part.code)).toEqual(['$edit', '$history', '$files']);
    expect([made.edit.open, made.detail.open]).toEqual(['dialog', 'drawer']);
    expect(made.fields.name).toMatchObject({ max: 500, type: 'text', path: 'name' });
    expect(Object.keys(made.fields).slice(0, 7)).toEqual([
      'id',
      'version',
      'createdBy',
      'createdAt',
      'updatedBy',
      'updatedAt',
      'isDeleted',
    ]);
  });

  it('knows every function over rows: rows of another object make a formula live', () => {
    const fields = { n: { title: '种数', type: 'int' as const, formula: 'distinct(supplier, level)' } };
    expect(resolveObject(object({ fields }), { blocks }).fields.n?.formulaAt).toBe('live');
  });

  it('makes every formula live where rows are written past the pipeline, and what reads something live', () => {
    const fields = {
      a: { title: 'A', type: 'decimal' as const },
      b: { title: 'B', type: 'decimal' as const, formula: 'a * 2' },
      c: { title: 'C', type: 'bool' as const, formula: 'b > 0 && today() > dateOf(createdAt)' },
      d: { title: 'D', type: 'bool' as const, formula: 'c' },
    };
    const at = (doc: ObjectDoc): readonly (string | undefined)[] =>
      ['b', 'c', 'd'].map((code) => resolveObject(doc, { blocks }).fields[code]?.formulaAt);
    expect(at(object({ fields }))).toEqual(['stored', 'live', 'live']);
    expect(at(object({ fields, storage: 'migration' }))).toEqual(['live', 'live', 'live']);
  });

  it('leaves states out that the dictionary does not have', () => {
    const doc = object({ use: ['document'], object: 'shortDoc' });
    const made = resolveObject(doc, { blocks, dictCodes: () => ['10', '60', '90'] });
    expect(made.actions.close).toBeUndefined();
    expect(made.actions.reopen).toBeUndefined();
    expect(made.actions.void).toMatchObject({ to: '90', from: ['10', '60'] });
    expect(made.actions.edit?.from).toEqual(['10', '60']);
  });

  it('narrows a built-in by an own condition', () => {
    const doc = object({
      use: ['document'],
      actions: { edit: { when: 'a || b' } },
      fields: { a: { title: 'A', type: 'bool' }, b: { title: 'B', type: 'bool' } },
    });
    expect(resolveObject(doc, { blocks }).actions.edit?.when).toBe('auditStatus != 2 && flowStatus != 30 && (a || b)');
  });

  it('resolves a field that stands alone', () => {
    expect(
      resolveField({ title: '允许超报', type: 'decimal', default: 0, scale: 2 }, 'prd.overRate', 'prd.overRate'),
    ).toEqual({
      code: 'prd.overRate',
      path: 'prd.overRate',
      title: '允许超报',
      kind: 'default',
      type: 'decimal',
      default: 0,
      scale: 2,
    });
  });
});

describe('a page over settings', () => {
  const group = (code: string, keys: object) =>
    ({ $schema: 'settings/1', group: code, title: `组${code}`, keys }) as never;
  const settings = [
    group('a', { 'a.days': { title: '天数', type: 'int', default: 3 }, 'a.on': { title: '开', type: 'bool' } }),
    group('b', { 'b.one': { title: '一', kind: 'input' }, 'b.two': { title: '二', kind: 'input' } }),
  ];
  const object = resolveObject(
    {
      $schema: 'object/2',
      object: 'prefs',
      title: '参数',
      settings: ['b.two', 'a'],
      fields: {},
      rules: { off: { when: '!sys.a.on && sys.b.one == null', hide: ['aDays'] } },
    } as never,
    { blocks: new Map(), settings },
  );
  it('has the keys as fields, one tab a group in the order they are named, and is single', () => {
    expect(object.single).toBe(true);
    expect(object.edit.groups.map(({ tab, fields }) => [tab, fields?.map((field) => field.field)])).toEqual([
      ['组b', ['bTwo']],
      ['组a', ['aDays', 'aOn']],
    ]);
    expect(object.fields.aDays).toMatchObject({ title: '天数', default: 3 });
  });
  it('reads keys of the page from its form and others from the settings', () => {
    expect(object.rules[0]?.when).toBe('!aOn && sys.b.one == null');
  });
});
