/**
 * Records that an action made but nobody stored yet (push, pull, then edit). They wait here under a key that the address of the edit
 * page carries; a reload of the tab finds them again in the session storage.
 */
import { uuidv7 } from './ids';
import type { WireRecord } from './types';

const PREFIX = 'millwright.pushed.';

/** Puts a record aside; answers its key. */
export function keepPushed(record: WireRecord): string {
  const key = uuidv7();
  sessionStorage.setItem(PREFIX + key, JSON.stringify(record));
  return key;
}
/** The record of a key, undefined when it was saved or thrown away. It stays until `dropPushed`. */
export function pushedRecord(key: string): WireRecord | undefined {
  const text = sessionStorage.getItem(PREFIX + key);
  return text === null ? undefined : (JSON.parse(text) as WireRecord);
}
export function dropPushed(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}
