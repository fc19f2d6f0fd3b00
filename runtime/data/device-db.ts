/** Databases of this device (IndexedDB): each opened once for the page, on its first use. */
import type { DBSchema, IDBPDatabase } from 'idb';

/** How to reach a database of one version; one that could not be opened, or that the browser closed, is opened again at the next call. */
export function deviceDb<S extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<S>) => void,
): () => Promise<IDBPDatabase<S>> {
  let opened: Promise<IDBPDatabase<S>> | undefined;
  return async () => {
    const { openDB } = await import('idb');
    opened ??= openDB<S>(name, 1, {
      upgrade: create,
      terminated: () => {
        opened = undefined;
      },
    }).catch((cause: unknown) => {
      opened = undefined;
      throw cause;
    });
    return opened;
  };
}
