/** Rows of data documents that stand for many. */
import { describe, expect, it } from 'vitest';
import { repeated } from '../../schemas/language/data/repeat';
import type { Json } from '../../schemas/language/value';

const rows = (row: Json) => repeated([row]);

describe('a row that repeats', () => {
  it('is as many rows, each with its number', () => {
    expect(rows({ $times: 2, code: 'G{n:3}', name: '第{n}个' })).toEqual([
      { code: 'G001', name: '第1个' },
      { code: 'G002', name: '第2个' },
    ]);
  });
  it('takes one after the other, and over again, also lists and what is inside', () => {
    expect(rows({ $times: 3, a: { $of: [1, null] }, tags: { $of: [['x{n}'], []] } })).toEqual([
      { a: 1, tags: ['x1'] },
      { a: null, tags: [] },
      { a: 1, tags: ['x3'] },
    ]);
  });
  it('goes on from a number, a day, a span and a number of a document', () => {
    const from = (start: Json, by: number) => rows({ $times: 3, v: { $from: start, $by: by } }).at(-1);
    expect(from(0.1, 0.1)).toEqual({ v: 0.3 });
    expect(from('2025-12-31', 1)).toEqual({ v: '2026-01-02' });
    expect(from('2025-12-31', 0.5)).toEqual({ v: '2026-01-01' });
    expect(from(['2026-01-31 08:00:00', '2026-02-01 20:00:00'], 7)).toEqual({
      v: ['2026-02-14 08:00:00', '2026-02-15 20:00:00'],
    });
    expect(from('SL202512310001', 1)).toEqual({ v: 'SL202601020001' });
  });
  it('inside one that repeats counts for itself, as often as the outer says', () => {
    const made = rows({ $times: 2, title: '批{n}', rows: [{ $times: { $of: [1, 2] }, lot: 'L{n}' }] });
    expect(made).toEqual([
      { title: '批1', rows: [{ lot: 'L1' }] },
      { title: '批2', rows: [{ lot: 'L1' }, { lot: 'L2' }] },
    ]);
  });
});

it('what does not repeat is left as it is, but for rows inside it that do', () => {
  const once = { title: '{n}', wide: { $of: [1] }, span: ['2026-01-01', null], empty: null };
  expect(rows(once)).toEqual([once]);
  expect(rows({ title: '{n}', rows: [{ $times: 2, lot: '{n}' }] })).toEqual([
    { title: '{n}', rows: [{ lot: '1' }, { lot: '2' }] },
  ]);
});
