import { describe, expect, test } from 'vitest';
import { breakLines, textWidth } from '../../../schemas/language/print/fonts';

const MM = 25.4 / 72;

describe('type', () => {
  test('a Chinese character is one em, figures are narrower and all alike', () => {
    expect(textWidth('单', 10)).toBeCloseTo(10 * MM, 6);
    expect(textWidth('1', 10)).toBeCloseTo(textWidth('8', 10), 6);
    expect(textWidth('1', 10)).toBeLessThan(textWidth('单', 10));
    expect(textWidth('12', 10, true)).toBeGreaterThan(textWidth('12', 10));
  });
  test('lines fit, nothing is lost, a closing mark never begins a line', () => {
    const text = '本订单须于2026-12-31前送达，逾期按合同GYS0001/2026第7条处理。请附出厂检验报告';
    for (const width of [12, 20, 33, 50]) {
      const lines = breakLines(text, width, 9);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines) {
        expect(line).not.toMatch(/^[，。；：）]/);
        expect(textWidth(line.replace(/[，。；：）]+$/, ''), 9)).toBeLessThanOrEqual(width + 1e-6);
      }
    }
  });
  test('line ends stay, a long code is cut where it must be', () => {
    expect(breakLines('甲\n\n乙', 30, 9)).toEqual(['甲', '', '乙']);
    const cut = breakLines('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 10, 9);
    expect(cut.length).toBeGreaterThan(3);
    expect(cut.join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  });
});
