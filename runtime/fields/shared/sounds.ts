/** Words found by how they sound (`zc` finds 正常). The dictionary of syllables is large: it comes with the first letters somebody types. */
import { useCallback, useState } from 'react';
import { isSound, soundOf } from '../../../schemas/language/sound';

export type Sounds = (text: string) => string;

let known: Sounds | undefined;
let coming: Promise<Sounds> | undefined;

/** Undefined where nothing can be found by sound: the text is no sound, or the dictionary does not come. */
export async function soundsFor(typed: string): Promise<Sounds | undefined> {
  if (!isSound(typed)) return undefined;
  coming ??= import('pinyin-pro').then(({ pinyin }) => {
    const heard = new Map<string, string>();
    known = (text) => {
      let sound = heard.get(text);
      if (sound === undefined) {
        sound =
          soundOf(text, (words, initials) =>
            pinyin(words, {
              toneType: 'none',
              type: 'array',
              nonZh: 'consecutive',
              ...(initials ? { pattern: 'first' } : { v: true }),
            }),
          ) ?? '';
        heard.set(text, sound);
      }
      return sound;
    };
    return known;
  });
  return coming.catch(() => {
    coming = undefined;
    return undefined;
  });
}
/** Holds the label the typed text, or sounds like it? */
export function says(label: string, typed: string, sounds: Sounds | undefined): boolean {
  const wanted = typed.trim().toLowerCase();
  return label.toLowerCase().includes(wanted) || sounds?.(label).includes(wanted) === true;
}

/** What a box of antd's is told so that its entries are found by their words and their sounds. */
export function useSounds() {
  const [sounds, setSounds] = useState<Sounds | undefined>(() => known);
  const matches = useCallback(
    (typed: string, label: unknown) => says(String(label ?? ''), typed, isSound(typed.trim()) ? sounds : undefined),
    [sounds],
  );
  const onSearch = (typed: string): void => {
    if (sounds === undefined) void soundsFor(typed.trim()).then((found) => found && setSounds(() => found));
  };
  return { matches, onSearch };
}

/** For a Select; a short one is not searched. */
export function useSoundSearch(isSearched = true) {
  const { matches, onSearch } = useSounds();
  const filterOption = useCallback(
    (typed: string, option?: { readonly label?: unknown }) => matches(typed, option?.label),
    [matches],
  );
  return isSearched ? { showSearch: true, filterOption, onSearch } : { showSearch: false };
}
/** For a Cascader: a path is found by any of its words. */
export function useSoundPaths() {
  const { matches, onSearch } = useSounds();
  const filter = useCallback(
    (typed: string, path: readonly { readonly label?: unknown }[]) => path.some(({ label }) => matches(typed, label)),
    [matches],
  );
  return { showSearch: { filter }, onSearch };
}
