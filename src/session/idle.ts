/** When somebody did something last, in any tab of this browser. */
import { readValue, writeValue } from './storage';

const LAST = 'lastActive';
const EVERY_MS = 1_000;
let written = 0;

export const markActive = (now: number = Date.now()): void => {
  if (now - written < EVERY_MS) return;
  written = now;
  writeValue(LAST, now);
};
export const lastActive = (): number => readValue<number>(LAST) ?? 0;

/** Seconds until nobody counts as there any more. */
export const secondsLeft = (idleSeconds: number, last: number, now: number): number =>
  Math.ceil(idleSeconds - (now - last) / 1_000);
