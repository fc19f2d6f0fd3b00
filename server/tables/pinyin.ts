/** How a Chinese text sounds: initials and the whole, as people type them into a search box. */
import { pinyin } from 'pinyin-pro';
import { type Speak, soundOf } from '../../schemas/language/sound';

const MAX = 100;

/** 电动推杆 → `ddtg diandongtuigan`; null where nothing is Chinese. */
export const pinyinOf = (text: string): string | null => soundOf(text, speak);

const speak: Speak = (text, initials) =>
  pinyin(text, {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    ...(initials ? { pattern: 'first' } : { v: true }),
  });

/** 表面要求 → `BiaoMianYaoQiu`, for codes; '' when nothing can be spelled. */
export function camelPinyin(text: string): string {
  const head = [...text].slice(0, MAX).join('');
  return pinyin(head, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .flatMap((word) => word.match(/[A-Za-z]+|\d+/g) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
}
