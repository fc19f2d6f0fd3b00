/** Value expressions in SQL (language §5.7): the result is what the interpreter would give, null for null. */
import { sql } from 'kysely';
import type { Bound, HopBound, MathBound } from '../../../schemas/language/expr/typed';
import { fieldSql, getPlace, hopPlace, rangeSql } from './field';
import { callSql } from './functions';
import { isKnown, knownPart, param, pgType } from './param';
import { divide } from './parts';
import { aggregateSql } from './rows';
import { column, fromSql, innerLevel, joinsSql, newLevel, type Sql, type SqlCtx, SqlFormError } from './scope';

export function valueSql(node: Bound, ctx: SqlCtx): Sql {
  if (node.ty.t === 'null') return sql`null`;
  if (isKnown(node, ctx)) return knownPart(node, ctx).sql;
  switch (node.k) {
    case 'lit':
      return param(node.value, node.ty);
    case 'get':
      // list columns are not null, so an index over the bare column serves them
      return fieldSql(getPlace(node, ctx), ctx);
    case 'hop':
      if (isKnown(node.ref, ctx)) return lookedUp(node, ctx);
      return node.ty.t === 'bool' && node.field.inherit === undefined
        ? sql`coalesce(${fieldSql(hopPlace(node, ctx), ctx)}, false)`
        : listOrValue(node, fieldSql(hopPlace(node, ctx), ctx));
    case 'part':
      return partSql(node.of, node.part, ctx);
    case 'list':
      return sql`array[${sql.join(node.items.map((item) => valueSql(item, ctx)))}]::${sql.raw(pgType(node.ty))}`;
    case 'neg':
      return sql`(- ${valueSql(node.of, ctx)})`;
    case 'math':
      return mathSql(node, ctx);
    case 'if':
      return sql`(case when ${ctx.emit.condition(node.test, ctx, true)} then ${valueSql(node.yes, ctx)} else ${valueSql(node.no, ctx)} end)`;
    case 'not':
    case 'cmp':
    case 'in':
    case 'and':
    case 'or':
      return ctx.emit.condition(node, ctx);
    case 'call':
      return callSql(node, ctx);
    case 'agg':
      return aggregateSql(node, ctx);
    case 'measure':
      if (ctx.measure !== undefined) return ctx.measure(node);
      throw new SqlFormError(node.fn);
    case 'among':
      throw new SqlFormError(node.fn);
    case 'server':
      throw new SqlFormError(node.name);
    default:
      throw new SqlFormError(node.k);
  }
}

/** A field behind a reference that no row gives and the host has not loaded. */
function lookedUp(node: HopBound, ctx: SqlCtx): Sql {
  const object = ctx.object(node.object);
  if (object === undefined || object.storage === 'none') throw new SqlFormError(node.object);
  const near = ctx.places.self ?? ctx.places.it ?? ctx.places.doc ?? newLevel(object);
  const level = innerLevel(near, 'k', object);
  const value = fieldSql({ level, code: node.field.code, ty: node.ty }, ctx);
  const found = sql`(select ${value} from ${fromSql(ctx, level)}${joinsSql(ctx, level)} where ${column(level, 'id')} = ${valueSql(node.ref, ctx)})`;
  return node.ty.t === 'bool' && node.field.inherit === undefined
    ? sql`coalesce(${found}, false)`
    : listOrValue(node, found);
}

/** lists are never null, also behind a reference that is empty */
const listOrValue = (node: Bound, value: Sql): Sql =>
  node.ty.t === 'list' || node.ty.t === 'file' ? sql`coalesce(${value}, '{}')` : value;

function partSql(of: Bound, part: 'from' | 'to', ctx: SqlCtx): Sql {
  const [from, to] = rangeSql(of, ctx);
  return part === 'from' ? from : to;
}

function mathSql(node: MathBound, ctx: SqlCtx): Sql {
  const a = valueSql(node.left, ctx);
  const b = valueSql(node.right, ctx);
  switch (node.op) {
    case 'join':
      return sql`nullif(coalesce(${a}, '') || coalesce(${b}, ''), '')`;
    case '/':
      return divide(numeric(node.left, a), numeric(node.right, b));
    case '%':
      return sql`mod(${numeric(node.left, a)}, nullif(${numeric(node.right, b)}, 0))`;
    default:
      return sql`(${numeric(node.left, a)} ${sql.raw(node.op)} ${numeric(node.right, b)})`;
  }
}
const numeric = (of: Bound, value: Sql): Sql => (of.ty.t === 'null' ? sql`null::numeric` : value);
