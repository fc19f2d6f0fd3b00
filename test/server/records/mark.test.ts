/** The water mark on paper and in sheets: settings decide, the caller is named. */
import { expect, it } from 'vitest';
import type { Ctx } from '../../../server/ctx';
import { sheetEnd } from '../../../server/excel/xml';
import { markOn } from '../../../server/records/mark';

const ctxOf = (settings: Readonly<Record<string, unknown>>): Ctx =>
  ({
    session: { me: { name: '许敏' }, loginName: 'xumin' },
    org: { name: '示例工厂' },
    now: '2026-01-15 10:00:00',
    setting: (key: string) => settings[key] ?? null,
  }) as unknown as Ctx;

it('is wanted where it is switched on, and says what was chosen', () => {
  const base = { 'waterMark.enabled': true, 'waterMark.name': true, 'waterMark.day': true, 'waterMark.text': 'R&D' };
  expect(markOn(ctxOf({ ...base, 'waterMark.print': true }), 'print')).toBe('许敏 2026-01-15 R&D');
  expect(markOn(ctxOf({ ...base, 'waterMark.print': true }), 'export')).toBeUndefined();
  expect(markOn(ctxOf({ ...base, 'waterMark.enabled': false, 'waterMark.export': true }), 'export')).toBeUndefined();
  expect(markOn(ctxOf({ 'waterMark.enabled': true, 'waterMark.export': true }), 'export')).toBeUndefined();
});

it('stands in the header of a sheet, an ampersand as itself', () => {
  const end = sheetEnd({ name: 'x', columns: [], header: '许敏 R&D' }, false);
  expect(end).toContain('<headerFooter><oddHeader>&amp;C许敏 R&amp;&amp;D</oddHeader></headerFooter>');
  expect(sheetEnd({ name: 'x', columns: [] }, false)).not.toContain('headerFooter');
});
