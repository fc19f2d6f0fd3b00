/** The organisation's documents as the server gives them, made into documents of the store: a shipped one with its overlay put on. */
import { type FiledDoc, type Library, libraryOf } from '../../schemas/language/check/index';
import {
  type AnyDoc,
  BLOCK_SCHEMA,
  type BlockDoc,
  OBJECT_SCHEMA,
  type ObjectDoc,
  type SettingsDoc,
} from '../../schemas/language/document';
import { mergedText } from '../../schemas/language/resolve';
import { deepFreeze } from '../../schemas/language/resolve/hash';
import { applyOverlay, type Step, type StepDoc } from '../../schemas/language/steps/index';
import type { DesignDocument } from './state';

export interface LibraryText {
  readonly id: string;
  readonly path: string;
  /** canonical text, or the document itself */
  readonly text: string | StepDoc;
  /** the organisation's steps over a shipped text */
  readonly overlay?: readonly Step[];
}

export function documentsOfLibrary(texts: readonly LibraryText[]): readonly DesignDocument[] {
  const read = texts.map(({ id, path, text, overlay }) => ({
    id,
    path,
    overlay,
    doc: deepFreeze(typeof text === 'string' ? (JSON.parse(text) as StepDoc) : text),
  }));
  const blocks = new Map<string, BlockDoc>();
  const settings: SettingsDoc[] = [];
  for (const { doc } of read as readonly { readonly doc: unknown }[]) {
    if ((doc as AnyDoc).$schema === BLOCK_SCHEMA) blocks.set((doc as BlockDoc).block, doc as BlockDoc);
    else if ((doc as AnyDoc).$schema === 'settings/1') settings.push(doc as SettingsDoc);
  }
  return read.map(({ id, path, doc, overlay }): DesignDocument => {
    if (overlay === undefined || overlay.length === 0) return { id, path, text: doc, base: doc };
    const shipped = doc as unknown as AnyDoc;
    const below = shipped.$schema === OBJECT_SCHEMA ? mergedText(shipped as ObjectDoc, { blocks, settings }) : shipped;
    const text = applyOverlay(below as unknown as StepDoc, overlay).doc;
    return { id, path, text, base: text, overlay: { shipped, steps: overlay } };
  });
}

/** A document as linter and library take it. */
export function filedOf({ path, text, overlay }: DesignDocument): FiledDoc {
  return overlay === undefined
    ? { path, doc: text as unknown as AnyDoc }
    : { path, doc: overlay.shipped, overlay: overlay.steps };
}

/** What names mean in all of them together. */
export const libraryOfDocuments = (documents: readonly DesignDocument[]): Library =>
  libraryOf(documents.filter((doc) => Object.keys(doc.text).length > 0).map(filedOf));
