import { describe, expect, it } from 'vitest';
import { matchHeader, parseTable, printTable } from '../../runtime/grid/paste';

describe('parseTable', () => {
  it('reads what Excel puts on the clipboard', () => {
    expect(parseTable('a\tb\r\n1\t2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
  it('reads quoted cells with tabs, line ends and quotes', () => {
    expect(parseTable('"a\nb"\t"say ""hi"""\n"x\ty"\tz')).toEqual([
      ['a\nb', 'say "hi"'],
      ['x\ty', 'z'],
    ]);
  });
  it('takes a quote inside a cell as it is', () => {
    expect(parseTable('5" pipe\t"loose')).toEqual([['5" pipe', '"loose']]);
  });
  it('keeps empty cells and empty lines between', () => {
    expect(parseTable('\t1\n\n2\t')).toEqual([['', '1'], [''], ['2', '']]);
    expect(parseTable('')).toEqual([]);
  });
  it('reads back what it prints', () => {
    const cells = [
      ['a\tb', 'c\nd', '"e"'],
      ['', '12.5', '电机'],
    ];
    expect(parseTable(printTable(cells))).toEqual(cells);
  });
});

describe('matchHeader', () => {
  const columns = [
    { code: 'material', title: '物料' },
    { code: 'qty', title: '数量' },
    { code: 'taxRate', title: '税率%' },
  ];
  it('matches titles without asterisk, unit and spaces', () => {
    expect(matchHeader(['物料 *', '数量（件）', '备注'], columns)).toEqual(['material', 'qty', null]);
  });
  it('takes a line of data as data', () => {
    expect(matchHeader(['MT-12', '400', '13'], columns)).toBeNull();
    expect(matchHeader(['', ''], columns)).toBeNull();
  });
});
