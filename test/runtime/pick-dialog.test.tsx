import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PickBody, PickRow } from '../../runtime/data/types';
import { PickDialog } from '../../runtime/pick/PickDialog';
import type { PickRequest } from '../../runtime/pick/request';
import { Around } from '../support/around';
import { ids, listener, orderPage, type Said, settled } from '../support/forms';
import { withRoom } from '../support/sized';

withRoom();
afterEach(cleanup);

const ROWS: readonly PickRow[] = [
  { id: ids(20), label: 'MT-12 电机', code: 'MT-12', name: '电机' },
  { id: ids(21), label: 'BR-608 轴承', code: 'BR-608', name: '轴承' },
  { id: ids(22), label: 'LS-100 丝杆', code: 'LS-100', name: '丝杆', $isDisabled: true },
];
const field = orderPage().object.fields.supplier!;

async function open(change: Partial<PickRequest> = {}, said: Said = listener()) {
  const asked: PickBody[] = [];
  const closed: (readonly PickRow[] | null)[] = [];
  const column = (key: string, title: string) => ({
    key,
    title,
    width: 160,
    minWidth: 80,
    align: 'left' as const,
    headerAlign: 'left' as const,
    sortable: false,
    grows: true,
    overflow: true,
    required: false,
    text: (row: { readonly [key: string]: unknown }) => String(row[key] ?? ''),
  });
  const request: PickRequest = {
    field,
    title: '选择物料',
    many: false,
    chosen: [],
    columns: [column('code', '编码'), column('name', '名称')],
    load: async (body) => {
      asked.push(body);
      const records = ROWS.filter((row) => row.label.includes(body.search ?? ''));
      return { records, total: records.length };
    },
    loadTree: async () => [],
    ...change,
  };
  render(
    <Around said={said}>
      <PickDialog request={request} onClose={(rows) => void closed.push(rows)} />
    </Around>,
  );
  await screen.findByText('MT-12');
  return { asked, closed, said, search: screen.getByLabelText('查找') };
}
const row = (text: string): HTMLElement => screen.getByText(text);

describe('PickDialog', () => {
  it('picks with a double click', async () => {
    const { closed } = await open();
    fireEvent.doubleClick(row('BR-608'));
    expect(closed[0]?.map((row) => row.id)).toEqual([ids(21)]);
  });

  it('takes the only hit with Enter, also before the list shows it', async () => {
    const { closed, search, asked } = await open();
    fireEvent.change(search, { target: { value: 'BR' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(closed[0]?.[0]?.label).toBe('BR-608 轴承');
    expect(asked.at(-1)?.search).toBe('BR');
  });

  it('does not take a row that is switched off, and says why', async () => {
    const { closed, search } = await open();
    expect(screen.getByText('已停用')).toBeTruthy();
    fireEvent.doubleClick(row('LS-100'));
    fireEvent.change(search, { target: { value: 'LS' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await act(() => settled(60));
    expect(closed).toEqual([]);
  });

  it('refuses to select all where one is wanted', async () => {
    const said = listener();
    await open({}, said);
    const boxes = document.querySelectorAll<HTMLInputElement>('[role="grid"] input[type="checkbox"]');
    const all = boxes[0];
    if (all !== undefined && boxes.length > ROWS.length) fireEvent.click(all);
    else fireEvent.keyDown(screen.getByRole('grid'), { key: 'a', ctrlKey: true });
    await waitFor(() => expect(said.toasts).toEqual(['单选开窗不可全选']));
    expect(screen.getByText('确定').closest('button')?.disabled).toBe(true);
  });

  it('collects several over searches, up to the limit', async () => {
    const said = listener();
    const { closed, search } = await open({ many: true, max: 1 }, said);
    fireEvent.click(row('MT-12'));
    expect(screen.getByText('已选 1')).toBeTruthy();
    fireEvent.click(row('BR-608'));
    expect(said.toasts).toEqual(['最多可选1条']);
    fireEvent.change(search, { target: { value: '轴承' } });
    await act(() => settled(260));
    expect(screen.getByText('已选 1')).toBeTruthy();
    fireEvent.click(screen.getByText('加入 1 行'));
    expect(closed[0]?.map((row) => row.id)).toEqual([ids(20)]);
  });

  it('greys what is in the table already', async () => {
    const { said, closed } = await open({ many: true, taken: new Map([[ids(20), '已在明细中']]) });
    expect(screen.getByText('已在明细中')).toBeTruthy();
    fireEvent.click(row('MT-12'));
    expect(screen.getByText('已选 0')).toBeTruthy();
    expect(said.toasts).toEqual([]);
    fireEvent.click(screen.getByText('取消'));
    expect(closed).toEqual([null]);
  });
});
