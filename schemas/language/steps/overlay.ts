/**
 * Overlays (§11.1): a customer's steps over a shipped text. They are re-applied by address on every new shipped text; where that is
 * not possible the shipped value holds, the step is kept, and the conflict is told in words.
 */

import { hashOf } from '../resolve/hash';
import type { SortId } from '../sorts/table';
import type { Problem } from '../value';
import { applyStep, sortOfDoc } from './apply';
import { reapply, type StepConflict } from './rebase';
import type { Step, StepDoc } from './step';

/** Steps over texts of the language as it is written today; those of before come through `migrations/`. */
export const OVERLAY_SCHEMA = 'overlay/2';
/** Rows of an organisation; in a package `overlays/<document>.json`. */
export interface OverlayDoc {
  readonly $schema: typeof OVERLAY_SCHEMA;
  /** code of the document */
  readonly overlay: string;
  readonly of: string;
  /** hash of the shipped text it was made on */
  readonly base: string;
  readonly steps: readonly Step[];
}

export interface Overlaid {
  readonly doc: StepDoc;
  /** steps that hold on this text */
  readonly steps: readonly Step[];
  readonly conflicts: readonly StepConflict[];
  /** neighbours that are not there any more */
  readonly notices: readonly Problem[];
}

/** Identity of a shipped text; blocks merged, as an overlay sees it. */
export const baseOf = (text: StepDoc): string => hashOf(text);

/** The document with an overlay's steps; a step that does not fit is left out and answered as a conflict. */
export function applyOverlay(text: StepDoc, steps: readonly Step[], sort: SortId = sortOfDoc(text)): Overlaid {
  const kept: Step[] = [];
  const conflicts: StepConflict[] = [];
  const notices: Problem[] = [];
  let doc = text;
  for (const step of steps) {
    const done = reapply(doc, step, sort);
    if (done.conflict !== undefined) {
      conflicts.push(done.conflict);
      continue;
    }
    const notice = done.step === undefined ? undefined : applyStep(doc, done.step, sort).notice;
    if (notice !== undefined) notices.push(notice);
    doc = done.doc;
    kept.push(step);
  }
  return { doc, steps: kept, conflicts, notices };
}
