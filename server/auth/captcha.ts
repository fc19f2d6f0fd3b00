/** A picture to be read: letters as strokes in pieces, bent differently each time, kept as a hash and good for one answer. */
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
/** length of a piece of line: every line of the picture is cut into such */
const PIECE = 2.2;
type Point = readonly [x: number, y: number];

/**
 * The picture tells nothing but how it looks: letters and noise are cut into short pieces of one thickness, all bent by the same wave, and
 * stand in one path in no order. No two pieces share a point, so a script that follows lines finds none.
 */
const drawn = (text: string): string => {
  const wave = { height: 0.8 + Math.random(), length: 18 + Math.random() * 14, from: Math.random() * 7 };
  const bent = ([x, y]: Point): Point => [
    x + wave.height * Math.sin(y / 7 + wave.from),
    y + wave.height * Math.sin((x * 2 * Math.PI) / wave.length + wave.from),
  ];
  const lines = [...[...text].map(letterLine), noiseLine(), ...Array.from({ length: 26 }, speck)];
  const pieces = shuffled(lines.flatMap((line) => cut(line.map(bent))));
  const path = pieces.map(([[x1, y1], [x2, y2]]) => `M${near(x1)} ${near(y1)}L${near(x2)} ${near(y2)}`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="${path}"/></svg>`;
};
const between = (from: number, to: number): number => from + Math.random() * (to - from);
const near = (place: number): string => (place + between(-0.35, 0.35)).toFixed(2);

const letterLine = (letter: string, at: number): readonly Point[] => {
  const turn = (between(-14, 14) * Math.PI) / 180;
  const bend = between(-3, 3);
  const [left, top] = [16 + at * 28 + between(-3, 3), 9 + between(-2, 4)];
  return dense(
    (STROKES[letter] ?? '00 46').split(' ').map((point): Point => {
      const [column = 0, row = 0] = [...point].map(Number);
      const [x, y] = [column * 4.4 + bend * (row / 6) + between(-1, 1) - 9, row * 4.2 + between(-1, 1) - 13];
      return [left + 9 + x * Math.cos(turn) - y * Math.sin(turn), top + 13 + x * Math.sin(turn) + y * Math.cos(turn)];
    }),
  );
};
/** Strokes like those of letters, short enough to leave them readable. */
const noiseLine = (): readonly Point[] => {
  const [x, y] = [between(6, WIDTH - 30), between(6, HEIGHT - 6)];
  const [to, low] = [x + between(14, 22), y + between(-8, 8)];
  return dense([
    [x, y],
    [(x + to) / 2, (y + low) / 2 + between(-4, 4)],
    [to, low],
  ]);
};
const speck = (): readonly Point[] => {
  const [x, y] = [between(3, WIDTH - 3), between(3, HEIGHT - 3)];
  const turn = between(0, 2 * Math.PI);
  return [
    [x, y],
    [x + PIECE * Math.cos(turn), y + PIECE * Math.sin(turn)],
  ];
};
/** The same line with a point at every step, so that it can be bent. */
const dense = (line: readonly Point[]): readonly Point[] =>
  line.flatMap((to, at) => {
    const from = line[at - 1];
    if (from === undefined) return [to];
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / PIECE));
    return Array.from({ length: steps }, (_, step): Point => {
      const part = (step + 1) / steps;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  });
const cut = (line: readonly Point[]): readonly (readonly [Point, Point])[] =>
  line.slice(1).map((to, at) => (Math.random() < 0.5 ? [line[at] ?? to, to] : [to, line[at] ?? to]));
const shuffled = <T>(list: readonly T[]): readonly T[] =>
  list
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
