import { describe, expect, it } from 'vitest';
import { isOpenNode, keepNodes, keptNodes, type NodeStore, withNode } from '../../runtime/list/open-nodes';
import { inView, layOut, withTotals } from '../../runtime/table/layout';
import { treeRows } from '../../runtime/table/tree';
import type { TableColumn } from '../../runtime/table/types';
import { tableColumn } from '../support/table';

const column = (key: string, width: number, more: Partial<TableColumn> = {}) =>
  tableColumn(key, { title: key, width, text: () => '', ...more });

describe('totals', () => {
  it('widen a column that would cut them, and no width the user chose', () => {
    const columns = [column('a', 64), column('b', 64, { exact: true }), column('c', 200), column('d', 64)];
    const fitted = withTotals(columns, { a: '1,142,945.00', b: '1,142,945.00', c: '1,755' });
    expect(fitted.map(({ width }) => width > 64)).toEqual([true, false, true, false]);
    expect(layOut(fitted, 300, 1).middle[0]?.style.width).toBeGreaterThan('1,142,945.00'.length * 7);
    expect(fitted.slice(1)).toEqual(columns.slice(1));
  });
});

describe('layout', () => {
  const columns = [
    column('$select', 40, { pin: 'left' }),
    column('nbr', 160, { pin: 'left' }),
    column('name', 160, { grows: true }),
    column('qty', 100),
    column('state', 90, { pin: 'right' }),
    column('$actions', 110, { pin: 'right' }),
  ];

  it('parts pinned columns from the ones that scroll', () => {
    const { left, middle, right, leftWidth, rightWidth, edges } = layOut(columns, 660, 1);
    expect([left, middle, right].map((part) => part.map(({ column: { key } }) => key))).toEqual([
      ['$select', 'nbr'],
      ['name', 'qty'],
      ['state', '$actions'],
    ]);
    expect([leftWidth, rightWidth, edges]).toEqual([200, 200, [0, 160, 260]]);
  });

  it('lets pinned columns of data go where little room is left between them', () => {
    const keys = (room: number, more: readonly TableColumn[] = []) => {
      const { left, middle, right } = layOut([...columns.slice(0, 2), ...more, ...columns.slice(2)], room, 1);
      return [left, middle, right].map((part) => part.map((placed) => placed.column.key).join());
    };
    expect(keys(590)).toEqual(['$select,nbr', 'name,qty,state', '$actions']);
    const wide = [column('code', 200, { pin: 'left' })];
    expect(keys(640, wide)).toEqual(['$select,nbr', 'code,name,qty,state', '$actions']);
    expect(keys(1200, wide)).toEqual(['$select,nbr,code', 'name,qty', 'state,$actions']);
  });

  it('gives the room that is left to growing columns, to the pixel', () => {
    const { total, middle } = layOut(columns, 1003, 1);
    expect(total).toBe(1003);
    expect(middle.map(({ style }) => style.width)).toEqual([503, 100]);
  });

  it('follows the root font', () => {
    expect(layOut(columns, 0, 4 / 3).total).toBe(53 + 213 + 213 + 133 + 120 + 147);
  });

  it('growing columns give up a third of theirs to fit, and less when the table scrolls sideways anyway', () => {
    expect(layOut(columns, 620, 1).total).toBe(620);
    expect(layOut(columns, 613, 1).middle.map(({ style }) => style.width)).toEqual([113, 100]);
    expect(layOut(columns, 300, 1).middle.map(({ style }) => style.width)).toEqual([136, 100]);
    const numbered = columns.map((each) => (each.key === 'name' ? { ...each, minWidth: 152 } : each));
    // what a number needs is not given up
    expect(layOut(numbered, 613, 1).middle.map(({ style }) => style.width)).toEqual([152, 100]);
  });

  it('a width the user gave stays, and the room is left empty', () => {
    const { total } = layOut([column('a', 100, { exact: true }), column('b', 300, { exact: true })], 801, 1);
    expect(total).toBe(400);
  });

  it('without growing columns all middle ones share', () => {
    const { middle, total } = layOut([column('a', 100), column('b', 300)], 801, 1);
    expect(total).toBe(801);
    expect(middle.map(({ style }) => style.width)).toEqual([200, 601]);
  });
});

describe('columns in view', () => {
  const edges = [0, 100, 200, 300, 400, 500];
  it.each([
    [0, 150, [0, 2]],
    [120, 100, [0, 3]],
    [250, 100, [1, 4]],
    [400, 100, [3, 4]],
    [9999, 100, [3, 4]],
  ])('from %s over %s are %s', (from, width, range) => {
    expect(inView(edges, from, width)).toEqual(range);
  });
  it('are none without columns', () => {
    expect(inView([0], 0, 100)).toEqual([0, -1]);
  });
});

describe('tree rows', () => {
  const rows = [
    { id: '1', parentId: null },
    { id: '11', parentId: '1' },
    { id: '111', parentId: '11' },
    { id: '2', parentId: 'gone' },
  ];
  it('stand below their parents; one whose parent is not there stands at the top', () => {
    const open = treeRows(rows, 'parent', () => true);
    expect(open.map(({ row, level }) => [row.id, level])).toEqual([
      ['1', 0],
      ['11', 1],
      ['111', 2],
      ['2', 0],
    ]);
    expect(open.map(({ leaf }) => leaf)).toEqual([false, false, true, true]);
  });
  it('leave closed branches out', () => {
    expect(treeRows(rows, 'parent', (_row, level) => level < 1).map(({ row }) => row.id)).toEqual(['1', '11', '2']);
  });
  it('survive a loop', () => {
    const loop = [
      { id: 'a', parentId: 'b' },
      { id: 'b', parentId: 'a' },
      { id: 'c', parentId: 'c' },
    ];
    expect(treeRows(loop, 'parent', () => true).map(({ row }) => row.id)).toEqual(['c']);
  });
});

describe('open branches of a tree table', () => {
  const store = (): NodeStore & { readonly kept: Map<string, string> } => {
    const kept = new Map<string, string>();
    return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  };

  it('are the first two levels, then what was done to all, then what was done to one', () => {
    const plain = keptNodes(store(), 'demoTree');
    expect([0, 1, 2].map((level) => isOpenNode(plain, 'a', level))).toEqual([true, true, false]);
    const folded = withNode({ all: false, own: {} }, 'a', true);
    expect(isOpenNode(folded, 'a', 0)).toBe(true);
    expect(isOpenNode(folded, 'b', 0)).toBe(false);
    expect(isOpenNode(folded, 'toString', 0)).toBe(false);
  });
  it('come back with the page, and a spoiled memory is none', () => {
    const eachStore = store();
    keepNodes(eachStore, 'demoTree', withNode({ own: {} }, 'a', false));
    expect(isOpenNode(keptNodes(eachStore, 'demoTree'), 'a', 0)).toBe(false);
    expect(isOpenNode(keptNodes(eachStore, 'other'), 'a', 0)).toBe(true);
    eachStore.setItem('millwright.open.demoTree', '{"own":');
    expect(isOpenNode(keptNodes(eachStore, 'demoTree'), 'a', 0)).toBe(true);
  });
});
