import { expect, it } from 'vitest';
import { lastingStyles } from '../../src/theme/style-cache';

it('keeps styles that nobody uses, and lets tokens of a theme go', () => {
  const cache = lastingStyles();
  for (const path of ['style%a', 'token%a']) {
    cache.opUpdate(path, () => [1, path]);
    cache.opUpdate(path, () => null);
  }
  expect(cache.opGet('style%a')).toEqual([0, 'style%a']);
  expect(cache.opGet('token%a')).toBeNull();
});
