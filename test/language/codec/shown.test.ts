/** One sentence for a value, on the screen and on paper. */
import { describe, expect, it } from 'vitest';
import { lookText, numberText } from '../../../schemas/language/codec/shown';

const NOW = '2026-01-08 10:00:00';

describe('what a look says', () => {
  it('spans of time in words, shares with their mark', () => {
    expect(lookText('duration', 290, NOW)).toBe('4分50秒');
    expect(lookText('duration', 3_900, NOW)).toBe('1小时5分');
    expect(lookText('elapsed', '2026-01-08 08:29:05', NOW)).toBe('01:30:55');
    expect(lookText('progress', 66.666_6, NOW)).toBe('66.67%');
  });
  it('nothing where the value is none of its own, or the look is a picture', () => {
    expect(lookText('duration', null, NOW)).toBeUndefined();
    expect(lookText('elapsed', '', NOW)).toBeUndefined();
    expect(lookText('tag', 5, NOW)).toBeUndefined();
  });
});
describe('a number', () => {
  it('has thousands; an amount both decimals; its mark behind', () => {
    expect(numberText(12_345.5, { type: 'decimal', scale: 4 })).toBe('12,345.5');
    expect(numberText(12_345.5, { type: 'decimal', scale: 2 })).toBe('12,345.50');
    expect(numberText(12.5, { type: 'decimal', scale: 2, suffix: '%' })).toBe('12.5%');
    // a year, a code
    expect(numberText(2026, { type: 'int' })).toBe('2026');
  });
});
