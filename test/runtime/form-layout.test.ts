import { describe, expect, it } from 'vitest';
import { foldsGroups, layoutOf, mayFold } from '../../runtime/form/layout';
import { parsePath, withoutEchoes } from '../../runtime/form/paths';
import { firstProblem } from '../../runtime/form/use-form';
import type { Part } from '../../schemas/language/resolved';
import { orderPage } from '../support/forms';

const { object } = orderPage();
const layout = layoutOf(object, object.edit.groups, { skip: new Set(['nbr']) });

describe('layoutOf', () => {
  it('puts the rows beside the attachments in one strip, totals into their foot', () => {
    expect(layout.groups.map((group) => group.title)).toEqual(['基本信息']);
    expect(layout.tabs.map((tab) => tab.title)).toEqual(['明细', '附件']);
    expect(layout.tabs[0]?.tables[0]?.foot.map((placed) => placed.field.code)).toEqual(['total']);
    expect(layout.tables).toEqual([]);
  });
  it('gives long texts the whole width and leaves out what stands elsewhere', () => {
    const fields = layout.groups[0]?.fields ?? [];
    expect(fields.map((field) => field.field.code)).not.toContain('nbr');
    expect(fields.find((field) => field.field.code === 'remark')?.span).toBe(3);
    expect(fields.find((field) => field.field.code === 'contact')?.span).toBe(1);
  });
  it('reads in the order of the page', () => {
    expect(layout.order).toEqual([
      'bizDate',
      'supplier',
      'contact',
      'kind',
      'part',
      'rate',
      'closed',
      'remark',
      'items',
      'files',
    ]);
  });
  it('gives lists and blocks their place, above the tabs or in one; what cannot be drawn takes none', () => {
    const parts: readonly Part[] = [
      { code: 'base', fields: [{ field: 'contact' }] },
      { code: 'receipts', list: 'purchaseIn' },
      { code: 'trail', tab: '记录', block: 'timeline' },
      { code: 'sales', tab: '销售', report: 'sales' },
    ];
    const found = layoutOf(object, parts, { draws: (part) => part.report === undefined });
    expect(found.parts.map((part) => part.code)).toEqual(['receipts']);
    expect(found.tabs.map((tab) => [tab.title, tab.parts.map((part) => part.code)])).toEqual([['记录', ['trail']]]);
  });
  it('leaves fields above the rows they are placed before, under the title of their group', () => {
    const parts: readonly Part[] = [
      {
        code: 'base',
        title: '基本信息',
        fields: [{ field: 'contact' }, { field: 'total' }, { field: 'items' }, { field: 'remark' }],
      },
      { code: 'files', tab: '附件', fields: [{ field: 'files' }] },
    ];
    const found = layoutOf(object, parts);
    const codes = (groups: typeof found.groups) => groups.map(({ fields }) => fields.map(({ field }) => field.code));
    expect(found.groups.map(({ title }) => title)).toEqual(['基本信息']);
    expect(codes(found.groups)).toEqual([['contact', 'total']]);
    expect(found.tabs.map(({ title }) => title)).toEqual(['明细', '附件']);
    expect(codes(found.tabs[0]?.groups ?? [])).toEqual([['remark']]);
    expect(found.tabs[0]?.tables[0]?.foot).toEqual([]);
  });
  it('keeps sub-tables on the sheet when there are no tabs', () => {
    const bare = layoutOf(
      object,
      object.edit.groups.filter((part) => part.tab === undefined),
    );
    expect(bare.tabs).toEqual([]);
    expect(bare.tables.map((table) => table.code)).toEqual(['items']);
  });
});

describe('foldsGroups', () => {
  const long: readonly Part[] = [
    { code: 'base', fields: ['bizDate', 'supplier', 'contact', 'kind', 'part'].map((field) => ({ field })) },
    { code: 'more', title: '其他', fields: ['rate', 'closed', 'remark', 'total', 'nbr'].map((field) => ({ field })) },
    { code: 'items', fields: [{ field: 'items' }] },
  ];
  const page = layoutOf(object, long);
  it('gives the room to rows, unless a rule hides them', () => {
    expect(foldsGroups(page, new Set())).toBe(true);
    expect(foldsGroups(page, new Set(['items']))).toBe(false);
  });
  it('leaves short heads and the sheet of the designer as they are', () => {
    expect(foldsGroups(layoutOf(object, long.slice(0, 1)), new Set())).toBe(false);
    expect(foldsGroups({ ...page, unfolded: true }, new Set())).toBe(false);
  });
  it('leaves the number open that the page is about', () => {
    const parts = long.map((part, n) => ({ ...part, title: `${n}` }));
    const { groups } = layoutOf(object, parts, {});
    const number = groups[1]?.fields[0]?.field.code ?? '';
    expect(groups.map((group, n) => mayFold(group, n))).toEqual([false, true]);
    expect(groups.map((group, n) => mayFold(group, n, [number]))).toEqual([false, false]);
    expect(mayFold({ ...(groups[1] as (typeof groups)[number]), title: '' }, 1)).toBe(false);
  });
});

describe('problems', () => {
  it('reads addresses', () => {
    expect(parsePath('qty')).toEqual({ field: 'qty' });
    expect(parsePath('items[ab-1].qty')).toEqual({ field: 'items', row: 'ab-1', col: 'qty' });
    expect(parsePath('items[ab-1]')).toEqual({ field: 'items', row: 'ab-1' });
    expect(parsePath('')).toEqual({ field: '' });
  });
  it('says a thing once', () => {
    const at = (path: string, code: string) => ({ path, code, text: code });
    expect(withoutEchoes([at('a', 'v')], [at('a', 'c'), at('b', 'c'), at('', 'c')]).map((echoe) => echoe.path)).toEqual(
      ['a', 'b', ''],
    );
  });
  it('finds the first in reading order and the tab it stands in', () => {
    const at = (path: string, level?: 'warn') => ({
      path,
      code: 'x',
      text: 'x',
      ...(level === undefined ? {} : { level }),
    });
    expect(firstProblem(layout, [at('files'), at('items[1].qty')])).toMatchObject({
      tab: 0,
      problem: { path: 'items[1].qty' },
    });
    expect(firstProblem(layout, [at('files'), at('contact')])).toMatchObject({
      tab: null,
      problem: { path: 'contact' },
    });
    expect(firstProblem(layout, [at('contact', 'warn')])).toBeNull();
  });
});
