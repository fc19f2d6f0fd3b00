import { describe, expect, it } from 'vitest';
import { hunks, lineDiff } from '../../designer/publish/line-diff';

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** numbers that are the same in every run */
function counting(seed: number): (below: number) => number {
  let now = seed;
  return (below) => {
    now = (now * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((now / 2_147_483_648) * below);
  };
}

describe('lines that changed', () => {
  it('keeps what both have, with the numbers of their lines', () => {
    expect(lineDiff('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual([
      { sign: ' ', text: 'a', line: 1 },
      { sign: '-', text: 'b', line: 2 },
      { sign: '+', text: 'x', line: 2 },
      { sign: ' ', text: 'c', line: 3 },
      { sign: '+', text: 'd', line: 4 },
    ]);
    expect(lineDiff('', 'a\n')).toEqual([{ sign: '+', text: 'a', line: 1 }]);
    expect(lineDiff('a\n', '')).toEqual([{ sign: '-', text: 'a', line: 1 }]);
    expect(lineDiff('', '')).toEqual([]);
  });
  it('says both texts whole, whatever they are', () => {
    const next = counting(7);
    const some = (): readonly string[] => Array.from({ length: next(12) }, () => 'abc'[next(3)] as string);
    for (let n = 0; n < 500; n += 1) {
      const [before, after] = [some(), some()];
      const lines = lineDiff(textOf(before), textOf(after));
      expect(lines.filter((line) => line.sign !== '+').map((line) => line.text)).toEqual(before);
      expect(lines.filter((line) => line.sign !== '-').map((line) => line.text)).toEqual(after);
    }
  });
  it('shows changed lines with those beside them only', () => {
    const before = Array.from({ length: 30 }, (_, i) => `${i}`);
    const after = before.with(5, 'x').with(25, 'y');
    const found = hunks(lineDiff(textOf(before), textOf(after)), 2);
    expect(found.map((one) => one.map(({ sign, text }) => sign + text).join(''))).toEqual([
      ' 3 4-5+x 6 7',
      ' 23 24-25+y 26 27',
    ]);
    expect(hunks(lineDiff('a\n', 'a\n'))).toEqual([]);
  });
});
