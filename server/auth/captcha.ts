/** A picture to be read: letters as strokes, bent differently each time, kept as a hash and good for one answer. */
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { newId } from '../ids';

export interface Captchas {
  make(): Promise<{ readonly captchaId: string; readonly svg: string }>;
  /** whether the answer is right; the picture is used up either way */
  take(captchaId: string | undefined, answer: string | undefined): Promise<boolean>;
}
const SECONDS = 300;
const LENGTH = 4;

/** `pick` chooses the text; tests bring their own, since no answer is ever told. */
export const captchas = (db: Db, pick: () => string = randomText): Captchas => ({
  make: async () => {
    const captchaId = newId();
    const text = pick();
    await db
      .withSchema('platform')
      .insertInto('captcha')
      .values({
        id: captchaId,
        hash: hashOf(captchaId, text),
        expires_at: sql`now() + make_interval(secs => ${SECONDS})`,
      })
      .execute();
    return { captchaId, svg: drawn(text) };
  },
  take: async (captchaId, answer) => {
    if (captchaId === undefined || answer === undefined || !/^[\da-f-]{36}$/.test(captchaId)) return false;
    const { rows } = await sql<{ hash: Buffer }>`
      UPDATE platform.captcha SET used_at = now()
       WHERE id = ${captchaId} AND used_at IS NULL AND expires_at > now() RETURNING hash`.execute(db);
    return rows[0]?.hash.equals(hashOf(captchaId, answer)) === true;
  },
});

const hashOf = (id: string, text: string): Buffer =>
  createHash('sha256').update(`${id} ${text.trim().toUpperCase()}`).digest();

/** Strokes on a field of 4 by 6, without what looks alike (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const STROKES: Readonly<Record<string, string>> = {
  '3': '00 40 43 13 43 46 06',
  '4': '30 36 34 04 30',
  '6': '40 00 06 46 43 03',
  '7': '00 40 16',
  '9': '43 03 00 40 46 06',
  A: '06 20 46 34 14',
  C: '41 20 01 05 26 45',
  E: '40 00 03 33 03 06 46',
  F: '40 00 03 33 03 06',
  H: '00 06 03 43 40 46',
  K: '00 06 03 40 03 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 40 43 03',
  R: '06 00 40 43 03 46',
  T: '00 40 20 26',
  U: '00 05 26 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46 23 40 06',
  Y: '00 23 40 23 26',
};
const LETTERS = Object.keys(STROKES);
const randomText = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const WIDTH = 132;
const HEIGHT = 44;
const drawn = (text: string): string => {
  const letters = [...text].map((letter, at) => {
    const turn = randomInt(-18, 19);
    const bend = randomInt(-3, 4);
    const points = (STROKES[letter] ?? '00 46').split(' ').map((point) => {
      const [x = 0, y = 0] = [...point].map(Number);
      return `${(x * 4.4 + bend * (y / 6) + randomInt(-10, 11) / 10).toFixed(1)},${(y * 4.2 + randomInt(-10, 11) / 10).toFixed(1)}`;
    });
    return `<polyline transform="translate(${14 + at * 29} ${8 + randomInt(-2, 5)}) rotate(${turn} 9 13)" points="${points.join(' ')}"/>`;
  });
  const noise = Array.from(
    { length: 5 },
    () =>
      `<path stroke-width="1" d="M${randomInt(WIDTH)} ${randomInt(HEIGHT)}Q${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${randomInt(WIDTH)} ${randomInt(HEIGHT)}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}${noise.join('')}</svg>`;
};
