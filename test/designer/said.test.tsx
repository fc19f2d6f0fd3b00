/** What the designer says covers nothing: it stands in the line below the page, and is a toast only where there is none or a dialog hides it. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SaidBelow, SaidLine } from '../../designer/desk/Said';
import { type Feedback, useHost } from '../../runtime/page/index';
import { Around } from '../support/around';
import { listener, type Said } from '../support/forms';

let said: Said;
let feedback: Feedback;
const Asks = (): null => {
  feedback = useHost().feedback;
  return null;
};
const look = (hasLine: boolean): void =>
  void render(
    <Around said={said}>
      <SaidBelow>
        <Asks />
        {hasLine && <SaidLine />}
      </SaidBelow>
    </Around>,
  );
beforeEach(() => {
  said = listener();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('says it in the line, the last thing, for as long as it takes to read', () => {
  look(true);
  act(() => feedback.success('已加到列表'));
  act(() => feedback.error('规则「应还日期」还在用它，不能删除'));
  expect(screen.queryByText('已加到列表')).toBeNull();
  expect(screen.getByText('规则「应还日期」还在用它，不能删除').closest('[aria-live]')?.getAttribute('data-sort')).toBe(
    'error',
  );
  expect(said.toasts).toEqual([]);
  act(() => vi.advanceTimersByTime(6_000));
  expect(screen.queryByText('规则「应还日期」还在用它，不能删除')).toBeNull();
});

it('is a toast where there is no line, or a dialog is over it', () => {
  look(false);
  act(() => feedback.success('已发布 v1'));
  expect(said.toasts).toEqual(['已发布 v1']);
});

it('is a toast over a dialog, and none over one that was closed', () => {
  look(true);
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  const rects = vi.spyOn(dialog, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  act(() => feedback.warning('请先填写标题'));
  expect(said.toasts).toEqual(['请先填写标题']);
  rects.mockReturnValue([] as unknown as DOMRectList);
  act(() => feedback.warning('再试一次'));
  expect(said.toasts).toEqual(['请先填写标题']);
  expect(screen.getByText('再试一次')).toBeTruthy();
});
