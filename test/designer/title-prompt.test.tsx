/** What a new thing is called: its code is that of the whole title, however fast it is typed and agreed to. */

import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placeAt, placeOf } from '../../designer/expression/index';
import { NEW } from '../../designer/workspace/entries';
import { type Asked, type Line, TitlePrompt } from '../../designer/workspace/TitlePrompt';
import { library, shipped } from './library';

// a browser tells of a new selection later; told at once, the editor is still busy with the change that made it
document.addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), true);

const open = () => {
  const done: Asked[] = [];
  render(
    <TitlePrompt
      heading="新增字段"
      label="标题"
      title="文本"
      lines={[]}
      taken={new Set(['name'])}
      onDone={(asked) => done.push(asked)}
      onCancel={() => done.push({ title: 'cancelled', code: '', of: {} })}
    />,
  );
  return { done, title: screen.getByLabelText('标题') };
};
const enter = (at: HTMLElement) => fireEvent.keyDown(at, { key: 'Enter', code: 'Enter' });

it('gives the code of the last letter to an Enter that came before it', async () => {
  const { done, title } = open();
  fireEvent.change(title, { target: { value: '工' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('编码').value).toBe('gong'));
  fireEvent.change(title, { target: { value: '工装名称' } });
  enter(title);
  enter(title);
  await waitFor(() => expect(done).toEqual([{ title: '工装名称', code: 'gongZhuangMingCheng', of: {} }]));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('编码').value).toBe('gongZhuangMingCheng'));
  expect(done).toHaveLength(1);
});

it('keeps a code that was typed', async () => {
  const { done, title } = open();
  fireEvent.change(screen.getByLabelText('编码'), { target: { value: 'toolName' } });
  fireEvent.change(title, { target: { value: '工装名称' } });
  enter(title);
  await waitFor(() => expect(done).toEqual([{ title: '工装名称', code: 'toolName', of: {} }]));
});

const asking = (lines: readonly Line[], title?: string) => {
  const done: Asked[] = [];
  const order = shipped('purchase/purchase-order.json');
  render(
    <TitlePrompt
      heading="新增"
      label="标题"
      title={title}
      lines={lines}
      placeOf={({ expr = '' }) => {
        const place = placeAt(order, expr, 'expr', library);
        return place && placeOf(place);
      }}
      onDone={(asked) => done.push(asked)}
      onCancel={() => undefined}
    />,
  );
  return done;
};

it('asks an expression with the editor of the inspector: titles are read, a mistake is said once', async () => {
  const done = asking([{ key: 'where', label: '条件', hint: '', needed: true, expr: `checks.${NEW}.that` }]);
  const content = screen.getByLabelText('条件');
  const view = EditorView.findFromDOM(content);
  const write = (text: string): void =>
    act(() => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
  act(() => content.focus());
  write('没有 == 1');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  write('单据状态 == 待到货 且 供应商 != null');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.keyDown(content, { key: 'Enter' });
  await waitFor(() =>
    expect(done).toEqual([{ title: '', code: '', of: { where: 'docStatus == 10 && supplier != null' } }]),
  );
});

it('leaves the keyboard in the expression that is being written already', async () => {
  vi.useFakeTimers();
  // a browser focuses what is selected
  const select = vi.spyOn(HTMLInputElement.prototype, 'select');
  try {
    asking([{ key: 'where', label: '条件', hint: '', needed: true, expr: `checks.${NEW}.that` }], '校验');
    const content = screen.getByLabelText('条件');
    act(() => content.focus());
    act(() => vi.advanceTimersByTime(100));
    expect(select).not.toHaveBeenCalled();
  } finally {
    select.mockRestore();
    vi.useRealTimers();
  }
});

it('agrees with Enter over what was picked', async () => {
  const options = [{ value: 'employee', label: '员工 employee' }];
  const done = asking([{ key: 'of', label: '引用', hint: '', needed: true, options }]);
  const line = screen.getByRole('combobox', { name: '引用' });
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  expect(done).toEqual([]);
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(line.getAttribute('aria-expanded')).toBe('false'));
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(done).toEqual([{ title: '', code: '', of: { of: 'employee' } }]));
});

it('leaves a choice of several with Tab as it is', async () => {
  const options = [
    { value: 'a', label: '甲' },
    { value: 'b', label: '乙' },
  ];
  const done = asking([{ key: 'of', label: '字段', hint: '', needed: true, many: true, options }]);
  const line = screen.getByRole('combobox', { name: '字段' });
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  fireEvent.keyDown(line, { key: 'ArrowDown', keyCode: 40 });
  fireEvent.keyDown(line, { key: 'Tab', keyCode: 9 });
  await waitFor(() => expect(line.getAttribute('aria-expanded')).toBe('false'));
  fireEvent.keyDown(line, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(done).toEqual([{ title: '', code: '', of: { of: 'a' } }]));
});

it('begins with what is asked first, a choice as well', async () => {
  asking([
    { key: 'field', label: '字段', hint: '', needed: true, many: true, options: [{ value: 'a', label: '甲' }] },
    { key: 'note', label: '备注', hint: '', needed: false },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: '字段' })));
});
