/** How Chinese words sound, as people type them into a search box. Who asks brings the dictionary of syllables. */

/** Syllables of a text, or the first letter of each; what is not Chinese stays together. */
export type Speak = (text: string, initials: boolean) => readonly string[];

const MAX = 100;

/** 电动推杆 → `ddtg diandongtuigan`; null where nothing is Chinese. */
export function soundOf(text: string, speak: Speak): string | null {
  const head = [...text].slice(0, MAX).join('');
  if (!/\p{Script=Han}/u.test(head)) return null;
  return [true, false].map((initials) => speak(head, initials).map(letters).join('')).join(' ');
}
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Could be a sound: letters only, as an input method has them before it answers. */
export const isSound = (word: string): boolean => /^[a-z]{2,40}$/i.test(word);
