/** Syntax tree → typed tree: names resolved, types checked, literals given their type (language §5.2, §5.3). */
import { parseNum } from '../codec/decimal';
import { text } from '../texts';
import type { Ast, BinaryAst } from './ast';
import { bindCall } from './bind-call';
import {
  bareCodes,
  type Ctx,
  coerce,
  fail,
  insideRows,
  mismatch,
  ROW_HOPS,
  type ScopeName,
  type TypeEnv,
} from './bind-context';
import { condition, outside, rowsPath, unify } from './bind-parts';
import { bindPath, bindRowPath } from './bind-path';
import { parseExpr } from './parse';
import { printExpr } from './print';
import { type ExprProblem, nameProblem } from './problem';
import { inShiftDays, isShiftDay, isThisShift } from './shift-days';
import type { Bound, CmpBound, Ty } from './typed';
import {
  assignable,
  BOOL,
  comparable,
  DECIMAL,
  fieldOf,
  headRow,
  INT,
  isBool,
  isNumber,
  isText,
  listOf,
  NULL,
  ordered,
  subRow,
  TEXT,
  tyName,
} from './types';

export type { Bound, ScopeName, Ty, TypeEnv };
export { ROW_HOPS };

/**
 * Parses and types an expression once for its place. `want` is the type the place takes (BOOL for conditions); literals follow it.
 * Answers the typed tree, or all problems with their positions: expr.syntax limit name scope type, dict.code.
 */
export function bindExpr(source: string, types: TypeEnv, want?: Ty): Bound | ExprProblem[] {
  const parsed = parseExpr(source);
  return parsed.ast === undefined ? [parsed.problem] : bindAst(parsed.ast, types, want);
}

/** As bindExpr, for a tree that is parsed already. */
export function bindAst(ast: Ast, types: TypeEnv, want?: Ty): Bound | ExprProblem[] {
  const ctx = contextOf(types);
  if (ctx === undefined) {
    const name = types.sub ?? '';
    return [nameProblem({ sort: 'field', name }, ast.from, text('expr.name', { f: name }))];
  }
  const bound = bindNode(ctx, ast, want);
  const result = want === undefined ? bound : coerce(ctx, bound, want);
  if (want !== undefined && ctx.problems.length === 0 && !assignable(result.ty, want)) {
    fail(ctx, ast, 'expr.type', `类型不匹配：结果应为${tyName(want)}，实际为${tyName(result.ty)}`);
  }
  return ctx.problems.length > 0 ? ctx.problems : result;
}

/** Canonical text of a typed expression: dictionary codes bare when integer-like. */
export const printBound = (bound: Bound): string => printExpr(bound.ast, bareCodes);

function contextOf(env: TypeEnv): Ctx | undefined {
  const head = headRow(env.object);
  const field = env.sub === undefined ? undefined : fieldOf(head, env.sub);
  const rows = field === undefined ? undefined : subRow(head.object, field);
  if (env.sub !== undefined && rows === undefined) return undefined;
  const row = rows ?? head;
  const it = env.candidate === undefined ? row : headRow(env.candidate);
  return {
    bind: bindNode,
    env,
    problems: [],
    self: it,
    bare: env.candidate === undefined ? 'self' : 'it',
    head,
    row,
    it,
    inside: false,
    named: [],
  };
}

/** Binds one node; the ctx carries the problems. */
function bindNode(ctx: Ctx, ast: Ast, want?: Ty): Bound {
  switch (ast.k) {
    case 'num':
      return { k: 'lit', ty: ast.text.includes('.') ? DECIMAL : INT, ast, value: parseNum(ast.text) };
    case 'str':
      return { k: 'lit', ty: TEXT, ast, value: ast.value === '' ? null : ast.value };
    case 'word':
      return { k: 'lit', ty: ast.value === null ? NULL : BOOL, ast, value: ast.value };
    case 'list':
      return bindList(ctx, ast.items, ast, want?.t === 'list' ? want.of : undefined);
    case 'path':
      return bindPath(ctx, ast);
    case 'call':
      return bindCall(ctx, ast, want);
    case 'unary':
      return bindUnary(ctx, ast);
    case 'binary':
      return bindBinary(ctx, ast);
    case 'cond':
      return bindIf(ctx, ast, want);
  }
}

function bindList(ctx: Ctx, items: readonly Ast[], ast: Ast, want: Ty | undefined): Bound {
  const parts = items.map((item) => {
    const bound = bindNode(ctx, item, want);
    return want === undefined ? bound : coerce(ctx, bound, want);
  });
  const of = unify(ctx, parts);
  if (of === undefined) return mismatch(ctx, ast, (parts[0] as Bound).ty, (parts.at(-1) as Bound).ty, '列在一起');
  return { k: 'list', ty: listOf(of), ast, items: parts.map((part) => coerce(ctx, part, of)) };
}

function bindUnary(ctx: Ctx, ast: Ast & { readonly k: 'unary' }): Bound {
  const of = bindNode(ctx, ast.of, ast.op === '!' ? BOOL : undefined);
  if (ast.op === '!') {
    return isBool(of.ty)
      ? { k: 'not', ty: BOOL, ast, of }
      : fail(ctx, ast, 'expr.type', `类型不匹配：!不能用于${tyName(of.ty)}`);
  }
  if (!isNumber(of.ty)) return fail(ctx, ast, 'expr.type', `类型不匹配：负号不能用于${tyName(of.ty)}`);
  return { k: 'neg', ty: of.ty, ast, of };
}

function bindIf(ctx: Ctx, ast: Ast & { readonly k: 'cond' }, want: Ty | undefined): Bound {
  const test = condition(ctx, ast.test);
  const yes = bindNode(ctx, ast.yes, want);
  const no = bindNode(ctx, ast.no, want);
  const ty = unify(ctx, [yes, no]);
  if (ty === undefined) {
    const fits =
      want !== undefined && assignable(coerce(ctx, yes, want).ty, want) && assignable(coerce(ctx, no, want).ty, want);
    if (!fits) return mismatch(ctx, ast, yes.ty, no.ty, '作为同一结果');
    return { k: 'if', ty: want, ast, test, yes: coerce(ctx, yes, want), no: coerce(ctx, no, want) };
  }
  return { k: 'if', ty, ast, test, yes: coerce(ctx, yes, ty), no: coerce(ctx, no, ty) };
}

function bindBinary(ctx: Ctx, ast: BinaryAst): Bound {
  switch (ast.op) {
    case '||':
    case '&&':
      return {
        k: ast.op === '&&' ? 'and' : 'or',
        ty: BOOL,
        ast,
        left: condition(ctx, ast.left),
        right: condition(ctx, ast.right),
      };
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return anyRow(ctx, ast) ?? sides(ctx, ast);
    default:
      return math(ctx, ast, ast.op);
  }
}

function sides(ctx: Ctx, ast: BinaryAst): Bound {
  const left = bindNode(ctx, ast.left);
  return compare(ctx, ast, left, bindNode(ctx, ast.right, ast.op === 'in' ? listOf(left.ty) : undefined));
}

function math(ctx: Ctx, ast: BinaryAst, op: '+' | '-' | '*' | '/' | '%'): Bound {
  const left = bindNode(ctx, ast.left);
  const right = bindNode(ctx, ast.right);
  if (isNumber(left.ty) && isNumber(right.ty)) {
    const int = op !== '/' && left.ty.t !== 'decimal' && right.ty.t !== 'decimal';
    return { k: 'math', ty: int ? INT : DECIMAL, ast, op, left, right };
  }
  if (op === '+' && isText(left.ty) && isText(right.ty)) return { k: 'math', ty: TEXT, ast, op: 'join', left, right };
  return mismatch(ctx, ast, left.ty, right.ty, `用${op}计算`);
}

function compare(ctx: Ctx, ast: BinaryAst, bound: Bound, other: Bound): Bound {
  if (ast.op === 'in') return within(ctx, ast, bound, other);
  const a = isShiftDay(other) ? inShiftDays(bound) : bound;
  const b = isShiftDay(bound) ? inShiftDays(other) : other;
  const op = ast.op as CmpBound['op'];
  const left = isLiteral(a) && !isLiteral(b) ? coerce(ctx, a, b.ty) : a;
  const right = isLiteral(b) ? coerce(ctx, b, left.ty) : b;
  const fits = op === '==' || op === '!=' ? comparable(left.ty, right.ty) : ordered(left.ty, right.ty);
  return fits ? { k: 'cmp', ty: BOOL, ast, op, left, right } : mismatch(ctx, ast, left.ty, right.ty, '比较');
}

/** `x in list`, `date in range` */
function within(ctx: Ctx, ast: BinaryAst, left: Bound, other: Bound): Bound {
  const b = isShiftDay(left) || isThisShift(other) ? inShiftDays(other) : other;
  const right = isLiteral(b) ? coerce(ctx, b, listOf(left.ty)) : b;
  if (right.ty.t === 'range') {
    const fits =
      left.ty.t === right.ty.of || left.ty.t === 'null' || (left.ty.t === 'datetime' && right.ty.of === 'date');
    return fits ? { k: 'in', ty: BOOL, ast, left, right } : mismatch(ctx, ast, left.ty, right.ty, '比较');
  }
  if (right.ty.t === 'null') return { k: 'in', ty: BOOL, ast, left, right };
  if (right.ty.t !== 'list')
    return fail(ctx, ast.right, 'expr.type', `类型不匹配：in的右边应为列表，实际为${tyName(right.ty)}`);
  const value = isLiteral(left) ? coerce(ctx, left, right.ty.of) : left;
  if (!comparable(value.ty, right.ty.of)) return mismatch(ctx, ast, value.ty, right.ty.of, '比较');
  return { k: 'in', ty: BOOL, ast, left: value, right };
}

const isLiteral = (bound: Bound): boolean => bound.k === 'lit' || bound.k === 'list' || bound.k === 'if';

/**
 * `items.material == x` outside of a collection function: some row has it (`!=` stays the negation). The other side is read from the
 * record itself, so its bare names go through doc or it.
 */
function anyRow(ctx: Ctx, ast: BinaryAst): Bound | undefined {
  const leftPath = rowsPath(ctx, ast.left);
  const path = leftPath ?? rowsPath(ctx, ast.right);
  if (path === undefined) return undefined;
  const inner = insideRows(ctx, path.source.row);
  const value = bindRowPath(inner, path.ast, path.used);
  const otherAst = leftPath === undefined ? ast.left : ast.right;
  const other = outside(ctx, otherAst);
  if (ast.op === 'in') {
    const cond =
      leftPath === undefined ? compare(inner, { ...ast, op: '==' }, other, value) : within(inner, ast, value, other);
    return { k: 'agg', ty: BOOL, ast, fn: 'exists', source: path.source, cond };
  }
  const positive = ast.op === '!=' ? ({ ...ast, op: '==' } as BinaryAst) : ast;
  const cond = leftPath === undefined ? compare(inner, positive, other, value) : compare(inner, positive, value, other);
  const exists: Bound = { k: 'agg', ty: BOOL, ast, fn: 'exists', source: path.source, cond };
  return ast.op === '!=' ? { k: 'not', ty: BOOL, ast, of: exists } : exists;
}
