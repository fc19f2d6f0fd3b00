/** What binding carries along: the surroundings of the expression, where bare names point, and the problems found. */

import { isDate, isDateTime, isTime } from '../codec/date-time';
import type { Many } from '../document';
import type { FieldType, ObjectType, TypeLib } from '../resolved';
import { type Terms, type TextCode, text } from '../texts';
import type { Ast, StrAst } from './ast';
import { type ExprProblem, type ExprProblemCode, exprProblem, nameProblem } from './problem';
import type { Bound, RecordScope, RowType, Ty } from './typed';
import { assignable, NULL, tyName } from './types';

/** References in a row that conditions over listed rows follow (row scopes, reports). */
export const ROW_HOPS = 2;
export type ScopeName = 'doc' | 'row' | 'it' | 'me' | 'sys' | 'old';

/** Where an expression stands: which names it may use and what they are. */
export interface TypeEnv {
  readonly lib: TypeLib;
  /** what `doc` is */
  readonly object: ObjectType;
  /** bare names are rows of this sub-table; `row` too */
  readonly sub?: string;
  /** bare names and `it` are records of this object (pick.where, part where); `row` and `doc` stay the form's */
  readonly candidate?: ObjectType;
  readonly ask?: Many<FieldType>;
  readonly param?: Many<FieldType>;
  /** starter, flow, loadDay, page, pages: only where the reference gives them */
  readonly extra?: Many<Ty>;
  /** scope words that may be used, default all of §5.3 */
  readonly allow?: readonly ScopeName[];
  /** collection functions without a collection mean the rows at hand (summaries, measures) */
  readonly rowsAtHand?: boolean;
  /** references in a row, default 1; where rows are listed ROW_HOPS */
  readonly hops?: number;
  /** print texts: cnMoney, pageSum … */
  readonly print?: boolean;
}

export interface Ctx {
  /** binds a node below this one (check.ts) */
  readonly bind: (ctx: Ctx, ast: Ast, want?: Ty) => Bound;
  readonly env: TypeEnv;
  readonly problems: ExprProblem[];
  /** what bare names are here, and through which record they are read */
  readonly self: RowType;
  readonly bare: RecordScope;
  readonly head: RowType;
  readonly row: RowType;
  readonly it: RowType;
  /** inside the rows of a collection function */
  readonly inside: boolean;
  /** published formulas being opened, against endless named() */
  readonly named: readonly string[];
}

/** Notes a problem and answers a null that fits everywhere, so one mistake is told once. */
export function fail(ctx: Ctx, ast: Ast, code: ExprProblemCode, message: string, at = ast.from): Bound {
  ctx.problems.push(exprProblem(code, at, message));
  return { k: 'lit', ty: NULL, ast, value: null };
}
export const failText = (ctx: Ctx, ast: Ast, code: TextCode & ExprProblemCode, terms: Terms, at = ast.from): Bound =>
  fail(ctx, ast, code, text(code, terms), at);

/** 字段不存在 {f} */
export function failField(ctx: Ctx, ast: Ast, name: string, at = ast.from, why = ''): Bound {
  ctx.problems.push(nameProblem({ sort: 'field', name }, at, text('expr.name', { f: name }) + why));
  return { k: 'lit', ty: NULL, ast, value: null };
}

/** `类型不匹配：{a}不能与{b}{op}` */
export const mismatch = (ctx: Ctx, ast: Ast, a: Ty, b: Ty, op: string): Bound =>
  failText(ctx, ast, 'expr.type', { a: tyName(a), b: tyName(b), op });

/** Texts that turned out to be integer-like dictionary codes: printed bare (language §11.2 rule 6). */
export const bareCodes: WeakSet<StrAst> = new WeakSet();
const INTEGER_LIKE = /^(0|[1-9]\d*)$/;

/**
 * Gives literals the type of their surroundings: numbers and texts become dictionary codes, texts dates, times or ids. Anything else
 * comes back as it is; whether it fits is the caller's check.
 */
export function coerce(ctx: Ctx, bound: Bound, to: Ty): Bound {
  if (bound.k === 'lit') return coerceLiteral(ctx, bound, to);
  if (bound.k === 'list') {
    if (to.t !== 'list') return bound;
    const items = bound.items.map((item) => coerce(ctx, item, to.of));
    return items.every((item) => assignable(item.ty, to.of)) ? { ...bound, items, ty: to } : bound;
  }
  if (bound.k === 'if') {
    const yes = coerce(ctx, bound.yes, to);
    const no = coerce(ctx, bound.no, to);
    return yes === bound.yes && no === bound.no ? bound : { ...bound, yes, no, ty: to };
  }
  return bound;
}

function coerceLiteral(ctx: Ctx, bound: Bound & { readonly k: 'lit' }, to: Ty): Bound {
  const { ast, value } = bound;
  if (value === null) return bound;
  const typed = (v: string): Bound => ({ k: 'lit', ty: to, ast, value: v });
  if (to.t === 'dict' && (ast.k === 'num' || (ast.k === 'str' && typeof value === 'string'))) {
    const code = ast.k === 'num' ? ast.text : (value as string);
    const dict = ctx.env.lib.dict(to.dict);
    if (dict !== undefined && dict.open !== true && !dict.items.some((item) => item.code === code)) {
      return failText(ctx, ast, 'dict.code', { v: code });
    }
    if (ast.k === 'str' && INTEGER_LIKE.test(code)) bareCodes.add(ast);
    return typed(code);
  }
  if (typeof value !== 'string' || bound.ty.t !== 'text') return bound;
  if (to.t === 'ref' || to.t === 'id') return typed(value);
  if (to.t === 'date' && isDate(value)) return typed(value);
  if (to.t === 'datetime' && (isDate(value) || isDateTime(value)))
    return typed(isDate(value) ? `${value} 00:00:00` : value);
  if (to.t === 'time' && (isTime(value) || isTime(`${value}:00`))) return typed(isTime(value) ? value : `${value}:00`);
  return bound;
}

/** The bound expression inside the rows of a collection. */
export const insideRows = (ctx: Ctx, row: RowType): Ctx => ({ ...ctx, self: row, bare: 'self', inside: true });
