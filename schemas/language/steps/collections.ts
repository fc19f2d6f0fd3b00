/**
 * A field may be called as an object is (`user`). First in a collection function its name then means all records of the object, not the
 * field (expr/bind-path), and stays when the field gets another code. Here as far as the document of the field says it by itself.
 */
import type { Ast, CallAst, PathAst } from '../expr/ast';
import { isNode, type Node } from '../resolve/merge';

/** What is known of the field that gets another code. */
export interface Called {
  readonly code: string;
  /** what a reference leads to, the parts of a range: something may stand behind its name */
  readonly leads: boolean;
  /** the document names an object of its code */
  readonly isObject: boolean;
}
export function calledOf(doc: Node, code: string, field: unknown): Called {
  const said = isNode(field) ? field : {};
  return {
    code,
    leads: ['ref', 'use', 'kind', 'type'].some((key) => LEADS[key]?.test(String(said[key] ?? '')) === true),
    isObject: new RegExp(`"(?:ref|list|to|over)":"${code}["#]`).test(JSON.stringify(doc)),
  };
}
const LEADS: { readonly [key: string]: RegExp } = { ref: /./, use: /./, kind: /range/i, type: /range/i };

/** Whether the first argument of the call means the records of an object. */
export function meansRecords({ name, args }: CallAst, { names }: PathAst, called: Called): boolean {
  if (names[0] !== called.code) return false;
  const isCounted = name === 'count' || name === 'exists';
  if (names.length === 1) {
    // the lesser of two values
    if (args.length > 1 && (name === 'min' || name === 'max')) return false;
    return called.isObject || (isCounted && args.length > 1);
  }
  if (!called.leads) return true;
  // rows behind a reference are counted, or added up by what follows; values of records are named with them
  if (!called.isObject || isCounted || names.length > 2) return false;
  const [, next] = args;
  return next === undefined || isCondition(next) || (name === 'join' && next.k === 'str');
}
const isCondition = (ast: Ast): boolean =>
  (ast.k === 'binary' && /^([=!<>]=?|&&|\|\||==|in)$/.test(ast.op)) ||
  (ast.k === 'unary' && ast.op === '!') ||
  (ast.k === 'call' && /^(empty|exists)$/.test(ast.name));
