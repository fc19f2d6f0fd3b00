/** fontkit with sound subsets: what is drawn with the shipped font keeps every glyph. */
import fontkit from '@pdf-lib/fontkit';

type Fontkit = typeof fontkit;

/**
 * Subsets below 64 kB are written with offsets in halves, and glyphs of odd length shift all that follow them: they were drawn
 * empty. Whole offsets (`loca` in its long version) lose none.
 */
export const soundFontkit: Fontkit = {
  ...fontkit,
  create(...given: Parameters<Fontkit['create']>) {
    const font = fontkit.create(...given);
    const createSubset = font.createSubset.bind(font);
    font.createSubset = () => withLongOffsets(createSubset());
    return font;
  },
};

const LONG = 1;
const withLongOffsets = <S extends object>(subset: S): S => {
  let loca: object = {};
  return Object.defineProperty(subset, 'loca', {
    configurable: true,
    get: () => loca,
    set: (fresh: object) => {
      loca = Object.assign(fresh, { version: LONG });
    },
  });
};
