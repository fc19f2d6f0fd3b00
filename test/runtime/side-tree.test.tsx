import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SideTree } from '../../runtime/list/SideTree';
import { Around } from '../support/around';
import { ids, listener, orderPage, serve } from '../support/forms';

afterEach(cleanup);

it('a node shows its name alone: the count of its children is no count of rows', async () => {
  serve({ getFirstTreeData: () => [{ id: ids(1), label: '恒力', count: 0, leaf: true }] });
  const page = orderPage({ list: { tree: { of: 'supplier', field: 'supplier' } } });
  render(
    <Around said={listener()}>
      <SideTree page={page} node={undefined} onNode={() => undefined} />
    </Around>,
  );
  await screen.findByText('恒力');
  expect(screen.getAllByRole('treeitem').map((element) => element.textContent)).toEqual(['全部供应商', '恒力']);
});

it('a tree that counts says how many rows stand at a node and below', async () => {
  const calls = serve({
    getFirstTreeData: () => [{ id: ids(1), label: '恒力', leaf: true }],
    counts: (body) =>
      (body.nodes as { ids: string[] }).ids[0] === ''
        ? { '': { total: 12 } }
        : { [ids(1)]: { total: 10_000, capped: true } },
  });
  const page = orderPage({ list: { tree: { of: 'supplier', field: 'supplier', counts: true } } });
  render(
    <Around said={listener()}>
      <SideTree page={page} node={undefined} onNode={() => undefined} />
    </Around>,
  );
  await screen.findByText('10000+');
  expect(screen.getAllByRole('treeitem').map((element) => element.textContent)).toEqual(['全部供应商12', '恒力10000+']);
  expect(calls.filter(({ path }) => path.includes('counts')).map(({ body }) => body)).toEqual(
    expect.arrayContaining([{ nodes: { field: 'supplier', ids: [ids(1)] } }]),
  );
});

it('a node that was unfolded before the page of the tree came stays as it is, and can be maintained from then on', async () => {
  let give: (item: unknown) => void = () => undefined;
  const given = new Promise((resolve) => {
    give = resolve;
  });
  const page = orderPage({ list: { tree: { of: 'supplier', field: 'supplier', edit: true } } });
  serve({
    getPageItem: () => given,
    getFirstTreeData: () => [{ id: ids(1), label: '华东', children: [{ id: ids(2), label: '恒力', leaf: true }] }],
  });
  render(
    <Around said={listener()}>
      <SideTree page={page} node={undefined} onNode={() => undefined} />
    </Around>,
  );
  await screen.findByText('华东');
  const [caret] = screen
    .getAllByRole('button', { name: '展开' })
    .filter((element) => !element.hasAttribute('disabled'));
  fireEvent.click(caret as HTMLElement);
  const child = screen.getByText('恒力');
  give({
    page: { code: 'supplier', title: '供应商', sort: 'object', object: 'supplier' },
    schema: { ...page.object, object: 'supplier', tree: 'supplier' },
    types: {},
    rights: ['*'],
    dicts: [],
    version: '1',
  });
  await screen.findByRole('button', { name: '维护恒力' });
  expect(screen.getByText('恒力')).toBe(child);
});
