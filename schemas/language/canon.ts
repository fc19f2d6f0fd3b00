/**
 * The canonical text of a document (§11.2): one text, one form. print(parse(t)) is a fixed point, and two texts that mean the same
 * print the same.
 */
import { withoutDefaults } from './canon/defaults';
import { type Reprint, reprintBy } from './canon/expressions';
import { layOut } from './canon/layout';
import { orderNode } from './canon/order';
import { flowPlacesOf } from './check/flow-places';
import { type ExprPlace, placesOf } from './check/places';
import { reportPlacesOf } from './check/report-places';
import type { AnyDoc, ObjectDoc } from './document';
import type { ReportDoc } from './document-report';
import type { FlowDoc } from './flow/document';
import { toObjectType } from './object-type';
import { type ResolveLib, resolveObject } from './resolve';
import type { Node } from './resolve/merge';
import { resolveReport } from './resolve/report';
import type { ObjectType, ResolvedObject, TypeLib } from './resolved';
import { FILE_SORTS } from './sorts/index';
import { text } from './texts';
import { type Problem, problem } from './value';

export interface CanonLib extends ResolveLib {
  /** types of other objects, dictionaries and settings: makes codes of dictionaries bare in expressions */
  readonly types?: TypeLib;
  /** objects that reports read */
  object?(code: string): ResolvedObject | undefined;
}

/**
 * Canonical text with its final newline. Without a library only what the text alone decides is put in order. For documents of sound
 * shape (`check/shape.ts`); expressions that do not parse stay as they are.
 */
export function printDoc(doc: AnyDoc, lib?: CanonLib): string {
  const sort = FILE_SORTS[doc.$schema];
  if (sort === undefined) return `${JSON.stringify(doc, null, 2)}\n`;
  return layOut(canonDoc(doc, lib), sort);
}

/** The document in canonical order, short forms and without defaults, as a value. */
export function canonDoc(doc: AnyDoc, lib?: CanonLib): Node {
  const sort = FILE_SORTS[doc.$schema] ?? 'object';
  const less = withoutDefaults(doc as unknown as Node, sort, lib);
  return orderNode(less, sort, '', reprintOf(less, sort, lib));
}

/**
 * The problem of a text that is not canonical: canon.default when a key can go, canon.order for anything else (order of keys, short
 * forms, expressions, layout). Undefined = canonical.
 */
export function checkCanon(source: string, doc: AnyDoc, lib?: CanonLib): Problem | undefined {
  if (printDoc(doc, lib) === source) return undefined;
  const sort = FILE_SORTS[doc.$schema];
  const gone =
    sort === undefined
      ? undefined
      : goneKey(doc as unknown as Node, withoutDefaults(doc as unknown as Node, sort, lib), '');
  return gone === undefined
    ? problem('canon.order', '', text('canon.order'))
    : problem('canon.default', gone.address, text('canon.default', { k: gone.key }));
}

function goneKey(
  before: unknown,
  after: unknown,
  address: string,
): { readonly address: string; readonly key: string } | undefined {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return undefined;
  for (const [key, value] of Object.entries(before)) {
    const at = address === '' ? key : `${address}.${key}`;
    if (!Object.hasOwn(after, key)) return { address: at, key };
    const inner = goneKey(value, (after as { readonly [key: string]: unknown })[key], at);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function reprintOf(doc: Node, sort: string, lib: CanonLib | undefined): Reprint {
  const places = new Map<string, ExprPlace>();
  if (sort === 'object' && lib?.types !== undefined) {
    const object = resolveObject(doc as unknown as ObjectDoc, lib);
    for (const place of placesOf(object, toObjectType(object), withSelf(lib.types, toObjectType(object))))
      places.set(place.address, place);
  }
  if (sort === 'report' && lib?.types !== undefined) {
    const types = lib.types;
    const report = resolveReport(doc as unknown as ReportDoc, { object: (code) => lib.object?.(code) });
    for (const place of reportPlacesOf(report, types)) places.set(place.address, place);
  }
  if (sort === 'flow' && lib?.types !== undefined) {
    const flow = doc as unknown as FlowDoc;
    const object = lib.types.object(flow.object);
    const found = object === undefined ? [] : flowPlacesOf(flow, object, lib.types);
    for (const place of found) places.set(place.address, place);
  }
  return reprintBy(places);
}
function withSelf(types: TypeLib, self: ObjectType): TypeLib {
  return {
    ...types,
    object: (code) => (code === self.object ? self : types.object(code)),
    dict: (code) => types.dict(code),
    setting: (key) => types.setting(key),
  };
}
