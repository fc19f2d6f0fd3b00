/** The resolved document and what stands in it at an address: what a key is when nothing is written. */
import type { Library } from '../../schemas/language/check/index';
import { OBJECT_SCHEMA } from '../../schemas/language/document';
import { kindOf, typeOfDoc } from '../../schemas/language/kinds/index';
import { resolvedAt } from '../../schemas/language/resolve/at';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { SORTS } from '../../schemas/language/sorts/index';
import type { KeySpec, SortId } from '../../schemas/language/sorts/table';
import type { StepDoc } from '../../schemas/language/steps/index';
import { resolvedIn } from '../expression/index';

/** The object of a document under change; undefined for other sorts and for a text of wrong shape. */
export const objectOf = (doc: StepDoc, library: Library): ResolvedObject | undefined =>
  doc.$schema === OBJECT_SCHEMA ? resolvedIn(doc, library) : undefined;

/** Value of a key where it is not written: from the resolved document, the kind, or the key table. */
export function inherited(
  doc: StepDoc,
  library: Library,
  { sort, address, key }: { readonly sort: SortId; readonly address: string; readonly key: string },
): unknown {
  const object = objectOf(doc, library);
  const node = object === undefined ? undefined : nodeOf(object, address);
  const found = isNode(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  if (found !== undefined) return found;
  if (sort === 'field' || sort === 'case') {
    const kind = isNode(node) ? kindOf((node as unknown as ResolvedField).kind) : undefined;
    const ofKind = kind?.defaults[key as keyof typeof kind.defaults];
    if (ofKind !== undefined) return ofKind;
  }
  const keys = SORTS[sort] as { readonly [name: string]: KeySpec };
  return Object.hasOwn(keys, key) ? keys[key]?.def : undefined;
}

/** Rules and checks of rows are listed with those of the head, under their own address. */
function nodeOf(object: ResolvedObject, address: string): unknown {
  const listed = [...object.rules, ...object.checks].find((rule) => rule.address === address);
  return listed ?? resolvedAt(object, address);
}

/** Kind and type of a field as it is now, written or not. */
export function kindAndType(node: Node, base: unknown): Pick<ResolvedField, 'kind' | 'type'> {
  const below = isNode(base) ? (base as unknown as Partial<ResolvedField>) : {};
  const kind = (node.kind ?? below.kind ?? 'default') as ResolvedField['kind'];
  const written = Object.hasOwn(node, 'kind') || below.type === undefined;
  const type = (node.type ?? (written ? typeOfDoc({ ...node, kind } as never) : below.type)) as ResolvedField['type'];
  return { kind, type };
}
