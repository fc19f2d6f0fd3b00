/**
 * Where unsaved forms lie on this computer. In IndexedDB, encrypted under a key of the user that the server tells after the sign-in and
 * that is never kept: the next user of a terminal reads nothing. Plain http has no WebCrypto: there drafts live in the session storage
 * of the tab and go with it (and with the next user).
 */
import type { DBSchema } from 'idb';
import { deviceDb } from './device-db';
import { http } from './http';

export interface DraftOwner {
  readonly org: string;
  readonly user: string;
}
export interface Draft {
  readonly id: string;
  /** page and record */
  readonly place: string;
  /** milliseconds since 1970 */
  readonly at: number;
  readonly text: string;
}
export interface DraftStore {
  /** `device` outlives the browser, `tab` does not */
  readonly scope: 'device' | 'tab';
  /** drafts of a place, newest first */
  list(place: string, now: number): Promise<readonly Draft[]>;
  put(draft: Draft): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** kept at most, per user */
export const MOST_DRAFTS = 20;
export const DRAFT_DAYS = 7;
const DAY = 86_400_000;
const TAB = 'millwright.draft.';

interface Sealed {
  readonly id: string;
  readonly owner: string;
  readonly place: string;
  readonly at: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly body: ArrayBuffer;
}
interface Schema extends DBSchema {
  drafts: { key: string; value: Sealed; indexes: { owner: string } };
}

const nameOf = ({ org, user }: DraftOwner): string => `${org}/${user}`;
const isOld = (at: number, now: number): boolean => at < now - DRAFT_DAYS * DAY;
const newestFirst = (a: { readonly at: number }, b: { readonly at: number }): number => b.at - a.at;

const database = deviceDb<Schema>('millwright-drafts', (db) => {
  db.createObjectStore('drafts', { keyPath: 'id' }).createIndex('owner', 'owner');
});

let held: { readonly owner: string; readonly key: Promise<CryptoKey> } | undefined;
/** The user's key, in memory only. */
function keyOf(owner: string): Promise<CryptoKey> {
  if (held?.owner !== owner) {
    const key = fetchKey();
    held = { owner, key };
    key.catch(() => {
      held = undefined;
    });
  }
  return held.key;
}
async function fetchKey(): Promise<CryptoKey> {
  const { key } = await http.get<{ readonly key: string }>('/sys/user/draftKey', { quiet: true });
  const bytes = Uint8Array.from(atob(key), (text) => text.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const isSafe = (): boolean => typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined;

/** The drafts of one user. */
export const openDrafts = (owner: DraftOwner): DraftStore =>
  isSafe() ? deviceStore(nameOf(owner)) : tabStore(nameOf(owner));

function deviceStore(owner: string): DraftStore {
  const bound = (id: string) => new TextEncoder().encode(id);
  const open = async ({ id, place, at, iv, body }: Sealed): Promise<Draft | null> => {
    try {
      const key = await keyOf(owner);
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bound(id) }, key, body);
      return { id, place, at, text: new TextDecoder().decode(plain) };
    } catch {
      // under the key of another installation: nobody can read it any more
      return null;
    }
  };
  return {
    scope: 'device',
    async list(place, now) {
      const all = await (await database()).getAllFromIndex('drafts', 'owner', owner);
      const wanted = all.filter((day) => day.place === place && !isOld(day.at, now)).sort(newestFirst);
      return (await Promise.all(wanted.map(open))).filter((draft) => draft !== null);
    },
    async put({ id, place, at, text }) {
      const key = await keyOf(owner);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(text);
      const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(id) }, key, plain);
      const { store, done } = (await database()).transaction('drafts', 'readwrite', { durability: 'strict' });
      await store.put({ id, owner, place, at, iv, body });
      const own = (await store.index('owner').getAll(owner)).sort(newestFirst);
      const over = own.filter((day, n) => n >= MOST_DRAFTS || isOld(day.at, at));
      await Promise.all(over.map((day) => store.delete(day.id)));
      await done;
    },
    async remove(ids) {
      const db = await database();
      await Promise.all(ids.map((id) => db.delete('drafts', id)));
    },
  };
}

type TabDraft = Draft & { readonly owner: string };

function tabStore(owner: string): DraftStore {
  dropOthers(owner);
  return {
    scope: 'tab',
    list: async (place, now) =>
      tabDrafts()
        .filter((draft) => draft.owner === owner && draft.place === place && !isOld(draft.at, now))
        .sort(newestFirst),
    put: async (draft) => {
      sessionStorage.setItem(TAB + draft.id, JSON.stringify({ ...draft, owner }));
      for (const draft of tabDrafts().sort(newestFirst).slice(MOST_DRAFTS)) sessionStorage.removeItem(TAB + draft.id);
    },
    remove: async (ids) => {
      for (const id of ids) sessionStorage.removeItem(TAB + id);
    },
  };
}

function tabDrafts(): TabDraft[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(TAB))
    .flatMap((key) => {
      try {
        return [JSON.parse(sessionStorage.getItem(key) ?? '') as TabDraft];
      } catch {
        return [];
      }
    });
}
const dropOthers = (owner: string): void => {
  for (const draft of tabDrafts()) if (draft.owner !== owner) sessionStorage.removeItem(TAB + draft.id);
};

/** Signing out: nothing of the user stays, here or on the disk. */
export async function forgetDrafts(owner: DraftOwner): Promise<void> {
  held = undefined;
  const name = nameOf(owner);
  for (const draft of tabDrafts()) if (draft.owner === name) sessionStorage.removeItem(TAB + draft.id);
  if (!isSafe()) return;
  const { store, done } = (await database()).transaction('drafts', 'readwrite');
  const keys = await store.index('owner').getAllKeys(name);
  await Promise.all(keys.map((key) => store.delete(key)));
  await done;
}
