/** What a translation needs: where names are rows of the query, what the others are, and the joins it makes on the way. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../schemas/language/env';
import type { Placed } from '../../../schemas/language/expr/sql-form';
import type { AggBound, Bound, MeasureBound, RecordScope } from '../../../schemas/language/expr/typed';
import type { ResolvedField, ResolvedObject, TypeLib } from '../../../schemas/language/resolved';
import { tableSql } from '../store/stored';

export type Sql = RawBuilder<unknown>;

/** Rows of one table in the statement, with the left joins its references have asked for. */
export interface Level {
  readonly alias: string;
  readonly object: ResolvedObject;
  /** sub-table whose rows these are */
  readonly sub?: ResolvedField;
  /** head of the rows of a sub-table, when it stands in the statement */
  readonly head?: Level;
  readonly joins: Map<string, Join>;
  /** counts the aliases of a statement */
  readonly names: { count: number };
}
export interface Join {
  readonly level: Level;
  readonly on: Sql;
}

export interface SqlScope {
  readonly lib: TypeLib;
  /** schema of the organisation */
  readonly schema: string;
  object(code: string): ResolvedObject | undefined;
  /** scope words that are rows of the statement; every other one is a value of `scope` */
  readonly places: Readonly<Partial<Record<RecordScope, Level>>>;
  /** values of the scopes that are not in `places`, with the env (me, sys, clock) */
  readonly scope: Scope;
  /** condition over an object that every query of it keeps (row scope of the viewer); none in rules, checks, formulas */
  rowScope?(object: ResolvedObject): Bound | undefined;
  /** aggregates over the rows at hand, where the statement has them as columns already (reports) */
  hand?(node: AggBound): Sql;
  /** total, running, rank of a report */
  measure?(node: MeasureBound): Sql;
  /** how a part that reads no row is put in; default: interpreted now and sent as a parameter of that PostgreSQL type */
  known?(bound: Bound, type: string): Sql;
}

/** The scope while it is translated: how the parts of a node become SQL, so that the translators of node sorts need not know each other. */
export interface SqlCtx extends SqlScope {
  readonly emit: {
    /** a value, null for null */
    value(node: Bound, ctx: SqlCtx): Sql;
    /** two-valued; `plain`: null is as good as false where it stands */
    condition(node: Bound, ctx: SqlCtx, plain?: boolean): Sql;
  };
}

/** An expression without SQL form, or over something that has no table. Callers check before (expr/sql-form.ts); this is the fence. */
export class SqlFormError extends Error {
  override readonly name = 'SqlFormError';
  readonly what: string;
  constructor(what: string) {
    super(`条件无法转换为查询：${what}`);
    this.what = what;
  }
}

/** The table of an object, or of a sub-table, as a level of a new statement. */
export const newLevel = (object: ResolvedObject, alias = 't', sub?: ResolvedField, head?: Level): Level => ({
  alias,
  object,
  ...(sub === undefined ? {} : { sub }),
  ...(head === undefined ? {} : { head }),
  joins: new Map(),
  names: head?.names ?? { count: 0 },
});

/** A list over an object: every record word means the listed row. */
export const listPlaces = (level: Level): SqlScope['places'] =>
  level.sub === undefined
    ? { self: level, it: level, row: level, doc: level }
    : { self: level, it: level, row: level, ...(level.head === undefined ? {} : { doc: level.head }) };
/** A pick or a part: the candidate is the row, `row` and `doc` are the form's. */
export const pickPlaces = (level: Level): SqlScope['places'] => ({ self: level, it: level });

export const placedOf = (ctx: SqlScope): Placed => new Set(Object.keys(ctx.places) as RecordScope[]);

/** `"org_demo"."supplier" as "j1"` */
export const fromSql = (ctx: SqlScope, level: Level): Sql =>
  sql`${tableSql(ctx.schema, level.object, level.sub?.code)} as ${sql.ref(level.alias)}`;

/** The left joins a level has collected, to stand behind its table; ask after all expressions over it are translated. */
export function joinsSql(ctx: SqlScope, level: Level): Sql {
  const parts: Sql[] = [];
  const add = (of: Level): void => {
    for (const join of of.joins.values()) {
      parts.push(sql` left join ${fromSql(ctx, join.level)} on ${join.on}`);
      add(join.level);
    }
  };
  add(level);
  return parts.length === 0 ? sql`` : sql.join(parts, sql``);
}

export const column = (level: Level, name: string): Sql => sql.ref(`${level.alias}.${name}`);
export function nextAlias(level: Level, prefix: string): string {
  level.names.count += 1;
  return `${prefix}${level.names.count}`;
}
/** A level inside the statement of another one. */
export const innerLevel = (
  of: Level,
  prefix: string,
  object: ResolvedObject,
  sub?: ResolvedField,
  head?: Level,
): Level => ({
  ...newLevel(object, nextAlias(of, prefix), sub),
  ...(head === undefined ? {} : { head }),
  names: of.names,
});
