/** Whether an expression can be a query (language §5.4 last column, §5.7): told at save, before any database is there. */

import { functionOf } from '../functions';
import { factsOf } from '../kinds/index';
import { text } from '../texts';
import { type ExprProblem, exprProblem } from './problem';
import { type Bound, childrenOf, type RecordScope } from './typed';

/** scopes that are rows of the query; the others are values known before */
export type Placed = ReadonlySet<RecordScope>;
export const LIST_PLACES: Placed = new Set<RecordScope>(['self', 'it', 'row', 'doc']);
/** pick.where, where of a part: only the candidate is a row */
export const PICK_PLACES: Placed = new Set<RecordScope>(['self', 'it']);

const inside: Placed = new Set<RecordScope>(['self']);

/** True when nothing in the node reads a row of the query: it is interpreted first and bound. */
export function isKnown(node: Bound, placed: Placed): boolean {
  switch (node.k) {
    case 'get':
      return !placed.has(node.scope);
    case 'agg':
    case 'among': {
      const { source } = node;
      if (source.s === 'hand' || source.s === 'query') return false;
      if (source.s === 'sub' && placed.has(source.scope)) return false;
      if (
        (source.s === 'hop' && !isKnown(source.ref, placed)) ||
        (source.s === 'list' && !isKnown(source.list, placed))
      ) {
        return false;
      }
      // inside the rows `self` is one of them
      const rest = new Set([...placed].filter((scope) => scope !== 'self'));
      const parts = node.k === 'agg' ? [node.value, node.cond, ...(node.more ?? [])] : node.values;
      return (
        parts.every((part) => part === undefined || isKnown(part, rest)) &&
        (node.k !== 'agg' || node.sep === undefined || isKnown(node.sep, placed))
      );
    }
    case 'above':
    case 'measure':
      return false;
    case 'call':
      // trees are walked by the query; the state of a record is not known without the record
      if (node.name === 'subtree' || node.name === 'ancestors') return false;
      if ((node.name === 'used' || node.name === 'isNew') && placed.has('doc')) return false;
      return node.args.every((arg) => isKnown(arg, placed));
    default:
      return childrenOf(node).every((child) => isKnown(child, placed));
  }
}

/** Problems expr.sql of an expression that is to be a query: 条件无法转换为查询：{fn}. A report knows its other groups (`measures`). */
export function sqlProblems(bound: Bound, placed: Placed = LIST_PLACES, measures = false): readonly ExprProblem[] {
  const problems: ExprProblem[] = [];
  const visit = (node: Bound, at: Placed): void => {
    if (isKnown(node, at)) return;
    const fn = measures && node.k === 'measure' ? undefined : missing(node);
    if (fn !== undefined) {
      problems.push(exprProblem('expr.sql', node.ast.from, text('expr.sql', { fn })));
      return;
    }
    if (node.k !== 'agg') {
      for (const child of childrenOf(node)) visit(child, at);
      return;
    }
    const within: Placed = node.source.s === 'hand' || node.source.s === 'list' ? at : new Set([...at, ...inside]);
    if (node.source.s === 'hop') visit(node.source.ref, at);
    if (node.source.s === 'list') visit(node.source.list, at);
    if (node.sep !== undefined) visit(node.sep, at);
    for (const part of [node.value, node.cond, ...(node.more ?? [])]) if (part !== undefined) visit(part, within);
  };
  visit(bound, placed);
  return problems;
}

/** the function that has no SQL form, if the node is one */
function missing(node: Bound): string | undefined {
  switch (node.k) {
    case 'call':
      return functionOf(node.name)?.sql === true ? undefined : node.name;
    case 'server':
      return node.name;
    case 'among':
    case 'measure':
      return node.fn;
    case 'above':
    case 'eff':
      return node.k;
    case 'agg':
      return node.fn === 'pairs' || (node.fn === 'steps' && node.source.s === 'hand') ? node.fn : undefined;
    case 'get':
    case 'hop':
      return node.field.type === 'none' || factsOf(node.field).isAsked ? node.field.code : undefined;
    default:
      return undefined;
  }
}
