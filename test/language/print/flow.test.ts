import { describe, expect, test } from 'vitest';
import { type FlowPage, flow } from '../../../schemas/language/print/flow';

/** The worked example: A4, margins 10, page header 12, page footer 10 leave 255; document header 40, table header and footer 8, summary 30. */
const example = (rows: number, height = 8): readonly FlowPage[] =>
  flow(255, 40, [{ header: 8, footer: 8, rows: Array.from({ length: rows }, () => height), keep: 2 }], 30);
const counts = (pages: readonly FlowPage[]): number[] =>
  pages.map((page) => page.parts.reduce((sum, part) => sum + part.to - part.from, 0));

describe('rows over pages', () => {
  test('40 rows: 24 and 16, the summary fits, 10 empty rows would', () => {
    const pages = example(40);
    expect(counts(pages)).toEqual([24, 16]);
    expect(pages[1]?.summary).toBe(16 + 128);
    expect(Math.floor((pages[1]?.parts[0]?.free ?? 0) / 8)).toBe(10);
  });
  test('53 rows: the summary takes two rows to a third page', () => {
    const pages = example(53);
    expect(counts(pages)).toEqual([24, 27, 2]);
    expect(pages[2]?.summary).toBe(32);
    expect(pages[1]?.summary).toBeUndefined();
  });
  test('no row: one page with its table head and the summary', () => {
    const pages = example(0);
    expect(counts(pages)).toEqual([0]);
    expect(pages[0]?.parts).toHaveLength(1);
    expect(pages[0]?.summary).toBe(56);
  });
  test('one row that the first page cannot take leaves no empty table behind', () => {
    const pages = flow(100, 80, [{ header: 8, footer: 8, rows: [20], keep: 2 }], 0);
    expect(counts(pages)).toEqual([0, 1]);
    expect(pages[0]?.parts).toHaveLength(0);
  });
  test('a second table begins below the first, or on a new page when its first row does not fit', () => {
    const table = (rows: number) => ({ header: 8, footer: 0, rows: Array.from({ length: rows }, () => 10), keep: 2 });
    const together = flow(100, 0, [table(3), table(3)], 0);
    expect(together).toHaveLength(1);
    expect(together[0]?.parts.map((part) => part.top)).toEqual([0, 38]);
    const apart = flow(100, 0, [table(8), table(3)], 0);
    expect(apart.map((page) => page.parts.map((part) => part.section))).toEqual([[0], [1]]);
  });
  test('a table without rows beside others takes no room', () => {
    const full = { header: 8, footer: 0, rows: [10, 10, 10], keep: 0 };
    const left = { header: 7, footer: 0, rows: [], keep: 0, isLeftOut: true };
    expect(flow(100, 0, [full, left], 0)).toEqual(flow(100, 0, [full], 0));
  });
  test('every row stands on exactly one page, in order, and no page is over-full', () => {
    for (let seed = 1; seed <= 300; seed++) {
      let state = seed;
      const next = (): number => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
      };
      const sections = Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
        header: Math.floor(next() * 12),
        footer: Math.floor(next() * 12),
        rows: Array.from({ length: Math.floor(next() * 60) }, () => 4 + Math.floor(next() * 40)),
        keep: Math.floor(next() * 4),
      }));
      const [body, docHeader, summary] = [150, Math.floor(next() * 60), Math.floor(next() * 60)];
      const pages = flow(body, docHeader, sections, summary);
      sections.forEach((section, at) => {
        const placed = pages.flatMap((page) => page.parts.filter((part) => part.section === at));
        const rows = placed.flatMap((part) => Array.from({ length: part.to - part.from }, (_, i) => part.from + i));
        expect(rows).toEqual(section.rows.map((_, i) => i));
      });
      for (const page of pages)
        for (const part of page.parts) {
          const section = sections[part.section];
          const rows = section?.rows.slice(part.from, part.to) ?? [];
          const end =
            part.top + (section?.header ?? 0) + (section?.footer ?? 0) + rows.reduce((sum, row) => sum + row, 0);
          expect(end).toBeLessThanOrEqual(body);
        }
      expect(pages.filter((page) => page.summary !== undefined)).toHaveLength(summary > 0 ? 1 : 0);
    }
  });
});
