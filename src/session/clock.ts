/**
 * The clock of the server on this device: how far ours is off, measured by answers that came just now and kept over reloads without network
 * (what is reported there gets its time by it) and over sign-outs: it belongs to the device.
 */
import { readValue, writeValue } from './storage';

const KEY = 'clock';

/** server clock minus ours, in milliseconds; 0 = never measured */
export const clockSkew = (): number => {
  const kept = readValue<unknown>(KEY);
  return typeof kept === 'number' && Number.isFinite(kept) ? kept : 0;
};

/** Asks for something that says the server's time; the answer is taken as given half way. */
export async function measured<T extends { readonly serverTime?: number }>(ask: () => Promise<T>): Promise<T> {
  const asked = Date.now();
  const answer = await ask();
  const { serverTime } = answer;
  if (typeof serverTime === 'number') writeValue(KEY, Math.round(serverTime - (asked + Date.now()) / 2));
  return answer;
}
