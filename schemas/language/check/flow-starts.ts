/** Every flow can start: a document comes to it by a condition or as the default, and no other flow is always chosen before it. */

import { bindExpr } from '../expr/check';
import type { Bound } from '../expr/typed';
import { BOOL } from '../expr/types';
import type { FlowBindDoc, FlowDoc } from '../flow/document';
import { flowTypes } from '../flow/names';
import type { ResolvedObject } from '../resolved';
import type { Library } from './library';
import type { Say } from './object-check';
import { isOwnCode } from './overlay';

interface Tried {
  readonly flow: FlowDoc;
  readonly bind: FlowBindDoc;
}
const isLive = ({ off, when, default: isDefault }: FlowBindDoc): boolean =>
  off !== true && (isDefault === true || when !== undefined);
export const isDefaultFlow = ({ binds = [] }: FlowDoc): boolean =>
  binds.some((bind) => bind.default === true && bind.off !== true);

export function checkBinds(doc: FlowDoc, library: Library, say: Say): void {
  const live = (doc.binds ?? []).filter(isLive);
  if (live.length === 0) {
    say('flow.never', 'binds');
    return;
  }
  const type = library.objects.get(doc.object)?.type;
  if (type === undefined) return;
  const env = flowTypes(type, library.types);
  const truth = (when: string): boolean | undefined => {
    const bound = bindExpr(when, env, BOOL);
    return Array.isArray(bound) ? undefined : truthOf(bound as Bound);
  };
  // in the designer the text at hand is newer than the one of the library
  const flows = new Map(library.flows).set(doc.flow, doc);
  const order = inOrder([...flows.values()].filter(({ object }) => object === doc.object));
  const reasons = live.map((bind): 'false' | FlowDoc | undefined => {
    const isFalse = bind.when !== undefined && bind.default !== true && truth(bind.when) === false;
    return isFalse ? 'false' : behind(bind);
  });
  /** the flow that takes every document this bind would take */
  function behind({ when, default: isDefault }: FlowBindDoc): FlowDoc | undefined {
    for (const { flow, bind } of order) {
      if (flow.flow === doc.flow) return undefined;
      const takesAll = bind.when === undefined || truth(bind.when) === true;
      if (takesAll || (isDefault !== true && when?.trim() === bind.when?.trim())) return flow;
    }
    return undefined;
  }
  if (reasons.includes(undefined)) return;
  const [first] = reasons;
  if (first === 'false' || first === undefined) say('flow.false', 'binds');
  // a shipped flow may be stopped in 流程模型, and then an own one stands in for it
  else
    say('flow.behind', 'binds', { t: first.title }, isOwnCode(doc.flow) === isOwnCode(first.flow) ? 'error' : 'warn');
}

/** As documents try them: conditions by priority, then the first default. */
function inOrder(flows: readonly FlowDoc[]): readonly Tried[] {
  const all = flows.flatMap((flow) => (flow.binds ?? []).filter(isLive).map((bind): Tried => ({ flow, bind })));
  const tested = all.filter(({ bind }) => bind.when !== undefined);
  return [
    ...tested.sort((a, b) => (a.bind.priority ?? 0) - (b.bind.priority ?? 0)),
    ...all.filter(({ bind }) => bind.when === undefined),
  ];
}

/** What a condition says of every document alike; undefined = it depends. */
function truthOf(bound: Bound): boolean | undefined {
  switch (bound.k) {
    case 'lit':
      return typeof bound.value === 'boolean' ? bound.value : undefined;
    case 'not': {
      const of = truthOf(bound.of);
      return of === undefined ? undefined : !of;
    }
    case 'and':
    case 'or': {
      const sides = [truthOf(bound.left), truthOf(bound.right)];
      const settles = bound.k === 'or';
      if (sides.includes(settles)) return settles;
      return sides.includes(undefined) ? undefined : !settles;
    }
    case 'cmp': {
      const { left, right, op } = bound;
      if (left.k !== 'lit' || right.k !== 'lit' || (op !== '==' && op !== '!=')) return undefined;
      return (JSON.stringify(left.value) === JSON.stringify(right.value)) === (op === '==');
    }
    default:
      return undefined;
  }
}

/** How an object says its documents are audited is possible: it is audited at all, and a flow takes what no condition takes. */
export function checkAudit({ object, title, audit, audited }: ResolvedObject, library: Library, say: Say): void {
  if (audit === undefined) return;
  if (!audited) say('audit.none', 'audit', { o: title });
  else if (
    audit === 'flow' &&
    ![...library.flows.values()].some((flow) => flow.object === object && isDefaultFlow(flow))
  )
    say('audit.unbound', 'audit', { o: title });
}
