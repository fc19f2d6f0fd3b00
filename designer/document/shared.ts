/** What two texts have in common is one value: whoever compares them, or keeps something made of one, sees at once what is the same. */

const isNode = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `now`, with every part that is as in `known` taken from there. */
export function shared<T>(known: unknown, now: T): T {
  if (known === now) return now;
  if (Array.isArray(now)) {
    if (!Array.isArray(known)) return now;
    const items: readonly unknown[] = now.map((item, n) => shared(known[n], item));
    const isSame = known.length === items.length && items.every((item, n) => item === known[n]);
    return (isSame ? known : Object.freeze(items)) as T;
  }
  if (!isNode(now) || !isNode(known)) return now;
  const keys = Object.keys(now);
  const order = Object.keys(known);
  const entries = keys.map(
    (key) => [key, shared(Object.hasOwn(known, key) ? known[key] : undefined, now[key])] as const,
  );
  const isSame =
    order.length === keys.length && entries.every(([key, value], n) => key === order[n] && value === known[key]);
  return (isSame ? known : Object.freeze(Object.fromEntries(entries))) as T;
}
