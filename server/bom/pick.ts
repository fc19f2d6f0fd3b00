/** Which version an order of a material takes (20 §10.3): the most specific attributes, then the nearest workshop, then the default. */
import type { BomMaterial, BomVersion } from './types';

export interface PickFor {
  readonly attrKey: string;
  /** the workshop and all above it, nearest first */
  readonly units: readonly string[];
}

/** `COLOR:BK|STROKE:100` as its values. */
export const valuesOf = (attrKey: string): readonly string[] => (attrKey === '' ? [] : attrKey.split('|'));

/** All values of `part` are among those of `whole`. */
export const isWithin = (part: string, whole: string): boolean => {
  const values = new Set(valuesOf(whole));
  return valuesOf(part).every((value) => values.has(value));
};

export function pickVersion(versions: readonly BomVersion[], { attrKey, units }: PickFor): BomVersion | undefined {
  const fits = versions.filter(
    (version) =>
      isWithin(version.attrKey, attrKey) && (version.factoryUnit === null || units.includes(version.factoryUnit)),
  );
  const rank = (version: BomVersion): readonly number[] => [
    valuesOf(version.attrKey).length,
    version.factoryUnit === null ? -units.length : -units.indexOf(version.factoryUnit),
    version.isDefault ? 1 : 0,
  ];
  return fits.reduce<BomVersion | undefined>((best, fit) => {
    if (best === undefined) return fit;
    const [a, b] = [rank(fit), rank(best)];
    const at = a.findIndex((value, n) => value !== b[n]);
    if (at >= 0) return (a[at] ?? 0) > (b[at] ?? 0) ? fit : best;
    return fit.effectDate > best.effectDate ? fit : best;
  }, undefined);
}

/** Values of a child: those its row fixes, and of the parent's those that tell its own stock apart. */
export function childAttrKey(fixed: string, parent: string, child: BomMaterial | undefined): string {
  const own = new Set(child?.attrs ?? []);
  const values = new Map<string, string>();
  for (const value of [...valuesOf(parent), ...valuesOf(fixed)]) {
    const code = value.slice(0, value.indexOf(':'));
    if (own.has(code) || valuesOf(fixed).includes(value)) values.set(code, value);
  }
  return [...values.keys()]
    .sort()
    .map((code) => values.get(code))
    .join('|');
}
