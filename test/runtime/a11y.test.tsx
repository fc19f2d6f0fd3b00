/** Roles and names under axe, without a browser: what holds wherever these parts stand. */
import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DataTable, type TableStatus } from '../../runtime/table/index';
import { PageTabs } from '../../src/layout/PageTabs';
import { TabStore } from '../../src/session/tabs';
import { withRoom } from '../support/sized';
import { tableColumn } from '../support/table';

withRoom();
afterEach(cleanup);
const COLUMN = tableColumn('a', { title: '编号', text: () => '' });
const serious = async (node: Element): Promise<string[]> => {
  // colours and sizes need a browser
  const { violations } = await axe.run(node, { rules: { 'color-contrast': { enabled: false } } });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
};

describe('a table without rows', () => {
  const states: readonly TableStatus[] = [
    { state: 'ready' },
    { state: 'loading' },
    { state: 'failed', text: '网络不通', onRetry: () => {} },
  ];
  it.each(states)('$state', async (status) => {
    const { container } = render(
      <DataTable
        label="示例"
        columns={[COLUMN]}
        rows={[]}
        context={{} as never}
        status={status}
        empty={<button type="button">新增</button>}
      />,
    );
    expect(await serious(container)).toEqual([]);
  });
});

describe('the page tabs', () => {
  it('are a list of tabs with their crosses beside it', async () => {
    const tabs = new TabStore();
    for (const path of ['/home', '/demo/list', '/demo/tree'])
      tabs.show({ path, page: path, title: path.slice(1), menuId: '', trail: [] }, path);
    const { container, getByRole, getAllByRole } = render(
      <PageTabs tabs={tabs} onShow={() => {}} onClose={() => {}} />,
    );
    expect(getAllByRole('tab')).toHaveLength(3);
    expect(getByRole('tablist').querySelectorAll('[aria-label^="关闭"]')).toHaveLength(0);
    expect(container.querySelectorAll('[aria-label^="关闭"]').length).toBeGreaterThan(0);
    expect(await serious(container)).toEqual([]);
  });
});
