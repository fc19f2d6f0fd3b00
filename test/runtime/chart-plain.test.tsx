/** Marks without a canvas: what a card says beside its number, colours of a list of progress, all rows of a table. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChartView } from '../../runtime/charts/ChartView';
import { NumberTable } from '../../runtime/charts/NumberTable';
import { NumberCard, ProgressList } from '../../runtime/charts/Plain';
import { heightOf } from '../../runtime/charts/part';
import { nextTop } from '../../runtime/charts/use-turning';
import type { ChartData } from '../../schemas/language/wire';

afterEach(cleanup);
const words = { dict: () => undefined };
const measure = (code: string, title: string) => ({ code, title, type: 'int', total: 'sum' });
const data = (values: readonly number[], more: Partial<ChartData> = {}): ChartData => ({
  dims: [{ code: 'day', title: '日期', type: 'date' }],
  measures: [measure('qty', '数量'), measure('bad', '不良')],
  rows: values.map((qty, at) => ({ k: [`2026-01-${at}`], l: [null], v: { qty, bad: 1 } })),
  total: { qty: values.reduce((sum, value) => sum + value, 0), bad: values.length },
  asOf: '',
  drill: false,
  ...more,
});

it('a card shows the measure of its size and the way over its dim', () => {
  const { container } = render(
    <NumberCard data={data([1, 4, 2])} keys={{ chart: 'number', y: ['qty'], size: 'bad' }} words={words} />,
  );
  expect(screen.getByText(/不良 3/)).toBeDefined();
  expect(container.querySelector('svg path')?.getAttribute('d')).toBe('M0.0 24.0L50.0 0.0L100.0 16.0');
});
it('progress is red until 50, yellow until 70, green above; limits of the chart stand over them', () => {
  const tones = (keys: object): (string | null)[] => {
    const { container } = render(
      <ProgressList data={data([50, 70, 71])} keys={{ chart: 'progress', y: ['qty'], ...keys }} words={words} />,
    );
    return [...container.querySelectorAll('progress')].map((element) => element.getAttribute('data-tone'));
  };
  expect(tones({})).toEqual(['bad', 'warn', 'ok']);
  expect(tones({ thresholds: { qty: [60, 71] } })).toEqual(['bad', 'warn', 'ok']);
  expect(tones({ thresholds: { qty: [10, 20] } })).toEqual(['ok', 'ok', 'ok']);
});
it('a table shows 200 rows and all of them when asked, what it is compared with beside each number', () => {
  const many = data(Array.from({ length: 203 }, () => 2));
  const { container } = render(<NumberTable data={many} words={words} />);
  expect(container.querySelectorAll('tbody tr')).toHaveLength(201);
  fireEvent.click(screen.getByRole('button', { name: '只显示前200行，查看全部203行' }));
  expect(container.querySelectorAll('tbody tr')).toHaveLength(204);
  cleanup();
  render(
    <NumberTable
      data={data([3], { before: { qty: 2 }, rows: [{ k: ['a'], l: [null], v: { qty: 3 }, p: { qty: 2 } }] })}
      words={words}
    />,
  );
  expect(screen.getAllByText('↑ 50.00 %')).toHaveLength(2);
});
it('a pie says that it has no slice for what is below nothing', () => {
  render(<ChartView title="饼" data={data([3, -1])} keys={{ chart: 'pie', x: 'day', y: ['qty'] }} words={words} />);
  expect(screen.getByText('饼图不能显示负数')).toBeDefined();
});
it('a chart of a page is as high as it says', () => {
  expect(heightOf({ options: { height: 240 } })).toEqual({ height: '20rem' });
  expect(heightOf({})).toEqual({});
});
it('a table colours its numbers by the limits of the chart, whichever way is good', () => {
  const { container } = render(
    <NumberTable
      data={data([50, 70, 90])}
      keys={{ chart: 'table', y: ['qty', 'bad'], thresholds: { qty: [60, 80], bad: [3, 1] } }}
      words={words}
    />,
  );
  const tones = [...container.querySelectorAll('tbody tr:not([data-sum]) td:nth-child(2)')].map((cell) => [
    cell.getAttribute('data-tone'),
    cell.getAttribute('title'),
  ]);
  expect(tones).toEqual([
    ['bad', '不达标'],
    ['warn', '临界'],
    ['ok', '达标'],
  ]);
  expect(container.querySelector('tbody td:nth-child(3)')?.getAttribute('data-tone')).toBe('ok');
});
it('a table spreads its last dim over columns in the order of the dictionary, with the sums of the server', () => {
  const picked: number[] = [];
  const cell = (team: string, state: string, qty: number) => ({ k: [team, state], l: [null, null], v: { qty } });
  const { container } = render(
    <NumberTable
      data={data([], {
        dims: [
          { code: 'team', title: '班组', type: 'text' },
          { code: 'state', title: '状态', type: 'dict', dict: 's' },
        ],
        measures: [measure('qty', '数量')],
        rows: [cell('甲', '2', 5), cell('甲', '1', 3), cell('乙', '2', 4)],
        sums: {
          rows: [
            { k: ['甲'], l: [null], v: { qty: 8 } },
            { k: ['乙'], l: [null], v: { qty: 4 } },
          ],
          columns: [
            { k: ['2'], l: [null], v: { qty: 9 } },
            { k: ['1'], l: [null], v: { qty: 3 } },
          ],
        },
        total: { qty: 12 },
      })}
      words={{
        dict: () => ({
          items: [
            { code: '1', title: '草稿' },
            { code: '2', title: '完成' },
          ],
        }),
      }}
      onPick={(index) => picked.push(index)}
    />,
  );
  const lines = [...container.querySelectorAll('tr')].map((row) => [...row.children].map((child) => child.textContent));
  expect(lines).toEqual([
    ['班组', '草稿', '完成', '合计'],
    ['甲', '3', '5', '8'],
    ['乙', '', '4', '4'],
    ['合计', '3', '9', '12'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: '3' }));
  expect(picked).toEqual([1]);
});
it('a rank gives medals to three places and shows its second number', () => {
  const { container } = render(
    <ProgressList data={data([9, 8, 7, 6])} keys={{ chart: 'rank', y: ['qty', 'bad'] }} words={words} />,
  );
  expect([...container.querySelectorAll('b')].map((element) => element.getAttribute('data-medal'))).toEqual([
    '1',
    '2',
    '3',
    null,
  ]);
  expect(container.querySelector('small')?.textContent?.trim()).toBe('不良 1');
});
it('a screen turns whole rows, shows the end and begins again', () => {
  // 10 rows of 30 in 100: three whole rows a turn
  expect([
    nextTop(0, 100, 300, 30),
    nextTop(90, 100, 300, 30),
    nextTop(180, 100, 300, 30),
    nextTop(200, 100, 300, 30),
  ]).toEqual([90, 180, 200, 0]);
  expect(nextTop(0, 300, 300, 30)).toBe(0);
});
it('a card is coloured by its limits, downward ones too', () => {
  const tone = (keys: object): string | null => {
    cleanup();
    const { container } = render(
      <NumberCard data={data([3])} keys={{ chart: 'number', y: ['qty'], ...keys }} words={words} />,
    );
    return container.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null;
  };
  expect([tone({ thresholds: { qty: [5, 0] } }), tone({ thresholds: { qty: [2, 0] } }), tone({ target: 3 })]).toEqual([
    'warn',
    'bad',
    'ok',
  ]);
});
