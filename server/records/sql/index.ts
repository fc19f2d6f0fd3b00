/**
 * Expressions as SQL (language §5.7). Names become columns of the documents, never text of a request; everything known before is a bound
 * value. A statement is made in this order: a level for its table, the expressions over it, then `joinsSql` of the level.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Bound } from '../../../schemas/language/expr/typed';
import * as condition from './condition';
import type { Sql, SqlCtx, SqlScope } from './scope';
import * as value from './value';

export { sqlFunctionNames } from './functions';
export { pgType } from './param';
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

/** The value of an expression, or a two-valued condition when it is a bool. Throws SqlFormError (lint tells it before: expr.sql). */
export const toSql = (bound: Bound, scope: SqlScope): RawBuilder<unknown> =>
  bound.ty.t === 'bool' ? conditionSql(bound, scope) : valueSql(bound, scope);
/** A condition for the where of a statement: null counts as false. */
export const whereSql = (bound: Bound, scope: SqlScope): RawBuilder<boolean> =>
  sql<boolean>`${conditionSql(bound, scope, true)}`;

export const valueSql = (bound: Bound, scope: SqlScope): Sql => value.valueSql(bound, ctxOf(scope));
export const conditionSql = (bound: Bound, scope: SqlScope, plain = false): Sql =>
  condition.conditionSql(bound, ctxOf(scope), plain);

const EMIT: SqlCtx['emit'] = { value: value.valueSql, condition: condition.conditionSql };
const ctxOf = (scope: SqlScope): SqlCtx => ({ ...scope, emit: EMIT });
