/** 启用审批: a flow that takes the documents of an object, and the object says that flows audit it; one gesture, one publish. */

import { isOwnCode } from '../../schemas/language/check/overlay';
import type { FlowDoc } from '../../schemas/language/flow/document';
import { isDefaultFlow } from '../../schemas/language/flow/document';
import { isNode } from '../../schemas/language/resolve/merge';
import type { ResolvedDict } from '../../schemas/language/resolved';
import { entriesAt, joinAddress, type StepDoc, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { type Command, codeOfId, type DesignState, type DocId, NO_CHANGE, sortOfId } from '../document/state';
import { newFlow } from '../flow/new-flow';
import { freeCode } from '../rules/codes';
import { firstState, heldIn } from '../rules/held';
import { Sketch } from './sketch';

export interface Approval {
  /** flows decide its documents */
  readonly on: boolean;
  /** what takes a document that no condition takes */
  readonly flow: { readonly id: DocId; readonly title: string } | undefined;
}
const flowOf = (text: StepDoc): FlowDoc => text as unknown as FlowDoc;

function flowsOf(state: DesignState, object: string): readonly { readonly id: DocId; readonly doc: FlowDoc }[] {
  return Object.values(state.documents).flatMap(({ id, text }) =>
    sortOfId(id) === 'flow' && text.object === object ? [{ id, doc: flowOf(text) }] : [],
  );
}
/** What the documents of the draft say of an object; `chosen` = 单据审核 of the organisation lets flows decide what says nothing itself. */
export function approvalOf(state: DesignState, id: DocId, chosen = false): Approval {
  const { audit } = state.documents[id]?.text ?? {};
  const flow = flowsOf(state, codeOfId(id)).find(({ doc }) => isDefaultFlow(doc));
  return {
    on: (audit === undefined ? chosen : audit === 'flow') && flow !== undefined,
    flow: flow === undefined ? undefined : { id: flow.id, title: flow.doc.title },
  };
}

/**
 * The open object is approved by a flow: one that takes what no condition takes, which is made where there is none. An own object that
 * was not audited is from now on. What leads out of its first state waits for the approval.
 */
export const enableApproval: Command<undefined> = (state) => {
  const sketch = new Sketch(state);
  const id = state.open ?? '';
  if (sortOfId(id) !== 'object') return { reason: '请先打开一个单据' };
  const code = codeOfId(id);
  const title = String(sketch.whole.title ?? code);
  if (approvalOf(state, id).on) return NO_CHANGE;
  if (!isAudited(sketch)) {
    if (sketch.isShipped) return { reason: `「${title}」不需要审核，不能启用审批` };
    const use = Array.isArray(sketch.text.use) ? (sketch.text.use as readonly string[]) : [];
    sketch.set('use', [...use, 'audited']);
  }
  sketch.set('audit', 'flow');
  hold(sketch, state);
  const flows = flowsOf(state, code);
  if (flows.some(({ doc }) => isDefaultFlow(doc))) return sketch.done('启用审批');
  // one that was begun and takes no document yet becomes it
  const idle = flows.find(({ doc }) => isOwnCode(doc.flow) && !(doc.binds ?? []).some(({ off }) => off !== true));
  if (idle !== undefined) {
    sketch.on(idle.id).set('binds', [...(idle.doc.binds ?? []), { default: true }] as unknown as Json);
    return sketch.done('启用审批');
  }
  const taken = Object.keys(state.documents).flatMap((known) => (sortOfId(known) === 'flow' ? [codeOfId(known)] : []));
  const flow = freeCode(`${code.slice(0, 34)}Flow`, taken, !isOwnCode(code));
  const doc = newFlow({ flow, title: `${title}审批`, object: code, category: '90' });
  sketch.on(`flow:${flow}`).step({ set: '', to: { ...doc, binds: [{ default: true }] } as unknown as Json });
  return sketch.done('启用审批');
};

/** What the implementer drew out of the first state waits for the approval from now on; shipped actions say themselves when they may be. */
function hold(sketch: Sketch, state: DesignState): void {
  const { whole } = sketch;
  const field = typeof whole.state === 'string' ? valueAt(whole, joinAddress('fields', whole.state)) : undefined;
  if (!isNode(field)) return;
  const first = firstState(field, itemsOf(state, field.dict));
  for (const code of entriesAt(whole, 'actions') ?? []) {
    if (sketch.isShipped && !isOwnCode(code)) continue;
    const address = joinAddress('actions', code);
    const held = heldIn(valueAt(whole, address), code, first);
    if (held !== undefined) sketch.set(joinAddress(address, held.key), held.to);
  }
}
function itemsOf({ documents }: DesignState, dict: unknown): ResolvedDict['items'] | undefined {
  if (typeof dict !== 'string') return undefined;
  const address = `${joinAddress('dicts', dict)}.items`;
  const holds = Object.values(documents).find(
    ({ id, text }) => sortOfId(id) === 'dictionaries' && valueAt(text, address) !== undefined,
  );
  return holds === undefined ? undefined : (valueAt(holds.text, address) as unknown as ResolvedDict['items']);
}
/** the block that brings the state of an approval, directly or below another one */
const isAudited = ({ whole }: Sketch): boolean => valueAt(whole, 'fields.flowStatus') !== undefined;
