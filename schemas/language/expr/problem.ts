/** Problems of expressions: stable code, Chinese text with the position as a counted character (language §11.3). */
import type { Problem } from '../value';

export interface ExprProblem extends Problem {
  /** code point where it starts, counted from 0 */
  readonly at: number;
  /** of `expr.name`: what is not there */
  readonly missing?: Missing;
}
export interface Missing {
  readonly sort: 'field' | 'function';
  readonly name: string;
}
export type ExprProblemCode =
  | 'expr.syntax'
  | 'expr.limit'
  | 'expr.type'
  | 'expr.name'
  | 'expr.scope'
  | 'expr.sql'
  | 'dict.code';

/** `path` stays empty: who holds the expression puts its address there. */
export const exprProblem = (code: ExprProblemCode, at: number, text: string): ExprProblem => ({
  code,
  path: '',
  text: `${text}（第${at + 1}个字符）`,
  at,
});
/** A name that is not there. */
export const nameProblem = (missing: Missing, at: number, text: string): ExprProblem => ({
  ...exprProblem('expr.name', at, text),
  missing,
});
export const syntaxProblem = (at: number, text: string): ExprProblem =>
  exprProblem('expr.syntax', at, `表达式错误：${text}`);
export const limitProblem = (at: number): ExprProblem => ({ code: 'expr.limit', path: '', text: '表达式过长', at });
