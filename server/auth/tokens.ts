import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, told once; only the hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
