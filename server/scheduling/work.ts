/** How long a quantity runs on a resource, and which quantities it takes (30 §3 step 3, precedence of rows by 20 capacity). */
import type { CapacityRow, Operation, Resource } from './types';

/** What a resource gives an operation; `lanes` is Infinity where its capacity has no limit. */
export interface Terms {
  readonly lanes: number;
  readonly efficiency: number;
  readonly minBatch: number;
  readonly maxBatch: number;
}

/** Device before group; material before category before process before none. */
export function termsOf(rows: readonly CapacityRow[], resource: Resource, operation: Operation): Terms {
  let best: CapacityRow | undefined;
  let most = -1;
  for (const row of rows) {
    const rank = rankOf(row, resource, operation);
    if (rank > most) [best, most] = [row, rank];
  }
  if (best === undefined)
    return { lanes: resource.lanes, efficiency: resource.efficiency, minBatch: 0, maxBatch: Number.POSITIVE_INFINITY };
  return {
    lanes: best.finite ? (best.lanes ?? resource.lanes) : Number.POSITIVE_INFINITY,
    efficiency: best.efficiency,
    minBatch: best.minBatch ?? 0,
    maxBatch: best.maxBatch ?? Number.POSITIVE_INFINITY,
  };
}

const CATEGORIES = 100;
function rankOf(row: CapacityRow, resource: Resource, operation: Operation): number {
  const { equipment, group, material, category, process } = row;
  if (equipment === null ? group === null || group !== resource.group : equipment !== resource.id) return -1;
  if (material !== null && material !== operation.material) return -1;
  if (process !== null && process !== operation.process) return -1;
  // the nearest category of several counts most
  const near = category === null ? -1 : operation.categories.indexOf(category);
  if (category !== null && near < 0) return -1;
  const ofCategory = category === null ? 0 : 2 * CATEGORIES + CATEGORIES - Math.min(near, CATEGORIES - 1);
  return (equipment === null ? 0 : 4000) + (material === null ? 0 : 2000) + ofCategory + (process === null ? 0 : 1);
}

/** Whether a resource can never be asked for more than one task at a time. */
export const isSingle = (rows: readonly CapacityRow[], resource: Resource): boolean =>
  resource.lanes === 1 &&
  rows.every(
    ({ equipment, group, lanes, finite }) =>
      (equipment === null ? group !== resource.group : equipment !== resource.id) || (finite && (lanes ?? 1) === 1),
  );

/** products of decimals carry dust that would make a whole minute of it */
const DUST = 1e-7;
export const ceilMinutes = (minutes: number): number => Math.ceil(minutes - DUST);
export const floorMinutes = (minutes: number): number => Math.floor(minutes + DUST);

/** Exact minutes of one piece; without a standard the whole quantity takes one minute. */
export const perPiece = ({ stdMin, runBase }: Operation, efficiency: number, qty: number): number =>
  stdMin > 0 ? ((stdMin / runBase) * 100) / efficiency : 1 / qty;

/** Whole minutes of a quantity, at least one. */
export const runMinutes = (operation: Operation, efficiency: number, qty: number): number =>
  Math.max(1, ceilMinutes(perPiece(operation, efficiency, qty) * qty));
