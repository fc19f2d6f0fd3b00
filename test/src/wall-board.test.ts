import { describe, expect, it } from 'vitest';
import { isBoard, isPhone, isWall } from '../../src/routes/public';
import { gaugeOf } from '../../src/screens/wall-board/gauge';
import { bandsOf, pageOf, pagesOf, stacksOf } from '../../src/screens/wall-board/layout';
import { around, ticksTo } from '../../src/screens/wall-board/scale';
import { clockOf, lastsSince, minutes, percent, stateOf } from '../../src/screens/wall-board/words';

const SIZES = { wide: { columns: 24, rows: 7 }, half: { columns: 12, rows: 3 }, small: { columns: 8, rows: 4 } };
type Code = keyof typeof SIZES;
const bands = (...codes: Code[]) =>
  bandsOf(
    codes.map((code) => ({ code, title: code })),
    (code) => SIZES[code as Code],
  ).map(({ rows, blocks }) => [rows, ...blocks.map(({ block, columns }) => `${block.code} ${columns}`)]);

describe('bands of a board', () => {
  it('are filled to the right edge in the order of the blocks', () => {
    expect(bands('wide', 'half', 'small')).toEqual([
      [7, 'wide 24'],
      [4, 'half 12', 'small 12'],
    ]);
  });
  it('leave no hole where a block is hidden, and none at all without blocks', () => {
    expect(bands('half', 'wide')).toEqual([
      [3, 'half 24'],
      [7, 'wide 24'],
    ]);
    expect(bands()).toEqual([]);
  });
});

describe('pages', () => {
  it('turn round, forwards and backwards', () => {
    expect([0, 1, 2, 3, -1].map((page) => pageOf([1, 2, 3, 4, 5], 2, page))).toEqual([
      [1, 2],
      [3, 4],
      [5],
      [1, 2],
      [5],
    ]);
    expect([pagesOf(0, 4), pagesOf(4, 4), pagesOf(5, 4)]).toEqual([1, 1, 2]);
  });
});

it('words are those of the floor, in factory time', () => {
  expect([percent(null), percent(80), minutes(47), minutes(125)]).toEqual(['--', '80.0 %', '47 分', '2 时 5 分']);
  expect(clockOf(Date.parse('2026-01-15T08:05:00+08:00') / 1000)).toBe('08:05');
  expect([stateOf(4).word, stateOf(null).word]).toEqual(['故障', '未接入']);
});

it('a board made by hand has an address of its own', () => {
  expect([isWall('/dashboard/devicerunning/'), isBoard('/dashboard/devicerunning'), isWall('/dashboard')]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('columns of a board', () => {
  const columns = [
    { columns: 5, blocks: ['a', 'b'] },
    { columns: 14, blocks: ['c'] },
  ];
  const stacks = (...codes: string[]) =>
    stacksOf(
      codes.map((code) => ({ code, title: code })),
      columns,
    ).map(({ columns, blocks }) => [columns, ...blocks.map(({ code }) => code)]);
  it('hold their blocks in the order of the configuration; an empty one leaves its room', () => {
    expect(stacks('c', 'b', 'a')).toEqual([
      [5, 'b', 'a'],
      [14, 'c'],
    ]);
    expect(stacks('c')).toEqual([[14, 'c']]);
  });
});

it('how long something lasts is told to the second', () => {
  expect(lastsSince('2026-01-15 09:47:27', Date.parse('2026-01-15T10:00:00+08:00') / 1000)).toBe('00:12:33');
});

describe('axes of boards', () => {
  it('have round steps, at most four, and hold the greatest value', () => {
    expect(ticksTo(157)).toEqual([0, 50, 100, 150, 200]);
    expect(ticksTo(9)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(ticksTo(0)).toEqual([0, 1]);
  });
  it('lie around values that do not begin at zero', () => {
    const [low, high] = around([96.4, 98.9]);
    expect(low).toBeLessThan(96.4);
    expect(high).toBeGreaterThan(98.9);
    expect(around([])).toEqual([0, 1]);
  });
  it('go below zero, or above it, only with the values', () => {
    expect(around([0, 3_000])[0]).toBe(0);
    expect(around([0, 3_000])[1]).toBeGreaterThan(3_000);
    expect(around([-8, -1])[1]).toBe(0);
    expect(around([-0.5, 4])[0]).toBeLessThan(-0.5);
    const [low, high] = around([0, 0]);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0);
  });
});

describe('gauges', () => {
  it('hold a value against the band between its limits, which takes the middle half', () => {
    expect(gaugeOf({ value: 100, low: 50, high: 120 })).toEqual({ from: 25, to: 75, at: expect.closeTo(60.71, 2) });
    expect(gaugeOf({ value: 500, low: 50, high: 120 })?.at).toBe(100);
    expect(gaugeOf({ value: 0, low: 50, high: 120 })?.at).toBe(0);
  });
  it('have one limit alone at a quarter from its end', () => {
    expect(gaugeOf({ value: 80, low: null, high: 80 })).toEqual({ from: 0, to: 75, at: 75 });
    expect(gaugeOf({ value: 80, low: 80, high: null })).toEqual({ from: 25, to: 100, at: 25 });
  });
  it('are none without a number or a limit', () => {
    expect(gaugeOf({ value: '手动', low: 1, high: 2 })).toBeNull();
    expect(gaugeOf({ value: null, low: 1, high: 2 })).toBeNull();
    expect(gaugeOf({ value: 5, low: null, high: null })).toBeNull();
  });
});

it('boards of a machine and of a phone have addresses too, and the phone alone asks for a sign-in', () => {
  expect(['/dashboard/eqOperationStation', '/dd'].map(isWall)).toEqual([true, true]);
  expect(['/dashboard/eqOperationStation', '/dd', '/dd/'].map(isPhone)).toEqual([false, true, true]);
});
