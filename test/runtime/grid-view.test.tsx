import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireRow } from '../../runtime/data/types';
import { Grid } from '../../runtime/grid/Grid';
import { GridFoot } from '../../runtime/grid/GridFoot';
import { GridToolbar } from '../../runtime/grid/GridToolbar';
import { Around } from '../support/around';
import { ids, listener, openForm, settled, storedOrder } from '../support/forms';
import { withRoom } from '../support/sized';

withRoom();
afterEach(cleanup);

async function open(rows: number) {
  const said = listener();
  const model = openForm(storedOrder(rows), { said });
  const items = model.subs.get('items')!;
  render(
    <Around said={said}>
      <GridToolbar control={items.control} />
      <Grid control={items.control} />
      <GridFoot control={items.control} also={model.changed} items={() => items.foot([model.object.fields.total!])} />
    </Around>,
  );
  await act(() => settled(20));
  return { model, items };
}
const cell = (line: number, col: string): HTMLElement => {
  const found = document.querySelectorAll<HTMLElement>(`[data-grid-cell$=":${col}"]`)[line];
  if (found === undefined) throw new Error(`no cell ${line} ${col}`);
  return found;
};
const live = (): HTMLTextAreaElement => document.querySelector('[data-live]')!;

describe('Grid', () => {
  it('draws the rows of the window, not all two thousand', async () => {
    await open(1500);
    const drawn = document.querySelectorAll('[data-number]').length;
    expect(drawn).toBeGreaterThan(15);
    expect(drawn).toBeLessThan(60);
    expect(document.querySelectorAll('input').length).toBe(0);
  });

  it('adds up what is of one unit, and not pieces and kilograms', () => {
    const foot = (units: readonly number[]) => {
      const stored = storedOrder(units.length);
      const items = (stored.items as unknown as WireRow[]).map((row, n) => ({ ...row, unitId: ids(units[n] ?? 10) }));
      const model = openForm({ ...stored, items } as unknown as typeof stored, { said: listener() });
      return model.subs
        .get('items')!
        .foot([])
        .map(({ code, text }) => `${code} ${text}`);
    };
    expect(foot([10, 10])).toContain('qty 20 件');
    expect(foot([10, 11]).map((text) => text.split(' ')[0])).not.toContain('qty');
  });

  it('types over the active cell with one input and shows formula and totals at once', async () => {
    await open(3);
    fireEvent.mouseDown(cell(0, 'qty'));
    await act(() => settled(5));
    expect(document.querySelectorAll('textarea')).toHaveLength(1);
    expect(document.activeElement).toBe(live());
    act(() => {
      fireEvent.change(live(), { target: { value: '50' } });
    });
    expect(cell(0, 'amount').textContent).toBe('100.00');
    expect(screen.getAllByText('140.00')).toHaveLength(2);
    act(() => {
      fireEvent.keyDown(live(), { key: 'Enter' });
    });
    expect(cell(0, 'qty').textContent).toBe('50');
    expect(screen.getByText('70 件')).toBeTruthy();
  });

  it('shows the lock of a row with its reason and writes nothing into its locked cells', async () => {
    await open(3);
    expect(screen.getByLabelText('已生成子订单，不可删除！')).toBeTruthy();
    fireEvent.mouseDown(cell(1, 'qty'));
    await act(() => settled(5));
    expect(live().readOnly).toBe(true);
  });

  it('marks a wrong cell, says it at the cell, counts it and jumps to it', async () => {
    const { items } = await open(40);
    act(() => items.fault(items.store.rows[30]!.id, 'qty', '数量太多'));
    fireEvent.click(screen.getByText('错误 1'));
    fireEvent.click(await screen.findByText('第310行 数量太多'));
    await act(() => settled(20));
    expect(items.store.active).toEqual({ row: items.store.rows[30]!.id, col: 'qty' });
    expect(screen.getByRole('alert').textContent).toBe('数量太多');
  });

  it('takes a paste of the clipboard event', async () => {
    const { items } = await open(2);
    fireEvent.mouseDown(cell(0, 'price'));
    await act(async () => {
      fireEvent.paste(live(), { clipboardData: { getData: () => '3\n4\n5' } });
      await settled(20);
    });
    expect(items.store.rows.map((row) => row.price)).toEqual([3, 4, 5]);
    expect(screen.getByText('合计 3 行', { exact: false })).toBeTruthy();
  });
});
