/** The address of the selection page, and what leaves it. */
import { describe, expect, it } from 'vitest';
import type { PickRequest } from '../../runtime/pick/request';
import { type SelectAsk, selectAsk, selectedRows, selectRequest } from '../../runtime/pick/select-page';
import { ids, orderPage, serve } from '../support/forms';

const ask = (query: string) => selectAsk(new URLSearchParams(query));

describe('the address', () => {
  it('names an object, or a field whose choice it is', () => {
    expect(ask('obj=supplier')).toMatchObject({ page: 'supplier', many: false, checked: [] });
    expect(ask('obj=material&pick=purchaseOrder.items.material&multi=1&max=20&checked=a,b')).toEqual({
      page: 'purchaseOrder',
      field: 'items.material',
      many: true,
      record: {},
      checked: ['a', 'b'],
      max: 20,
    });
    expect(ask('obj=material&ctx=%7B%22supplierId%22%3A%22s%22%7D')?.record).toEqual({ supplierId: 's' });
  });
  it('is nothing when it names nothing, and takes no broken values', () => {
    expect(ask('')).toBeUndefined();
    expect(ask('obj=../login')).toBeUndefined();
    expect(ask('obj=supplier&max=-1&ctx=%7B')).toEqual({ page: 'supplier', many: false, record: {}, checked: [] });
  });
});

it('of an object greys the masters that were switched off', async () => {
  const rows = [
    { id: ids(1), nbr: 'A1', isDisabled: '0' },
    { id: ids(2), nbr: 'A2', isDisabled: '1' },
  ];
  serve({ getPageList: () => ({ records: rows, total: 2, current: 1, size: 50 }) });
  const page = { ...orderPage(), code: 'order' };
  const request = await selectRequest(ask('obj=order') as SelectAsk, page, Date.parse('2026-01-15T00:00:00Z'));
  const { records } = await request!.load({ current: 1, size: 50 });
  expect(records.map((row) => [row.$isDisabled, row._lock])).toEqual([
    [undefined, undefined],
    [true, '已停用'],
  ]);
});

it('gives id, label and what the field fills from, nothing else', () => {
  const request = { field: { fill: { spec: 'spec', unit: 'unit' } } } as unknown as PickRequest;
  const row = { id: '1', label: 'MT-12', spec: '12V', unitId: 'u', unit: '件', price: 9.5 };
  expect(selectedRows(request, [row as never])).toEqual([
    { id: '1', label: 'MT-12', spec: '12V', unit: '件', unitId: 'u' },
  ]);
});
