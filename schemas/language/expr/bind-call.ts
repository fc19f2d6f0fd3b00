/** Calls: functions of the table by their signatures, server functions, published formulas. Collection functions: bind-rows.ts. */
import type { TypeId } from '../document';
import { type FunctionDef, functionOf } from '../functions';
import { hasLabel } from '../functions/host';
import type { Ast, CallAst } from './ast';
import { type Ctx, coerce, fail, failText, insideRows } from './bind-context';
import { bindNode, countArgs, outside, rowsPath, unify } from './bind-parts';
import { bindRowPath } from './bind-path';
import { bindRows, isRowsFunction } from './bind-rows';
import { parseExpr } from './parse';
import { nameProblem } from './problem';
import type { Bound, EffStep, RowType, Ty } from './typed';
import {
  BOOL,
  DATE,
  DATETIME,
  fieldOf,
  headRow,
  ID,
  isBool,
  isMoment,
  isNumber,
  isRef,
  isText,
  NULL,
  ordered,
  TEXT,
  tyName,
  tyOf,
} from './types';

export function bindCall(ctx: Ctx, ast: CallAst, want: Ty | undefined): Bound {
  if (isRowsFunction(ctx, ast)) return bindRows(ctx, ast);
  switch (ast.name) {
    case 'eff':
      return bindEff(ctx, ast);
    case 'named':
      return bindNamed(ctx, ast, want);
    case 'total':
    case 'running':
    case 'rank':
      return bindMeasure(ctx, ast, ast.name, ctx.env.rowsAtHand === true);
    case 'pageSum':
    case 'runSum':
    case 'docSum':
      return bindMeasure(ctx, ast, ast.name, ctx.env.print === true);
  }
  const def = functionOf(ast.name);
  if (def === undefined) return bindServer(ctx, ast);
  if (def.print === true && ctx.env.print !== true) return failText(ctx, ast, 'expr.scope', { scope: ast.name });
  return anyRowCall(ctx, ast) ?? bindFunction(ctx, ast, def, want);
}

function bindFunction(ctx: Ctx, ast: CallAst, def: FunctionDef, want: Ty | undefined): Bound {
  const null0: Bound = { k: 'lit', ty: NULL, ast, value: null };
  const last = def.args.at(-1) ?? '';
  const min = def.args.filter((spec) => !spec.endsWith('?') && !spec.endsWith('*')).length;
  if (!countArgs(ctx, ast, min, last.endsWith('*') ? Number.POSITIVE_INFINITY : def.args.length)) return null0;
  const specs = ast.args.map((_, i) => (def.args[Math.min(i, def.args.length - 1)] as string).replace(/[?*]$/, ''));
  let args: Bound[] = ast.args.map((arg, i) => bindNode(ctx, arg, hintOf(specs[i] as string, want)));
  const before = ctx.problems.length;
  const shared = specs.some((spec) => spec === 'same' || spec === 'ordered' || spec === 'samelist')
    ? unify(ctx, args)
    : undefined;
  if (shared !== undefined) args = args.map((arg) => coerce(ctx, arg, shared));
  else if (specs[0] === 'same' || specs[0] === 'ordered' || specs[0] === 'samelist') {
    return fail(ctx, ast, 'expr.type', `类型不匹配：${ast.name}的参数类型不一致`);
  }
  args = args.map((arg, i) => checkArg(ctx, ast, arg, specs[i] as string, i, want));
  if (ctx.problems.length > before) return null0;
  if (def.name === 'used') args = [{ k: 'lit', ty: TEXT, ast, value: ctx.head.object }];
  return { k: 'call', ty: resultOf(def, args, shared), ast, name: def.name, args };
}

const hintOf = (spec: string, want: Ty | undefined): Ty | undefined => (spec === 'same' ? want : undefined);

function resultOf(def: FunctionDef, args: readonly Bound[], shared: Ty | undefined): Ty {
  if (typeof def.result === 'object') return def.result;
  if (def.result === 'same') return shared ?? NULL;
  if (def.result === 'first') return args[0]?.ty ?? NULL;
  const words = args.map((arg) => (arg.k === 'lit' && typeof arg.value === 'string' ? arg.value : undefined));
  return def.result(
    args.map((arg) => arg.ty),
    words,
  );
}

const SAYS: Readonly<Record<string, string>> = {
  num: '数值',
  int: '整数',
  text: '文本',
  bool: '是否',
  moment: '日期',
  date: '日期',
  list: '列表',
  samelist: '列表',
  label: '字典或引用',
  node: '引用',
  ordered: '数值或日期',
  word: '单引号文字',
  any: '值',
};
function checkArg(ctx: Ctx, call: CallAst, arg: Bound, spec: string, i: number, want: Ty | undefined): Bound {
  const bad = (should: string): Bound =>
    fail(ctx, arg.ast, 'expr.type', `类型不匹配：${call.name}的第${i + 1}个参数应为${should}，实际为${tyName(arg.ty)}`);
  if (spec.startsWith("'")) {
    const words = spec.split('|').map((word) => word.slice(1, -1));
    const ok = arg.k === 'lit' && typeof arg.value === 'string' && words.includes(arg.value);
    return ok ? arg : bad(`${words.join('、')}之一`);
  }
  if (spec === 'word')
    return arg.k === 'lit' && typeof arg.value === 'string' && arg.ty.t === 'text' ? arg : bad('单引号文字');
  if (spec === 'node') {
    const of = want?.t === 'list' ? want.of : undefined;
    const node = of?.t === 'ref' || of?.t === 'id' ? coerce(ctx, arg, of) : arg;
    return isRef(node.ty) ? node : bad('引用');
  }
  if (spec === 'moment' && arg.k === 'lit') {
    const dated = coerce(ctx, coerce(ctx, arg, DATE), DATETIME);
    return fits(dated, spec) ? dated : bad('日期');
  }
  return fits(arg, spec) ? arg : bad(SAYS[spec] ?? spec);
}
function fits(arg: Bound, spec: string): boolean {
  const { ty } = arg;
  switch (spec) {
    case 'num':
    case 'int':
      return isNumber(ty);
    case 'text':
      return isText(ty);
    case 'bool':
      return isBool(ty);
    case 'moment':
      return isMoment(ty);
    case 'list':
    case 'samelist':
      return ty.t === 'list';
    case 'ordered':
      return ordered(ty, ty);
    case 'label':
      return hasLabel(arg);
    case 'same':
      return ty.t !== 'rows' && ty.t !== 'list';
    default:
      return true;
  }
}

/** contains(items.name, x) in a condition: some row has it. */
function anyRowCall(ctx: Ctx, ast: CallAst): Bound | undefined {
  if (ast.name !== 'contains' && ast.name !== 'starts' && ast.name !== 'ends' && ast.name !== 'matches')
    return undefined;
  const path = ast.args[0] === undefined ? undefined : rowsPath(ctx, ast.args[0]);
  const def = functionOf(ast.name);
  if (path === undefined || def === undefined || ast.args.length !== 2) return undefined;
  const inner = insideRows(ctx, path.source.row);
  const value = bindRowPath(inner, path.ast, path.used);
  const part = outside(ctx, ast.args[1] as Ast);
  if (!isText(value.ty) || !isText(part.ty))
    return fail(ctx, ast, 'expr.type', `类型不匹配：${ast.name}的参数应为文本`);
  const cond: Bound = { k: 'call', ty: BOOL, ast, name: ast.name, args: [value, part] };
  return { k: 'agg', ty: BOOL, ast, fn: 'exists', source: path.source, cond };
}

function bindServer(ctx: Ctx, ast: CallAst): Bound {
  const type = ctx.env.lib.serverFunction?.(ast.name);
  if (type === undefined) return failFunction(ctx, ast);
  const args = ast.args.map((arg) => bindNode(ctx, arg));
  const least = type.args.filter((arg) => !arg.endsWith('?')).length;
  countArgs(ctx, ast, least, type.args.length);
  return { k: 'server', ty: serverTy(type.result), ast, name: type.name, live: type.live === true, args };
}
function failFunction(ctx: Ctx, ast: CallAst): Bound {
  ctx.problems.push(nameProblem({ sort: 'function', name: ast.name }, ast.from, `函数不存在 ${ast.name}`));
  return { k: 'lit', ty: NULL, ast, value: null };
}
function serverTy(type: TypeId): Ty {
  switch (type) {
    case 'ref':
    case 'id':
      return ID;
    case 'dict':
      return { t: 'dict', dict: '' };
    case 'range':
      return { t: 'range', of: 'datetime' };
    case 'path':
      return TEXT;
    case 'rows':
    case 'none':
      return { t: 'json' };
    default:
      return { t: type };
  }
}

function bindNamed(ctx: Ctx, ast: CallAst, want: Ty | undefined): Bound {
  const [arg] = ast.args;
  if (!countArgs(ctx, ast, 1, 1) || arg?.k !== 'str') {
    return fail(ctx, ast, 'expr.type', '类型不匹配：named的第1个参数应为单引号文字');
  }
  const body = ctx.env.lib.named?.(arg.value);
  const parsed = body === undefined || ctx.named.includes(arg.value) ? undefined : parseExpr(body);
  if (parsed?.ast === undefined) return fail(ctx, ast, 'expr.name', `公式不存在 ${arg.value}`);
  const again: Ctx = { ...ctx, problems: [], named: [...ctx.named, arg.value] };
  const inner = bindNode(again, parsed.ast, want);
  // positions of the body mean nothing here: one problem at the call
  return again.problems.length === 0
    ? { ...inner, ast }
    : fail(ctx, ast, 'expr.type', `公式${arg.value}：${again.problems[0]?.text ?? ''}`);
}

function bindMeasure(
  ctx: Ctx,
  ast: CallAst,
  fn: 'total' | 'running' | 'rank' | 'pageSum' | 'runSum' | 'docSum',
  allowed: boolean,
): Bound {
  if (!allowed) return failText(ctx, ast, 'expr.scope', { scope: fn });
  if (!countArgs(ctx, ast, 1, 1)) return { k: 'lit', ty: NULL, ast, value: null };
  const of = bindNode(ctx, ast.args[0] as Ast);
  if (!isNumber(of.ty))
    return fail(ctx, ast, 'expr.type', `类型不匹配：${fn}的第1个参数应为数值，实际为${tyName(of.ty)}`);
  return { k: 'measure', ty: fn === 'rank' ? { t: 'int' } : of.ty, ast, fn, of };
}

function bindEff(ctx: Ctx, ast: CallAst): Bound {
  const null0: Bound = { k: 'lit', ty: NULL, ast, value: null };
  if (!countArgs(ctx, ast, 1, 1)) return null0;
  const before = ctx.problems.length;
  const of = bindNode(ctx, ast.args[0] as Ast);
  if (ctx.problems.length > before) return null0;
  if (of.k !== 'get' && of.k !== 'hop') return fail(ctx, ast, 'expr.type', `类型不匹配：eff的第1个参数应为字段`);
  const { field } = of;
  const row: RowType | undefined = of.k === 'get' ? of.of : rowOf(ctx, of.object);
  const up = row === undefined ? undefined : stepOf(ctx, row, field.inherit, field.code, new Map());
  if (up === undefined || row === undefined) return { ...of, ast };
  const ty = tyOf(row, up.via);
  if (ty === undefined) return { ...of, ast };
  const via: Bound =
    of.k === 'get'
      ? { k: 'get', ty, ast, scope: of.scope, of: row, field: up.via }
      : { k: 'hop', ty, ast, ref: of.ref, object: of.object, field: up.via };
  return { k: 'eff', ty: of.ty, ast, of, via, up: up.up };
}
const rowOf = (ctx: Ctx, object: string): RowType | undefined => {
  const type = ctx.env.lib.object(object);
  return type === undefined ? undefined : headRow(type);
};

/** `parent` = same field of the record there, `devCategory.stdCycleSec` = that field; goes on while the field there inherits itself. */
function stepOf(
  ctx: Ctx,
  row: RowType,
  inherit: string | undefined,
  code: string,
  seen: Map<string, EffStep>,
): NonNullable<EffStep['next']> | undefined {
  if (inherit === undefined) return undefined;
  const [refCode = '', targetCode = code] = inherit.split('.');
  const via = fieldOf(row, refCode);
  const ty = via === undefined ? undefined : tyOf(row, via);
  const target = ty?.t === 'ref' ? rowOf(ctx, ty.object) : undefined;
  const field = target === undefined ? undefined : fieldOf(target, targetCode);
  if (via === undefined || target === undefined || field === undefined) return undefined;
  const key = `${target.object}.${field.code}`;
  const known = seen.get(key);
  if (known !== undefined) return { via, up: known };
  const up: { object: string; field: typeof field; next?: NonNullable<EffStep['next']> } = {
    object: target.object,
    field,
  };
  seen.set(key, up);
  const next = stepOf(ctx, target, field.inherit, field.code, seen);
  if (next !== undefined) up.next = next;
  return { via, up };
}
