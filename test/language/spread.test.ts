/** Readings in columns of their own: each has its place, so one that was left out is a gap and not the next one's place. */
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../schemas/language/kinds/index';
import { TYPES } from '../../schemas/language/kinds/types';
import type { ResolvedField } from '../../schemas/language/resolved';

const field = (more: Partial<ResolvedField> = {}): ResolvedField => ({
  code: 'readings',
  path: 'readings',
  title: '读数',
  kind: 'default',
  type: 'decimal',
  many: true,
  spread: true,
  max: 4,
  scale: 2,
  ...more,
});
const { codec } = KINDS.default;
const { check } = TYPES.decimal;
const read = (wire: unknown, of = field()) => codec.fromWire(wire, of);

describe('a spread list', () => {
  it('keeps the gap between two readings, not those behind the last one', () => {
    expect(read([1.5, null, 2, null, ''])).toEqual({ value: [1.5, null, 2] });
    expect(read([null, null])).toEqual({ value: [] });
    expect(codec.toWire([1.5, null, 2] as never, field())).toEqual([1.5, null, 2]);
    expect(codec.toText([1.5, null, 2] as never, field())).toBe('1.5、、2');
  });
  it('is checked by what was read and by its places', () => {
    const texts = (value: readonly (number | null)[], of = field()) =>
      check(value as never, of, { path: 'readings' }).map(({ code }) => code);
    expect(texts([1.5, null, 2])).toEqual([]);
    expect(texts([1.555, null, 2])).toEqual(['field.scale']);
    expect(texts([1, null, null, null, 2])).toEqual(['field.many']);
    expect(texts([1, null, 2], field({ min: 3 }))).toEqual(['field.few']);
  });
  it('that is not spread has no places', () => {
    expect(read([1, null, 2], field({ spread: false }))).toEqual({ value: [1, 2] });
  });
});
