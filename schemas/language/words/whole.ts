/** A document as its readers see it: an own object with its blocks merged in. A shipped one under an overlay is that already. */
import { type BlockDoc, OBJECT_SCHEMA, type ObjectDoc, type SettingsDoc } from '../document';
import { mergedText } from '../resolve';
import type { StepDoc } from '../steps/index';

interface Below {
  readonly blocks: ReadonlyMap<string, BlockDoc>;
  readonly settings: readonly SettingsDoc[];
}

export function wholeDoc(doc: StepDoc, below: Below): StepDoc {
  if (doc.$schema !== OBJECT_SCHEMA || doc.use === undefined) return doc;
  try {
    return mergedText(doc as unknown as ObjectDoc, below) as unknown as StepDoc;
  } catch {
    // a text whose shape is wrong is compared as it is
    return doc;
  }
}
