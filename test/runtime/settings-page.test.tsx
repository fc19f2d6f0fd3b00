import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Page } from '../../runtime/page/types';
import { makePage } from '../../runtime/page/use-page';
import { EditPage } from '../../runtime/record';
import { resolveObject } from '../../schemas/language/resolve';
import { Around } from '../support/around';
import { ids, listener, SESSION, serve } from '../support/forms';

afterEach(cleanup);

const group = (code: string, title: string, keys: object) =>
  ({ $schema: 'settings/1', group: code, title, keys }) as never;
const object = resolveObject(
  {
    $schema: 'object/2',
    object: 'prefs',
    title: '参数',
    settings: ['a', 'b'],
    fields: {},
    actions: { view: {}, save: {} },
  } as never,
  {
    blocks: new Map(),
    settings: [
      group('a', '天数', { 'a.days': { title: '宽限天数', type: 'int', default: 3, suffix: '天' } }),
      group('b', '开关', { 'b.on': { title: '提醒', type: 'bool', default: true } }),
    ],
  },
);
const page = (rights: readonly string[]): Page =>
  makePage(
    'prefs',
    {
      item: {
        page: { code: 'prefs', title: '参数', sort: 'list', object: 'prefs' },
        schema: object,
        types: {},
        rights,
        dicts: [],
        version: '1',
      },
      dicts: {},
    },
    { ...SESSION, me: { ...SESSION.me, super: false }, can: (right) => rights.includes(right) },
  );
const stored = (aDays: number, version: number) => ({ id: ids(1), version, aDays, bOn: true, _actions: ['save'] });

async function open(rights: readonly string[]) {
  const calls = serve({
    getOne: () => stored(12, 4),
    save: () => ({ id: ids(1), version: 5, record: stored(3, 5) }),
  });
  const told = { title: '', saved: 0 };
  render(
    <Around said={listener()} change={{ setTitle: (title) => (told.title = title) }}>
      <EditPage page={page(rights)} params={new URLSearchParams()} onSaved={() => (told.saved += 1)} />
    </Around>,
  );
  await screen.findByRole('tab', { name: '天数' });
  return { calls, told };
}

it('a few keys stand in one column', () => {
  expect(object.edit.groups.map(({ columns }) => columns)).toEqual([1, 1]);
});

it('opens without an id, a tab for each group, defaults in grey; a key goes back to its default and is saved with the version', async () => {
  const { calls, told } = await open(['prefs:view', 'prefs:edit']);
  expect(told.title).toBe('参数');
  expect(screen.getAllByRole('tab').map((element) => element.textContent)).toEqual(['天数', '开关']);
  const days = screen.getByLabelText('宽限天数');
  expect(days).toHaveProperty('value', '12');
  const cell = document.querySelector<HTMLElement>('[data-field="aDays"]') as HTMLElement;
  expect(cell.textContent).toContain('默认：3');
  fireEvent.click(within(cell).getByText('恢复默认'));
  expect(days).toHaveProperty('value', '3');
  expect(within(cell).queryByText('恢复默认')).toBeNull();
  fireEvent.click(screen.getByText('保存'));
  await waitFor(() => expect(calls.some((call) => call.path.includes('save'))).toBe(true));
  const sent = calls.find((call) => call.path.includes('save'))?.body;
  expect(sent?.record).toEqual({ id: ids(1), version: 4, aDays: 3 });
  // the page stays the page: no id comes into its address
  await waitFor(() => expect(screen.getByText(/已保存 /)).toBeTruthy());
  expect(told.saved).toBe(0);
  expect(screen.queryByLabelText('更多操作')).toBeNull();
});

it('offers no save to who may only look', async () => {
  await open(['prefs:view']);
  expect(screen.queryByText('保存')).toBeNull();
});
