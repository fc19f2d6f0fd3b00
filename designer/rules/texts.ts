/**
 * The text an own document has with its blocks, and what of it comes from them: a gesture on a node of a block needs an own entry first.
 */
import { type BlockDoc, OBJECT_SCHEMA, type ObjectDoc, type SettingsDoc } from '../../schemas/language/document';
import { mergedText } from '../../schemas/language/resolve';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { DesignDocument, DesignState } from '../document/state';
import { sortOfId } from '../document/state';

interface Below {
  readonly blocks: ReadonlyMap<string, BlockDoc>;
  readonly settings: readonly SettingsDoc[];
}
const below = new WeakMap<DesignState['documents'], Below>();
/** Blocks and settings of the changeset's library. */
export function belowOf(state: DesignState): Below {
  let found = below.get(state.documents);
  if (found === undefined) {
    const blocks = new Map<string, BlockDoc>();
    const settings: SettingsDoc[] = [];
    for (const document of Object.values(state.documents)) {
      const text: unknown = document.text;
      if (sortOfId(document.id) === 'block') blocks.set((text as BlockDoc).block, text as BlockDoc);
      else if (sortOfId(document.id) === 'settings') settings.push(text as SettingsDoc);
    }
    found = { blocks, settings };
    below.set(state.documents, found);
  }
  return found;
}

const merged = new WeakMap<StepDoc, { readonly of: Below; readonly text: StepDoc }>();
/** The whole text: for an object with its blocks merged in, for other sorts the text itself. */
export function wholeText(state: DesignState, text: StepDoc): StepDoc {
  if (text.$schema !== OBJECT_SCHEMA) return text;
  const of = belowOf(state);
  const known = merged.get(text);
  if (known?.of === of) return known.text;
  let whole = text;
  try {
    whole = mergedText(text as unknown as ObjectDoc, of) as unknown as StepDoc;
  } catch {
    // a text whose shape is wrong is what it is; the linter tells it
  }
  merged.set(text, { of, text: whole });
  return whole;
}

/** What an own document would be without anything of its own: its blocks alone. */
export function blockText(state: DesignState, text: StepDoc): StepDoc {
  if (text.$schema !== OBJECT_SCHEMA || text.use === undefined) return EMPTY;
  let bare = bares.get(text);
  if (bare === undefined) {
    const fields = Object.entries((text.fields ?? {}) as { readonly [code: string]: { readonly use?: unknown } });
    const rows = fields.flatMap(([code, field]) =>
      field.use === undefined ? [] : [[code, { use: field.use }] as const],
    );
    bare = Object.freeze({
      $schema: OBJECT_SCHEMA,
      object: text.object,
      title: text.title,
      use: text.use,
      ...(rows.length === 0 ? {} : { fields: Object.fromEntries(rows) }),
    });
    bares.set(text, bare);
  }
  return wholeText(state, bare);
}
const bares = new WeakMap<StepDoc, StepDoc>();
const EMPTY: StepDoc = Object.freeze({});

/** The text an overlay was made on. */
export const shippedText = (state: DesignState, document: DesignDocument): StepDoc | undefined =>
  document.overlay === undefined ? undefined : wholeText(state, document.overlay.shipped as unknown as StepDoc);
