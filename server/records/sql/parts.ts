/** What several translators say the same way: division, emptiness, values as texts. */
import { sql } from 'kysely';
import type { Bound } from '../../../schemas/language/expr/typed';
import { rangeSql } from './field';
import type { Sql, SqlCtx } from './scope';

/** twenty decimals before the division, so that rounding to twelve is exact */
const WIDE = sql.raw('0.00000000000000000000');

export const divide = (a: Sql, b: Sql): Sql => sql`round((${a} + ${WIDE}) / nullif(${b}, 0), 12)`;

/** `empty(x)` and `x == null` */
export function emptySql(of: Bound, ctx: SqlCtx): Sql {
  if (of.ty.t === 'null') return sql`true`;
  if (of.ty.t === 'bool')
    return of.k === 'get' || of.k === 'hop'
      ? of.field.inherit === undefined
        ? sql`false`
        : sql`(${ctx.emit.value(of, ctx)} is null)`
      : sql`false`;
  if (of.ty.t === 'range') {
    const [from, to] = rangeSql(of, ctx);
    return sql`(${from} is null and ${to} is null)`;
  }
  if (of.ty.t === 'list' || of.ty.t === 'file') return sql`(cardinality(${ctx.emit.value(of, ctx)}) = 0)`;
  return sql`(${ctx.emit.value(of, ctx)} is null)`;
}

/** plainText() of the interpreter for what join() takes */
export function textOf(of: Bound, value: Sql): Sql {
  switch (of.ty.t) {
    case 'int':
    case 'decimal':
      return sql`trim_scale(${value})::text`;
    case 'datetime':
      return sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
    case 'date':
      return sql`to_char(${value}, 'YYYY-MM-DD')`;
    case 'time':
      return sql`to_char(${value}, 'HH24:MI:SS')`;
    default:
      return sql`${value}::text`;
  }
}
