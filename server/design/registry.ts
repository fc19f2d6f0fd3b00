/** The registry of an organisation: shipped documents, its overlays and its own ones, its extension fields. */
import type { AnyDoc } from '../../schemas/language/document';
import { OVERLAY_SCHEMA, type OverlayDoc } from '../../schemas/language/steps';
import type { SchemaFiles } from '../registry/load';
import { buildRegistry, type LeftOut, type Registry, type RegistryParts } from '../registry/registry';
import { wantedTables } from '../tables/wanted';
import { type OwnText, type StoredDocument, withDocuments } from './documents';
import { placedDocument } from './overlay';

export interface BuiltRegistry {
  readonly registry: Registry;
  /** documents that stand although the shipped ones they were made over have changed in a way they do not bear */
  readonly leftOut: readonly LeftOut[];
}

/** What is stored, as documents over the shipped ones; what cannot be read is told and left out. */
export function ownTexts(
  shipped: SchemaFiles,
  stored: readonly StoredDocument[],
): { readonly texts: readonly OwnText[]; readonly leftOut: readonly LeftOut[] } {
  const texts: OwnText[] = [];
  const leftOut: LeftOut[] = [];
  for (const eachDoc of stored) {
    if (eachDoc.isGone) continue;
    try {
      const doc = JSON.parse(eachDoc.text) as AnyDoc | OverlayDoc;
      const { sort, code, area } = eachDoc;
      if (doc.$schema === OVERLAY_SCHEMA) {
        if (placedDocument(shipped, eachDoc.id) === undefined) throw new Error(`${eachDoc.id} is not shipped any more`);
        texts.push({ sort, code, area, steps: doc.steps });
      } else texts.push({ sort, code, area, doc, text: eachDoc.text });
    } catch (error) {
      leftOut.push({ id: eachDoc.id, reason: (error as Error).message });
    }
  }
  return { texts, leftOut };
}

/**
 * Builds with everything that is published. A publish proves that beforehand; after an upgrade of the shipped documents one of the
 * organisation may no longer resolve: then it alone is left out, and nobody is locked out of the rest.
 */
export function buildOrganisation(
  shipped: SchemaFiles,
  stored: readonly StoredDocument[],
  parts: RegistryParts,
): BuiltRegistry {
  const { texts, leftOut } = ownTexts(shipped, stored);
  try {
    return told(standing(withDocuments(shipped, texts), parts), leftOut);
  } catch {
    return oneByOne(shipped, texts, leftOut, parts);
  }
}

function oneByOne(
  shipped: SchemaFiles,
  texts: readonly OwnText[],
  leftOut: readonly LeftOut[],
  parts: RegistryParts,
): BuiltRegistry {
  const kept: OwnText[] = [];
  const gone: LeftOut[] = [...leftOut];
  let registry = buildRegistry(shipped, parts);
  // menus name pages and reports read objects: what does not stand at first may stand after the others
  let waiting: { readonly text: OwnText; readonly reason: string }[] = texts.map((text) => ({ text, reason: '' }));
  for (let before = -1; waiting.length > 0 && before !== kept.length; ) {
    before = kept.length;
    const next: typeof waiting = [];
    for (const { text } of waiting)
      try {
        registry = standing(withDocuments(shipped, [...kept, text]), parts);
        kept.push(text);
      } catch (error) {
        next.push({ text, reason: (error as Error).message });
      }
    waiting = next;
  }
  gone.push(...waiting.map(({ text, reason }) => ({ id: `${text.sort}:${text.code}`, reason })));
  return told(registry, gone);
}
/** Documents that resolve and can become tables; throws with what they lack. */
function standing(files: SchemaFiles, parts: RegistryParts): Registry {
  const registry = buildRegistry(files, parts);
  wantedTables([...registry.objects.values()], { condition: () => 'true' });
  return registry;
}
const told = (registry: Registry, leftOut: readonly LeftOut[]): BuiltRegistry => ({
  registry: leftOut.length === 0 ? registry : Object.freeze({ ...registry, leftOut }),
  leftOut,
});
