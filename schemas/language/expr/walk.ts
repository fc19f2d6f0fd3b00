/** The parts of an expression, and the same expression over other parts. */
import type { Ast } from './ast';

/** What stands directly below a node, in reading order. */
export function partsOf(ast: Ast): readonly Ast[] {
  switch (ast.k) {
    case 'list':
      return ast.items;
    case 'call':
      return ast.args;
    case 'unary':
      return [ast.of];
    case 'binary':
      return [ast.left, ast.right];
    case 'cond':
      return [ast.test, ast.yes, ast.no];
    default:
      return [];
  }
}

/** The node with every part replaced; the node itself where none changed. */
export function mapParts(ast: Ast, map: (part: Ast) => Ast): Ast {
  const before = partsOf(ast);
  const parts = before.map(map);
  if (parts.every((part, at) => part === before[at])) return ast;
  const [a, b, c] = parts as [Ast, Ast, Ast];
  switch (ast.k) {
    case 'list':
      return { ...ast, items: parts };
    case 'call':
      return { ...ast, args: parts };
    case 'unary':
      return { ...ast, of: a };
    case 'binary':
      return { ...ast, left: a, right: b };
    case 'cond':
      return { ...ast, test: a, yes: b, no: c };
    default:
      return ast;
  }
}
