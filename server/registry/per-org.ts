/** Registries by organisation: the shipped documents, and for organisations with extension fields or documents of their own a registry. */
import type { Registries, Registry } from './registry';

interface Org {
  readonly code: string;
  readonly rightsVersion: number;
}
interface Kept {
  readonly version: number;
  /** what the registry is made of: another version with the same keeps the registry and all that hangs on it */
  readonly key: string;
  readonly registry: Registry;
}
export interface Made {
  /** '' = the shipped documents as they are */
  readonly key: string;
  make(): Promise<Registry>;
}

/**
 * The version of an organisation grows with every write of its extension fields and documents (triggers), and comes with each session,
 * so a change counts at the next request of every process.
 */
export function perOrg(shipped: Registry, load: (org: Org) => Promise<Made>): Registries {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<void>>();
  const read = async (org: Org): Promise<void> => {
    const { key, make } = await load(org);
    const known = kept.get(org.code);
    const registry = key === '' ? shipped : known?.key === key ? known.registry : await make();
    const now = kept.get(org.code);
    // a slower look at an older version must not undo a newer one
    if (!now || now.version <= org.rightsVersion) kept.set(org.code, { version: org.rightsVersion, key, registry });
  };
  return {
    shipped,
    of: ({ code }) => kept.get(code)?.registry ?? shipped,
    async ready(org) {
      const known = kept.get(org.code);
      if (known && known.version >= org.rightsVersion) return;
      const key = `${org.code} ${org.rightsVersion}`;
      let going = loading.get(key);
      if (!going) {
        going = read(org).finally(() => loading.delete(key));
        loading.set(key, going);
      }
      await going;
    },
  };
}
