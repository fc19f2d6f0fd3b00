import { describe, expect, it } from 'vitest';
import { layersOf } from '../../runtime/form/layers';
import { sheetsOf, swiped } from '../../runtime/sop/sheets';

describe('sheets of an instruction', () => {
  it('are its files, then its steps by number', () => {
    const file = { id: 'f', name: '总装.pdf', size: 1 };
    const sheets = sheetsOf({
      files: [file],
      steps: [
        { id: 'b', stepNo: 20, title: '合壳' },
        { id: 'a', stepNo: 10, title: '备料', image: [{ id: 'i', name: 'a.png', size: 1 }] },
      ],
    });
    expect(sheets.map(({ sort, title }) => [sort, title])).toEqual([
      ['file', '总装.pdf'],
      ['step', '10 备料'],
      ['step', '20 合壳'],
    ]);
    expect(sheetsOf({ files: null })).toEqual([]);
  });
  it('are swiped sideways; what goes down is read on', () => {
    expect(swiped({ x: 300, y: 100 }, { x: 180, y: 120 })).toBe(1);
    expect(swiped({ x: 100, y: 100 }, { x: 260, y: 90 })).toBe(-1);
    expect(swiped({ x: 100, y: 100 }, { x: 190, y: 300 })).toBe(0);
    expect(swiped({ x: 100, y: 100 }, { x: 130, y: 100 })).toBe(0);
  });
});

describe('columns of a picture', () => {
  it('follow the longest way, and a loop ends', () => {
    const places = layersOf(
      new Map([
        ['a', []],
        ['b', ['a']],
        ['c', ['a', 'b']],
        ['d', ['a']],
        ['e', ['e']],
        ['f', ['g']],
        ['g', ['f']],
      ]),
    );
    expect([...places].slice(0, 5).map(([key, { column, line }]) => `${key}${column}${line}`)).toEqual([
      'a00',
      'b10',
      'c20',
      'd11',
      'e01',
    ]);
  });
});
