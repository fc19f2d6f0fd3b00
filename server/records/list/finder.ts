/** A select over one object with conditions of the language: what list plans do, for single uses (by-id, find, pickers, trees). */
import { CompiledQuery, sql } from 'kysely';
import type { Bound } from '../../../schemas/language/expr/check';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { prepareOften } from '../../db/prepared';
import type { EngineCtx } from '../host';
import type { Sql } from '../sql';
import { type DbRow, tableSql } from '../store/stored';
import { type Around, Knowns, Place } from './place';
import { fill } from './slots';

export interface FindSpec {
  readonly object: ResolvedObject;
  /** what is selected, `t` is the object's table */
  select(place: Place): Sql;
  /** joins of what was selected */
  joins?(): readonly Sql[];
  /** conditions of the language, all of which hold */
  readonly conditions?: readonly Bound[];
  /** further conditions */
  where?(place: Place): readonly Sql[];
  order?(place: Place): Sql | undefined;
  readonly limit?: number;
  readonly offset?: number;
  readonly around?: Around;
  /** bare names are the candidate, `row` and `doc` the form's */
  readonly pick?: boolean;
  /** queries inside the conditions see the viewer's rows only */
  readonly viewer?: boolean;
  /** deleted records too */
  readonly deleted?: boolean;
  readonly tail?: Sql;
}

export async function findRows(ctx: EngineCtx, spec: FindSpec): Promise<readonly DbRow[]> {
  const { object, around = {} } = spec;
  const knowns = new Knowns();
  const place = new Place(ctx, object, 't', { knowns, around, ...(spec.pick ? { pick: true } : {}) });
  const where = [
    ...(object.fields.isDeleted && !spec.deleted ? [sql`t.is_deleted = 0`] : []),
    ...(spec.conditions ?? []).map((bound) => place.condition(bound, spec.viewer ?? false)),
    ...(spec.where?.(place) ?? []),
  ];
  const select = spec.select(place);
  const order = spec.order?.(place);
  const statement = sql`select ${select} from ${tableSql(ctx.org.schema, object)} as t${place.joins()}${sql.join(
    (spec.joins?.() ?? []).map((join) => sql` ${join}`),
    sql``,
  )}${
    where.length === 0 ? sql`` : sql` where ${sql.join(where, sql` and `)}`
  }${order ? sql` order by ${order}` : sql``}${spec.limit === undefined ? sql`` : sql` limit ${spec.limit}`}${
    spec.offset ? sql` offset ${spec.offset}` : sql``
  }${spec.tail ? sql` ${spec.tail}` : sql``}`;
  const compiled = statement.compile(ctx.trx);
  prepareOften(compiled.sql);
  const values = new Map(await knowns.values(ctx, around));
  const { rows } = await ctx.trx.executeQuery<DbRow>(
    CompiledQuery.raw(compiled.sql, fill(compiled.parameters, values)),
  );
  return rows;
}
