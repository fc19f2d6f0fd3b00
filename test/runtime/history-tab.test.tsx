import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../runtime/data/query-client';
import type { Host } from '../../runtime/page/host';
import { DetailPage } from '../../runtime/record';
import { Around } from '../support/around';
import { ids, listener, ORDER, orderPage, Refused, serve, settled, storedOrder } from '../support/forms';

afterEach(cleanup);

const page = orderPage({ detail: { tabs: { $edit: {}, $usage: {}, $history: {} } } });
async function open(tab: string, answers: Parameters<typeof serve>[0], change: Partial<Host> = {}) {
  const calls = serve({ getOne: () => storedOrder(), ...answers });
  render(
    <Around said={listener()} change={change}>
      <QueryClientProvider client={createQueryClient()}>
        <DetailPage page={page} id={ids(9)} params={new URLSearchParams()} />
      </QueryClientProvider>
    </Around>,
  );
  fireEvent.click(await screen.findByRole('tab', { name: tab }));
  await act(() => settled(30));
  return calls;
}
const change = (title: string, before: unknown, after: unknown, field = title) => ({ field, title, before, after });
const entry = (action: string, title: string, changes: readonly unknown[], more = {}) => ({
  at: '2026-01-15 08:31:05',
  by: '许敏',
  action,
  title,
  changes,
  ...more,
});
const cells = (table: HTMLElement): string[][] =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent ?? ''));

describe('变更记录', () => {
  it('tells who did what and when, before and after, and asks for more by the page', async () => {
    const total = 21;
    const first = [
      entry('edit', '修改', [
        change('数量', 1000, 1234.5),
        change('供应商', '恒力', null),
        change('明细第10行 金额', 1155, 20.5, 'items.amount'),
      ]),
      entry('add', '新增', [change('编号', null, 'DD0001')]),
      ...Array.from({ length: 18 }, () => entry('audit', '审核', [])),
    ];
    const calls = await open('变更记录', {
      history: ({ current }) =>
        current === 1
          ? { records: first, total, current, size: 20 }
          : { records: [entry('void', '作废', [])], total, current, size: 20 },
    });
    expect(calls.filter((call) => call.path.endsWith('/lcdp/data/order/history')).map((call) => call.body)).toEqual([
      { id: ids(9), current: 1, size: 20 },
    ]);
    const entries = screen.getAllByRole('listitem');
    expect(entries).toHaveLength(20);
    expect(entries[0]?.querySelector('header')?.textContent).toBe('修改许敏2026-01-15 08:31:05');
    expect(cells(within(entries[0]!).getByRole('table'))).toEqual([
      ['项目', '修改前', '修改后'],
      ['数量', '1,000', '1,234.5'],
      ['供应商', '恒力', '--'],
      ['明细第10行 金额', '1,155.00', '20.50'],
    ]);
    // nothing was before a new record
    expect(cells(within(entries[1]!).getByRole('table'))).toEqual([
      ['项目', '内容'],
      ['编号', 'DD0001'],
    ]);
    expect(within(entries[2]!).queryByRole('table')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    expect(await screen.findByText('作废')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(21);
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  it('keeps long entries short until they are opened', async () => {
    const changes = Array.from({ length: 12 }, (_, n) => change(`第${n}项`, n, n + 1));
    await open('变更记录', {
      history: () => ({ records: [entry('edit', '修改', changes, { more: 3 })], total: 1, current: 1, size: 20 }),
    });
    expect(cells(screen.getByRole('table'))).toHaveLength(1 + 6);
    expect(screen.queryByText('另有 3 项未列出')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '展开其余 6 项' }));
    expect(cells(screen.getByRole('table'))).toHaveLength(1 + 12);
    expect(screen.getByText('另有 3 项未列出')).toBeTruthy();
  });

  it('says so when there is nothing, and offers another try after a fault', async () => {
    let fault = true;
    await open('变更记录', {
      history: () => (fault ? new Refused('数据不存在或无权查看') : { records: [], total: 0, current: 1, size: 20 }),
    });
    expect(screen.getByText(/没有取到变更记录/)).toBeTruthy();
    fault = false;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('暂无记录')).toBeTruthy();
  });
});

describe('引用情况', () => {
  it('counts by object and leads to the lists that are his', async () => {
    const opened: string[] = [];
    await open(
      '引用情况',
      {
        usage: () => [
          { object: 'stockLedger', title: '库存流水', count: 1000, capped: true, url: '/stock/ledger' },
          { object: 'invoice', title: '发票', count: 2, url: '/invoice/list', search: 'order' },
          { object: 'secretPaper', title: '工资单', count: 1 },
        ],
      },
      {
        urlOf: (code) => (code === 'invoice' ? '/menu/invoice' : undefined),
        openPage: (url) => void opened.push(url),
      },
    );
    expect(cells(screen.getByRole('table'))).toEqual([
      ['使用处', '记录数'],
      ['库存流水', '1,000+'],
      ['发票', '2'],
      ['工资单', '1'],
    ]);
    // a list without a menu of his is no link
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['发票']);
    fireEvent.click(screen.getByRole('link', { name: '发票' }));
    expect(opened).toEqual([`/menu/invoice?scheme=&s.order=${ids(9)}`]);
  });

  it('says so when nothing uses the record', async () => {
    await open('引用情况', { usage: () => [] });
    expect(screen.getByText('暂无记录')).toBeTruthy();
  });
});

it('a share in the head is a bar where the list says how far it is, else a number', async () => {
  serve({ getOne: () => storedOrder() });
  const bars = async (column: string) => {
    const { container, unmount } = render(
      <Around said={listener()}>
        <QueryClientProvider client={createQueryClient()}>
          <DetailPage
            page={orderPage({
              fields: {
                ...ORDER.fields,
                rate: { title: '折扣', type: 'decimal', scale: 2, default: 100, suffix: '%' },
              },
              list: { columns: ['nbr', column] },
              detail: { head: ['rate'] },
            })}
            id={ids(9)}
            params={new URLSearchParams()}
          />
        </QueryClientProvider>
      </Around>,
    );
    await waitFor(() => expect(container.querySelector('[data-fact="rate"] b')?.textContent).toContain('100'));
    const found = container.querySelectorAll('[data-fact="rate"] [data-tone]').length;
    unmount();
    return found;
  };
  expect([await bars('rate'), await bars('rate:progress')]).toEqual([0, 1]);
});
