/** Numbers of versions, and which rows of two versions are the same. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/language/value';
import { matchRows, nextRevision } from '../../schemas/language/versions';

describe('the next revision', () => {
  it.each([
    ['V1.0', [], 'V1.1'],
    ['V1.0', ['V1.0', 'V1.1'], 'V1.2'],
    ['V1.9', [], 'V2.0'],
    ['V9.9', ['V1.0'], 'V10.0'],
    ['V3', [], 'V3.1'],
    ['A', [], 'A.1'],
    ['A.1', ['A', 'A.1', 'B.7'], 'A.2'],
    ['V1.0', ['W7.0'], 'V1.1'],
    ['2024', ['2025.3'], '2025.4'],
  ])('after %s among %j is %s', (from, used, next) => {
    expect(nextRevision(from, used)).toBe(next);
  });

  it('never repeats one in use, however long it goes on', () => {
    const used = ['V1.0'];
    for (let n = 0; n < 200; n++) {
      const next = nextRevision(used[n % 7] ?? 'V1.0', used);
      expect(used).not.toContain(next);
      used.push(next);
    }
  });
});

const row = (id: string, part: string, qty = 1): Row => ({ id, lineNo: 10, part, qty }) as unknown as Row;
const seen = (pairs: ReturnType<typeof matchRows>) => pairs.map(({ left, right }) => [left?.id, right?.id]);

describe('rows of two versions', () => {
  it('match by key wherever they stand; what is gone stays where it stood', () => {
    const left = [row('a', 'A'), row('b', 'B'), row('c', 'C')];
    const right = [row('1', 'C'), row('2', 'A', 9), row('3', 'D')];
    expect(seen(matchRows(left, right, ['part']))).toEqual([
      ['c', '1'],
      ['a', '2'],
      ['b', undefined],
      [undefined, '3'],
    ]);
  });

  it('of one key are matched in their order', () => {
    const left = [row('a', 'A'), row('b', 'A')];
    expect(seen(matchRows(left, [row('1', 'A')], ['part']))).toEqual([
      ['a', '1'],
      ['b', undefined],
    ]);
    expect(seen(matchRows([], [], ['part']))).toEqual([]);
    expect(seen(matchRows(left, [], ['part']))).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });
});
