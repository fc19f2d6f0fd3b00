/**
 * What is kept so that a copy of the database alone tells nothing: secret values are sealed with AES-256-GCM under the key of the
 * installation, secrets nobody ever needs to read back are hashed with argon2id, links are signed. Every sealed text names its key, so a
 * key can be changed: the new one seals, the old ones still open.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

export interface Vault {
  /** of the key that seals now */
  readonly keyName: string;
  /** the same text twice gives two different results */
  seal(plain: string): string;
  /** names of the keys that open */
  readonly names: ReadonlySet<string>;
  /** sealed by one of them */
  opens(sealed: string): boolean;
  /** throws when the key is not known or the text was changed */
  open(sealed: string): string;
  hash(plain: string): Promise<string>;
  fits(hashed: string, plain: string): Promise<boolean>;
  /** signature of a text, base64url */
  sign(text: string): string;
  signedBy(text: string, signature: string): boolean;
}

const SEALED = /^s1\.([0-9a-f]{8})\.([\w-]+)$/;

export const isSealed = (text: string): boolean => SEALED.test(text);
export const isHashed = (text: string): boolean => text.startsWith('$argon2id$');

/** `keys`: 32 bytes each, the first seals and signs, the others only open what they sealed. */
export function makeVault(keys: readonly Buffer[]): Vault {
  const [current] = keys;
  if (!current) throw new Error('a vault needs a key');
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const signKey = createHmac('sha256', current).update('millwright link').digest();
  const sign = (text: string): string => createHmac('sha256', signKey).update(text).digest('base64url');
  return {
    keyName: nameOf(current),
    names: new Set(byName.keys()),
    opens: (sealed) => byName.has(SEALED.exec(sealed)?.[1] ?? ''),
    seal(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `s1.${nameOf(current)}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const [, name, body] = SEALED.exec(sealed) ?? [];
      const key = byName.get(name ?? '');
      if (!key || body === undefined) throw new Error(`sealed by a key that is not here: ${name ?? '?'}`);
      const bytes = Buffer.from(body, 'base64url');
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
      cipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
    },
    // 2 is argon2id
    hash: (plain) => hash(plain, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    fits: (hashed, plain) => verify(hashed, plain).catch(() => false),
    sign,
    signedBy(text, signature) {
      const [want, got] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return want.length === got.length && timingSafeEqual(want, got);
    },
  };
}

const nameOf = (key: Buffer): string => createHash('sha256').update('key').update(key).digest('hex').slice(0, 8);
