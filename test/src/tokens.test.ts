/** The floor is read from where the hands are: 7 : 1 in both themes (design look §1), its edges 3 : 1. */
import { describe, expect, it } from 'vitest';
import { antdTheme } from '../../src/theme/antd-theme';
import { COLOURS } from '../../src/theme/tokens';

const light = (hex: string): number =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n]!, 0);
const contrast = (one: string, other: string): number => {
  const [more = 0, less = 0] = [light(one), light(other)].toSorted((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
};

describe.each(['light', 'dark'] as const)('the floor in the %s theme', (mode) => {
  const colours = COLOURS[mode];
  it('knows black from white', () => expect(contrast('#000000', '#ffffff')).toBe(21));

  it.each([
    ['floor-on-solid', 'floor-solid'],
    ['floor-solid', 'panel'],
    ['floor-ok', 'panel'],
    ['floor-bad', 'panel'],
    ['floor-warn', 'panel'],
    ['text', 'panel'],
  ] as const)('%s on %s', (ink, ground) => expect(contrast(colours[ink], colours[ground])).toBeGreaterThanOrEqual(7));

  it.each([
    ['floor-ok', 'floor-ok-bg'],
    ['floor-bad', 'floor-bad-bg'],
    ['floor-warn', 'floor-warn-bg'],
  ] as const)('%s on its own %s', (ink, ground) =>
    expect(contrast(colours[ink], colours[ground])).toBeGreaterThanOrEqual(5.5),
  );
});

it.each(['light', 'dark'] as const)(
  'letters of a solid button stand out in the %s theme, also under the pointer',
  (mode) => {
    const { solid, 'solid-hover': hover, 'on-solid': ink } = COLOURS[mode];
    expect(antdTheme(mode)).toMatchObject({
      token: { colorPrimary: solid },
      components: { Button: { colorPrimaryHover: hover } },
    });
    for (const ground of [solid, hover]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  },
);
