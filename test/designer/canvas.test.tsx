/** The runtime drawn over a draft, and the addresses of what it drew: the seam between the two. */
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { boxesOf } from '../../designer/canvas/boxes';
import { designPage } from '../../designer/canvas/design-page';
import { Face } from '../../designer/canvas/Face';
import { sampleRecord, sampleRows } from '../../designer/canvas/samples';
import type { PageSort } from '../../runtime/page/index';
import { listener, makeHost } from '../support/forms';
import { library } from './library';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const object = library.objects.get('purchaseOrder')?.object;
if (object === undefined) throw new Error('purchaseOrder');
const { session } = makeHost(listener());
const context = {
  today: '2026-01-15',
  dict: (code: string) => library.dicts.get(code),
  title: (code: string) => library.objects.get(code)?.object.title ?? '',
};

async function drawn(sort: PageSort & ('edit' | 'list' | 'detail')) {
  if (object === undefined) throw new Error('purchaseOrder');
  const page = designPage({ object, lib: library.types, dicts: library.dicts, sort, session });
  const record = sampleRecord(object, 0, context);
  const rows = () => ({ records: sampleRows(object, 3, context), total: 3, current: 1, size: 20 });
  const { container } = render(<Face page={page} session={session} record={record} rows={rows} />);
  await waitFor(() => expect(container.textContent).toContain(sort === 'list' ? '共 3 条' : 'CGDD202601150001'));
  // every element has a place, as in a browser
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10));
  return { boxes: boxesOf(container, object, sort), container };
}

describe('a draft on the sheet', () => {
  it('edit page: fields, groups and columns of rows have addresses that the document knows', async () => {
    const { boxes, container } = await drawn('edit');
    const addresses = boxes.map((box) => box.address);
    expect(addresses).toContain('edit.groups.base.fields.supplier');
    expect(addresses).toContain('edit.groups.terms');
    expect(addresses).toContain('edit.groups.items.fields.items');
    expect(boxes.find((box) => box.sort === 'table')?.title).toBe('采购明细');
    // nothing begins folded: what cannot be seen cannot be changed
    expect(container.textContent).toContain('收货仓库');
  });
  it('list: columns, search, schemes and buttons', async () => {
    const { boxes } = await drawn('list');
    const of = (sort: string) => boxes.filter((box) => box.sort === sort).map((box) => box.code);
    expect(of('column')).toEqual(expect.arrayContaining(['nbr', 'docStatus']));
    expect(of('search')).toEqual(expect.arrayContaining(['supplier']));
    expect(of('scheme')).toEqual(expect.arrayContaining(['todo', 'open', 'late']));
    expect(of('action')).toContain('add');
  });
  it('detail: tabs and facts', async () => {
    const { boxes } = await drawn('detail');
    expect(boxes.filter((box) => box.sort === 'tab').map((box) => box.address)).toContain('detail.tabs.receipts');
    expect(boxes.some((box) => box.sort === 'fact')).toBe(true);
  });
});
