/** Keys of screens without sign-in: `<organisation>.<256 random bits>`, told once, so that a hash is all that is kept. */
import { createHash, randomBytes } from 'node:crypto';

export const SCREEN_KEY = /^([a-z][a-z0-9]{1,19})\.([\w-]{43})$/;
export const newScreenKey = (org: string): string => `${org}.${randomBytes(32).toString('base64url')}`;
export const screenKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');
