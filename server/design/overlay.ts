/**
 * Overlays: what an organisation changes of a shipped text, as steps over it (language §11.1). A draft edits the text with the steps on
 * it (of an object: its blocks merged in); a publish keeps the difference, which is put on every later version of the shipped text.
 */
import { type AnyDoc, OBJECT_SCHEMA } from '../../schemas/language/document';
import { mergedText } from '../../schemas/language/resolve';
import {
  applyOverlay,
  baseOf,
  diffSteps,
  OVERLAY_SCHEMA,
  type OverlayDoc,
  type Step,
  type StepDoc,
} from '../../schemas/language/steps';
import type { Placed, SchemaFiles } from '../registry/load';
import { memo } from '../registry/memo';
import { eachDocument, readId } from './sorts';

const texts = new WeakMap<SchemaFiles, ReadonlyMap<string, Placed<AnyDoc>>>();
export const placedDocument = (files: SchemaFiles, id: string): Placed<AnyDoc> | undefined =>
  memo(texts, files, () => new Map(eachDocument(files).map((item) => [item.id, item.placed]))).get(id);

const edits = new WeakMap<SchemaFiles, Map<string, AnyDoc>>();
/** The text of a shipped document that is edited. */
export function shippedText(shipped: SchemaFiles, id: string): AnyDoc | undefined {
  const placed = placedDocument(shipped, id);
  if (placed === undefined) return undefined;
  const { doc } = placed;
  if (doc.$schema !== OBJECT_SCHEMA) return doc;
  const known = memo(edits, shipped, () => new Map<string, AnyDoc>());
  return memo(known, id, () =>
    mergedText(doc, {
      blocks: new Map(shipped.blocks.map((block) => [block.doc.block, block.doc])),
      settings: shipped.settings.map((setting) => setting.doc),
    }),
  );
}

/** The text of a published document that is edited: an own one as it is, a shipped one with the organisation's steps. */
export function editText(shipped: SchemaFiles, now: SchemaFiles, id: string): AnyDoc | undefined {
  const below = shippedText(shipped, id);
  const placed = placedDocument(now, id);
  if (below === undefined) return placed?.doc;
  return placed?.overlay ? overlaidText(below, placed.overlay.steps) : below;
}
export const overlaidText = (text: AnyDoc, steps: readonly Step[]): AnyDoc =>
  applyOverlay(text as unknown as StepDoc, steps).doc as unknown as AnyDoc;
/** Steps of an overlay that no longer fit the shipped text: until somebody decides the shipped value holds. */
export const overlayConflicts = (text: AnyDoc, steps: readonly Step[]) =>
  applyOverlay(text as unknown as StepDoc, steps).conflicts;

/** What makes the shipped text the wanted one. */
export const overlaySteps = (shipped: SchemaFiles, id: string, wanted: AnyDoc): readonly Step[] => {
  const below = shippedText(shipped, id);
  return below === undefined ? [] : diffSteps(below as unknown as StepDoc, wanted as unknown as StepDoc);
};
/** The same as it is kept. */
export function overlayDoc(shipped: SchemaFiles, id: string, steps: readonly Step[]): OverlayDoc {
  const named = readId(id);
  const below = shippedText(shipped, id) ?? {};
  return {
    $schema: OVERLAY_SCHEMA,
    overlay: named?.code ?? '',
    of: id,
    base: baseOf(below as unknown as StepDoc),
    steps,
  };
}
