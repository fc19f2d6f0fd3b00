/** What of a shipped document no value can change: asked for a key before somebody types into it. */
import { overlayRefusal } from '../../schemas/language/check/overlay';
import { type StepDoc, shapeAt, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';

/** tighter, smaller, larger, other: a key that takes none of them is fixed */
const TRIED: readonly Json[] = [true, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '\u0000'];

/** The refusal of an overlay for whatever is written at an address; undefined = something may be, or entries may come and go. */
export function fixedBy(shipped: StepDoc, now: StepDoc, address: string): string | undefined {
  const shape = shapeAt(now, address);
  if (typeof shape === 'object' && ['map', 'mapOf', 'list', 'placements', 'node'].some((text) => text in shape)) return;
  const was = valueAt(now, address) as Json | undefined;
  let reason: string | undefined;
  for (const to of TRIED) {
    if (to === was) continue;
    reason = overlayRefusal(shipped, now, { set: address, to, ...(was === undefined ? {} : { was }) });
    if (reason === undefined) return undefined;
  }
  return reason;
}
