/** Expression → condition tree: parts without a leaf form stay one `expr` leaf, so nothing is lost (language §5.8). */

import type { Ast, BinaryAst } from '../expr/ast';
import { bindExpr, printBound } from '../expr/check';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import type { ExprProblem } from '../expr/problem';
import { BOOL } from '../expr/types';
import { isNumeric } from '../kinds/index';
import type { FilterOp } from '../kinds/kind';
import type { FieldType } from '../resolved';
import { type ConditionPlace, fieldAt } from './fields';
import { OPERATOR } from './to-text';
import { CONDITION_LIMITS, type Condition, type Leaf, type LeafValue, leafCount, PLAIN_NUMBER } from './tree';

export type Treed =
  | { readonly tree: Condition; readonly problems?: undefined }
  | { readonly problems: readonly ExprProblem[]; readonly tree?: undefined };

/** The tree of a condition text, or what is wrong with the text. Its text again is the canonical text. */
export function conditionTree(text: string, place: ConditionPlace): Treed {
  const bound = bindExpr(text, place, BOOL);
  if (Array.isArray(bound)) return { problems: bound };
  const canonical = printBound(bound);
  const { ast } = parseExpr(canonical);
  // canonical text always parses
  if (ast === undefined) return { tree: { expr: canonical } };
  const tree = node(ast, place, 1);
  return { tree: leafCount(tree) > CONDITION_LIMITS.leaves ? { expr: canonical } : tree };
}

function node(ast: Ast, place: ConditionPlace, depth: number): Condition {
  if (ast.k === 'binary' && (ast.op === '&&' || ast.op === '||')) return group(ast, place, depth);
  const leaf = leafOf(ast, place, depth);
  if (leaf !== undefined) return leaf;
  if (ast.k === 'unary' && ast.op === '!' && depth < CONDITION_LIMITS.depth)
    return { not: node(ast.of, place, depth + 1) };
  return { expr: printExpr(ast) };
}

function group(ast: BinaryAst, place: ConditionPlace, depth: number): Condition {
  const parts = spine(ast, ast.op);
  const runs = merged(parts, ast.op, place);
  // a run that is the whole group stands as one leaf, unless brackets set it apart from a group of the same word
  if (runs.length === 1 && runs[0] !== undefined && 'leaf' in runs[0]) return runs[0].leaf;
  if (depth >= CONDITION_LIMITS.depth) return { expr: printExpr(ast) };
  const items = runs.map((run): Condition => {
    if ('leaf' in run) return run.leaf;
    const inner = run.ast;
    if (inner.k !== 'binary' || inner.op !== ast.op) return node(inner, place, depth + 1);
    // brackets around a part of the same word: kept as they stand
    const nested = node(inner, place, depth + 1);
    return 'f' in nested ? { expr: printExpr(inner) } : nested;
  });
  return ast.op === '&&' ? { all: items } : { any: items };
}

const spine = (ast: Ast, op: string): readonly Ast[] =>
  ast.k === 'binary' && ast.op === op ? [...spine(ast.left, op), ast.right] : [ast];

type Run = { readonly leaf: Leaf } | { readonly ast: Ast };
/** Neighbours that are one leaf together: `f >= a && f <= b`, `r.from <= b && r.to >= a`, `f in subtree(a) || f in subtree(b)`. */
function merged(parts: readonly Ast[], op: string, place: ConditionPlace): readonly Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const ast = parts[i] as Ast;
    const first = leafOf(ast, place, 1);
    const next = parts[i + 1];
    const second = next === undefined ? undefined : leafOf(next, place, 1);
    if (op === '&&' && first !== undefined && second !== undefined && first.f === second.f) {
      const pair = pairOf(first, second);
      if (pair !== undefined) {
        runs.push({ leaf: pair });
        i += 1;
        continue;
      }
    }
    const last = runs.at(-1);
    if (op === '||' && first?.op === 'sub' && last !== undefined && 'leaf' in last && isSubOf(last.leaf, first.f)) {
      runs[runs.length - 1] = { leaf: { ...last.leaf, v: [...listOf(last.leaf), ...listOf(first)] } };
      continue;
    }
    runs.push(op === '||' && first?.op === 'sub' ? { leaf: first } : { ast });
  }
  return runs;
}
const isSubOf = (leaf: Leaf, f: string): boolean => leaf.op === 'sub' && leaf.f === f;
const listOf = (leaf: Leaf): readonly LeafValue[] => leaf.v as readonly LeafValue[];

function pairOf(a: Leaf, b: Leaf): Leaf | undefined {
  if (a.op === 'ge' && b.op === 'le' && a.v !== null && b.v !== null)
    return { f: a.f, op: 'between', v: [a.v as LeafValue, b.v as LeafValue] };
  if (a.op !== 'overlaps' || b.op !== 'overlaps') return undefined;
  const [, to] = listOf(a);
  const [from] = listOf(b);
  const isHalf = listOf(a)[0] === null && listOf(b)[1] === null;
  return isHalf && from !== undefined && to !== undefined ? { f: a.f, op: 'overlaps', v: [from, to] } : undefined;
}

function leafOf(ast: Ast, place: ConditionPlace, depth: number): Leaf | undefined {
  if (ast.k === 'unary' && ast.op === '!') return negated(ast.of, place);
  if (ast.k === 'call') return callLeaf(ast.name, ast.args, place, depth);
  if (ast.k !== 'binary') return undefined;
  if (ast.op === 'in') return inLeaf(ast, place);
  const op = OPS.get(ast.op);
  return op === undefined ? undefined : (partLeaf(ast, op, place) ?? comparison(ast, op, place));
}
const OPS: ReadonlyMap<string, FilterOp> = new Map(
  Object.entries(OPERATOR).map(([op, sign]) => [sign, op as FilterOp] as const),
);

function comparison(ast: BinaryAst, op: FilterOp, place: ConditionPlace): Leaf | undefined {
  const at = named(ast.left, place);
  return at === undefined ? undefined : { f: at.f, op, v: literal(ast.right, at.field) };
}
/** `span.from <= b`, `span.to >= a`: one half of an overlap. */
function partLeaf(ast: BinaryAst, op: FilterOp, place: ConditionPlace): Leaf | undefined {
  if (ast.left.k !== 'path') return undefined;
  const part = ast.left.names.at(-1);
  const f = ast.left.names.slice(0, -1).join('.');
  const field = f === '' ? undefined : fieldAt(place, f);
  if (field?.type !== 'range' && field?.range !== true) return undefined;
  const value = literal(ast.right, field);
  // an open end is null: a null that somebody wrote has no leaf form
  if (value === null) return undefined;
  if (part === 'from' && op === 'le') return { f, op: 'overlaps', v: [null, value] };
  return part === 'to' && op === 'ge' ? { f, op: 'overlaps', v: [value, null] } : undefined;
}

function inLeaf({ left, right }: BinaryAst, place: ConditionPlace): Leaf | undefined {
  const at = named(left, place);
  if (at === undefined) return undefined;
  const { f, field } = at;
  if (right.k === 'list') {
    const v = right.items.map((item) => literal(item, field));
    return v.length === 0 || v.length > CONDITION_LIMITS.items ? undefined : { f, op: 'in', v };
  }
  if (right.k !== 'call') return undefined;
  const [first, second, more] = right.args;
  if (right.name === 'subtree' && first !== undefined && second === undefined)
    return { f, op: 'sub', v: [literal(first, field)] };
  if (right.name !== 'period' || first?.k !== 'str' || more !== undefined) return undefined;
  if (second === undefined) return { f, op: 'rel', v: { rel: first.value } };
  const n = literal(second, INT_FIELD);
  return typeof n === 'number' && Number.isInteger(n) && Math.abs(n) <= 10_000
    ? { f, op: 'rel', v: { rel: first.value, n } }
    : undefined;
}
const INT_FIELD = { type: 'int' } as FieldType;

function negated(of: Ast, place: ConditionPlace): Leaf | undefined {
  const leaf = leafOf(of, place, 1);
  if (leaf?.op === 'in') return { ...leaf, op: 'notIn' };
  return leaf?.op === 'empty' ? { f: leaf.f, op: 'notEmpty' } : undefined;
}

function callLeaf(name: string, args: readonly Ast[], place: ConditionPlace, depth: number): Leaf | undefined {
  const [first, second, more] = args;
  if (first === undefined || more !== undefined) return undefined;
  const at = named(first, place);
  if (at === undefined) return undefined;
  const { f, field } = at;
  if (name === 'empty') return second === undefined ? { f, op: 'empty' } : undefined;
  if (second === undefined) return undefined;
  switch (name) {
    case 'contains':
      return { f, op: 'like', v: literal(second, field) };
    case 'starts':
      return field.type === 'path'
        ? { f, op: 'sub', v: [literal(second, field)] }
        : { f, op: 'starts', v: literal(second, field) };
    case 'any':
    case 'all':
      if (second.k !== 'list' || second.items.length === 0) return undefined;
      return { f, op: name === 'any' ? 'has' : 'hasAll', v: second.items.map((item) => literal(item, field)) };
    case 'exists':
      if (field.sub === undefined || place.sub !== undefined || depth >= CONDITION_LIMITS.depth) return undefined;
      return { f, op: 'row', v: node(second, { ...place, sub: f }, depth + 1) };
    default:
      return undefined;
  }
}

function named(ast: Ast, place: ConditionPlace): { readonly f: string; readonly field: FieldType } | undefined {
  if (ast.k !== 'path') return undefined;
  const f = ast.names.join('.');
  const field = fieldAt(place, f);
  return field === undefined ? undefined : { f, field };
}

/** A plain value as JSON, anything else as the expression it is; numbers that JSON would write otherwise are expressions too. */
function literal(ast: Ast, field: FieldType): LeafValue {
  if (ast.k === 'str') return isNumeric(field) ? { expr: printExpr(ast) } : ast.value;
  if (ast.k === 'word') return ast.value;
  const text = printExpr(ast);
  const isNumeral = ast.k === 'num' || (ast.k === 'unary' && ast.op === '-' && ast.of.k === 'num');
  if (isNumeral && field.type === 'dict' && ast.k === 'num') return text;
  if (isNumeral && PLAIN_NUMBER.test(text) && String(Number(text)) === text) return Number(text);
  return { expr: text };
}
