/** Secrets of boxes: 32 random characters, told once, so that a hash is all that is kept (50 §2.2). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const newBoxSecret = (): string => randomBytes(24).toString('base64url');
export const boxSecretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
/** As long for a box without a secret as for one with another. */
export const fitsBoxSecret = (hash: string | null, secret: string): boolean => {
  const [kept, given] = [Buffer.from(hash ?? '', 'hex'), Buffer.from(boxSecretHash(secret), 'hex')];
  return kept.length === given.length && timingSafeEqual(kept, given);
};
