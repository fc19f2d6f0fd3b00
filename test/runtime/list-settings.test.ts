import { describe, expect, it } from 'vitest';
import {
  changed,
  type EditGroup,
  type EditLeaf,
  incomplete,
  newGroup,
  newLeaf,
  partsOf,
  toCondition,
  toEdit,
  withoutPart,
} from '../../runtime/condition/edit-tree';
import { conditionFields } from '../../runtime/condition/fields';
import type { SchemeRow } from '../../runtime/data/list-settings';
import { facesOf } from '../../runtime/list/faces';
import { defaultScheme, schemeBy, schemesOf, searchInForce } from '../../runtime/list/schemes';
import { readSettings, widthsIn, withWidths, writeSettings } from '../../runtime/table/column-store';
import type { Condition } from '../../schemas/language/condition/index';
import { orderPage } from '../support/forms';

describe('a condition while it is built', () => {
  const trees: readonly Condition[] = [
    { f: 'nbr', op: 'like', v: 'A' },
    {
      all: [
        { f: 'nbr', op: 'empty' },
        { any: [{ expr: 'a > b' }, { f: 'qty', op: 'between', v: [1, null] }] },
        {
          not: {
            any: [
              { f: 'day', op: 'rel', v: { rel: 'thisWeek' } },
              { f: 'qty', op: 'gt', v: 1 },
            ],
          },
        },
        { not: { f: 'nbr', op: 'starts', v: 'B' } },
        {
          f: 'items',
          op: 'row',
          v: {
            all: [
              { f: 'qty', op: 'gt', v: 1 },
              { f: 'price', op: 'notEmpty' },
            ],
          },
        },
      ],
    },
  ];
  for (const [index, tree] of trees.entries())
    it(`comes back as it was: ${index}`, () => expect(toCondition(toEdit(tree))).toEqual(tree));

  it('names the lines that miss something, and nothing of an empty one', () => {
    expect(incomplete(toEdit(undefined))).toEqual([]);
    expect(toCondition(toEdit(undefined))).toBeUndefined();
    const open: EditLeaf = { ...newLeaf(), f: 'qty', op: 'between', v: [null, null] };
    const rows: EditLeaf = { ...newLeaf(), f: 'items', op: 'row', v: undefined, rows: newGroup() };
    const root = newGroup('all', [open, newLeaf(), rows]);
    expect(incomplete(root)).toHaveLength(3);
    expect(incomplete(changed(root, open.id, () => null))).toHaveLength(2);
  });
  it('changes one node wherever it stands', () => {
    const root = toEdit(trees[1]);
    const rows = root.items.at(-1) as EditLeaf;
    const inner = rows.rows?.items[0] as EditLeaf;
    const next = changed(root, inner.id, (node) => ({ ...(node as EditLeaf), v: 5 }));
    expect(JSON.stringify(toCondition(next as EditGroup))).toContain('"op":"gt","v":5');
  });
  it('gives up its parts one by one', () => {
    const tree = trees[1] as Condition;
    expect(partsOf(tree)).toHaveLength(5);
    expect(withoutPart(tree, 0)).toEqual({ all: partsOf(tree).slice(1) });
    expect(withoutPart(trees[0] as Condition, 0)).toBeUndefined();
  });
  it('offers own fields and rows, behind references what the page places, never secrets', () => {
    const page = orderPage({ list: { columns: ['nbr', 'supplier.contact', 'supplier'] } });
    const paths = conditionFields(page).map((field) => field.path);
    expect(paths).toContain('supplier.contact');
    expect(paths).toContain('items');
    for (const path of ['id', 'version', 'isDeleted']) expect(paths).not.toContain(path);
    expect(conditionFields(page, 'items').map((field) => field.path)).toContain('qty');
  });
});

describe('column settings on the server', () => {
  it('keep what was chosen, the order of all, and widths; a column that came later shows', () => {
    const settings = { hidden: ['b'], order: ['c', 'a', 'b'], widths: { a: 90 } };
    const content = writeSettings(settings, ['a', 'b', 'c'], undefined);
    expect(JSON.parse(content ?? '')).toEqual({
      columns: { list: ['c', 'a'] },
      all: { list: ['c', 'a', 'b'] },
      width: { list: { a: 90 } },
      pin: { list: {} },
    });
    expect(readSettings(content ?? '')).toEqual(settings);
    expect(writeSettings({ hidden: ['b'], order: [], widths: {} }, ['a', 'b'], undefined)).toContain(
      '"list":["a","b"]',
    );
  });
  it('are nothing when they are the document’s, and spare other lists of the page', () => {
    const plain = { hidden: [], order: [], widths: {} };
    expect(writeSettings(plain, ['a'], undefined)).toBeNull();
    const other = JSON.stringify({ columns: { below: ['x'] }, all: { below: ['x'] } });
    expect(JSON.parse(writeSettings(plain, ['a'], other) ?? '').columns).toEqual({ below: ['x'] });
    expect(readSettings('not json')).toEqual(plain);
    expect(readSettings(undefined)).toEqual(plain);
  });
});

describe('schemes', () => {
  const row = (id: string, more: Partial<SchemeRow> = {}): SchemeRow => ({
    id,
    name: `方案${id}`,
    content: {},
    isDefault: 0,
    type: 'order',
    from: 'personal',
    readonly: false,
    ...more,
  });
  const page = orderPage({ list: { schemes: { open: { title: '未完', where: 'closed == false', default: true } } } });
  it('are the server’s, the default first; shipped ones keep their code', () => {
    const rows = [row('s:open', { from: 'shipped', readonly: true }), row('x', { isDefault: 1 })];
    const all = schemesOf(page, rows);
    expect(all.map((scheme) => scheme.code)).toEqual(['x', 'open']);
    expect(defaultScheme(all)).toBe('x');
    expect(schemeBy(all, 's:open')?.code).toBe('open');
    expect(schemeBy(all, '方案x')?.code).toBe('x');
    expect(schemeBy(all, '')).toBeUndefined();
  });
  it('are the document’s when the server does not answer', () => {
    expect(schemesOf(page, undefined).map((scheme) => [scheme.code, scheme.isDefault])).toEqual([['open', true]]);
  });
  it('bring search values until the address says its own', () => {
    const [scheme] = schemesOf(page, [row('x', { content: { search: { nbr: 'A', qty: 1 } } })]);
    expect(searchInForce(undefined, scheme, { qty: 2 })).toEqual({ nbr: 'A', qty: 2 });
    expect(searchInForce('x', scheme, { qty: 2 })).toEqual({ qty: 2 });
  });
});

it('a list may name the lists that stand beside it', () => {
  const page = {
    ...orderPage(),
    code: 'order',
    tabs: [
      { page: 'order', title: '订单' },
      { page: 'receipt', title: '入库' },
    ],
  };
  expect(facesOf(page)).toEqual([
    { code: '', page: 'order', title: '订单' },
    { code: 'receipt', page: 'receipt', title: '入库' },
  ]);
});

describe('widths of a sub-table', () => {
  it('stand beside the columns of the list, and neither takes the other away', () => {
    const list = writeSettings({ hidden: ['b'], order: [], widths: { a: 90 } }, ['a', 'b'], undefined);
    const both = withWidths(list ?? undefined, 'items', new Map([['qty', 120]]));
    expect(widthsIn(both ?? undefined, 'items')).toEqual({ qty: 120 });
    expect(readSettings(both ?? undefined)).toEqual({ hidden: ['b'], order: ['a', 'b'], widths: { a: 90 } });
    const plain = writeSettings({ hidden: [], order: [], widths: {} }, ['a', 'b'], both ?? undefined);
    expect(widthsIn(plain ?? undefined, 'items')).toEqual({ qty: 120 });
    expect(withWidths(plain ?? undefined, 'items', new Map())).toBeNull();
  });
});
