/** The picture of a water mark, repeated over the page. */
import type { Value } from '../../schemas/language/value';

export interface MarkFacts {
  readonly name: string;
  readonly loginName: string;
  readonly org: string;
  readonly day: string;
}

/** One tile as an address of a picture; null = no water mark. */
export const markPicture = (
  setting: (key: string) => Value | undefined,
  facts: MarkFacts,
  page?: string,
): string | null => {
  if (setting('enabled') !== true) return null;
  const exclude = setting('exclude');
  // forms and details of a page go with its list
  if (page !== undefined && Array.isArray(exclude) && (exclude as readonly string[]).includes(page.split('#')[0] ?? ''))
    return null;
  const said = (['name', 'loginName', 'org', 'day'] as const)
    .filter((key) => setting(key) === true)
    .map((key) => facts[key]);
  const lines = [...said, setting('text')].map((line) => String(line ?? '').trim()).filter((line) => line !== '');
  if (lines.length === 0) return null;
  const [size, gap, angle] = [
    number(setting('fontSize'), 16),
    number(setting('gap'), 160),
    number(setting('angle'), -20),
  ];
  const wide = Math.max(...lines.map((line) => widthOf(line))) * size;
  const [width, height] = [Math.round(wide + gap), Math.round(lines.length * size * 1.5 + gap)];
  const top = height / 2 - ((lines.length - 1) * size * 1.5) / 2;
  const text = lines.map(
    (line, index) => `<text x="${width / 2}" y="${top + index * size * 1.5}">${escaped(line)}</text>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g transform="rotate(${angle} ${width / 2} ${height / 2})" fill="${escaped(String(setting('color') ?? '#808080'))}" ` +
    `fill-opacity="${number(setting('opacity'), 12) / 100}" font-size="${size}" font-family="sans-serif" text-anchor="middle">` +
    `${text.join('')}</g></svg>`;
  // quotes and brackets of the address itself would end it
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
};

const number = (value: Value | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
/** in heights of a letter: Chinese ones are as wide as high */
const widthOf = (line: string): number =>
  [...line].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.6), 0);
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
