import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { codeLook } from '../../runtime/fields/shared/tags';
import { progressTone } from '../../runtime/table/features/progress';
import {
  type ColumnSource,
  columnOf,
  columnsOf,
  content,
  FEATURES,
  type TableContext,
} from '../../runtime/table/index';
import { duration, elapsed } from '../../schemas/language/codec/span';
import type { Placement, ResolvedDict } from '../../schemas/language/resolved';
import { makeObject } from '../support/objects';

const status: ResolvedDict = {
  code: 'docStatus',
  title: '单据状态',
  version: '1',
  items: [
    { code: '10', title: '待到货' },
    { code: '60', title: '已完成' },
    { code: '90', title: '已作废' },
    { code: '5', title: '特殊', tone: 'warning' },
  ],
};
const object = makeObject('order', {
  fields: {
    nbr: { title: '单据编号', kind: 'autoCode' },
    qty: { title: '数量', type: 'decimal' },
    amount: { title: '金额', type: 'decimal', scale: 2 },
    sum: { title: '合计', type: 'decimal', scale: 2, formula: 'amount * 2' },
    free: { title: '可用', type: 'decimal', formula: 'qty - 1' },
    over: { title: '超收', type: 'decimal', scale: 2, suffix: '%' },
    rate: { title: '进度', type: 'decimal', suffix: '%' },
    done: { title: '完成', type: 'bool' },
    docStatus: { title: '单据状态', dict: 'docStatus' },
    supplier: { title: '供应商', ref: 'supplier' },
    needBy: { title: '最迟到货', kind: 'dateCritical', warn: 3, done: 'docStatus == 60' },
    tags: { title: '标签', kind: 'multipleCheck', dict: 'docStatus' },
    span: { title: '时段', kind: 'datetimeRange' },
    files: { title: '附件', type: 'file', many: true },
    self: { title: '上级', ref: 'self' },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: { price: { title: '单价', type: 'decimal' }, kind: { title: '类别', dict: 'docStatus' } },
    },
  },
});
/** something that names an order by its number */
const referring: ColumnSource = {
  object: makeObject('note', { fields: { order: { title: '订单', ref: 'order' } } }),
  lib: {
    object: () => ({
      object: 'order',
      title: '订单',
      label: ['nbr'],
      fields: { nbr: { code: 'nbr', title: '单据编号', kind: 'autoCode', type: 'text' } },
    }),
    dict: () => undefined,
    setting: () => undefined,
  },
  dict: () => undefined,
  now: () => '2026-01-12 08:00:00',
};
const source: ColumnSource = {
  object,
  lib: {
    object: (code: string) =>
      code === 'supplier'
        ? {
            object: 'supplier',
            title: '供应商',
            label: ['name'],
            fields: { phone: { code: 'phone', title: '电话', kind: 'input', type: 'text' } },
          }
        : undefined,
    dict: () => status,
    setting: () => undefined,
  },
  dict: (code: string) => (code === 'docStatus' ? status : undefined),
  now: () => '2026-01-15 14:02:31',
  done: (_field, row) => row.docStatus === '60',
};
const column = (placement: Placement) => {
  const made = columnOf(placement, source);
  if (made === undefined) throw new Error(`no column ${placement.field}`);
  return made;
};
const text = (field: string, row: Record<string, unknown>, more: Partial<Placement> = {}): string =>
  column({ field, ...more }).text({ id: '1', ...row } as WireRow, 0);

describe('text of a cell', () => {
  it.each([
    ['nbr', { nbr: 'CGDD1' }, 'CGDD1'],
    ['nbr', {}, ''],
    ['qty', { qty: 12345.5 }, '12,345.5'],
    ['qty', { qty: 0 }, '0'],
    // a formula prints like what is stored; amounts keep both decimals, rates do not
    ['free', { free: 2482 }, '2,482'],
    ['free', { free: 0.125 }, '0.125'],
    ['amount', { amount: 2200 }, '2,200.00'],
    ['sum', { sum: 4400.5 }, '4,400.50'],
    ['over', { over: 5 }, '5%'],
    ['rate', { rate: 48.42 }, '48.42%'],
    ['done', { done: true }, '是'],
    ['done', {}, '否'],
    ['docStatus', { docStatus: '10' }, '待到货'],
    ['docStatus', { docStatus: '77' }, '--'],
    ['supplier', { supplier: '恒力电机', supplierId: 'x' }, '恒力电机'],
    ['tags', { tags: ['10', '77'] }, '待到货、--'],
    ['items', { items: 8 }, '8 行'],
    ['items.kind', { 'items.kind': '60' }, '已完成'],
    // of several rows
    ['items.kind', { 'items.kind': '10、60' }, '待到货、已完成'],
    ['supplier.phone', { 'supplier.phone': '0512' }, '0512'],
  ])('%s of %o is %s', (field, row, shown) => {
    expect(text(field, row)).toBe(shown);
  });
  it('of what is computed from rows is the answer, not their number', () => {
    const names = { of: "join(items.price, '、')" };
    expect(text('items', { items: '孙浩、王强' }, names)).toBe('孙浩、王强');
    // its cell shows that text: what rows look like has no word for it
    expect(column({ field: 'items', ...names }).render).toBeUndefined();
    expect(column({ field: 'items', ...names }).align).toBe('left');
    expect(text('items', { items: 96.5 }, { of: 'sum(items.price)' })).toBe('96.5');
    expect(column({ field: 'items', of: 'sum(items.price)' }).align).toBe('right');
  });
  it('a column is as narrow as its document says', () => {
    expect(column({ field: 'qty', width: 64 }).minWidth).toBe(64);
    expect(column({ field: 'qty', width: 120 }).minWidth).toBe(80);
  });
  it('a number of a document is never cut, nor where another refers to it, unless its document says so', () => {
    const { width, minWidth } = column({ field: 'nbr' });
    expect([width, minWidth]).toEqual([158, 158]);
    const refers = columnOf({ field: 'order' }, referring);
    expect([refers?.width, refers?.minWidth]).toEqual([158, 158]);
    expect(column({ field: 'supplier' }).minWidth).toBe(80);
    expect(column({ field: 'nbr', width: 120 }).minWidth).toBe(80);
  });
  it('the state of a document is a tag, as a status is, unless its document says otherwise', () => {
    const stated: ColumnSource = { ...source, object: { ...object, state: 'docStatus' } };
    expect(columnOf({ field: 'docStatus' }, stated)).toMatchObject({ as: 'tag', align: 'center' });
    expect(columnOf({ field: 'docStatus', as: 'dot' }, stated)?.as).toBe('dot');
    expect(column({ field: 'docStatus' }).as).toBeUndefined();
  });

  it('own columns show what the service sends', () => {
    expect(text('n', { n: 1234 }, { of: 'count(x)' })).toBe('1,234');
    expect(text('t', { t: 'x' }, { service: 's' })).toBe('x');
  });

  it('never shows null, undefined or an object', () => {
    for (const field of Object.keys(object.fields))
      for (const value of [null, undefined]) expect(['', '否']).toContain(text(field, { [field]: value }));
  });
});

describe('columns', () => {
  it('skip markers and fields that are not there', () => {
    expect(
      columnsOf([{ field: '$extend' }, { field: 'price' }, { field: 'nbr' }], source).map((column) => column.key),
    ).toEqual(['nbr']);
  });
  it('align and pin by type and flags', () => {
    expect(column({ field: 'qty' })).toMatchObject({ align: 'right', width: 100, pin: undefined, sortable: false });
    expect(column({ field: 'docStatus', as: 'tag', pin: 'right' })).toMatchObject({ align: 'center', pin: 'right' });
    // the longest title of its dictionary has room, however narrow a document has the column
    const narrow = column({ field: 'docStatus', as: 'tag', width: 40 });
    expect(narrow).toMatchObject({
      width: 40,
      minWidth: Math.max(...status.items.map(({ title }) => title.length)) * 12 + 40,
    });
    expect(column({ field: 'nbr', pin: true, sort: true })).toMatchObject({
      align: 'left',
      pin: 'left',
      sortable: true,
    });
    expect(column({ field: 'files' }).as).toBe('file');
  });
});

const context: TableContext = {
  now: source.now,
  code: (_dict, code) => codeLook(status, code),
};
const shown = (placement: Placement, row: Record<string, unknown>, more: Partial<TableContext> = {}) => {
  const made = column(placement);
  return render(<div>{content(made, { id: '1', ...row } as WireRow, 0, FEATURES, { ...context, ...more })}</div>)
    .container;
};

describe('features', () => {
  it('a tag has the tone of its status, and void is plain', () => {
    const tag = (code: string) => shown({ field: 'docStatus', as: 'tag' }, { docStatus: code }).querySelector('span');
    expect(tag('60')?.dataset).toMatchObject({ tone: 'success' });
    expect([tag('90')?.dataset.tone, tag('90')?.hasAttribute('data-plain')]).toEqual(['danger', true]);
    expect(tag('5')?.dataset).toMatchObject({ tone: 'warning' });
    expect(tag('77')?.textContent).toBe('--');
    expect(shown({ field: 'docStatus', as: 'tag' }, {}).textContent).toBe('');
  });

  it.each([
    [0, 'danger'],
    [50, 'danger'],
    [50.01, 'warning'],
    [70, 'warning'],
    [70.01, 'success'],
    [130, 'success'],
  ])('progress %s is %s', (value, tone) => {
    expect(progressTone(value)).toBe(tone);
  });
  it('progress over 100 fills the bar and says its number', () => {
    const cell = shown({ field: 'rate', as: 'progress' }, { rate: 130.456 });
    expect(cell.querySelector('i')?.style.width).toBe('100%');
    expect(cell.textContent).toBe('130.46%');
  });

  it('a number of an answered column says that it is estimated, and that it stands on too little', () => {
    const [slot] = columnsOf([{ field: '$slots' }], { ...source, slots: [{ code: 'slot0', title: '08:00' }] });
    const cell = (row: Record<string, unknown>) =>
      render(<div>{slot && content(slot, { id: '1', ...row } as WireRow, 0, FEATURES, context)}</div>).container;
    expect(cell({ slot0: 5, slot0_est: true }).textContent).toBe('估 5');
    expect(cell({ slot0: 5, slot0_weak: true }).querySelector('[data-tone]')?.outerHTML).toContain('warning');
    expect(cell({ slot0: 5 }).querySelector('[data-tone]')).toBeNull();
    expect(cell({ slot0: null, slot0_weak: true }).querySelector('[data-tone]')).toBeNull();
  });

  it('a link leads where the context says, and is text where it says nothing', () => {
    const open = vi.fn();
    const cell = shown(
      { field: 'supplier' },
      { supplier: '恒力', supplierId: 'x' },
      { link: () => ({ href: '/v2/x', open }) },
    );
    cell.querySelector('a')?.click();
    expect(open).toHaveBeenCalledOnce();
    expect(shown({ field: 'supplier' }, { supplier: '恒力' }, { link: () => undefined }).querySelector('a')).toBeNull();
  });

  it.each([
    ['2026-01-10', '10', '逾期5天'],
    ['2026-01-15', '10', '今天到期'],
    ['2026-01-18', '10', '临期3天'],
    ['2026-01-19', '10', '正常'],
    ['2026-01-10', '60', ''],
  ])('a critical date %s in status %s says: %s', (needBy, docStatus, warning) => {
    expect(shown({ field: 'needBy' }, { needBy, docStatus }).textContent).toBe(needBy + warning);
  });

  it('files are names that open, never markup', () => {
    const cell = shown({ field: 'files' }, { files: [{ id: 'f', name: '<img src=x>.pdf', url: '/f', size: 1 }] });
    expect(cell.querySelector('img')).toBeNull();
    expect(cell.querySelector('button')?.textContent).toBe('<img src=x>.pdf');
  });

  it('spans of time read as people say them', () => {
    expect([duration(290), duration(59), duration(3720)]).toEqual(['4分50秒', '59秒', '1小时2分']);
    expect(elapsed('2026-01-15 13:49:58', '2026-01-15 14:02:31')).toBe('00:12:33');
  });
});
