/** Placement items: the short text form and the object form mean the same (§2.1, §4.1). */
import type { KindId, PlacementDoc } from '../document';
import { KIND_IDS } from '../kinds/ids';
import { factsOfDoc, isKind } from '../kinds/index';
import type { Placement } from '../resolved';
import { COLUMN_AS } from '../sorts/page';

export type PlacementSort = 'search' | 'column' | 'item';
export const COLUMN_FLAGS = ['pin', 'sort', 'scan'] as const;

/** Object form of a placement; flags nobody knows are answered apart, for the linter. */
export function expandPlacement(
  item: PlacementDoc,
  sort: PlacementSort,
): { readonly placement: Placement; readonly unknown: readonly string[] } {
  if (typeof item !== 'string') return { placement: item, unknown: [] };
  const [field = '', ...flags] = item.split(':');
  const placement: {
    field: string;
    scan?: boolean;
    pin?: boolean;
    sort?: boolean;
    as?: Placement['as'];
    kind?: KindId;
  } = { field };
  const unknown: string[] = [];
  for (const flag of flags) {
    if (sort === 'column' && isAs(flag)) placement.as = flag;
    else if (sort === 'column' && (flag === 'pin' || flag === 'sort' || flag === 'scan')) placement[flag] = true;
    else if (sort === 'search' && flag === 'scan') placement.scan = true;
    else if (sort === 'search' && isKind(flag) && !factsOfDoc({ kind: flag }).followsType) placement.kind = flag;
    else unknown.push(flag);
  }
  return { placement, unknown };
}

/** Flags a short text may have behind its field. */
export const flagsOf = (sort: PlacementSort): readonly string[] =>
  sort === 'column'
    ? [...COLUMN_FLAGS, ...COLUMN_AS]
    : sort === 'search'
      ? ['scan', ...KIND_IDS.filter((kind) => !factsOfDoc({ kind }).followsType)]
      : [];

/** Short text of a placement, or the object itself when it says more than flags can. */
export function shortPlacement(item: Placement, sort: PlacementSort): PlacementDoc {
  const { field, kind, as, ...rest } = item;
  if (typeof field !== 'string' || field.includes(':')) return item;
  const flags: string[] = [];
  for (const flag of ['pin', 'sort', 'scan'] as const) {
    if (rest[flag] !== true || sort === 'item' || (sort === 'search' && flag !== 'scan')) continue;
    flags.push(flag);
    delete (rest as { pin?: unknown; sort?: unknown; scan?: unknown })[flag];
  }
  if (Object.keys(rest).length > 0) return item;
  if (sort === 'search' ? as !== undefined : kind !== undefined) return item;
  if (sort === 'item' && as !== undefined) return item;
  if (as !== undefined) flags.push(as);
  if (kind !== undefined) flags.unshift(kind);
  return [field, ...flags].join(':');
}

/**
 * Identity of a placement in its list and in addresses: its field or param, a box its fields joined by `+`. A text even where somebody
 * wrote something else: the linter tells that, nothing fails over it.
 */
export function placementKey(item: Placement): string {
  return String(item.field ?? item.param ?? item.fields?.join('+') ?? '');
}

function isAs(flag: string): flag is NonNullable<Placement['as']> {
  return (COLUMN_AS as readonly string[]).includes(flag);
}
