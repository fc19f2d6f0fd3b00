import { describe, expect, it } from 'vitest';
import { EMPTY_QUERY, type ListQuery, readQuery, reduceQuery, writeQuery } from '../../runtime/page/list-query';

const there = (text: string): ListQuery => readQuery(new URLSearchParams(text));
const back = (query: ListQuery, old = ''): string => writeQuery(query, new URLSearchParams(old)).toString();

describe('list query in the address', () => {
  it('writes no defaults and keeps keys of others', () => {
    expect(back(EMPTY_QUERY)).toBe('');
    expect(back({ ...EMPTY_QUERY, page: 2 }, 'view=factory&page=9')).toBe('view=factory&page=2');
  });

  it('reads back what it wrote, whatever the values are', () => {
    const query: ListQuery = {
      page: 3,
      size: 50,
      sort: [
        { key: 'bizDate', order: 'desc' },
        { key: 'nbr', order: 'asc' },
      ],
      scheme: '',
      node: { field: 'materialCategory', id: 'a:b' },
      search: {
        nbr: 'CGDD',
        odd: '["not json"]',
        quoted: '"x"',
        word: 'true',
        flag: true,
        codes: ['10', '20'],
        span: ['2026-01-01', null],
        price: [1.5, null],
      },
      q: { all: [{ f: 'qty', op: 'gt', v: 1 }, { any: [] }] },
      bare: true,
    };
    expect(readQuery(writeQuery(query, new URLSearchParams()))).toEqual(query);
  });

  it('takes nonsense as absent', () => {
    expect(there('page=-1&size=x&node=nocolon')).toEqual(EMPTY_QUERY);
    expect(there('s.a=[1,').search).toEqual({ a: '[1,' });
  });

  it('starts at the first page whenever it narrows or orders anew', () => {
    const at5 = { ...EMPTY_QUERY, page: 5 };
    expect(reduceQuery(at5, { type: 'size', size: 100 }).page).toBe(1);
    expect(reduceQuery(at5, { type: 'sort', key: 'nbr' }).page).toBe(1);
    expect(reduceQuery(at5, { type: 'scheme', scheme: 'late' }).page).toBe(1);
    expect(reduceQuery(at5, { type: 'search', search: { nbr: 'x' } }).page).toBe(1);
    expect(reduceQuery(at5, { type: 'node', node: { field: 'f', id: '1' } }).page).toBe(1);
  });

  it('remembers that everything was emptied, until something is searched for or put back', () => {
    const emptied = reduceQuery(
      { ...EMPTY_QUERY, search: { nbr: 'x' } },
      { type: 'search', search: { nbr: '' }, starts: true },
    );
    expect([emptied.search, emptied.bare, back(emptied)]).toEqual([{}, true, 'bare=1']);
    expect(reduceQuery(emptied, { type: 'search', search: { nbr: 'y' } }).bare).toBe(false);
    expect(reduceQuery(emptied, { type: 'reset' }).bare).toBe(false);
    expect(reduceQuery(EMPTY_QUERY, { type: 'search', search: {} }).bare).toBe(false);
  });

  it('sorts up, down, and back to the order of the document', () => {
    const up = reduceQuery(EMPTY_QUERY, { type: 'sort', key: 'nbr' });
    expect(up.sort).toEqual([{ key: 'nbr', order: 'asc' }]);
    const down = reduceQuery(up, { type: 'sort', key: 'nbr' });
    expect(down.sort).toEqual([{ key: 'nbr', order: 'desc' }]);
    expect(reduceQuery(down, { type: 'sort', key: 'nbr' }).sort).toBeUndefined();
    expect(reduceQuery(down, { type: 'sort', key: 'bizDate' }).sort).toEqual([{ key: 'bizDate', order: 'asc' }]);
  });

  it('drops empty search values and resets to none', () => {
    const query = reduceQuery(EMPTY_QUERY, {
      type: 'search',
      search: { a: '', b: [], c: [null, null], d: null, e: false, f: 'x' },
    });
    expect(query.search).toEqual({ e: false, f: 'x' });
    expect(reduceQuery({ ...query, node: { field: 'f', id: '1' } }, { type: 'reset' })).toEqual(EMPTY_QUERY);
  });
});
