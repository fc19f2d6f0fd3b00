/**
 * What a terminal needs to open a floor page without network: its document and dictionaries, and how the session of its user began.
 * Kept by user on this device, no records among it; forgotten at the sign-out and for the next user.
 */
import type { DBSchema } from 'idb';
import { deviceDb } from './device-db';
import { HttpError } from './http';
import { dropSeen, forgetSeen, getSeen, putSeen } from './seen-store';

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
}
let owner = '';
const database = deviceDb<Schema>('millwright-pages', (db) => {
  db.createObjectStore('kept');
});

/** Whose things are kept from here on; others' are forgotten. */
export async function ownPages(user: string): Promise<void> {
  if (owner === user) return;
  owner = user;
  try {
    const db = await database();
    for (const key of await db.getAllKeys('kept')) if (!key.startsWith(`${user} `)) await db.delete('kept', key);
    await dropSeen(`${user} `);
  } catch {
    // a browser without storage opens nothing without network
  }
}
export async function forgetPages(): Promise<void> {
  owner = '';
  try {
    await (await database()).clear('kept');
    await dropSeen();
  } catch {
    // nothing was kept
  }
}

const isLost = (cause: unknown): boolean => cause instanceof HttpError && (cause.code === 0 || cause.code >= 502);

/** Gone, or out of sight by now: what was kept of it serves nobody without network either. */
const REFUSED: ReadonlySet<number> = new Set([203, 403, 404]);
const isRefused = (cause: unknown): boolean => cause instanceof HttpError && REFUSED.has(cause.code);

/** Loads, and keeps what came when `keeps` says so; without an answer gives what was kept. */
export async function keptOffline<T>(
  name: string,
  load: () => Promise<T>,
  keeps: (value: T) => boolean = () => true,
): Promise<T> {
  try {
    const value = await load();
    if (owner !== '' && keeps(value)) void put(name, value);
    return value;
  } catch (cause) {
    if (!isLost(cause)) throw cause;
    const kept = await get<T>(name);
    if (kept === undefined) throw cause;
    return kept;
  }
}

/** The same for what was looked at (`floor.keeps`): records and files, of which those not seen for longest make room. */
export async function seenOffline<T>(name: string, load: () => Promise<T>, sizeOf: (value: T) => number): Promise<T> {
  const key = `${owner} ${name}`;
  try {
    const value = await load();
    if (owner !== '') void putSeen(key, value, sizeOf(value)).catch(() => undefined);
    return value;
  } catch (cause) {
    if (isRefused(cause)) await forgetSeen(key).catch(() => undefined);
    if (!isLost(cause)) throw cause;
    const kept = owner === '' ? undefined : await getSeen(key).catch(() => undefined);
    if (kept === undefined) throw new HttpError(0, '未缓存，联网后才能打开');
    void putSeen(key, kept, sizeOf(kept as T)).catch(() => undefined);
    return kept as T;
  }
}

async function put(name: string, value: unknown): Promise<void> {
  try {
    await (await database()).put('kept', value, `${owner} ${name}`);
  } catch {
    // full or forbidden storage: online work goes on
  }
}
async function get<T>(name: string): Promise<T | undefined> {
  try {
    return (await (await database()).get('kept', `${owner} ${name}`)) as T | undefined;
  } catch {
    return undefined;
  }
}
