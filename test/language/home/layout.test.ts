import { describe, expect, it } from 'vitest';
import {
  closeUp,
  HOME_CELLS,
  HOME_COLUMNS,
  type HomeCell,
  onColumns,
  putCell,
  readCells,
  roomFor,
  takeCell,
} from '../../../schemas/language/home/layout';

const cell = (card: string, x: number, y: number, w: number, h: number): HomeCell => ({ card, x, y, w, h });
/** the shipped plan 默认 (80 §5.3) */
const PLAN: readonly HomeCell[] = [
  cell('todoFlow', 0, 0, 6, 4),
  cell('myTask', 6, 0, 6, 4),
  cell('shortcut', 12, 0, 12, 2),
  cell('msgUnread', 12, 2, 4, 2),
  cell('warnOpen', 16, 2, 4, 2),
  cell('myPay', 20, 2, 4, 2),
  cell('newsTop', 0, 4, 12, 4),
  cell('recentDoc', 12, 4, 12, 4),
];
const overlaps = (cells: readonly HomeCell[]): boolean =>
  cells.some((a, i) =>
    cells.some((b, j) => i < j && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );
const floating = (cells: readonly HomeCell[]): boolean =>
  cells.some((a) => a.y > 0 && !cells.some((b) => b !== a && b.y + b.h === a.y && a.x < b.x + b.w && b.x < a.x + a.w));
const at = (cells: readonly HomeCell[], card: string): HomeCell | undefined => cells.find((cell) => cell.card === card);

let seed = 20261121;
const random = (below: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed % below;
};

describe('the grid of a home page', () => {
  it('leaves a whole plan as it is', () => {
    expect([...closeUp(PLAN)].sort((a, b) => a.y - b.y || a.x - b.x)).toEqual(
      PLAN.toSorted((a, b) => a.y - b.y || a.x - b.x),
    );
  });
  it('closes up where a right is missing: lower cells move up by the height of what is gone', () => {
    const stack = [
      cell('a', 0, 0, 12, 4),
      cell('myPay', 12, 0, 12, 2),
      cell('c', 12, 2, 12, 2),
      cell('d', 12, 4, 12, 3),
    ];
    const rest = closeUp(stack.filter((cell) => cell.card !== 'myPay'));
    expect(at(rest, 'c')?.y).toBe(0);
    expect(at(rest, 'd')?.y).toBe(2);
    expect(at(rest, 'a')?.y).toBe(0);
  });
  it('pushes down what a dropped card lands on', () => {
    const after = putCell(PLAN, cell('news', 0, 0, 12, 2));
    expect(at(after, 'news')).toMatchObject({ x: 0, y: 0 });
    expect(at(after, 'todoFlow')?.y).toBe(2);
    expect(at(after, 'myTask')?.y).toBe(2);
    expect(at(after, 'shortcut')?.y).toBe(0);
    expect(overlaps(after)).toBe(false);
  });
  it('finds the first room for a card of the catalogue', () => {
    expect(roomFor([cell('a', 0, 0, 12, 2)], { w: 6, h: 2 })).toEqual({ x: 12, y: 0 });
    expect(roomFor([cell('a', 0, 0, 24, 2)], { w: 6, h: 2 })).toEqual({ x: 0, y: 2 });
    expect(roomFor([], { w: 24, h: 4 })).toEqual({ x: 0, y: 0 });
  });
  it('keeps the order on twelve columns and on one', () => {
    const phone = onColumns(PLAN, 1);
    expect(phone.map((cell) => cell.card)).toEqual(PLAN.map((cell) => cell.card));
    expect(phone.every((cell) => cell.w === 1 && cell.x === 0)).toBe(true);
    const small = onColumns(PLAN, 12);
    expect(overlaps(small)).toBe(false);
    expect(small.every((cell) => cell.x + cell.w <= 12)).toBe(true);
    // three beside each other on 24 columns stand below each other on 12, as wide as the page
    const thirds = onColumns([cell('a', 0, 0, 8, 2), cell('b', 8, 0, 8, 2), cell('c', 16, 0, 8, 2)], 12);
    expect(thirds.map(({ x, w }) => [x, w])).toEqual([
      [0, 12],
      [0, 12],
      [0, 12],
    ]);
  });
  it('never overlaps nor leaves gaps, whatever is dragged (2,000 gestures)', () => {
    let cells: readonly HomeCell[] = PLAN;
    for (let n = 0; n < 2000; n++) {
      const what = random(10);
      const index = random(Math.max(1, cells.length));
      const before = cells.length;
      if (what < 6 && cells[index])
        cells = putCell(
          cells,
          { ...cells[index], x: random(30) - 3, y: random(20), w: 1 + random(26), h: 1 + random(14) },
          { w: 3, h: 2 },
        );
      else if (what < 8 && cells.length < HOME_CELLS) {
        const size = { w: 3 + random(20), h: 2 + random(4) };
        cells = putCell(cells, { card: `c${n}`, ...size, ...roomFor(cells, size) });
        expect(cells.length).toBe(before + 1);
      } else if (cells.length > 2) {
        cells = takeCell(cells, cells[index]?.card ?? '');
        expect(cells.length).toBe(before - 1);
      }
      expect(overlaps(cells)).toBe(false);
      expect(floating(cells)).toBe(false);
      expect(cells.every((cell) => cell.x >= 0 && cell.x + cell.w <= HOME_COLUMNS && cell.h >= 1)).toBe(true);
      expect(readCells(JSON.parse(JSON.stringify(cells)))).toEqual(closeUp(cells));
    }
  });
  it('refuses what is no layout', () => {
    const good = cell('a', 0, 0, 6, 2);
    expect(readCells([good])).toEqual([good]);
    for (const bad of [
      null,
      {},
      [null],
      [{ ...good, card: '' }],
      [{ ...good, w: 25 }],
      [{ ...good, x: 20 }],
      [{ ...good, y: -1 }],
      [{ ...good, h: 0 }],
      [{ ...good, h: 1.5 }],
      [{ ...good, title: 'x'.repeat(31) }],
      [{ ...good, refresh: 5 }],
      [{ ...good, menus: ['javascript:alert(1)'] }],
      [good, { ...good, x: 6 }],
      Array.from({ length: HOME_CELLS + 1 }, (_, n) => ({ ...good, card: `c${n}` })),
    ])
      expect(readCells(bad)).toBeUndefined();
  });
});
