/** Condition tree → expression. The tree is one that `readCondition` took; names are judged by binding the result. */

import type { Ast, BinaryAst, BinaryOp, PathAst } from '../expr/ast';
import { type Bound, bindAst, printBound } from '../expr/check';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { BOOL } from '../expr/types';
import { isNumeric } from '../kinds/index';
import type { FieldType } from '../resolved';
import { type ConditionPlace, fieldAt } from './fields';
import {
  type Condition,
  isAll,
  isAny,
  isExprLeaf,
  isExprValue,
  isNot,
  type Leaf,
  type LeafValue,
  type RelValue,
  withoutEmpty,
} from './tree';

/**
 * The expression of a tree; null when it holds no condition at all. An expression inside that does not parse is a problem of the caller:
 * it becomes the unknown name `?`, which never binds.
 */
export function conditionAst(tree: Condition, place: ConditionPlace): Ast | null {
  const whole = withoutEmpty(tree);
  return whole === undefined ? null : nodeAst(whole, place);
}

/** Binds a tree at its place: the typed expression, its problems, or null for no condition. */
export function bindConditionTree(tree: Condition, place: ConditionPlace): ReturnType<typeof bindAst> | null {
  const ast = conditionAst(tree, place);
  return ast === null ? null : bindAst(ast, place, BOOL);
}

/** Canonical text of a tree, '' for no condition; what does not bind is printed as it stands. */
export function conditionText(tree: Condition, place: ConditionPlace): string {
  const ast = conditionAst(tree, place);
  if (ast === null) return '';
  const bound = bindAst(ast, place, BOOL);
  return Array.isArray(bound) ? printExpr(ast) : printBound(bound as Bound);
}

function nodeAst(node: Condition, place: ConditionPlace): Ast {
  if (isAll(node)) return chain('&&', node.all, place);
  if (isAny(node)) return chain('||', node.any, place);
  if (isNot(node)) return not(nodeAst(node.not, place));
  if (isExprLeaf(node)) return parsed(node.expr);
  return join(leafAsts(node, place), node.op === 'sub' ? '||' : '&&');
}

/** A leaf of several comparisons joins a group of its own word without brackets. */
function chain(op: '&&' | '||', nodes: readonly Condition[], place: ConditionPlace): Ast {
  const parts = nodes.flatMap((node) => {
    if ('f' in node && (node.op === 'sub' ? '||' : '&&') === op) return leafAsts(node, place);
    return [nodeAst(node, place)];
  });
  return join(parts, op);
}

function leafAsts(leaf: Leaf, place: ConditionPlace): readonly Ast[] {
  const { f, op, v } = leaf;
  const field = fieldAt(place, f);
  const path = pathAst(f);
  const one = (value: unknown): Ast => valueAst(value as LeafValue, field);
  const list = (): Ast => ({ k: 'list', items: (v as readonly LeafValue[]).map(one), ...NOWHERE });
  const ends = (from: Ast, fromOp: BinaryOp, to: Ast, toOp: BinaryOp): readonly Ast[] => {
    const [a, b] = v as readonly LeafValue[];
    return [...(a === null ? [] : [binary(fromOp, from, one(a))]), ...(b === null ? [] : [binary(toOp, to, one(b))])];
  };
  switch (op) {
    case 'between':
      return ends(path, '>=', path, '<=');
    case 'overlaps': {
      const [a, b] = v as readonly LeafValue[];
      return [
        ...(b === null ? [] : [binary('<=', pathAst(`${f}.from`), one(b))]),
        ...(a === null ? [] : [binary('>=', pathAst(`${f}.to`), one(a))]),
      ];
    }
    case 'sub':
      return (v as readonly LeafValue[]).map((value) =>
        field?.type === 'path' ? call('starts', path, one(value)) : binary('in', path, call('subtree', one(value))),
      );
    case 'rel': {
      const { rel, n } = v as RelValue;
      const args: Ast[] = [{ k: 'str', value: rel, ...NOWHERE }, ...(n === undefined ? [] : [numberAst(n)])];
      return [binary('in', path, call('period', ...args))];
    }
    case 'in':
      return [binary('in', path, list())];
    case 'notIn':
      return [not(binary('in', path, list()))];
    case 'like':
      return [call('contains', path, one(v))];
    case 'starts':
      return [call('starts', path, one(v))];
    case 'has':
      return [call('any', path, list())];
    case 'hasAll':
      return [call('all', path, list())];
    case 'empty':
      return [call('empty', path)];
    case 'notEmpty':
      return [not(call('empty', path))];
    case 'row': {
      const inner = conditionAst(v as Condition, { ...place, sub: f });
      return [inner === null ? call('exists', path) : call('exists', path, inner)];
    }
    default:
      return [binary(OPERATOR[op], path, one(v))];
  }
}
export const OPERATOR = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

const NOWHERE = { from: 0, to: 0 } as const;
const binary = (op: BinaryOp, left: Ast, right: Ast): BinaryAst => ({ k: 'binary', op, left, right, ...NOWHERE });
const call = (name: string, ...args: readonly Ast[]): Ast => ({ k: 'call', name, args, ...NOWHERE });
const not = (of: Ast): Ast => ({ k: 'unary', op: '!', of, ...NOWHERE });
const pathAst = (path: string): PathAst => {
  const names = path.split('.');
  return { k: 'path', names, starts: names.map(() => 0), ...NOWHERE };
};
const TRUE: Ast = { k: 'word', value: true, ...NOWHERE };
const join = (parts: readonly Ast[], op: BinaryOp): Ast =>
  parts.length === 0 ? TRUE : parts.reduce((left, right) => binary(op, left, right));

function valueAst(value: LeafValue, field: FieldType | undefined): Ast {
  if (isExprValue(value)) return parsed(value.expr);
  if (typeof value === 'number') return numberAst(value);
  if (value === null || typeof value === 'boolean') return { k: 'word', value, ...NOWHERE };
  const isNumber = isNumeric(field);
  if (isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return numeral(value);
  return { k: 'str', value, ...NOWHERE };
}
const numberAst = (value: number): Ast => numeral(String(value));
const numeral = (text: string): Ast =>
  text.startsWith('-')
    ? { k: 'unary', op: '-', of: { k: 'num', text: text.slice(1), ...NOWHERE }, ...NOWHERE }
    : { k: 'num', text, ...NOWHERE };
const parsed = (text: string): Ast => parseExpr(text).ast ?? pathAst('?');
