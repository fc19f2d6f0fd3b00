/** Registries by organisation: the shipped documents, and for organisations with extension fields documents of their own. */
import type { ExtFields } from '../../schemas/language/ext';
import type { Registries, Registry } from './registry';

interface Org {
  readonly code: string;
  readonly rightsVersion: number;
}
interface Kept {
  readonly version: number;
  /** what the registry was made of: another version with the same fields keeps the registry and all that hangs on it */
  readonly text: string;
  readonly registry: Registry;
}

/**
 * The version of an organisation grows with every write of its extension fields (a trigger), and comes with each session, so a change
 * counts at the next request of every process.
 */
export function perOrg(
  shipped: Registry,
  parts: { readonly load: (org: Org) => Promise<ExtFields>; readonly build: (ext: ExtFields) => Registry },
): Registries {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<void>>();
  const load = async (org: Org): Promise<void> => {
    const ext = await parts.load(org);
    const text = JSON.stringify([...ext]);
    const known = kept.get(org.code);
    const registry = ext.size === 0 ? shipped : known?.text === text ? known.registry : parts.build(ext);
    // a slower look at an older version must not undo a newer one
    if (!known || known.version <= org.rightsVersion)
      kept.set(org.code, { version: org.rightsVersion, text, registry });
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
        going = load(org).finally(() => loading.delete(key));
        loading.set(key, going);
      }
      await going;
    },
  };
}
