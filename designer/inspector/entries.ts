/** Entries of a map or an addressed list: what they are called, new ones, their order. Own text over what a block brings. */
import type { Library } from '../../schemas/language/check/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { expandPlacement, placementKey } from '../../schemas/language/resolve/placement';
import type { Placement } from '../../schemas/language/resolved';
import { SORTS } from '../../schemas/language/sorts/index';
import type { KeySpec, SortId } from '../../schemas/language/sorts/table';
import { SORT_TITLES } from '../../schemas/language/sorts/texts/index';
import { MARKER_TITLES } from '../../schemas/language/sorts/texts/markers';
import {
  before,
  entriesAt,
  joinAddress,
  type Step,
  type StepDoc,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { nameOf } from './names';

export interface Entry {
  readonly code: string;
  readonly title: string;
  /** its text stands in this document */
  readonly own: boolean;
  readonly off: boolean;
}

/** Entries at an address, those of blocks among them, in the order they are shown in. `base` = how they resolve. */
export function entriesOf(
  doc: StepDoc,
  library: Library,
  address: string,
  sort: SortId,
  base: unknown,
): readonly Entry[] {
  const own = entriesAt(doc, address) ?? [];
  const shown = keysBelow(base);
  // what is switched off, and markers, resolve to nothing
  const rest = own.filter((code) => !shown.includes(code));
  return [...new Set([...shown, ...rest])].map((code) => {
    const node = valueAt(doc, joinAddress(address, code));
    const entry = isNode(node) ? node : {};
    return {
      code,
      title: MARKER_TITLES[code] ?? nameOf(doc, library, joinAddress(address, code), sort),
      own: own.includes(code),
      off: entry.off === true,
    };
  });
}
function keysBelow(base: unknown): readonly string[] {
  if (Array.isArray(base))
    return (base as readonly unknown[])
      .map((value) =>
        typeof value === 'string'
          ? placementKey(expandPlacement(value, 'column').placement)
          : isNode(value)
            ? String(value.code ?? placementKey(value as unknown as Placement))
            : '',
      )
      .filter((code) => code !== '');
  if (!isNode(base)) return [];
  return Object.entries(base)
    .filter(([, value]) => !(isNode(value) && value.base === true))
    .map(([code]) => code);
}
/** A free code for a new entry: rule1, check2. */
export function freeCode(taken: readonly string[], sort: SortId): string {
  for (let n = 1; ; n += 1) {
    const code = `${sort}${n}`;
    if (!taken.includes(code)) return code;
  }
}

/** Steps that add an entry behind the last; what it needs is filled in so that it can be seen and opened. */
export function addSteps(doc: StepDoc, address: string, sort: SortId, code: string): readonly Step[] {
  const taken = entriesAt(doc, address) ?? [];
  const after = taken.at(-1);
  return [
    {
      insert: joinAddress(address, code),
      value: blank(sort, code, taken.length + 1),
      ...(after === undefined ? {} : { after }),
    },
  ];
}
function blank(sort: SortId, code: string, n: number): Json {
  if (sort === 'column' || sort === 'item' || sort === 'search') return code;
  const keys = Object.entries(SORTS[sort] as { readonly [key: string]: KeySpec });
  const title = `新${SORT_TITLES[sort]}${n}`;
  const value: { [key: string]: Json } = {};
  for (const [key, spec] of keys) {
    if (key === 'title' && (spec.need === true || sort === 'action' || sort === 'part')) value[key] = title;
    else if (spec.need !== true) continue;
    else if (key === 'code' || key === 'is' || key === 'field') value[key] = code;
    else if (spec.shape === 'expr') value[key] = 'true';
    else if (spec.shape === 'template') value[key] = '请填写提示语';
    else if (spec.shape === 'paths' || spec.shape === 'codes' || spec.shape === 'texts') value[key] = [];
    else if (spec.shape === 'number') value[key] = 0;
    else if (typeof spec.shape === 'object' && ('map' in spec.shape || 'node' in spec.shape)) value[key] = {};
    else value[key] = '';
  }
  return value;
}

/** Steps that take an entry out: an own one goes, one of a block is switched off. */
export function removeSteps(doc: StepDoc, address: string): readonly Step[] {
  const was = valueAt(doc, address) as Json | undefined;
  if (was === undefined) {
    const { parent, key } = splitAddress(address);
    const after = entriesAt(doc, parent)?.at(-1);
    return [{ insert: joinAddress(parent, key), value: { off: true }, ...(after === undefined ? {} : { after }) }];
  }
  const after = before(doc, address);
  return [{ remove: address, was, ...(after === undefined ? {} : { after }) }];
}

/** Steps that move an own entry one place up or down; none at the end. */
export function moveSteps(doc: StepDoc, address: string, by: 1 | -1): readonly Step[] {
  const { parent, key } = splitAddress(address);
  const keys = entriesAt(doc, parent) ?? [];
  const at = keys.indexOf(key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= keys.length) return [];
  const after = by === 1 ? keys[to] : keys[to - 1];
  const was = keys[at - 1];
  return [
    {
      move: address,
      ...(after === undefined ? {} : { after }),
      was: { in: parent, ...(was === undefined ? {} : { after: was }) },
    },
  ];
}
