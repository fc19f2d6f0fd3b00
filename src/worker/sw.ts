/**
 * The application without network: its page and its hashed files come from the cache, calls never do (what a user may see is the
 * server's to say). A new build brings a new list of files under a new name; the old one goes when no page needs it any more.
 */
interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lifetime {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
const worker = self as unknown as Worker;

const PREFIX = 'millwright-';
const HOME = '/v2/';
/** a page that does not come in time is taken from the cache */
const PATIENCE_MS = 4_000;

interface FileList {
  readonly version: string;
  readonly files: readonly string[];
}

const cacheName = (version: string): string => `${PREFIX}${version}`;
const listed = async (): Promise<FileList> => {
  const answer = await fetch(`${HOME}precache.json`, { cache: 'no-store' });
  return (await answer.json()) as FileList;
};

const install = async (): Promise<void> => {
  const { version, files } = await listed();
  const cache = await caches.open(cacheName(version));
  await cache.addAll([HOME, ...files]);
  await worker.skipWaiting();
};

const activate = async (): Promise<void> => {
  const { version } = await listed().catch(() => ({ version: '' }));
  if (version !== '')
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== cacheName(version)) await caches.delete(name);
  await worker.clients.claim();
};

const fromCache = async (request: Request | string): Promise<Response | undefined> => caches.match(request);

/** Every address of the application is the same page. */
const page = async (request: Request): Promise<Response> => {
  try {
    return await Promise.race([
      fetch(request),
      new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE_MS)),
    ]);
  } catch {
    return (await fromCache(HOME)) ?? Response.error();
  }
};

const file = async (request: Request): Promise<Response> => (await fromCache(request)) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(HOME)) return;
  if (pathname.startsWith(`${HOME}api/`)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith(`${HOME}assets/`)) event.respondWith(file(request));
});
