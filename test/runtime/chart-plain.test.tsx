/** Marks without a canvas: what a card says beside its number, colours of a list of progress, all rows of a table. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChartView } from '../../runtime/charts/ChartView';
import { NumberCard, NumberTable, ProgressList } from '../../runtime/charts/Plain';
import { heightOf } from '../../runtime/charts/part';
import type { ChartData } from '../../schemas/language/wire';

afterEach(cleanup);
const words = { dict: () => undefined };
const measure = (code: string, title: string) => ({ code, title, type: 'int', total: 'sum' });
const data = (values: readonly number[], more: Partial<ChartData> = {}): ChartData => ({
  dims: [{ code: 'day', title: '日期', type: 'date' }],
  measures: [measure('qty', '数量'), measure('bad', '不良')],
  rows: values.map((qty, at) => ({ k: [`2026-01-${at}`], l: [null], v: { qty, bad: 1 } })),
  total: { qty: values.reduce((sum, one) => sum + one, 0), bad: values.length },
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
    return [...container.querySelectorAll('progress')].map((one) => one.getAttribute('data-tone'));
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
