/**
 * Whether a formula is stored or live (§6.2): live when a query, the clock, the user or a setting occurs, when it reads something
 * live, and always in objects whose rows are written past the pipeline. Syntactic, so it needs no types of other objects.
 */

import type { Many } from '../document';
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { takesRows } from '../expr/rows-functions';
import { factsOf } from '../kinds/index';
import type { ResolvedField } from '../resolved';

const TIMED = new Set(['today', 'now', 'period', 'can']);
const SCOPES = new Set(['doc', 'row', 'it', 'old', 'ask', 'param', 'me', 'sys']);

export interface LiveLib {
  readonly storage: string;
  isLiveFunction?(name: string): boolean;
}

/** Paths of fields whose formula is live; every other formula is stored. */
export function liveFormulas(fields: Many<ResolvedField>, lib: LiveLib): ReadonlySet<string> {
  const formulas = new Map<string, { readonly ast: Ast; readonly sub: string | undefined }>();
  const live = new Set<string>();
  for (const { field, sub } of allFields(fields)) {
    if (factsOf(field).isAsked === true) live.add(field.path);
    if (field.formula === undefined) continue;
    const { ast } = parseExpr(field.formula);
    if (lib.storage === 'migration' || lib.storage === 'none') live.add(field.path);
    if (ast !== undefined) formulas.set(field.path, { ast, sub });
  }
  for (let grew = true; grew; ) {
    grew = false;
    for (const [path, { ast, sub }] of formulas) {
      if (live.has(path) || !isLive(ast, sub, fields, live, lib)) continue;
      live.add(path);
      grew = true;
    }
  }
  return live;
}

function isLive(
  ast: Ast,
  sub: string | undefined,
  fields: Many<ResolvedField>,
  live: ReadonlySet<string>,
  lib: LiveLib,
): boolean {
  const rowFields = sub === undefined ? undefined : fields[sub]?.sub?.fields;
  let found = false;
  // sub-tables whose rows bare names may mean at the place walked
  const walk = (node: Ast, rows: readonly string[]): void => {
    if (found) return;
    if (node.k === 'path') {
      const [first = '', second = '', third = ''] = node.names;
      const isScope = SCOPES.has(first);
      found =
        first === 'me' ||
        first === 'sys' ||
        (first === 'doc' && (live.has(second) || live.has(`${second}.${third}`))) ||
        (!isScope &&
          (live.has(`${first}.${second}`) ||
            (sub === undefined && live.has(first)) ||
            rows.some((row) => live.has(`${row}.${first}`)))) ||
        (first === 'row' && sub !== undefined && live.has(`${sub}.${second}`));
    } else if (node.k === 'call') {
      found = TIMED.has(node.name) || lib.isLiveFunction?.(node.name) === true || isQuery(node, fields, rowFields);
      const over = collectionOf(node, fields);
      for (const arg of node.args) walk(arg, over === undefined ? rows : [...rows, over]);
    } else if (node.k === 'unary') walk(node.of, rows);
    else if (node.k === 'binary') {
      walk(node.left, rows);
      walk(node.right, rows);
    } else if (node.k === 'cond') for (const part of [node.test, node.yes, node.no]) walk(part, rows);
    else if (node.k === 'list') for (const item of node.items) walk(item, rows);
  };
  walk(ast, sub === undefined ? [] : [sub]);
  return found;
}

function collectionOf(node: Ast & { readonly k: 'call' }, fields: Many<ResolvedField>): string | undefined {
  const arg = takesRows(node.name) ? node.args[0] : undefined;
  if (arg?.k !== 'path') return undefined;
  const name = arg.names[0] === 'doc' ? arg.names[1] : arg.names[0];
  return name !== undefined && fields[name]?.type === 'rows' ? name : undefined;
}

/** A collection that is neither a sub-table here, nor behind a reference, nor a list field: rows of another object. */
function isQuery(
  node: Ast & { readonly k: 'call' },
  fields: Many<ResolvedField>,
  rowFields: Many<ResolvedField> | undefined,
): boolean {
  const arg = takesRows(node.name) ? node.args[0] : undefined;
  if (arg?.k !== 'path') return false;
  // scalar min and max of several values
  if ((node.name === 'min' || node.name === 'max') && node.args.length > 1 && !isConditionLike(node.args[1]))
    return false;
  const [name = ''] = arg.names;
  if (SCOPES.has(name) || fields[name]?.type === 'rows') return false;
  const field = (rowFields ?? fields)[name];
  if (field === undefined) return true;
  if (field.many === true || field.type === 'json') return false;
  return arg.names.length === 1 && field.type === 'ref';
}
function isConditionLike(node: Ast | undefined): boolean {
  return node?.k === 'binary' && ['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||'].includes(node.op);
}

function* allFields(
  fields: Many<ResolvedField>,
): Generator<{ readonly field: ResolvedField; readonly sub: string | undefined }> {
  for (const field of Object.values(fields)) {
    yield { field, sub: undefined };
    if (field.sub !== undefined)
      for (const inner of Object.values(field.sub.fields)) yield { field: inner, sub: field.code };
  }
}
