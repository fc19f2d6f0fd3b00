/** Only what changes: a patch of nothing leaves no trail. */
export const differing = <C extends object>(stored: Readonly<Record<string, unknown>>, change: C): C =>
  // a part of what was to be written
  Object.fromEntries(Object.entries(change).filter(([code, value]) => stored[code] !== value)) as C;
