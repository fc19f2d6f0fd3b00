import { expect, it } from 'vitest';
import { shared } from '../../designer/document/shared';
import { seeded } from '../language/random-steps';

it('takes what did not change from the text that is known', () => {
  const known = { a: { x: [1, { y: 2 }] }, b: 1, c: ['k', 'l'] };
  const same = shared(known, structuredClone(known));
  expect(same).toBe(known);
  const now = shared(known, { a: { x: [1, { y: 2 }] }, b: 2, c: ['k', 'l', 'm'] });
  expect(now).toEqual({ a: { x: [1, { y: 2 }] }, b: 2, c: ['k', 'l', 'm'] });
  expect(now.a).toBe(known.a);
  expect(now.c).not.toBe(known.c);
});

it('keeps the order of keys of the new text', () => {
  const now = shared({ a: 1, b: 2 }, { b: 2, a: 1 });
  expect(Object.keys(now)).toEqual(['b', 'a']);
});

it('is the new text, whatever was known', () => {
  const random = seeded(17);
  const value = (deep: number): unknown => {
    const kind = Math.floor(random() * (deep > 3 ? 3 : 5));
    if (kind === 0) return Math.floor(random() * 3);
    if (kind === 1) return ['', 'a', null, undefined][Math.floor(random() * 4)];
    if (kind === 2) return random() < 0.5;
    const size = Math.floor(random() * 4);
    if (kind === 3) return Array.from({ length: size }, () => value(deep + 1));
    return Object.fromEntries(
      Array.from({ length: size }, () => [['a', 'b', '__proto__'][Math.floor(random() * 3)] ?? '', value(deep + 1)]),
    );
  };
  for (let n = 0; n < 2_000; n += 1) {
    const [known, now] = [value(0), value(0)];
    const text = JSON.stringify(now);
    expect(JSON.stringify(shared(known, now))).toBe(text);
  }
});
