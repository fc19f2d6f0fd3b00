/** Every flow can start: a document comes to it by a condition or as the default, and no other flow is always chosen before it. */

import { bindExpr } from '../expr/check';
import type { Bound } from '../expr/typed';
import { BOOL } from '../expr/types';
import type { FlowDoc } from '../flow/document';
import { flowTypes } from '../flow/names';
import type { ResolvedObject } from '../resolved';
import { factsOf } from './facts';
import type { Library } from './library';
import type { Say } from './object-check';
import { isOwnCode } from './overlay';

/** One way to a flow: a condition, or being the default; a bind may say both. */
interface Way {
  readonly flow: FlowDoc;
  /** undefined = the default */
  readonly when?: string;
  readonly priority: number;
}
export function checkBinds(doc: FlowDoc, library: Library, say: Say): void {
  if (waysTo(doc).length === 0) {
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
  /** another flow takes every document that would come this way */
  const before = (way: Way): FlowDoc | undefined =>
    order
      .slice(0, order.indexOf(way))
      .find(
        ({ flow, when }) =>
          flow.flow !== doc.flow && (when === undefined || truth(when) === true || when.trim() === way.when?.trim()),
      )?.flow;
  const reasons = order
    .filter(({ flow }) => flow.flow === doc.flow)
    .map((way) => (way.when !== undefined && truth(way.when) === false ? ('false' as const) : before(way)));
  if (reasons.includes(undefined)) return;
  const [first] = reasons;
  if (first === 'false' || first === undefined) say('flow.false', 'binds');
  // a shipped flow may be stopped in 流程模型, and then an own one stands in for it
  else
    say('flow.behind', 'binds', { t: first.title }, isOwnCode(doc.flow) === isOwnCode(first.flow) ? 'error' : 'warn');
}

const waysTo = (flow: FlowDoc): readonly Way[] =>
  (flow.binds ?? []).flatMap(({ off, when, default: isDefault, priority = 0 }): readonly Way[] => [
    ...(off === true || when === undefined ? [] : [{ flow, when, priority }]),
    ...(off === true || isDefault !== true ? [] : [{ flow, priority: 0 }]),
  ]);
/** As documents try them: conditions by priority, then the defaults as they stand. */
function inOrder(flows: readonly FlowDoc[]): readonly Way[] {
  const all = flows.flatMap(waysTo);
  const tested = all.filter(({ when }) => when !== undefined).sort((a, b) => a.priority - b.priority);
  return [...tested, ...all.filter(({ when }) => when === undefined)];
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
  else if (audit === 'flow' && !factsOf(library).hasDefaultFlow(object)) say('audit.unbound', 'audit', { o: title });
}
