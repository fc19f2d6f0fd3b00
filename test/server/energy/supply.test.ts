/** 50 §6.2: which devices a meter measures, and what it measures beside the meters below it; the part of a use that no work explains. */
import { describe, expect, it } from 'vitest';
import { fixedPart, medianOf } from '../../../server/energy/fit';
import { type Supplying, suppliesOf } from '../../../server/energy/supply';

const meter = (id: string, more: Partial<Supplying> = {}): Supplying => ({
  ...{ id, parent: null, unit: 'U', dept: null, parts: [], equipments: [] },
  ...more,
});
const told = (...meters: readonly Supplying[]) =>
  suppliesOf(meters).map(({ meter: id, below, devices }) => [id, below, devices]);

describe('what a meter supplies', () => {
  it('is told once: less the meters right below, without devices that one further down names', () => {
    const tree = [
      meter('shop', { equipments: ['A', 'B', 'C'] }),
      meter('line', { parent: 'shop' }),
      meter('one', { parent: 'line', equipments: ['A'] }),
    ];
    expect(told(...tree)).toEqual([
      ['shop', ['line'], ['B', 'C']],
      ['line', ['one'], []],
      ['one', [], ['A']],
    ]);
  });
  it('has the rest of a meter by a formula like any meter below it', () => {
    const rest = meter('rest', { parent: 'all', parts: ['all', 'a'] });
    expect(told(meter('all'), meter('a', { parent: 'all' }), rest)).toEqual([
      ['all', ['a', 'rest'], []],
      ['a', [], []],
      ['rest', [], []],
    ]);
  });
  it('goes by the parts of any other formula, or by the formula that names the device', () => {
    const parts = [meter('a'), meter('b', { equipments: ['B'] })];
    expect(told(...parts, meter('sum', { parts: ['a', 'b'] })).map(([id]) => id)).toEqual(['a', 'b']);
    const named = meter('sum', { parts: ['a', 'b'], equipments: ['X'] });
    expect(told(...parts, named).map(([id]) => id)).toEqual(['b', 'sum']);
  });
  it('ends where meters hang in a circle', () => {
    expect(told(meter('a', { parent: 'b', equipments: ['A'] }), meter('b', { parent: 'a' }))).toEqual([
      ['a', ['b'], ['A']],
      ['b', ['a'], []],
    ]);
  });
});

describe('use by day', () => {
  const days = (n: number, of: (at: number) => number) =>
    Array.from({ length: n }, (_, at) => ({ work: at % 5, use: of(at % 5) }));
  it('has a fixed part on the least-squares line over 20 days and more', () => {
    expect(fixedPart(days(20, (work) => 7 + 3 * work))).toBe(7);
    // (0, 1) (1, 2) (2, 6) over again: mean 1 and 3, slope 2.5, 0.5 at nothing
    const bent = Array.from({ length: 21 }, (_, at) => ({ work: at % 3, use: [1, 2, 6][at % 3] ?? 0 }));
    expect(fixedPart(bent)).toBe(0.5);
  });
  it('has none over fewer days, or where every day was the same', () => {
    expect(fixedPart(days(19, (work) => 7 + 3 * work))).toBeNull();
    expect(fixedPart(Array.from({ length: 30 }, () => ({ work: 8, use: 100 })))).toBeNull();
  });
  it('has the middle of its days', () => {
    expect(medianOf([6, 1, 2])).toBe(2);
    expect(medianOf([1, 2, 3, 10])).toBe(2.5);
    expect(medianOf([])).toBeNull();
  });
});
