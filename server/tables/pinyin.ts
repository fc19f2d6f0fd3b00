/** How a Chinese text sounds: initials and the whole, as people type them into a search box. */
import { pinyin } from 'pinyin-pro';

const MAX = 100;

/** 电动推杆 → `ddtg diandongtuigan`; null where nothing is Chinese. */
export function pinyinOf(text: string): string | null {
  const head = [...text].slice(0, MAX).join('');
  if (!/\p{Script=Han}/u.test(head)) return null;
  const sounds = pinyin(head, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((one) =>
    one.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  const han = pinyin(head, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((one) =>
    one.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  return `${han.join('')} ${sounds.join('')}`;
}

/** Could be a sound: letters only, as an input method has them before it answers. */
export const isSound = (word: string): boolean => /^[a-z]{2,40}$/i.test(word);

/** 表面要求 → `BiaoMianYaoQiu`, for codes; '' when nothing can be spelled. */
export function camelPinyin(text: string): string {
  const head = [...text].slice(0, MAX).join('');
  return pinyin(head, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .flatMap((word) => word.match(/[A-Za-z]+|\d+/g) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}
