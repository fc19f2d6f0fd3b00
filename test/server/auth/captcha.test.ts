/** The picture of the sign-in says its letters to eyes only: nothing in its text holds a letter together. */
import { expect, test } from 'vitest';
import { captchas } from '../../../server/auth/captcha';
import type { Db } from '../../../server/ctx';

const insert = { values: () => insert, execute: async () => [] };
const db = { withSchema: () => ({ insertInto: () => insert }) } as unknown as Db;
const LETTERS = '34679ACEFHKMNPRTUVWXY';

type Piece = readonly [x1: number, y1: number, x2: number, y2: number];
const piecesOf = (svg: string): readonly Piece[] =>
  [...svg.matchAll(/M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)/g)].map(
    ([, ...numbers]) => numbers.map(Number) as unknown as Piece,
  );
/** How many lines a script finds that follows points which are the same. */
const chains = (pieces: readonly Piece[]): number => {
  const ends = new Map<string, number>();
  for (const [x1, y1, x2, y2] of pieces)
    for (const key of [`${x1} ${y1}`, `${x2} ${y2}`]) ends.set(key, (ends.get(key) ?? 0) + 1);
  return [...ends.values()].filter((times) => times > 1).length;
};

test('thirty pictures hold no letter as a line, a group, an order or a length', async () => {
  for (let n = 0; n < 30; n++) {
    const text = Array.from({ length: 4 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
    const { svg } = await captchas(db, () => text).make();
    expect(svg.match(/<\w+/g)).toEqual(['<svg', '<path']);
    expect(svg).not.toContain('transform');
    const pieces = piecesOf(svg);
    expect(pieces.length).toBeGreaterThan(60);
    // a chance meeting of two ends is no line
    expect(chains(pieces)).toBeLessThan(4);
    const lengths = pieces.map(([x1, y1, x2, y2]) => Math.hypot(x2 - x1, y2 - y1));
    expect(Math.max(...lengths)).toBeLessThan(6);
    // neighbours in the text are not neighbours in the picture
    const jumps = pieces.slice(1).filter(([x1, y1], at) => {
      const [x, y] = pieces[at] ?? [0, 0];
      return Math.hypot(x1 - x, y1 - y) > 12;
    });
    expect(jumps.length / pieces.length).toBeGreaterThan(0.6);
  }
});

test('the same letters are never drawn twice alike', async () => {
  const drawn = await Promise.all(Array.from({ length: 20 }, () => captchas(db, () => 'AAAA').make()));
  expect(new Set(drawn.map(({ svg }) => svg)).size).toBe(20);
});
