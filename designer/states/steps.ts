/** What gestures in the picture write: an arrow is an action, a moved box is kept with the document. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, type Step, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { freeCode } from '../inspector/entries';
import { writeSteps } from '../inspector/write';
import { heldIn } from '../rules/held';
import type { Point } from './layout';

/** Kept with the document and read by nobody else (language §2.1: `x-…`). */
const KEPT = 'x-states';

/** Boxes a person put somewhere. */
export function keptPlaces(doc: StepDoc): { readonly [code: string]: Point } {
  const kept = doc[KEPT];
  if (!isNode(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([code, at]) =>
      Array.isArray(at) && typeof at[0] === 'number' && typeof at[1] === 'number'
        ? [[code, { x: at[0], y: at[1] }]]
        : [],
    ),
  );
}
export function placeSteps(doc: StepDoc, code: string, at: Point): readonly Step[] {
  const kept = doc[KEPT];
  const all = { ...(isNode(kept) ? kept : {}), [code]: [Math.round(at.x), Math.round(at.y)] } as Json;
  return writeSteps(doc, KEPT, all);
}
export const arrangeSteps = (doc: StepDoc): readonly Step[] => writeSteps(doc, KEPT, undefined);

/** A new action from one state to another; `held` is the first state of a document that is audited. */
export function connectSteps(
  doc: StepDoc,
  taken: readonly string[],
  { from, to, held }: { readonly from: string; readonly to: string; readonly held?: string | undefined },
): { readonly steps: readonly Step[]; readonly address: string } {
  const own = entriesAt(doc, 'actions') ?? [];
  const code = freeCode([...own, ...taken], 'action');
  const address = joinAddress('actions', code);
  const after = own.at(-1);
  const action = { title: '新动作', from: [from], ...(from === to ? {} : { to }) };
  const waits = heldIn(action, code, held);
  const value: Json = { ...action, ...(waits === undefined ? {} : { [waits.key]: waits.to }) };
  return { address, steps: [{ insert: address, value, ...(after === undefined ? {} : { after }) }] };
}

/** Takes one arrow away: the state out of `from`, or the whole action with its last one. */
export function cutSteps(doc: StepDoc, action: string, from: string, all: readonly string[]): readonly Step[] {
  const address = joinAddress('actions', action);
  const rest = all.filter((code) => code !== from);
  if (rest.length > 0) return writeSteps(doc, `${address}.from`, [...rest]);
  const was = valueAt(doc, address) as Json | undefined;
  if (was === undefined) return writeSteps(doc, `${address}.off`, true);
  const keys = entriesAt(doc, 'actions') ?? [];
  const before = keys[keys.indexOf(action) - 1];
  return [{ remove: address, was, ...(before === undefined ? {} : { after: before }) }];
}
