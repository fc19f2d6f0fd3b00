import { describe, expect, it } from 'vitest';
import { keepShape, keptShape } from '../../runtime/list/below-shape';
import { facesOf } from '../../runtime/list/faces';
import { docFields, fixedFields, partWhere } from '../../runtime/list/part-where';
import { schemesOf, schemeTabs } from '../../runtime/list/schemes';
import type { Page } from '../../runtime/page/index';
import { columnsOf } from '../../runtime/table/index';
import { withLabelLink } from '../../runtime/table/penetrate';
import { orderPage } from '../support/forms';

const LEDGER = 'material == doc.material && doc.batchNbr == batchNbr && (qty > 0 || warehouse == doc.warehouse)';

describe('the condition of a part', () => {
  it('carries the values of the record', () => {
    expect(partWhere(LEDGER, { material: 'm1', batchNbr: null, warehouse: 'w1' })).toBe(
      `material == 'm1' && null == batchNbr && (qty > 0 || warehouse == 'w1')`,
    );
    expect(partWhere('exists(items, srcId == doc.id)', { id: 'p1' })).toBe(`exists(items, srcId == 'p1')`);
  });
  it('is nothing when it needs more than the head of the record', () => {
    expect(partWhere('material == doc.supplier.id', { supplier: 's1' })).toBeUndefined();
    expect(partWhere('material ==', {})).toBeUndefined();
  });
  it('tells what it reads, and which columns it makes the same in every row', () => {
    expect(docFields(LEDGER)).toEqual(['material', 'batchNbr', 'warehouse']);
    expect([...fixedFields(LEDGER)]).toEqual(['material', 'batchNbr']);
    expect([...fixedFields('exists(items, srcId == doc.id)')]).toEqual([]);
    expect([...fixedFields('material != doc.material')]).toEqual([]);
  });
});

const VIEWS = {
  ledger: { title: '流水', page: 'stockLedger' },
  value: { title: '价值', page: 'stockValue' },
  late: { title: '逾期', grant: 'late' },
  dispatch: { title: '派工', route: '/test/dispatch' },
} as const;
const withRights = (page: Page, ...rights: readonly string[]): Page => ({
  ...page,
  can: (right) => rights.includes(right),
});

describe('faces of a list', () => {
  const page = { ...orderPage({ views: VIEWS }), code: 'order' };
  it('are the list and the views without an address that the user may open', () => {
    expect(facesOf(withRights(page, 'stockLedger:view', 'order:late')).map((face) => [face.code, face.page])).toEqual([
      ['', 'order'],
      ['ledger', 'order.ledger'],
      ['late', 'order.late'],
    ]);
  });
  it('are none when there is nothing to turn to', () => {
    expect(facesOf(withRights(page))).toEqual([]);
    expect(facesOf({ ...orderPage(), code: 'order' })).toEqual([]);
    expect(facesOf({ ...page, code: 'order.ledger' })).toEqual([]);
  });
});

describe('tabs of schemes', () => {
  const tabs = (schemes: NonNullable<NonNullable<Parameters<typeof orderPage>[0]>['list']>['schemes']) => {
    const page = orderPage({ list: { schemes: schemes ?? {} } });
    return schemeTabs(page, schemesOf(page, undefined)).map((tab) => tab.title);
  };
  it('add 全部 unless a scheme shows everything already', () => {
    expect(tabs({ open: { title: '未完', where: 'closed == false' } })).toEqual(['未完', '全部']);
    expect(tabs({ open: { title: '未完', where: 'closed == false' }, every: { title: '含零' } })).toEqual([
      '未完',
      '含零',
    ]);
  });
});

describe('the column that leads to the record', () => {
  const links = (columns: readonly (string | { field: string; pin?: boolean })[], label: string) => {
    const page = { ...orderPage({ label, list: { columns } }), code: 'order' };
    const source = { object: page.object, lib: page.lib, dict: () => undefined, now: () => '' };
    return withLabelLink(columnsOf(page.object.list.columns, source), page)
      .filter((column) => column.as === 'link')
      .map((column) => column.key);
  };
  it('is the label, or the number before it that stays in view', () => {
    expect(links(['nbr', 'contact'], 'contact')).toEqual(['contact']);
    expect(links(['nbr:pin', 'contact'], 'contact')).toEqual(['nbr']);
    expect(links(['nbr:pin', 'contact'], 'nbr')).toEqual(['nbr']);
    // a pinned date is no number
    expect(links(['bizDate:pin', 'contact'], 'contact')).toEqual(['contact']);
  });
});

describe('the parts below a list', () => {
  it('are unfolded where there is room, else as the user left them', () => {
    expect(keptShape(localStorage, 'a', 768)).toEqual({ open: false, height: 230 });
    expect(keptShape(localStorage, 'a', 1080)).toEqual({ open: true, height: 320 });
    keepShape(localStorage, 'a', { open: true, height: 500 });
    expect(keptShape(localStorage, 'a', 700)).toEqual({ open: true, height: 420 });
    expect(keptShape(localStorage, 'b', 768).open).toBe(false);
    localStorage.setItem('millwright.below.a', '{');
    expect(keptShape(localStorage, 'a', 768).open).toBe(false);
  });
});
