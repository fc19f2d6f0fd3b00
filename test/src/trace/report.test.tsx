/** 追溯报告 on paper: the picture whole, lists without columns that say nothing, room to sign. */
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TraceGraph } from '../../../schemas/language/wire-trace';
import { Report, tilesOf } from '../../../src/screens/trace/Report';
import { SMALL, sceneOf } from '../../../src/screens/trace/scene';
import { shippedList, stockList } from '../../../src/screens/trace/tables';

const node = { type: '1', unit: '件', made: false, held: true, weak: false, aside: false } as const;
const graph: TraceGraph = {
  roots: [],
  nodes: [
    { ...node, id: 'a', level: 0, nbr: '2601050001', materialName: '密封圈', root: true },
    { ...node, id: 'b', type: '2', level: 1, nbr: 'GD1', materialName: '电动推杆', root: false, held: false },
  ],
  edges: [{ from: 'a', to: 'b', qty: 120, weak: true }],
  truncated: false,
  asOf: '2026-01-15 14:02:31',
  batches: [],
  orders: [],
  stock: [],
  shipped: [],
  freezes: [],
  ops: [],
  reports: [],
  events: [],
};
const sent = (customer: string, net: number) => ({
  docType: 'delivery',
  docNbr: 'FHD1',
  bizDate: '2026-01-14',
  customer,
  contact: null,
  phone: null,
  notice: null,
  materialName: '电动推杆',
  batches: ['1'],
  shipped: net,
  returned: 0,
  net,
});

it('prints what the workbench shows', () => {
  const lists = [shippedList('已发客户', [sent('北辰', 38), sent('海川', 15)]), stockList([])];
  const found = { kind: 'graph', answer: graph } as const;
  render(<Report title="物料追溯" found={found} scene={sceneOf(graph, new Set(), SMALL)} size={SMALL} lists={lists} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('物料追溯报告');
  expect(screen.getByText('数据截至 2026-01-15 14:02:31')).toBeTruthy();
  const picture = screen.getByRole('img', { name: '追溯图' });
  for (const text of ['2601050001', 'GD1', '120 件']) expect(picture.textContent).toContain(text);
  expect(picture.querySelectorAll('[data-alarm]')).toHaveLength(1);
  const list = screen.getByRole('table', { name: '已发客户' });
  const titles = within(list)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(titles).toEqual(['客户', '单据', '日期', '物料', '批次数', '已发', '净发']);
  expect(within(list).getAllByRole('row')).toHaveLength(3);
  expect(screen.queryByRole('table', { name: '在库分布' })).toBeNull();
  expect(screen.getByText(/编制：/)).toBeTruthy();
});

it('prints a graph that is too large for a page on several, none of them too small to read', () => {
  const of = (width: number, height: number) => tilesOf({ cards: [], links: [], width, height });
  expect(of(900, 500)).toEqual([{ x: 0, y: 0, width: 900, height: 500 }]);
  // A3 shows it whole
  expect(of(2200, 1400)).toHaveLength(1);
  const tiles = of(2200, 4000);
  expect(tiles).toHaveLength(3);
  expect(tiles.map(({ y, height }) => Math.round(y + height))).toEqual([1333, 2667, 4000]);
  expect(of(6000, 4000)).toHaveLength(9);
});
