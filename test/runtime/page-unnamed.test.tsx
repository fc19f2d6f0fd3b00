/** Addresses that do not say what they are about: told, with a way on, and nothing made up is drawn. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PageHost } from '../../runtime/pages/index';
import { SelectPage } from '../../runtime/pick/index';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { Around } from '../support/around';
import { listener, serve } from '../support/forms';

afterEach(cleanup);

const log = resolveObject(
  {
    $schema: 'object/2',
    object: 'log',
    title: '流水',
    route: '/log',
    fields: { text: { title: '内容', kind: 'input' } },
  } as never,
  { blocks: new Map(), area: 'test' } as never,
);

it('a detail page without an id sends to its list and asks for no new record', async () => {
  const openPage = vi.fn();
  const calls = serve({
    getPageItem: () => ({
      page: { code: 'log#detail', title: '流水', sort: 'detail', object: 'log' },
      schema: log,
      types: { log: toObjectType(log) },
      rights: ['*'],
      dicts: [],
      version: '1',
    }),
  });
  render(
    <Around said={listener()} change={{ openPage, urlOf: (code) => (code === 'log' ? '/log' : undefined) }}>
      <PageHost page="log#detail" />
    </Around>,
  );
  expect(await screen.findByText('地址中没有说明要看哪一条流水，请从列表中打开')).toBeTruthy();
  expect(calls.map(({ path }) => path).filter((path) => /getNew|getOne/.test(path))).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '打开列表' }));
  expect(openPage).toHaveBeenCalledWith('/log');
});

it('the selection window without anything to choose from says so', () => {
  const openPage = vi.fn();
  const onDone = vi.fn();
  render(
    <Around said={listener()} change={{ openPage }}>
      <SelectPage params={new URLSearchParams('multi=1')} onDone={onDone} />
    </Around>,
  );
  expect(screen.getByRole('alert').textContent).toContain('地址中没有说明从什么中选择，请从单据里的选择按钮打开');
  fireEvent.click(screen.getByRole('button', { name: '返回首页' }));
  expect(openPage).toHaveBeenCalledWith('/home');
  expect(onDone).not.toHaveBeenCalled();
});
