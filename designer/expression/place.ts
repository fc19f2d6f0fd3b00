/**
 * Where an expression of a document stands: what it may name and what should come out. Asked of the linter's own places, with a probe
 * where nothing is written yet, so that the designer never knows less or more than the linter.
 */

import { flowPlacesOf } from '../../schemas/language/check/flow-places';
import type { Library } from '../../schemas/language/check/index';
import { type ExprPlace, placesOf } from '../../schemas/language/check/places';
import { printTypeOf } from '../../schemas/language/check/print';
import { printPlacesOf } from '../../schemas/language/check/print-places';
import { reportPlacesOf } from '../../schemas/language/check/report-places';
import { OBJECT_SCHEMA, type ObjectDoc } from '../../schemas/language/document';
import type { ReportDoc } from '../../schemas/language/document-report';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { toObjectType } from '../../schemas/language/object-type';
import type { PrintDoc } from '../../schemas/language/print/index';
import { type ResolveLib, resolveObject } from '../../schemas/language/resolve';
import { resolveReport } from '../../schemas/language/resolve/report';
import type { ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import { applySteps, type StepDoc, splitAddress } from '../../schemas/language/steps/index';
import { writeSteps } from '../inspector/write';
import type { ExprForm } from './scan';

/** Any text that is an expression of its form; it need not bind. */
const PROBE: { readonly [form in ExprForm]: string } = { expr: 'null', value: '=null', template: '{null}' };

/** places that were probed for, so that one document is probed once for each address */
const probed = new WeakMap<StepDoc, Map<string, ExprPlace | undefined>>();
const known = new WeakMap<StepDoc, ReadonlyMap<string, ExprPlace>>();

/** All places of a document by address. */
export function placesIn(doc: StepDoc, library: Library): ReadonlyMap<string, ExprPlace> {
  let places = known.get(doc);
  if (places === undefined) {
    places = new Map(read(doc, library).map((place) => [place.address, place]));
    known.set(doc, places);
  }
  return places;
}

/** The place of an address, whether or not something is written there. */
export function placeAt(doc: StepDoc, address: string, form: ExprForm, library: Library): ExprPlace | undefined {
  const written = placesIn(doc, library).get(address);
  if (written !== undefined) return written;
  const asked = probed.get(doc) ?? new Map<string, ExprPlace | undefined>();
  probed.set(doc, asked);
  const key = `${form} ${address}`;
  if (!asked.has(key)) {
    const { parent, key: entry } = splitAddress(address);
    // the first of a map of expressions, as row colours are, comes with its map
    const tried =
      applySteps(doc, writeSteps(doc, address, PROBE[form])).doc ??
      applySteps(doc, writeSteps(doc, parent, { [entry]: PROBE[form] })).doc;
    asked.set(key, tried === undefined ? undefined : placesIn(tried, library).get(address));
  }
  return asked.get(key);
}

function read(doc: StepDoc, library: Library): readonly ExprPlace[] {
  try {
    if (doc.$schema === OBJECT_SCHEMA) return ofObject(doc, library);
    if (doc.$schema === 'print/1') return ofPrint(doc as unknown as PrintDoc, library);
    if (doc.$schema === 'report/1') return ofReport(doc as unknown as ReportDoc, library);
    if (doc.$schema === 'flow/1') return ofFlow(doc as unknown as FlowDoc, library);
  } catch {
    // a document of wrong shape has no places; the shape check tells why
  }
  return [];
}

const resolved = new WeakMap<StepDoc, { readonly library: Library; readonly object: ResolvedObject | undefined }>();
/** The object of a text as expressions and properties see it, made once; undefined where its shape is wrong. */
export function resolvedIn(doc: StepDoc, library: Library): ResolvedObject | undefined {
  const made = resolved.get(doc);
  if (made?.library === library) return made.object;
  let object: ResolvedObject | undefined;
  try {
    object = resolveObject(doc as unknown as ObjectDoc, resolveLibOf(library));
  } catch {
    // the shape check tells why
  }
  resolved.set(doc, { library, object });
  return object;
}

function ofObject(doc: StepDoc, library: Library): readonly ExprPlace[] {
  const object = resolvedIn(doc, library);
  if (object === undefined) return [];
  const type = toObjectType(object);
  const lib: TypeLib = {
    ...library.types,
    object: (code) => (code === object.object ? type : library.types.object(code)),
  };
  return placesOf(object, type, lib);
}
function ofPrint(doc: PrintDoc, library: Library): readonly ExprPlace[] {
  const type = printTypeOf(doc, library);
  return type === undefined ? [] : printPlacesOf(doc, type, library.types);
}
function ofReport(doc: ReportDoc, library: Library): readonly ExprPlace[] {
  const report = resolveReport(doc, { object: (code) => library.objects.get(code)?.object });
  return reportPlacesOf(report, library.types);
}
function ofFlow(doc: FlowDoc, library: Library): readonly ExprPlace[] {
  const type = library.objects.get(doc.object)?.type;
  return type === undefined ? [] : flowPlacesOf(doc, type, library.types);
}

/** What resolving one document needs of all the others. */
export function resolveLibOf(library: Library): ResolveLib {
  return {
    blocks: library.blocks,
    dictCodes: (dict) => library.dicts.get(dict)?.items.map((item) => item.code),
    isLiveFunction: (name) => library.types.serverFunction?.(name)?.live === true,
  };
}
