/** Syntax tree of an expression (language §5.1). Positions are code points, `from` inclusive, `to` exclusive, counted from 0. */
export type BinaryOp = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';
export type UnaryOp = '!' | '-';

interface Spanned {
  readonly from: number;
  readonly to: number;
}
/** `text` is the number as written: `10` may be a dictionary code */
export interface NumAst extends Spanned {
  readonly k: 'num';
  readonly text: string;
}
export interface StrAst extends Spanned {
  readonly k: 'str';
  readonly value: string;
}
export interface WordAst extends Spanned {
  readonly k: 'word';
  readonly value: true | false | null;
}
export interface ListAst extends Spanned {
  readonly k: 'list';
  readonly items: readonly Ast[];
}
export interface CallAst extends Spanned {
  readonly k: 'call';
  readonly name: string;
  readonly args: readonly Ast[];
}
/** at least one name */
export interface PathAst extends Spanned {
  readonly k: 'path';
  readonly names: readonly string[];
  /** where each name starts */
  readonly starts: readonly number[];
}
export interface UnaryAst extends Spanned {
  readonly k: 'unary';
  readonly op: UnaryOp;
  readonly of: Ast;
}
export interface BinaryAst extends Spanned {
  readonly k: 'binary';
  readonly op: BinaryOp;
  readonly left: Ast;
  readonly right: Ast;
}
export interface CondAst extends Spanned {
  readonly k: 'cond';
  readonly test: Ast;
  readonly yes: Ast;
  readonly no: Ast;
}
export type Ast = NumAst | StrAst | WordAst | ListAst | CallAst | PathAst | UnaryAst | BinaryAst | CondAst;

/** Binding strength, higher binds tighter; comparisons do not chain. */
export const PRECEDENCE: Readonly<Record<BinaryOp, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
};
/** never a name, neither alone nor after a dot */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'constructor',
  'prototype',
]);
/** limits of §5.1 */
export const LIMITS = {
  nodes: 200,
  characters: 2000,
  depth: 32,
  listItems: 500,
  steps: 1_000_000,
  rows: 20_000,
} as const;
