/** Meters hang below each other, so their uses overlap: what a total may add up. */

interface Hung {
  readonly id: string;
  readonly parent: string | null;
}
/** All above one, the nearest first; a ring ends. */
export const uppersOf = (places: ReadonlyMap<string, Pick<Hung, 'parent'>>, id: string): readonly string[] => {
  const found = new Set<string>();
  for (let at = places.get(id)?.parent; at !== null && at !== undefined && !found.has(at); at = places.get(at)?.parent)
    found.add(at);
  return [...found];
};
/** The nearest meter above each that is shown too; `all` are those one may pass through. */
export const aboveOf = (all: readonly Hung[], shown: readonly Hung[]): ReadonlyMap<string, string> => {
  const places = new Map(all.map((meter) => [meter.id, meter]));
  const isShown = new Set(shown.map(({ id }) => id));
  return new Map(
    shown.flatMap(({ id }) => {
      const up = uppersOf(places, id).find((one) => one !== id && isShown.has(one));
      return up === undefined ? [] : [[id, up] as const];
    }),
  );
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
