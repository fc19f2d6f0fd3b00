/** Which instructions belong to a place of work, the nearest first (20 §10.16). Pure. */

/** One row of 适用范围: what is filled in must match; nothing filled in matches nothing. */
export interface SopScope {
  readonly material: string | null;
  readonly materialCategory: string | null;
  /** code of the route: it stays the same over its versions */
  readonly route: string | null;
  readonly opNbr: number | null;
  readonly process: string | null;
  readonly equipment: string | null;
  readonly devCategory: string | null;
  readonly workGroup: string | null;
}
/** What is being done, where, with what; categories with all above them. */
export interface SopPlace {
  readonly material: string | null;
  readonly materialCategories: ReadonlySet<string>;
  readonly route: string | null;
  readonly opNbr: number | null;
  readonly process: string | null;
  readonly equipment: string | null;
  readonly devCategories: ReadonlySet<string>;
  readonly workGroup: string | null;
}
export interface SopVersion {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly scope: readonly SopScope[];
}
export interface SopMatch<T extends SopVersion> {
  readonly version: T;
  readonly score: number;
  /** the row of its scope that counts */
  readonly row: number;
}

/** All that belong here: the best first, equal ones by kind and code. */
export function rankSops<T extends SopVersion>(versions: readonly T[], place: SopPlace): readonly SopMatch<T>[] {
  return versions
    .flatMap((version): SopMatch<T>[] => {
      let best: SopMatch<T> | undefined;
      for (const [row, scope] of version.scope.entries()) {
        const score = scoreOf(scope, place);
        if (score !== null && score > (best?.score ?? -1)) best = { version, score, row };
      }
      return best ? [best] : [];
    })
    .sort(
      (a, b) => b.score - a.score || order(a.version.kind, b.version.kind) || order(a.version.code, b.version.code),
    );
}

/** Points of a row; null when something filled in does not match. */
export function scoreOf(scope: SopScope, place: SopPlace): number | null {
  const filled = Object.values(scope).some((value) => value !== null);
  const fits =
    same(scope.equipment, place.equipment) &&
    same(scope.route, place.route) &&
    same(scope.opNbr, place.opNbr) &&
    same(scope.material, place.material) &&
    same(scope.process, place.process) &&
    same(scope.workGroup, place.workGroup) &&
    within(scope.materialCategory, place.materialCategories) &&
    within(scope.devCategory, place.devCategories);
  if (!filled || !fits) return null;
  return (
    (scope.equipment === null ? 0 : 32) +
    (scope.route === null || scope.opNbr === null ? 0 : 16) +
    (scope.material === null ? 0 : 8) +
    (scope.process === null ? 0 : 4) +
    (scope.materialCategory === null ? 0 : 2) +
    (scope.workGroup === null && scope.devCategory === null ? 0 : 1)
  );
}

const same = (wanted: string | number | null, is: string | number | null): boolean => wanted === null || wanted === is;
const within = (wanted: string | null, of: ReadonlySet<string>): boolean => wanted === null || of.has(wanted);
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
