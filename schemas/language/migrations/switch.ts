/** The condition that leaves out what is switched off, as conditions of pickers said it. */
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';

export interface Asked {
  /** what else it asks; absent = nothing */
  readonly rest?: string;
  /** it left out what is switched off */
  readonly isSaid: boolean;
}

/** A condition without `isDisabled == 0` among what it joins by `&&`. */
export function splitSwitch(where: string): Asked {
  const { ast } = parseExpr(where);
  if (ast === undefined) return { rest: where, isSaid: false };
  const parts = joined(ast);
  const [first, ...more] = parts.filter((part) => !isSwitch(part));
  if (more.length + (first === undefined ? 0 : 1) === parts.length) return { rest: where, isSaid: false };
  if (first === undefined) return { isSaid: true };
  const rest = more.reduce<Ast>((left, right) => ({ k: 'binary', op: '&&', left, right, from: 0, to: 0 }), first);
  return { rest: printExpr(rest), isSaid: true };
}

const joined = (ast: Ast): readonly Ast[] =>
  ast.k === 'binary' && ast.op === '&&' ? [...joined(ast.left), ...joined(ast.right)] : [ast];
const isSwitch = (ast: Ast): boolean =>
  ast.k === 'binary' &&
  ast.op === '==' &&
  ast.left.k === 'path' &&
  ['isDisabled', 'it.isDisabled'].includes(ast.left.names.join('.')) &&
  ((ast.right.k === 'num' && ast.right.text === '0') || (ast.right.k === 'str' && ast.right.value === '0'));
