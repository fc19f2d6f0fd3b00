import { cleanup, render, screen } from '@testing-library/react';
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
  expect(screen.getAllByRole('treeitem').map((one) => one.textContent)).toEqual(['全部供应商', '恒力']);
});
