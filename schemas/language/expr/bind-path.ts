/** Names: scope words, fields, parts of ranges, one reference deep; and what the first argument of a collection function means. */
import type { FieldType } from '../resolved';
import type { PathAst } from './ast';
import { type Ctx, failField, failText, type ScopeName } from './bind-context';
import type { Bound, MeBound, RecordScope, RowType, Source, Ty } from './typed';
import { BOOL, fieldOf, headRow, ID, listOf, subRow, TEXT, tyOf } from './types';

const RECORD_WORDS: ReadonlySet<string> = new Set(['doc', 'row', 'it', 'old', 'ask', 'param']);
const ME: Readonly<Record<MeBound['field'], Ty>> = {
  id: { t: 'ref', object: 'user' },
  name: TEXT,
  employee: { t: 'ref', object: 'employee' },
  dept: { t: 'ref', object: 'dept' },
  depts: listOf({ t: 'ref', object: 'dept' }),
  team: { t: 'ref', object: 'team' },
  roles: listOf(TEXT),
  org: ID,
  super: BOOL,
};

export function bindPath(ctx: Ctx, ast: PathAst): Bound {
  const first = ast.names[0] as string;
  if (first === 'me' || first === 'sys') {
    if (!isAllowed(ctx, first)) return notHere(ctx, ast, first);
    return first === 'me' ? bindMe(ctx, ast) : bindSys(ctx, ast);
  }
  const place = recordOf(ctx, first);
  if (place !== undefined) {
    if (RESERVED.has(first) && !isAllowed(ctx, first as ScopeName)) return notHere(ctx, ast, first);
    if (ast.names.length === 1) return notHere(ctx, ast, first);
    return bindField(ctx, ast, 1, place.scope, place.row);
  }
  const extra = ctx.env.extra;
  if (extra !== undefined && Object.hasOwn(extra, first)) {
    return bindRest(ctx, ast, 1, { k: 'extra', ty: extra[first] as Ty, ast, name: first }, 0);
  }
  return bindField(ctx, ast, 0, ctx.bare, ctx.self);
}

/** Binds the names of a path from `start` on as fields of the rows of a collection. */
export const bindRowPath = (ctx: Ctx, ast: PathAst, start: number): Bound =>
  bindField(ctx, ast, start, 'self', ctx.self);

/**
 * What a path is as a collection, and how many of its names say so; the rest is a path inside the rows. Undefined when it is none:
 * a sub-table of the record at hand or of doc, a sub-table of a reference, then an object.
 */
export function sourceOf(ctx: Ctx, ast: PathAst): { readonly source: Source; readonly used: number } | undefined {
  const [first = '', second] = ast.names;
  const place = first === 'param' ? undefined : recordOf(ctx, first);
  if (place !== undefined) {
    if (RESERVED.has(first) && !isAllowed(ctx, first as ScopeName)) return undefined;
    return second === undefined ? undefined : subSource(ctx, ast, 1, place.scope, place.row);
  }
  const own = subSource(ctx, ast, 0, ctx.bare, ctx.self);
  if (own !== undefined) return own;
  const ofDoc = ctx.self === ctx.head ? undefined : fieldOf(ctx.head, first);
  if (ofDoc?.type === 'rows') return subSource(ctx, ast, 0, 'doc', ctx.head);
  const object = ctx.env.lib.object(first);
  return object === undefined ? undefined : { source: { s: 'query', row: headRow(object) }, used: 1 };
}

function subSource(
  ctx: Ctx,
  ast: PathAst,
  at: number,
  scope: RecordScope,
  of: RowType,
): { source: Source; used: number } | undefined {
  const field = fieldOf(of, ast.names[at] as string);
  if (field === undefined) return undefined;
  const row = subRow(of.object, field);
  if (row !== undefined) return { source: { s: 'sub', scope, sub: field.code, row, of }, used: at + 1 };
  const next = ast.names[at + 1];
  const ty = next === undefined ? undefined : tyOf(of, field);
  const target = ty?.t === 'ref' ? ctx.env.lib.object(ty.object) : undefined;
  if (next === undefined || ty === undefined || target === undefined) return undefined;
  const sub = fieldOf(headRow(target), next);
  const subRows = sub === undefined ? undefined : subRow(target.object, sub);
  if (subRows === undefined) return undefined;
  const ref: Bound = { k: 'get', ty, ast, scope, of, field };
  return { source: { s: 'hop', ref, sub: next, row: subRows }, used: at + 2 };
}

/** scope words that are reserved everywhere; ask and param only where they exist */
const RESERVED: ReadonlySet<string> = new Set(['doc', 'row', 'it', 'old']);
const isAllowed = (ctx: Ctx, name: ScopeName): boolean => ctx.env.allow === undefined || ctx.env.allow.includes(name);
const notHere = (ctx: Ctx, ast: PathAst, scope: string): Bound => failText(ctx, ast, 'expr.scope', { scope });

function recordOf(ctx: Ctx, name: string): { readonly scope: RecordScope; readonly row: RowType } | undefined {
  if (!RECORD_WORDS.has(name)) return undefined;
  switch (name) {
    case 'doc':
      return { scope: 'doc', row: ctx.head };
    case 'row':
      return { scope: 'row', row: ctx.row };
    case 'it':
      return { scope: 'it', row: ctx.it };
    case 'old':
      return { scope: 'old', row: ctx.head };
    default: {
      const fields = name === 'ask' ? ctx.env.ask : ctx.env.param;
      return fields === undefined
        ? undefined
        : { scope: name as RecordScope, row: { object: name, sub: name, fields } };
    }
  }
}

function bindField(ctx: Ctx, ast: PathAst, at: number, scope: RecordScope, of: RowType): Bound {
  const found = findField(of, ast, at);
  const name = ast.names[at] as string;
  if (found === undefined) {
    if (at === 0 && (name === 'ask' || name === 'param')) return notHere(ctx, ast, name);
    return failField(ctx, ast, name, ast.starts[at]);
  }
  const { field, used } = found;
  const ty = tyOf(of, field);
  if (ty === undefined) return failField(ctx, ast, field.code, ast.starts[at]);
  return bindRest(ctx, ast, at + used, { k: 'get', ty, ast, scope, of, field }, 0);
}

/** `ext.weight` is one field of two names */
function findField(
  of: RowType,
  ast: PathAst,
  at: number,
): { readonly field: FieldType; readonly used: number } | undefined {
  const name = ast.names[at] as string;
  const next = ast.names[at + 1];
  if (name === 'ext' && next !== undefined) {
    const field = fieldOf(of, `ext_${next}`) ?? fieldOf(of, `ext.${next}`);
    if (field !== undefined) return { field, used: 2 };
  }
  const field = fieldOf(of, name);
  return field === undefined ? undefined : { field, used: 1 };
}

/** parts of a range, then fields of a reference */
function bindRest(ctx: Ctx, ast: PathAst, at: number, bound: Bound, hops: number): Bound {
  const name = ast.names[at];
  if (name === undefined) return bound;
  const ty = bound.ty;
  if (ty.t === 'range' && (name === 'from' || name === 'to')) {
    return bindRest(ctx, ast, at + 1, { k: 'part', ty: { t: ty.of }, ast, of: bound, part: name }, hops);
  }
  const target = ty.t === 'ref' ? ctx.env.lib.object(ty.object) : undefined;
  if (target === undefined) return failField(ctx, ast, name, ast.starts[at]);
  if (name === 'id') return bindRest(ctx, ast, at + 1, bound, hops);
  if (hops >= (ctx.env.hops ?? 1)) {
    return failField(ctx, ast, name, ast.starts[at], '：引用只能取一层');
  }
  const of = headRow(target);
  const found = findField(of, ast, at);
  const fieldTy = found === undefined ? undefined : tyOf(of, found.field);
  if (found === undefined || fieldTy === undefined) return failField(ctx, ast, name, ast.starts[at]);
  const hop: Bound = { k: 'hop', ty: fieldTy, ast, ref: bound, object: target.object, field: found.field };
  return bindRest(ctx, ast, at + found.used, hop, hops + 1);
}

function bindMe(ctx: Ctx, ast: PathAst): Bound {
  const name = ast.names[1];
  if (name === undefined || !Object.hasOwn(ME, name)) {
    return failField(ctx, ast, name ?? 'me', ast.starts[1] ?? ast.from);
  }
  const field = name as MeBound['field'];
  return bindRest(ctx, ast, 2, { k: 'me', ty: ME[field], ast, field }, 0);
}

/** the longest declared key wins */
function bindSys(ctx: Ctx, ast: PathAst): Bound {
  for (let end = ast.names.length; end > 1; end -= 1) {
    const key = ast.names.slice(1, end).join('.');
    const field = ctx.env.lib.setting(key);
    const ty = field === undefined ? undefined : tyOf({ object: '', sub: 'sys', fields: {} }, field);
    if (ty !== undefined) return bindRest(ctx, ast, end, { k: 'sys', ty, ast, key }, 0);
  }
  return failField(ctx, ast, ast.names.slice(1).join('.') || 'sys', ast.starts[1] ?? ast.from);
}
