/** Which records of an object a user took last, newest first: ids only, kept in this browser under his own id. */
const KEPT = 10;
const keyOf = (user: string, object: string): string => `millwright.recent.${user}.${object}`;

export function recentOf(user: string, object: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(user, object)) ?? '[]');
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function noteRecent(user: string, object: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const list = [...ids, ...recentOf(user, object).filter((text) => !ids.includes(text))].slice(0, KEPT);
  try {
    localStorage.setItem(keyOf(user, object), JSON.stringify(list));
  } catch {
    // a full or closed store only forgets what was used
  }
}
