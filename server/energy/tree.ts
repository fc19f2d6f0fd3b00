/** Meters hang below each other, so their uses overlap: what a total may add up. */

interface Hung {
  readonly id: string;
  readonly parent: string | null;
}
/** The nearest meter above each that is shown too; `all` are those one may pass through. */
export const aboveOf = (all: readonly Hung[], shown: readonly Hung[]): ReadonlyMap<string, string> => {
  const parents = new Map(all.map(({ id, parent }) => [id, parent]));
  const isShown = new Set(shown.map(({ id }) => id));
  const found = new Map<string, string>();
  for (const { id } of shown) {
    const seen = new Set([id]);
    let at = parents.get(id) ?? null;
    while (at !== null && !isShown.has(at) && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && isShown.has(at) && at !== id) found.set(id, at);
  }
  return found;
};

/** Meters above which no other of their own place is shown: their uses may be added up within it. */
export const topsBy = <T extends Hung>(
  shown: readonly T[],
  above: ReadonlyMap<string, string>,
  place: (meter: T) => string,
): ReadonlySet<string> => {
  const places = new Map(shown.map((meter) => [meter.id, place(meter)]));
  return new Set(
    shown
      .filter((meter) => {
        const seen = new Set<string>();
        for (let at = above.get(meter.id); at !== undefined && !seen.has(at); at = above.get(at)) {
          if (places.get(at) === places.get(meter.id)) return false;
          seen.add(at);
        }
        return true;
      })
      .map(({ id }) => id),
  );
};
