/** Colours of the theme for a canvas, which knows no variables: read once, read again when the theme turns. */
import type { Hue } from './colours';

const TOKENS = [
  'panel',
  'bg',
  'fill',
  'line',
  'line2',
  'text',
  'text2',
  'text3',
  'primary',
  'primary-bg',
  'primary-ink',
  'on-solid',
  'bad',
  'bad-bg',
  'warn',
  'info',
  'info-bg',
  'bad-fill',
  'warn-fill',
  'ok-fill',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  'chart-7',
  'chart-8',
  'chart-rest',
] as const;
export type Token = (typeof TOKENS)[number];
export interface Tint {
  /** confirmed, or just planned: ground, outline, words */
  readonly solid: string;
  readonly light: string;
  readonly edge: string;
  readonly deep: string;
}
export interface Palette {
  readonly of: Readonly<Record<Token, string>>;
  readonly font: string;
  tint(hue: Hue): Tint;
}

const channels = (hex: string): readonly [number, number, number] => {
  const found = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  return found === null
    ? [128, 128, 128]
    : [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16), Number.parseInt(found[3]!, 16)];
};
/** `share` of the first colour over the second, both `#rrggbb`. */
export const mixed = (over: string, under: string, share: number): string => {
  const [a, b] = [channels(over), channels(under)];
  const part = (at: 0 | 1 | 2): string =>
    Math.round(a[at] * share + b[at] * (1 - share))
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
};

export const readPalette = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const of = Object.fromEntries(TOKENS.map((name) => [name, style.getPropertyValue(`--c-${name}`).trim()])) as Record<
    Token,
    string
  >;
  const tints = new Map<Hue, Tint>();
  return {
    of,
    font: style.fontFamily,
    tint(hue) {
      const known = tints.get(hue);
      if (known !== undefined) return known;
      const base = of[hue];
      const made: Tint = {
        // white words keep their contrast on it
        solid: mixed(base, '#000000', 0.86),
        light: mixed(base, of.panel, 0.18),
        edge: mixed(base, of.panel, 0.55),
        deep: mixed(base, '#000000', 0.5),
      };
      tints.set(hue, made);
      return made;
    },
  };
};
