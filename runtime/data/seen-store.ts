/** What was looked at on this device, up to a size: what was not seen for longest goes first (30 §7: ≤ 200 MB). */
import type { DBSchema } from 'idb';
import { deviceDb } from './device-db';

interface Schema extends DBSchema {
  values: { key: string; value: unknown };
  /** beside the values: who goes is decided without reading them */
  facts: { key: string; value: Fact };
}
interface Fact {
  readonly size: number;
  readonly seenAt: number;
}
export const MOST_BYTES = 200 * 1024 * 1024;

const database = deviceDb<Schema>('millwright-seen', (db) => {
  db.createObjectStore('values');
  db.createObjectStore('facts');
});

/** Kept, in the place of others where it needs it; larger than everything is not kept. */
export async function putSeen(key: string, value: unknown, size: number, most = MOST_BYTES): Promise<void> {
  if (size > most) return;
  const tx = (await database()).transaction(['values', 'facts'], 'readwrite');
  const facts = tx.objectStore('facts');
  const [keys, all] = await Promise.all([facts.getAllKeys(), facts.getAll()]);
  const others = keys
    .flatMap((name, n) => (name === key || all[n] === undefined ? [] : [{ name, ...all[n] }]))
    .toSorted((a, b) => a.seenAt - b.seenAt);
  let sum = others.reduce((bytes, other) => bytes + other.size, size);
  for (const other of others) {
    if (sum <= most) break;
    sum -= other.size;
    await Promise.all([facts.delete(other.name), tx.objectStore('values').delete(other.name)]);
  }
  await Promise.all([
    tx.objectStore('values').put(value, key),
    facts.put({ size, seenAt: Math.max(Date.now(), (others.at(-1)?.seenAt ?? 0) + 1) }, key),
    tx.done,
  ]);
}
export const getSeen = async (key: string): Promise<unknown> => (await database()).get('values', key);

/** What is not there for its reader any more. */
export async function forgetSeen(key: string): Promise<void> {
  const db = await database();
  await Promise.all([db.delete('facts', key), db.delete('values', key)]);
}

/** All but those whose key begins so; all of them without one. */
export async function dropSeen(keeps?: string): Promise<void> {
  const db = await database();
  for (const key of await db.getAllKeys('facts'))
    if (keeps === undefined || !key.startsWith(keeps))
      await Promise.all([db.delete('facts', key), db.delete('values', key)]);
}
