/** A new shipped version did not take some changes: both values are told, each is decided, and only then is anything written. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DeskView } from '../../designer/desk/desk';
import { Upgrade } from '../../designer/desk/Upgrade';
import { fixedBy } from '../../designer/rules/index';
import { type Host, HostContext } from '../../runtime/page/index';
import { applyOverlay, valueAt } from '../../schemas/language/steps/index';
import { library, shipped } from './library';

const base = shipped('purchase/purchase-order.json');
const was = String(valueAt(base, 'fields.buyer.title'));
const { doc, conflicts } = applyOverlay(base, [
  { set: 'fields.buyer.title', to: '负责人', was: `${was}旧` },
  { set: 'fields.gone.title', to: '不见了', was: '早先的' },
]);
const show = (readonly?: string) => {
  const decide = vi.fn(async () => undefined);
  const host = { feedback: { warning: vi.fn() }, session: { can: () => true } } as unknown as Host;
  const view = { doc, library, upgrade: conflicts, readonly } as unknown as DeskView;
  render(
    <HostContext value={host}>
      <Upgrade view={view} onDecide={decide} />
    </HostContext>,
  );
  return decide;
};

it('keeps mine or takes theirs, and what is gone can only go', () => {
  const decide = show();
  const bar = screen.getByRole('region', { name: '与新版本冲突' });
  expect(within(bar).getByText(/在新版本中已改变/)).toBeTruthy();
  const values = within(bar).getByText('负责人').closest('dl');
  expect(values?.textContent).toBe(`我的：负责人新版：${was}`);
  expect(within(bar).getByText(/在新版本中已删除/)).toBeTruthy();
  expect(within(bar).getByText('我的修改不再适用')).toBeTruthy();
  const save = within(bar).getByRole('button', { name: '还有 1 处没选' });
  expect(save.hasAttribute('disabled')).toBe(true);
  fireEvent.click(within(bar).getByRole('radio', { name: '保留我的' }));
  fireEvent.click(within(bar).getByRole('button', { name: /保\s?存并发布|保存并发布/ }));
  expect(decide).toHaveBeenCalledWith([0]);
});

it('shows a reader both values and nothing to press', () => {
  show('没有设计这个应用的权限，只能查看');
  expect(screen.getAllByText(/在新版本中/)).toHaveLength(2);
  expect(screen.queryAllByRole('radio')).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('knows the keys of a shipped document that no value can change', () => {
  for (const address of ['fields.buyer.kind', 'fields.buyer.ref', 'state', 'actions.push.to'])
    expect(fixedBy(base, base, address), address).toBeTruthy();
  for (const address of ['fields.buyer.title', 'fields.buyer.required', 'fields.phone.max', 'fields', 'list.columns'])
    expect(fixedBy(base, base, address), address).toBeUndefined();
});
