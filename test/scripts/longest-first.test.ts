import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inOrder, LONG } from '../../scripts/lib/longest-first.mjs';
import { ROOT } from '../../server/root';

describe('the order of a run', () => {
  it.each(LONG)('%s is there', (path) => expect(existsSync(join(ROOT, path))).toBe(true));

  it('begins with the longest of each project, and keeps the others as they were', () => {
    const files = ['a b.test.ts', `b ${LONG[3]}`, 'b c.test.ts', `a ${LONG[1]}`, `b ${LONG[2]}`, 'a a.test.ts'];
    const part = (at: number) => (file: string) => file.split(' ')[at] ?? '';
    expect(inOrder(files, part(0), part(1))).toEqual([
      `a ${LONG[1]}`,
      'a b.test.ts',
      'a a.test.ts',
      `b ${LONG[2]}`,
      `b ${LONG[3]}`,
      'b c.test.ts',
    ]);
  });
});
