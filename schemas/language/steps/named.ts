/** Who names an entry inside its document: found by renaming it on trial and looking at what changed. */
import type { SortId } from '../sorts/table';
import { applyStep, sortOfDoc, valueAt } from './apply';
import { diffSteps } from './diff';
import { addressOfStep, given, isWithin, joinAddress, type Step, type StepDoc, splitAddress } from './step';

/** `entry` = a placement or a key of a map that goes with it; `list` = a name in a list; `text` = an expression or a word. */
export interface Naming {
  readonly address: string;
  readonly how: 'entry' | 'list' | 'text';
}
const PROBE = 'xProbeOfNames';

/** Everything in the document that names the entry at an address, the entry itself left out. */
export function namesOf(doc: StepDoc, address: string, sort: SortId = sortOfDoc(doc)): readonly Naming[] {
  const { parent } = splitAddress(address);
  const was = valueAt(doc, joinAddress(address, 'was'), sort);
  const probe: Step = { rename: address, to: PROBE, ...given('was', typeof was === 'string' ? was : undefined) };
  const renamed = applyStep(doc, probe, sort).doc;
  if (renamed === undefined) return [];
  const found: Naming[] = [];
  const there = joinAddress(parent, PROBE);
  for (const step of diffSteps(doc, renamed, sort)) {
    const at = addressOfStep(step);
    if (isWithin(at, address) || isWithin(at, there) || 'insert' in step || 'move' in step) continue;
    if ('set' in step) found.push({ address: at, how: Array.isArray(step.was) ? 'list' : 'text' });
    else found.push({ address: at, how: 'entry' });
  }
  // what names itself (a formula over its own rows) stands inside: those are read from the renamed entry
  return found;
}
