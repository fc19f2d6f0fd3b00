import { describe, expect, it } from 'vitest';
import { markPicture } from '../../src/layout/water-mark';

const facts = { name: '许敏', loginName: 'xumin', org: '示例工厂', day: '2026-01-15' };
const picture = (set: Readonly<Record<string, boolean | number | string>>): string | null => {
  const made = markPicture((key) => set[key], facts);
  return made === null ? null : decodeURIComponent(made.slice('data:image/svg+xml,'.length));
};

describe('the water mark', () => {
  it('is nothing unless it is on and says something', () => {
    expect(picture({ name: true })).toBeNull();
    expect(picture({ enabled: true })).toBeNull();
    expect(picture({ enabled: true, text: '  ' })).toBeNull();
  });
  it('says what was chosen, one line each, as it is to be drawn', () => {
    const svg = picture({
      enabled: true,
      name: true,
      day: true,
      text: '内部',
      angle: -30,
      opacity: 20,
      fontSize: 20,
      gap: 100,
    });
    expect([...(svg ?? '').matchAll(/<text[^>]*>([^<]*)</g)].map(([, line]) => line)).toEqual([
      '许敏',
      '2026-01-15',
      '内部',
    ]);
    expect(svg).toContain('rotate(-30 ');
    expect(svg).toContain('fill-opacity="0.2"');
    expect(svg).toContain('width="220" height="190"');
  });
  it('is not on a page that is left out, nor on its forms', () => {
    const set: Readonly<Record<string, unknown>> = { enabled: true, name: true, exclude: ['role'] };
    const on = (page: string): boolean => markPicture((key) => set[key] as never, facts, page) !== null;
    expect([on('user'), on('role'), on('role#edit'), on('roleMenu')]).toEqual([true, false, false, true]);
  });
  it('draws what was typed, and nothing it could mean', () => {
    const svg = picture({ enabled: true, text: '</text><script>"&' });
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;&amp;');
    expect(markPicture((key) => ({ enabled: true, text: "a')" })[key], facts)).not.toMatch(/[()']/);
  });
});
