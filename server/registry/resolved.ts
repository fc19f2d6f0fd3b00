/**
 * Objects of a registry. A text is never changed in place, so what it resolved to over the same ground still holds: of hundreds of
 * objects a publish changes one, and the organisations of a process share nearly all. Each registry gets objects of its own: what is
 * compiled of them hangs on them, and reads the others of that registry.
 */
import type { ObjectDoc } from '../../schemas/language/document';
import { type ResolveLib, resolvedCopy, resolveObject } from '../../schemas/language/resolve';
import type { ResolvedDict, ResolvedObject } from '../../schemas/language/resolved';

export interface GroundOf {
  readonly lib: Pick<ResolveLib, 'blocks' | 'settings'>;
  readonly dicts: ReadonlyMap<string, ResolvedDict>;
  /** names of live functions */
  readonly live: ReadonlySet<string>;
}
/** Whatever an object is resolved over beside its own text; the same list for the same parts. */
type Ground = readonly unknown[];
let last: Ground = [];
export function groundOf({ lib, dicts, live }: GroundOf): Ground {
  const parts = [
    ...lib.blocks.values(),
    ...(lib.settings ?? []),
    ...[...dicts.values()].map(({ code, items }) => [code, ...items.map((item) => item.code)].join(' ')),
    ...live,
  ];
  if (parts.length !== last.length || parts.some((part, n) => part !== last[n])) last = parts;
  return last;
}

interface Resolved {
  readonly ground: Ground;
  readonly area: ResolveLib['area'];
  readonly overlay: ResolveLib['overlay'];
  readonly object: ResolvedObject;
}
const before = new WeakMap<ObjectDoc, Resolved>();

export function resolvedOver(ground: Ground, doc: ObjectDoc, lib: ResolveLib): ResolvedObject {
  const { area, overlay } = lib;
  const known = before.get(doc);
  if (known?.ground === ground && known.area === area && known.overlay === overlay) return resolvedCopy(known.object);
  const object = resolveObject(doc, lib);
  before.set(doc, { ground, area, overlay, object });
  return object;
}
