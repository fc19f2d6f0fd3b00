/** Lines of a water mark as one tile, repeated over what they mark. Pure. */

export interface MarkLook {
  /** px */
  readonly size: number;
  /** px between tiles */
  readonly gap: number;
  /** degrees */
  readonly angle: number;
  readonly color: string;
  /** percent */
  readonly opacity: number;
}
export const MARK_LOOK: MarkLook = { size: 16, gap: 160, angle: -20, color: '#808080', opacity: 20 };

/** Address of the picture of one tile. */
export const markTile = (lines: readonly string[], look: MarkLook = MARK_LOOK): string => {
  const { size, gap, angle } = look;
  const wide = Math.max(...lines.map((line) => widthOf(line))) * size;
  const [width, height] = [Math.round(wide + gap), Math.round(lines.length * size * 1.5 + gap)];
  const top = height / 2 - ((lines.length - 1) * size * 1.5) / 2;
  const text = lines.map(
    (line, index) => `<text x="${width / 2}" y="${top + index * size * 1.5}">${escaped(line)}</text>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g transform="rotate(${angle} ${width / 2} ${height / 2})" fill="${escaped(look.color)}" ` +
    `fill-opacity="${look.opacity / 100}" font-size="${size}" font-family="sans-serif" text-anchor="middle">` +
    `${text.join('')}</g></svg>`;
  // quotes and brackets of the address itself would end it
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
};

/** in heights of a letter: Chinese ones are as wide as high */
const widthOf = (line: string): number =>
  [...line].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.6), 0);
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
