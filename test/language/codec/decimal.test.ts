import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  addNum,
  cleanNumber,
  cmpNum,
  divNum,
  fitsDigits,
  formatNum,
  modNum,
  mulNum,
  type Num,
  numText,
  parseNum,
  type RoundMode,
  roundCut,
  roundHalfUp,
  roundNum,
  Sum,
  subNum,
  sumDec,
} from '../../../schemas/language/codec/decimal';
import { cnMoney } from '../../../schemas/language/functions/number';
import { random } from '../expr-fixture';

const Exact = Big();
Exact.DP = 12;
Exact.RM = 1;

describe('numbers', () => {
  it('are computed as big.js does, whatever their size, seed 9', () => {
    const next = random(9);
    const text = (): string => {
      const digits = String(Math.floor(next() * 10 ** (1 + Math.floor(next() * 15))));
      const scale = Math.floor(next() * 9);
      const padded = digits.padStart(scale + 1, '0');
      const sign = next() < 0.4 ? '-' : '';
      return scale === 0 ? sign + digits : `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
    };
    const same = (mine: Num | null, exact: Big | null, seen: string): void => {
      expect(mine === null ? null : numText(mine), seen).toBe(
        exact === null ? null : exact.toFixed().replace(/^-0$/, '0'),
      );
    };
    for (let i = 0; i < 20_000; i += 1) {
      const [a, b] = [text(), text()];
      const [x, y] = [parseNum(a) as Num, parseNum(b) as Num];
      const [bx, by] = [new Exact(a), new Exact(b)];
      const seen = `${a} ${b}`;
      same(addNum(x, y), bx.plus(by), seen);
      same(subNum(x, y), bx.minus(by), seen);
      same(mulNum(x, y), bx.times(by), seen);
      same(divNum(x, y), by.eq(0) ? null : bx.div(by), seen);
      same(modNum(x, y), by.eq(0) ? null : bx.mod(by), seen);
      expect(cmpNum(x, y), seen).toBe(bx.cmp(by));
      const n = Math.floor(next() * 8) - 2;
      same(roundNum(x, n), bx.round(n, 1), `${seen} ${n}`);
      same(roundNum(x, n, 'trunc'), bx.round(n, 0), `${seen} ${n}`);
      same(addNum(mulNum(x, y), x), bx.times(by).plus(bx), seen);
    }
  });
  it('are summed as they are added one by one, whatever their size, seed 10', () => {
    const next = random(10);
    for (let i = 0; i < 5_000; i += 1) {
      const sum = new Sum();
      let exact = new Exact(0);
      let slow: Num = 0;
      for (let n = Math.floor(next() * 9); n > 0; n -= 1) {
        const digits = Math.floor(next() * 10 ** (1 + Math.floor(next() * 15)));
        const x = Number(`${next() < 0.4 ? '-' : ''}${digits}e-${Math.floor(next() * 10)}`);
        sum.add(x);
        slow = addNum(slow, x);
        exact = exact.plus(x);
      }
      expect(sum.total).toEqual(slow);
      expect(numText(sum.total)).toBe(exact.toFixed().replace(/^-0$/, '0'));
    }
  });
  it.each<[number, number, RoundMode, number]>([
    [2.5, 0, 'half', 3],
    [-2.5, 0, 'half', -3],
    [1.005, 2, 'half', 1.01],
    [-1.21, 1, 'floor', -1.3],
    [-1.29, 1, 'ceil', -1.2],
    [-1.29, 1, 'trunc', -1.2],
    [0.1 + 0.2, 1, 'floor', 0.3],
    [1e21, 2, 'half', 1e21],
    [-0.4, 0, 'half', 0],
  ])('%d at %d decimals, %s', (x, n, mode, result) => {
    expect(roundNum(x, n, mode)).toBe(result);
  });
  it('know what fits into 15 digits', () => {
    for (const x of [0, 999999999999999, -0.00000001, 12345678.1234567, 1e14])
      expect(fitsDigits(x), String(x)).toBe(true);
    for (const x of [1e15, 1e20, 0.1 + 0.2]) expect(fitsDigits(x), String(x)).toBe(false);
    expect(fitsDigits(mulNum(99999999.9999, 99999999.9999))).toBe(false);
  });
  it('add up', () => {
    expect(sumDec([0.1, 0.2, 0.3])).toBe(0.6);
    expect(roundHalfUp(619.4692, 2)).toBe(619.47);
  });
  it('are cut and cleaned as the specification says', () => {
    expect([roundCut(1.00005, 5), roundCut(1.23456, 2), roundCut(-1.99999, 6)]).toEqual([1, 1.23, -1.9999]);
    for (const [typed, kept] of [
      ['00123', '123'],
      ['a1b2.3c4', '12.34'],
      ['0.123456', '0.1234'],
      ['.5', '0.5'],
      ['1.2.3', '1.23'],
      ['', ''],
      ['0', '0'],
      ['000', '0'],
      ['-5', '5'],
      ['12.', '12.'],
    ]) {
      expect(cleanNumber(typed as string), typed).toBe(kept);
    }
    expect(cleanNumber('-05.67891', { negative: true, scale: 2 })).toBe('-5.67');
  });
  it('are shown in a format', () => {
    expect([
      formatNum(1234.5, '0.00'),
      formatNum(1234567.891, '#,##0.0'),
      formatNum(0.125, '0.0%'),
      formatNum(5, '000'),
      formatNum(1.5, '0.0##'),
      formatNum(-0.001, '0.00'),
    ]).toEqual(['1234.50', '1,234,567.9', '12.5%', '005', '1.5', '0.00']);
  });
  it('are read from plain texts only', () => {
    expect(['1', '-1.50', '+2', '1e5', '', 'x', '1.', '.5'].map((text) => parseNum(text))).toEqual([
      1,
      -1.5,
      2,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(numText(1e-7)).toBe('0.0000001');
    expect(numText(-0)).toBe('0');
  });
});

describe('amounts in capitals', () => {
  it.each([
    [0, '零元整'],
    [0.05, '伍分'],
    [0.5, '伍角整'],
    [1, '壹元整'],
    [10, '壹拾元整'],
    [105, '壹佰零伍元整'],
    [1005.06, '壹仟零伍元零陆分'],
    [10010, '壹万零壹拾元整'],
    [100000000, '壹亿元整'],
    [123456789.12, '壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元壹角贰分'],
    [-20.3, '负贰拾元叁角整'],
    // domain 10 §6.7
    [16409.02, '壹万陆仟肆佰零玖元零贰分'],
    [1000, '壹仟元整'],
    [-20, '负贰拾元整'],
    [999900000000, '玖仟玖佰玖拾玖亿元整'],
    [1000000000000, '金额超出大写范围'],
  ])('%d', (amount, text) => {
    expect(cnMoney(amount)).toBe(text);
  });
});
