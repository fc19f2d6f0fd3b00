/** Collection functions: what the collection is, and the expressions that stand inside its rows. */
import type { Ast, CallAst } from './ast';
import { type Ctx, fail, failField, failText, insideRows } from './bind-context';
import { bindNode, condition, countArgs } from './bind-parts';
import { bindRowPath, sourceOf } from './bind-path';
import { type AggName, type AmongName, isAggregate, isAmong } from './rows-functions';
import type { Bound, Source, Ty } from './typed';
import { BOOL, CHOICES, DECIMAL, INT, isNumber, isText, JSON_TY, listOf, NULL, ordered, TEXT, tyName } from './types';

/** min and max are collection functions only when their first argument is a collection, or rows are at hand. */
export function isRowsFunction(ctx: Ctx, ast: CallAst): boolean {
  if (ast.name === 'above' || isAmong(ast.name)) return true;
  if (!isAggregate(ast.name)) return false;
  if (ast.name !== 'min' && ast.name !== 'max') return true;
  const [first] = ast.args;
  const found = first?.k === 'path' ? sourceOf(ctx, first) : undefined;
  if (found === undefined) return ast.args.length === 1;
  return ast.args.length === 1 || found.source.s !== 'query' || !areScalars(ctx, ast.args);
}
/** `min(supplier.overRate, 5)`: a reference may be called as its object is; as plain values the arguments make sense, so they are that */
function areScalars(ctx: Ctx, args: readonly Ast[]): boolean {
  const quiet: Ctx = { ...ctx, problems: [] };
  return args.every((arg) => {
    const { ty } = bindNode(quiet, arg);
    return ordered(ty, ty) && quiet.problems.length === 0;
  });
}

export function bindRows(ctx: Ctx, ast: CallAst): Bound {
  if (ast.name === 'above') return bindAbove(ctx, ast);
  if (isAmong(ast.name)) return bindAmong(ctx, ast, ast.name);
  const fn = ast.name;
  if (!isAggregate(fn)) return noCollection(ctx, ast);
  const placed = place(ctx, ast);
  if (placed === undefined) return noCollection(ctx, ast);
  switch (fn) {
    case 'count':
    case 'exists':
      return bindCount(ctx, ast, fn, placed);
    case 'pairs':
    case 'steps':
      return bindChoices(ctx, ast, fn, placed);
    default:
      return bindValue(ctx, ast, fn, placed);
  }
}

interface Placed {
  readonly source: Source;
  readonly inner: Ctx;
  /** value inside the rows that the first argument itself names (c.f) */
  readonly value?: Bound;
  /** arguments not used yet */
  readonly rest: readonly Ast[];
}

function place(ctx: Ctx, ast: CallAst): Placed | undefined {
  const [first, ...rest] = ast.args;
  const found = first?.k === 'path' ? sourceOf(ctx, first) : undefined;
  if (first?.k === 'path' && found !== undefined) {
    const { source, used } = found;
    const inner = source.s === 'list' ? ctx : insideRows(ctx, source.row);
    if (used === first.names.length) return { source, inner, rest };
    return { source, inner, value: bindRowPath(inner, first, used), rest };
  }
  if (ast.name === 'count' && first !== undefined && rest.length === 0) {
    const quiet: Ctx = { ...ctx, problems: [] };
    if (bindNode(quiet, first).ty.t === 'list' && quiet.problems.length === 0) {
      return { source: { s: 'list', list: bindNode(ctx, first) }, inner: ctx, rest };
    }
  }
  if (ctx.env.rowsAtHand !== true || ctx.inside) return undefined;
  return { source: { s: 'hand', row: ctx.self }, inner: { ...ctx, inside: true }, rest: ast.args };
}

function noCollection(ctx: Ctx, ast: CallAst): Bound {
  const [first] = ast.args;
  if (ast.name === 'distinct') return failText(ctx, ast, 'expr.scope', { scope: ast.name });
  if (first?.k === 'path') {
    const known = bindNode({ ...ctx, problems: [] }, first).ty;
    if (known.t === 'null') return failField(ctx, first, first.names.join('.'));
  }
  return fail(ctx, first ?? ast, 'expr.type', `类型不匹配：${ast.name}的第1个参数应为明细或对象`);
}

function bindCount(ctx: Ctx, ast: CallAst, fn: 'count' | 'exists', { source, inner, value, rest }: Placed): Bound {
  if (value !== undefined || rest.length > 1) {
    return fail(ctx, ast, 'expr.type', `类型不匹配：${fn}的参数应为明细或对象，以及一个条件`);
  }
  const cond = rest[0] === undefined ? undefined : condition(inner, rest[0]);
  return { k: 'agg', ty: fn === 'count' ? INT : BOOL, ast, fn, source, ...(cond === undefined ? {} : { cond }) };
}

function bindValue(
  ctx: Ctx,
  ast: CallAst,
  fn: Exclude<AggName, 'count' | 'exists' | 'pairs' | 'steps'>,
  placed: Placed,
): Bound {
  const { source, inner } = placed;
  const rest = [...placed.rest];
  const valueAst = placed.value === undefined ? rest.shift() : undefined;
  if (placed.value === undefined && valueAst === undefined) {
    return fail(ctx, ast, 'expr.type', `类型不匹配：${fn}应指明汇总的字段`);
  }
  const value = placed.value ?? bindNode(inner, valueAst as Ast);
  if (rest.length > 1 || source.s === 'list') return fail(ctx, ast, 'expr.type', `类型不匹配：${fn}的参数过多`);
  const ty = valueTy(fn, value.ty);
  if (ty === undefined) return fail(ctx, value.ast, 'expr.type', `类型不匹配：${fn}不能用于${tyName(value.ty)}`);
  const node = { k: 'agg', ty, ast, fn, source } as const;
  const [more] = rest;
  if (fn !== 'join') return { ...node, value, ...(more === undefined ? {} : { cond: condition(inner, more) }) };
  // dictionaries and references are joined by their labels
  const labelled = value.ty.t === 'dict' || value.ty.t === 'ref';
  const shown: Bound = labelled ? { k: 'call', ty: TEXT, ast: value.ast, name: 'label', args: [value] } : value;
  if (more === undefined) return { ...node, value: shown };
  const sep = bindNode(ctx, more);
  return isText(sep.ty)
    ? { ...node, value: shown, sep }
    : fail(ctx, more, 'expr.type', `类型不匹配：join的分隔符应为文本，实际为${tyName(sep.ty)}`);
}

function valueTy(fn: AggName, ty: Ty): Ty | undefined {
  switch (fn) {
    case 'sum':
      return isNumber(ty) ? (ty.t === 'int' ? INT : DECIMAL) : undefined;
    case 'avg':
      return isNumber(ty) ? DECIMAL : undefined;
    case 'min':
    case 'max':
      return ordered(ty, ty) ? ty : undefined;
    case 'distinct':
      return isScalar(ty) ? INT : undefined;
    case 'values':
      return isScalar(ty) ? listOf(ty) : undefined;
    case 'join':
      return isScalar(ty) && ty.t !== 'bool' ? TEXT : undefined;
    default:
      return isScalar(ty) ? ty : undefined;
  }
}
const isScalar = (ty: Ty): boolean =>
  ty.t !== 'list' && ty.t !== 'rows' && ty.t !== 'file' && ty.t !== 'json' && ty.t !== 'choices' && ty.t !== 'range';

function bindChoices(ctx: Ctx, ast: CallAst, fn: 'pairs' | 'steps', { source, inner, value, rest }: Placed): Bound {
  const null0: Bound = { k: 'lit', ty: NULL, ast, value: null };
  if (value !== undefined || source.s === 'list') return noCollection(ctx, ast);
  if (!countArgs(ctx, ast, 3, fn === 'pairs' ? 3 : 4)) return null0;
  const [first, ...more] = rest.map((arg) => bindNode(inner, arg));
  return { k: 'agg', ty: fn === 'pairs' ? CHOICES : JSON_TY, ast, fn, source, value: first as Bound, more };
}

function bindAmong(ctx: Ctx, ast: CallAst, fn: AmongName): Bound {
  const null0: Bound = { k: 'lit', ty: NULL, ast, value: null };
  const [min, max] = fn === 'increasing' ? [2, 2] : [fn === 'uniqueBy' ? 2 : 3, Number.POSITIVE_INFINITY];
  if (!countArgs(ctx, ast, min as number, max as number)) return null0;
  const [first, ...rest] = ast.args as [Ast, ...Ast[]];
  const found = first.k === 'path' ? sourceOf(ctx, first) : undefined;
  if (first.k !== 'path' || found === undefined || found.used < first.names.length || found.source.s !== 'sub')
    return noCollection(ctx, ast);
  const { source } = found;
  const inner = insideRows(ctx, source.row);
  const values = rest.map((arg) => bindNode(inner, arg));
  if (fn !== 'uniqueBy') {
    const bad = values.slice(0, fn === 'increasing' ? 1 : 2).find((value) => !ordered(value.ty, value.ty));
    if (bad !== undefined) return fail(ctx, bad.ast, 'expr.type', `类型不匹配：${fn}不能用于${tyName(bad.ty)}`);
  }
  const inRow = !ctx.inside && ctx.self.sub === source.row.sub && ctx.self.object === source.row.object;
  return { k: 'among', ty: BOOL, ast, fn, source, inRow, values };
}

function bindAbove(ctx: Ctx, ast: CallAst): Bound {
  if (!countArgs(ctx, ast, 1, 1)) return { k: 'lit', ty: NULL, ast, value: null };
  if (ctx.self.sub === undefined) return failText(ctx, ast, 'expr.scope', { scope: 'above' });
  const of = bindNode(ctx, ast.args[0] as Ast);
  return { k: 'above', ty: of.ty, ast, sub: ctx.self.sub, of };
}
