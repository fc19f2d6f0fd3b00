/** What the binders share: parts of a node, conditions, common types, paths into rows. */
import type { Ast, CallAst } from './ast';
import { type Ctx, coerce, fail } from './bind-context';
import { sourceOf } from './bind-path';
import { type Bound, type RecordScope, type Ty, walk } from './typed';
import { BOOL, common, isBool, NULL, tyName } from './types';

export const bindNode = (ctx: Ctx, ast: Ast, want?: Ty): Bound => ctx.bind(ctx, ast, want);

/** The type all have in common, after literals followed the others. */
export function unify(ctx: Ctx, parts: readonly Bound[]): Ty | undefined {
  const plain = (bound: Bound): boolean => bound.k === 'lit' || bound.k === 'list';
  let ty: Ty = NULL;
  for (const part of [...parts.filter((part) => !plain(part)), ...parts.filter(plain)]) {
    const next = common(ty, coerce({ ...ctx, problems: [] }, part, ty).ty);
    if (next === undefined) return undefined;
    ty = next;
  }
  return ty;
}

/** A bool, as && || ! ? and conditions of functions take it. */
export function condition(ctx: Ctx, ast: Ast): Bound {
  const bound = bindNode(ctx, ast, BOOL);
  return isBool(bound.ty) ? bound : fail(ctx, ast, 'expr.type', `类型不匹配：${tyName(bound.ty)}不能作为条件`);
}

/** Number of arguments against the signature; false after noting the problem. */
export function countArgs(ctx: Ctx, ast: CallAst, min: number, max: number): boolean {
  if (ast.args.length >= min && ast.args.length <= max) return true;
  const wanted = min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `至少${min}` : `${min}到${max}`;
  fail(ctx, ast, 'expr.type', `类型不匹配：${ast.name}应有${wanted}个参数`);
  return false;
}

/** An expression of the record itself that is evaluated inside rows: its bare names go through doc, row or it. */
export function outside(ctx: Ctx, ast: Ast): Bound {
  if (!ctx.inside) return bindNode({ ...ctx, bare: outerName(ctx) }, ast);
  const bound = bindNode(ctx, ast);
  let bare = false;
  walk(bound, (node) => {
    if (node.k === 'get' && node.scope === 'self') bare = true;
  });
  return bare ? fail(ctx, ast, 'expr.type', '类型不匹配：明细列不能直接与所在行比较，请用exists') : bound;
}
const outerName = (ctx: Ctx): RecordScope =>
  ctx.env.candidate !== undefined ? 'it' : ctx.self === ctx.head ? 'doc' : 'row';

/** A path into the rows of a sub-table, as `items.material`. */
export function rowsPath(ctx: Ctx, ast: Ast) {
  if (ast.k !== 'path' || ast.names.length < 2) return undefined;
  const found = sourceOf(ctx, ast);
  if (found === undefined || found.source.s === 'query' || found.source.s === 'list' || found.used >= ast.names.length)
    return undefined;
  return { source: found.source, used: found.used, ast };
}
