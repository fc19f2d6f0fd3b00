import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyBytes } from '../config';
import { makeFolder, writeDurably } from '../durable';
import { StartError } from '../start-error';

/** Secrets at rest: AES-256-GCM under SECRET_KEY, else under a key file in the data folder that a backup includes. */
export interface Seal {
  seal(plain: string): Buffer;
  /** throws when the key is another one or the bytes were changed */
  open(sealed: Buffer): string;
  /** 32 bytes of their own for a purpose; who knows them learns neither the key nor those of another purpose */
  derive(purpose: string): Buffer;
}

export const makeSeal = (key: Buffer): Seal => ({
  seal: (plain) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  },
  open: (sealed) => {
    const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    cipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString('utf8');
  },
  derive: (purpose) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32)),
});

export interface SecretKeys {
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** the file that was made just now */
  readonly made?: string;
}
/** The keys of the installation, the current one first: by commas in SECRET_KEY, line by line in the file. */
export const secretKeysOf = async (given: string | undefined, dataDir: string): Promise<SecretKeys> => {
  if (given !== undefined) {
    const keys = keysIn(given, ',');
    if (keys) return { keys };
    throw new StartError('SECRET_KEY 应为32字节的hex或base64。 SECRET_KEY must be 32 bytes as hex or base64.');
  }
  const file = join(dataDir, 'secret.key');
  await makeFolder(dataDir, 0o700);
  const made = !existsSync(file) && (await writeDurably(file, randomBytes(32).toString('hex')));
  const keys = keysIn(readFileSync(file, 'utf8').trim(), '\n');
  if (!keys) throw new StartError(`${file} 已损坏，请从备份恢复。 ${file} is damaged: restore it from a backup.`);
  return { keys, ...(made ? { made: file } : {}) };
};

const keysIn = (text: string, between: string): readonly [Buffer, ...Buffer[]] | null => {
  const keys = text.split(between).map((part) => keyBytes(part.trim()));
  const [first, ...rest] = keys;
  return first && rest.every((key) => key !== null) ? [first, ...(rest as Buffer[])] : null;
};
