import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { afterEach, expect, it } from 'vitest';
import { connectHttp } from '../../runtime/data/http';
import { Palette } from '../../src/layout/Palette';
import { SessionStore } from '../../src/session/session';

afterEach(cleanup);

/** 扫码, with the answers to what was entered given by hand; what is found while typing comes at once, as nothing. */
const openScan = () => {
  const answers = new Map<string, (found: unknown) => void>();
  const typed: string[] = [];
  const adapter: AxiosAdapter = async (config) => {
    const { text, entered } = config.params as { readonly text: string; readonly entered?: string };
    if (entered === undefined) typed.push(text);
    const found = entered === undefined ? [] : await new Promise((resolve) => answers.set(text, resolve));
    return { data: { code: 200, msg: '', data: found }, status: 200, statusText: 'OK', headers: {}, config };
  };
  connectHttp(
    {
      token: () => 'token',
      refreshToken: () => null,
      saveTokens: () => undefined,
      appMark: () => '0',
      toast: () => undefined,
      signedOut: () => undefined,
    },
    adapter,
  );
  const session = new SessionStore();
  session.routes = new Map([
    ['/m/detail', { path: '/m/detail', page: 'material#detail', title: '物料', menuId: '', trail: [] }],
  ]);
  const opened: string[] = [];
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Palette session={session} scans onOpen={(url) => opened.push(url)} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('扫码');
  const enter = (text: string): void => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.keyDown(box, { key: 'Enter' });
  };
  const tell = async (text: string, found: readonly unknown[]): Promise<void> => {
    await expect.poll(() => answers.has(text)).toBe(true);
    await act(async () => answers.get(text)?.(found));
  };
  return { box, enter, tell, opened, typed, unmount };
};
const MATERIAL = { page: 'material', id: '1', label: 'MT-12', title: '物料', isExact: true };

it('what was entered is replaced by the next scan while it is looked for, and its late answer counts no more', async () => {
  const { box, enter, tell, opened } = openScan();
  enter('MB|NOBODY');
  expect([box.selectionStart, box.selectionEnd]).toEqual([0, 'MB|NOBODY'.length]);
  expect(screen.getByRole('status').textContent).toBe('正在查找…');
  enter('MB|MT-12');
  await tell('MB|NOBODY', []);
  expect(screen.getByRole('status').textContent).toBe('正在查找…');
  await tell('MB|MT-12', [MATERIAL]);
  expect(opened).toEqual(['/m/detail?id=1']);
});

it('nothing is said to be missing before the entered code was looked for', async () => {
  const { enter, tell, typed } = openScan();
  enter('MB|NOBODY');
  // the search while typing has asked and had its answer
  await expect.poll(() => typed).toEqual(['MB|NOBODY']);
  await act(() => new Promise((rest) => setTimeout(rest, 50)));
  expect(screen.getByRole('status').textContent).toBe('正在查找…');
  await tell('MB|NOBODY', []);
  expect(screen.getByRole('status').textContent).toBe('没有找到「MB|NOBODY」');
});

it('what comes after it was closed opens nothing', async () => {
  const { enter, tell, opened, unmount } = openScan();
  enter('MB|MT-12');
  unmount();
  await tell('MB|MT-12', [MATERIAL]);
  expect(opened).toEqual([]);
});
