/**
 * Whose use a meter measures (50 §6.2): its own less that of the meters right below it, so that nothing is told twice; of the devices it
 * names, but for those a meter below it names as well.
 */

export interface Supplying {
  readonly id: string;
  readonly parent: string | null;
  readonly unit: string;
  readonly dept: string | null;
  /** meters its formula is made of; empty: it is read */
  readonly parts: readonly string[];
  readonly equipments: readonly string[];
}
export interface Supply {
  readonly meter: string;
  readonly unit: string;
  readonly dept: string | null;
  /** meters whose use is taken off */
  readonly below: readonly string[];
  readonly devices: readonly string[];
}

export const suppliesOf = (meters: readonly Supplying[]): readonly Supply[] => {
  const twice = toldTwice(meters);
  const counted = meters.filter(({ id }) => !twice.has(id));
  const below = (id: string): readonly Supplying[] =>
    counted.filter(({ parent, id: own }) => parent === id && own !== id);
  return counted.map(({ id, unit, dept, equipments }) => {
    const taken = new Set(namedBelow(below, id, new Set([id])));
    return {
      ...{ meter: id, unit, dept, below: below(id).map((meter) => meter.id) },
      devices: equipments.filter((device) => !taken.has(device)),
    };
  });
};

const namedBelow = (below: (id: string) => readonly Supplying[], id: string, seen: Set<string>): readonly string[] =>
  below(id).flatMap((meter) => {
    if (seen.has(meter.id)) return [];
    seen.add(meter.id);
    return [...meter.equipments, ...namedBelow(below, meter.id, seen)];
  });

/**
 * A formula over a meter it hangs below is a rest of it and a use of its own. Any other formula tells anew what its parts tell: the one of
 * both that names devices counts.
 */
const toldTwice = (meters: readonly Supplying[]): ReadonlySet<string> => {
  const byId = new Map(meters.map((meter) => [meter.id, meter]));
  const isRest = ({ id, parts }: Supplying): boolean => {
    const seen = new Set([id]);
    for (let at = byId.get(id)?.parent ?? null; at !== null && !seen.has(at); at = byId.get(at)?.parent ?? null) {
      if (parts.includes(at)) return true;
      seen.add(at);
    }
    return false;
  };
  return new Set(
    meters
      .filter((meter) => meter.parts.length > 0 && !isRest(meter))
      .flatMap(({ id, equipments, parts }) =>
        equipments.length === 0 ? [id] : parts.filter((part) => byId.get(part)?.equipments.length === 0),
      ),
  );
};
