/**
 * One task at a time over all tabs of one origin. Web Locks where there is a secure context, else a lease in localStorage: a tab
 * writes its name, waits a moment, and owns the lease if its name is still there; a lease of a dead tab ends by itself.
 */
const LEASE_MS = 10_000;
const SETTLE_MS = 40;
const POLL_MS = 80;

export interface LeaseStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export const withTabLock = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  if (typeof navigator !== 'undefined' && typeof navigator.locks?.request === 'function')
    return navigator.locks.request(name, task);
  return withLease(localStorage, `lock.${name}`, task);
};

/** The fallback by itself, so that it can be tested without a browser. */
export const withLease = async <T>(store: LeaseStore, key: string, task: () => Promise<T>): Promise<T> => {
  const mine = `${Math.random().toString(36).slice(2)}`;
  const until = Date.now() + 3 * LEASE_MS;
  while (Date.now() < until && !(await take(store, key, mine))) await sleep(POLL_MS);
  try {
    return await task();
  } finally {
    if (holder(store, key) === mine) store.removeItem(key);
  }
};

const take = async (store: LeaseStore, key: string, mine: string): Promise<boolean> => {
  if (holder(store, key) !== null) return false;
  store.setItem(key, `${mine}|${Date.now() + LEASE_MS}`);
  await sleep(SETTLE_MS);
  return holder(store, key) === mine;
};

const holder = (store: LeaseStore, key: string): string | null => {
  const [name, end] = (store.getItem(key) ?? '').split('|');
  return name !== undefined && name !== '' && Number(end) > Date.now() ? name : null;
};

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
