/** What a new thing is called: its code is that of the whole title, however fast it is typed and agreed to. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, TitlePrompt } from '../../designer/workspace/TitlePrompt';

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
