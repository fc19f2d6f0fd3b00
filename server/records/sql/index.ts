/**
 * Expressions as SQL (language §5.7). Names become columns of the documents, never text of a request; everything known before is a bound
 * value. A statement is made in this order: a level for its table, the expressions over it, then `joinsSql` of the level.
 */
export { conditionSql } from './condition';
export { sqlFunctionNames } from './functions';
export { pgType } from './param';
export { aggregateSql } from './rows';
export {
  fromSql,
  joinsSql,
  type Level,
  listPlaces,
  newLevel,
  pickPlaces,
  type Sql,
  SqlFormError,
  type SqlScope,
} from './scope';
export { valueSql } from './value';

import { type RawBuilder, sql } from 'kysely';
import type { Bound } from '../../../schemas/language/expr/typed';
import { conditionSql } from './condition';
import type { SqlScope } from './scope';
import { valueSql } from './value';

/** The value of an expression, or a two-valued condition when it is a bool. Throws SqlFormError (lint tells it before: expr.sql). */
export const toSql = (bound: Bound, ctx: SqlScope): RawBuilder<unknown> =>
  bound.ty.t === 'bool' ? conditionSql(bound, ctx) : valueSql(bound, ctx);
/** A condition for the where of a statement. */
export const whereSql = (bound: Bound, ctx: SqlScope): RawBuilder<boolean> =>
  sql<boolean>`${conditionSql(bound, ctx, true)}`;
