/** The condition of a part over a record: what it reads of `doc` stands in it as values, so that the list's own call can take it. */
import type { Ast } from '../../schemas/language/expr/ast';
import { parseExpr } from '../../schemas/language/expr/parse';
import { printExpr } from '../../schemas/language/expr/print';
import { partsOf } from '../../schemas/language/expr/walk';
import type { Json, Rec } from '../../schemas/language/value';

/** Undefined when the text does not parse or needs more of the record than its head: the part shows nothing then. */
export function partWhere(text: string, doc: Rec): string | undefined {
  const parsed = parseExpr(text);
  if (!('ast' in parsed) || parsed.ast === undefined) return undefined;
  const ast = bind(parsed.ast, doc);
  return ast === null ? undefined : printExpr(ast);
}

/** Fields of the record that a condition reads. */
export function docFields(text: string): readonly string[] {
  const parsed = parseExpr(text);
  const found = new Set<string>();
  const visit = (ast: Ast): void => {
    if (ast.k === 'path' && ast.names[0] === 'doc' && ast.names[1] !== undefined) found.add(ast.names[1]);
    for (const child of partsOf(ast)) visit(child);
  };
  if ('ast' in parsed && parsed.ast !== undefined) visit(parsed.ast);
  return [...found];
}

/** Fields of the list that the condition fixes to a value of the record (`material == doc.material && …`): the same in every row. */
export const fixedFields = (text: string): ReadonlySet<string> => new Set(fixedBy(text).keys());

/** The same with what they are fixed to: what a service is asked for before the condition is said of its rows. */
export const fixedValues = (text: string, doc: Rec): { readonly [field: string]: Json } =>
  Object.fromEntries(
    [...fixedBy(text)].flatMap(([own, of]) =>
      doc[of] === null || doc[of] === undefined ? [] : [[own, doc[of] as Json]],
    ),
  );

/** Field of the list → field of the record. */
function fixedBy(text: string): ReadonlyMap<string, string> {
  const parsed = parseExpr(text);
  const fixed = new Map<string, string>();
  const visit = (ast: Ast): void => {
    if (ast.k !== 'binary') return;
    if (ast.op === '&&') {
      visit(ast.left);
      visit(ast.right);
      return;
    }
    if (ast.op !== '==') return;
    for (const [own, other] of [
      [ast.left, ast.right],
      [ast.right, ast.left],
    ] as const)
      if (own.k === 'path' && own.names.length === 1 && other.k === 'path' && other.names[0] === 'doc')
        fixed.set(own.names[0] ?? '', other.names[1] ?? '');
  };
  if ('ast' in parsed && parsed.ast !== undefined) visit(parsed.ast);
  return fixed;
}

function bind(ast: Ast, doc: Rec): Ast | null {
  switch (ast.k) {
    case 'path':
      return ast.names[0] === 'doc' ? literal(ast, doc[ast.names[1] ?? ''], ast.names.length) : ast;
    case 'list': {
      const items = all(ast.items, doc);
      return items && { ...ast, items };
    }
    case 'call': {
      const args = all(ast.args, doc);
      return args && { ...ast, args };
    }
    case 'unary': {
      const of = bind(ast.of, doc);
      return of && { ...ast, of };
    }
    case 'binary': {
      const left = bind(ast.left, doc);
      const right = bind(ast.right, doc);
      return left && right && { ...ast, left, right };
    }
    case 'cond': {
      const test = bind(ast.test, doc);
      const yes = bind(ast.yes, doc);
      const no = bind(ast.no, doc);
      return test && yes && no && { ...ast, test, yes, no };
    }
    default:
      return ast;
  }
}

function all(list: readonly Ast[], doc: Rec): readonly Ast[] | null {
  const bound = list.map((node) => bind(node, doc));
  return bound.some((node) => node === null) ? null : (bound as Ast[]);
}

function literal({ from, to }: Ast, value: unknown, names: number): Ast | null {
  if (names !== 2) return null;
  if (typeof value === 'string') return { k: 'str', value, from, to };
  if (typeof value === 'number' && value >= 0) return { k: 'num', text: String(value), from, to };
  if (value === true || value === false) return { k: 'word', value, from, to };
  return value === null || value === undefined ? { k: 'word', value: null, from, to } : null;
}
