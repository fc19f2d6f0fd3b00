/** Syntax tree → canonical text: one space around binary operators, single quotes, as few parentheses as the grammar allows. */
import { type Ast, PRECEDENCE, type StrAst } from './ast';

const TERNARY = 0;
const UNARY = 6;

/**
 * Canonical text of a tree; parse(print(tree)) has the same meaning and prints the same. Texts in `bare` (integer-like dictionary
 * codes found by the type checker) are printed without quotes.
 */
export function printExpr(ast: Ast, bare?: { has(node: StrAst): boolean }): string {
  const print = (node: Ast, min: number): string => {
    switch (node.k) {
      case 'num':
        return node.text;
      case 'str':
        return bare?.has(node) === true ? node.value : quote(node.value);
      case 'word':
        return String(node.value);
      case 'list':
        return `[${node.items.map((item) => print(item, TERNARY)).join(', ')}]`;
      case 'call':
        return `${node.name}(${node.args.map((arg) => print(arg, TERNARY)).join(', ')})`;
      case 'path':
        return node.names.join('.');
      case 'unary':
        return `${node.op}${print(node.of, UNARY)}`;
      case 'binary': {
        const power = PRECEDENCE[node.op];
        const left = print(node.left, power === 3 ? power + 1 : power);
        const text = `${left} ${node.op} ${print(node.right, power + 1)}`;
        return power < min ? `(${text})` : text;
      }
      case 'cond': {
        const text = `${print(node.test, 1)} ? ${print(node.yes, TERNARY)} : ${print(node.no, TERNARY)}`;
        return min > TERNARY ? `(${text})` : text;
      }
    }
  };
  return print(ast, TERNARY);
}

export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
