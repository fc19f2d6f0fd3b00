/** Steps that write one value at an address, whatever stands on the way: an entry that comes from a block first gets its own text. */

import { segmentsOf } from '../../schemas/language/resolve/address';
import {
  applyStep,
  entriesAt,
  joinAddress,
  type Step,
  type StepDoc,
  shapeAt,
  splitAddress,
  valueAt,
} from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';

/** Steps that make the value at an address `to`; undefined takes the key away. None when nothing changes. */
export function writeSteps(doc: StepDoc, address: string, to: Json | undefined): readonly Step[] {
  const was = valueAt(doc, address) as Json | undefined;
  if (to === undefined && was === undefined) return [];
  if (JSON.stringify(to) === JSON.stringify(was)) return [];
  const missing = to === undefined ? undefined : firstMissing(doc, address);
  if (missing !== undefined && to !== undefined) {
    const after = entriesAt(doc, splitAddress(missing).parent)?.at(-1);
    const rest = segmentsOf(address).slice(segmentsOf(missing).length);
    return [
      {
        insert: missing,
        value: { ...nameOf(doc, missing), ...(nested(rest, to) as { readonly [key: string]: Json }) },
        ...(after === undefined ? {} : { after }),
      },
    ];
  }
  return [{ set: address, ...(to === undefined ? {} : { to }), ...(was === undefined ? {} : { was }) }];
}

/** Steps that set one key of several nodes. */
export function writeAll(
  doc: StepDoc,
  addresses: readonly string[],
  key: string,
  to: Json | undefined,
): readonly Step[] {
  let now = doc;
  const steps: Step[] = [];
  for (const address of addresses)
    for (const step of writeSteps(now, joinAddress(address, key), to)) {
      steps.push(step);
      now = applyStep(now, step).doc ?? now;
    }
  return steps;
}

/** The first entry of a map or list on the way that the text does not have. */
function firstMissing(doc: StepDoc, address: string): string | undefined {
  let at = '';
  for (const segment of segmentsOf(address).slice(0, -1)) {
    const parent = at;
    at = joinAddress(at, segment);
    const entries = parent === '' ? undefined : entriesAt(doc, parent);
    if (entries !== undefined && !entries.includes(segment)) return at;
  }
  return undefined;
}
/** Entries of lists carry their name. */
function nameOf(doc: StepDoc, address: string): { readonly [key: string]: Json } {
  const { parent, key } = splitAddress(address);
  const shape = shapeAt(doc, parent);
  return typeof shape === 'object' && 'placements' in shape ? { field: key } : {};
}
const nested = (path: readonly string[], value: Json): Json =>
  path.length === 0 ? value : { [path[0] as string]: nested(path.slice(1), value) };
