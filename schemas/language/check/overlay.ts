/**
 * What an overlay may do to a shipped text (§11.1): add under own codes, retitle, reorder, turn off, tighten, change defaults and
 * layout, add push maps. Not: drop, rename or retype what is shipped, loosen a requirement or limit, change a formula, a check, or
 * what an action needs and does.
 */
import { segmentsOf } from '../resolve/address';
import { isNode, type Node } from '../resolve/merge';
import type { Shape, SortId } from '../sorts/table';
import { shapeAt, sortOfDoc, valueAt } from '../steps/apply';
import { reapply } from '../steps/rebase';
import { addressOfStep, type SetStep, type Step, type StepDoc, splitAddress } from '../steps/step';
import { type TextCode, text } from '../texts';
import { type Problem, problem } from '../value';
import { phraseAt } from '../words/names';

/** Codes of an organisation, so that an upgrade never meets them. */
export const isOwnCode = (code: string): boolean => /^x[A-Z]/.test(code);

/** keys that say what a node is */
const IDENTITY: ReadonlySet<string> = new Set(
  '$schema object block report board print area group was use storage state tree single settings label index kind type dict ref many cases kindBy field param fields is code rule secret inherit formula live result from service source time public'.split(
    ' ',
  ),
);
/** nodes of these sorts are what they are; only what reads well may change, and an own entry be added */
const FIXED: ReadonlySet<SortId> = new Set<SortId>([
  'rule',
  'check',
  'action',
  'push',
  'open',
  'unique',
  'access',
  'scope',
  'case',
  'codeRule',
]);
const WORDING: ReadonlySet<string> = new Set(
  'title note tip placeholder tone icon key say confirm at off grid shows'.split(' '),
);
/** true is tighter than nothing */
const SWITCHES: ReadonlySet<string> = new Set([
  'required',
  'readonly',
  'hidden',
  'unique',
  'pattern',
  'mask',
  'leaf',
  'grant',
]);
const UPPER: ReadonlySet<string> = new Set(['max', 'scale', 'size', 'over']);
const CONDITIONS: ReadonlySet<string> = new Set(['where', 'of', 'by', 'with', 'measure', 'total', 'owner', 'dept']);

/** Problems of an overlay's steps over the text they were made for; steps that do not fit any more are told as conflicts. */
export function checkOverlay(shipped: StepDoc, steps: readonly Step[]): readonly Problem[] {
  const problems: Problem[] = [];
  const sort = sortOfDoc(shipped);
  let doc = shipped;
  for (const step of steps) {
    const address = addressOfStep(step);
    const code = limitOf(step, doc, shipped, sort);
    if (code !== undefined) problems.push(problem(code, address, text(code, { a: phraseAt(doc, address) })));
    const done = reapply(doc, step, sort);
    if (done.conflict !== undefined)
      problems.push(
        problem('overlay.conflict', address, text('overlay.conflict', { a: phraseAt(doc, address) }), 'warn'),
      );
    else doc = done.doc;
  }
  return problems;
}

/** Why one step may not be part of an overlay; undefined = it may. The designer asks this before a gesture. */
export function overlayRefusal(shipped: StepDoc, now: StepDoc, step: Step): string | undefined {
  const code = limitOf(step, now, shipped, sortOfDoc(shipped));
  return code === undefined ? undefined : text(code, { a: phraseAt(now, addressOfStep(step)) });
}

function limitOf(step: Step, doc: StepDoc, shipped: StepDoc, sort: SortId): TextCode | undefined {
  const address = addressOfStep(step);
  const { parent, key } = splitAddress(address);
  if (address === '') return 'overlay.loosen';
  // what the overlay brought itself is its own
  if (isOwn(parent)) return undefined;
  const holder = sortAt(doc, parent, sort);
  if ('insert' in step) {
    if (FIXED.has(holder.of) && !isPushMap(parent)) return 'overlay.loosen';
    if (!holder.isMap || isOwnCode(key)) return undefined;
    return holder.entry === 'dictItem' ? (isOpenDict(doc, parent, sort) ? undefined : 'overlay.loosen') : 'code.prefix';
  }
  const isShipped = valueAt(shipped, address, sort) !== undefined && !isOwnCode(key);
  if ('remove' in step) return isShipped ? 'overlay.loosen' : undefined;
  if ('rename' in step) {
    if (isShipped) return 'overlay.loosen';
    return isOwnCode(step.to) ? undefined : 'code.prefix';
  }
  return 'move' in step ? undefined : setLimit(step, key, holder, valueAt(shipped, parent, sort), isShipped);
}

interface Held {
  /** sort of the node the address stands in, or of the nearest above */
  readonly of: SortId;
  readonly isMap: boolean;
  readonly entry?: SortId;
}
function sortAt(doc: StepDoc, address: string, root: SortId): Held {
  const shape = address === '' ? ({ node: root } as Shape) : shapeAt(doc, address, root);
  if (typeof shape === 'object' && 'node' in shape) return { of: shape.node, isMap: false };
  const above = nodeAbove(doc, address, root);
  if (typeof shape === 'object' && 'map' in shape) return { of: above, isMap: true, entry: shape.map };
  if (typeof shape === 'object' && 'list' in shape)
    return { of: above, isMap: shape.list === 'dictItem', entry: shape.list };
  return { of: above, isMap: false };
}
function nodeAbove(doc: StepDoc, address: string, root: SortId): SortId {
  for (let at = splitAddress(address).parent; at !== ''; at = splitAddress(at).parent) {
    const shape = shapeAt(doc, at, root);
    if (typeof shape === 'object' && 'node' in shape) return shape.node;
  }
  return root;
}

function setLimit(step: SetStep, key: string, holder: Held, node: unknown, isShipped: boolean): TextCode | undefined {
  const loosen: TextCode = 'overlay.loosen';
  if (key === 'off') return mayTurnOff(holder.of, node, step) ? undefined : loosen;
  if (FIXED.has(holder.of)) return WORDING.has(key) && !(holder.of === 'check' && key === 'at') ? undefined : loosen;
  if (IDENTITY.has(key)) return isShipped || key !== 'formula' ? loosen : undefined;
  if (CONDITIONS.has(key)) return isShipped || holder.of === 'view' ? loosen : undefined;
  if (SWITCHES.has(key))
    return isShipped && step.to !== true && step.was !== step.to && !isTighter(step) ? loosen : undefined;
  // how many blank rows a form begins with is layout
  if (UPPER.has(key) || key === 'min') {
    if (holder.of !== 'field' && (holder.of !== 'rows' || key === 'min')) return undefined;
    return isNarrower(step, key === 'min') ? undefined : loosen;
  }
  return undefined;
}
/** Checks, rules and uniqueness hold for everyone, and so does a required field. */
function mayTurnOff(of: SortId, node: unknown, step: SetStep): boolean {
  if (step.to !== true) return true;
  if (of === 'rule' || of === 'check' || of === 'unique' || of === 'scope') return false;
  return !(of === 'field' && isNode(node) && (node as Node).required === true && node.default === undefined);
}
/** `required: "new"` → true; a right where another was is another, not a tighter one. */
function isTighter(step: SetStep): boolean {
  return step.was === undefined || step.was === false;
}
function isNarrower({ to, was }: SetStep, isLower: boolean): boolean {
  if (was === undefined) return true;
  if (typeof to !== 'number' || typeof was !== 'number') return false;
  return isLower ? to >= was : to <= was;
}

function isOwn(address: string): boolean {
  return segmentsOf(address).some(isOwnCode);
}
function isPushMap(parent: string): boolean {
  return /\.push\.(map|head)$/.test(parent);
}
function isOpenDict(doc: StepDoc, items: string, sort: SortId): boolean {
  const dict = valueAt(doc, splitAddress(items).parent, sort);
  return isNode(dict) && dict.open === true;
}
