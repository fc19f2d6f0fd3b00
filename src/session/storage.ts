/**
 * Session values in browser storage (specification §3): each is kept with the moment it ends, computed from seconds to live; an ended
 * or unreadable value is removed and reads as empty. Signing out clears a fixed set.
 */
export type SessionKey = 'accessToken' | 'refreshToken' | 'user' | 'userInfo' | 'nickName' | 'org';
interface Kept {
  readonly value: unknown;
  /** milliseconds since 1970; absent = until sign-out */
  readonly until?: number;
}

const PREFIX = 'millwright.';
/** this browser is a terminal of the floor; over every sign-out */
export const TERMINAL = 'terminal';
const OLD_PATH = 'oldPath';
const SYSTEM_SETTING = 'systemSetting';
/** what signing out clears: token, user, old path and system setting */
const CLEARED = [
  'accessToken',
  'lateToken',
  'refreshToken',
  'user',
  'userInfo',
  'nickName',
  'idleSeconds',
  'lastActive',
  OLD_PATH,
  SYSTEM_SETTING,
] as const;

export const readValue = <T>(key: string, now: number = Date.now()): T | null => {
  const text = localStorage.getItem(PREFIX + key);
  if (text === null) return null;
  const kept = parse(text);
  if (kept === null || (kept.until !== undefined && kept.until <= now)) {
    localStorage.removeItem(PREFIX + key);
    return null;
  }
  return kept.value as T;
};

/** `seconds` to live; without them the value stays until sign-out. */
export const writeValue = (key: string, value: unknown, seconds?: number, now: number = Date.now()): void => {
  const kept: Kept = seconds === undefined ? { value } : { value, until: now + seconds * 1000 };
  localStorage.setItem(PREFIX + key, JSON.stringify(kept));
};

export const removeValue = (key: string): void => localStorage.removeItem(PREFIX + key);

export const clearSession = (): void => {
  for (const key of CLEARED) removeValue(key);
};

const parse = (text: string): Kept | null => {
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && 'value' in kept ? (kept as Kept) : null;
  } catch {
    return null;
  }
};
