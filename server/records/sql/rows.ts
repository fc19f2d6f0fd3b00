/** Collection functions in SQL: correlated subselects over sub-tables, references and queries; plain aggregates over rows at hand. */
import { sql } from 'kysely';
import { type AggBound, type Bound, type Source, walk } from '../../../schemas/language/expr/typed';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { memoryTable } from './memory';
import { knownPart, param } from './param';
import { divide, textOf } from './parts';
import {
  column,
  fromSql,
  innerLevel,
  joinsSql,
  type Level,
  listPlaces,
  newLevel,
  nextAlias,
  type Sql,
  type SqlCtx,
  SqlFormError,
} from './scope';

export function aggregateSql(node: AggBound, ctx: SqlCtx): Sql {
  const { source } = node;
  if (source.s === 'list') return sql`cardinality(array_remove(${ctx.emit.value(source.list, ctx)}, null))::numeric`;
  if (source.s === 'hand') return ctx.hand === undefined ? overHand(node, ctx) : ctx.hand(node);
  const rows = rowsIn(source, node, ctx);
  const inner: SqlCtx = { ...ctx, places: { ...ctx.places, self: rows.level } };
  const value = node.value === undefined ? undefined : inner.emit.value(node.value, inner);
  const wheres = [...rows.wheres, ...(node.cond === undefined ? [] : [inner.emit.condition(node.cond, inner, true)])];
  const order = sql`${sql.join(rows.order.map((name) => column(rows.level, name)))}`;
  // the joins of the rows are complete only now
  const where = wheres.length === 0 ? sql`` : sql` where ${sql.join(wheres, sql` and `)}`;
  const from = sql`from ${rows.from}${joinsSql(ctx, rows.level)}${where}`;
  // an aggregate over names of the outer row alone would belong to the outer statement, so the value is a column first
  const over = sql`from (select ${value} as x ${from}) v`;
  switch (node.fn) {
    case 'exists':
      return sql`(exists (select 1 ${from}))`;
    case 'count':
      return sql`(select count(*)::numeric ${from})`;
    case 'sum':
      return sql`coalesce((select sum(v.x) ${over}), 0)`;
    case 'avg':
      return sql`(select ${divide(sql`sum(v.x)`, sql`count(v.x)`)} ${over})`;
    case 'min':
    case 'max':
      return sql`(select ${sql.raw(node.fn)}(v.x) ${over})`;
    case 'first':
      return sql`(select ${value} ${from} order by ${order} limit 1)`;
    case 'last':
      return sql`(select ${value} ${from} order by ${descending(rows)} limit 1)`;
    case 'values':
      return sql`array(select distinct v.x ${over} where v.x is not null)`;
    case 'distinct':
      return sql`(select count(distinct v.x)::numeric ${over})`;
    case 'join':
      return sql`(select nullif(string_agg(${textOf(node.value as Bound, sql`v.x`)}, ${separator(node, ctx)} order by v.at), '') from (select ${value} as x, row_number() over (order by ${order}) as at ${from}) v)`;
    case 'steps': {
      const [tone, tip] = (node.more ?? []).map((part) => shownOf(part, inner.emit.value(part, inner)));
      // the joins of tone and tip are known only now
      const rowsFrom = sql`from ${rows.from}${joinsSql(ctx, rows.level)}${where}`;
      const title = shownOf(node.value as Bound, value as Sql);
      return sql`(select coalesce(jsonb_agg(jsonb_build_object('title', coalesce(v.x, ''), 'tone', coalesce(v.tone, ''), 'tip', coalesce(v.tip, '')) order by v.at), '[]') from (select ${title} as x, ${tone ?? sql`''`} as tone, ${tip ?? sql`''`} as tip, row_number() over (order by ${order}) as at ${rowsFrom}) v)`;
    }
    default:
      throw new SqlFormError(node.fn);
  }
}
const shownOf = (of: Bound, value: Sql): Sql =>
  of.ty.t === 'bool' ? sql`(case when ${value} then '是' else '否' end)` : textOf(of, value);

/** aggregates of a summary: the statement itself groups */
function overHand(node: AggBound, ctx: SqlCtx): Sql {
  const value = node.value === undefined ? undefined : ctx.emit.value(node.value, ctx);
  const level = ctx.places.self;
  const filter = node.cond === undefined ? sql`` : sql` filter (where ${ctx.emit.condition(node.cond, ctx, true)})`;
  switch (node.fn) {
    case 'exists':
      return sql`(count(*)${filter} > 0)`;
    case 'count':
      return sql`(count(*)${filter})::numeric`;
    case 'sum':
      return sql`coalesce(sum(${value})${filter}, 0)`;
    case 'avg':
      return divide(sql`sum(${value})${filter}`, sql`count(${value})${filter}`);
    case 'min':
    case 'max':
      return sql`${sql.raw(node.fn)}(${value})${filter}`;
    case 'distinct':
      return sql`(count(distinct ${value})${filter})::numeric`;
    case 'values':
      return sql`coalesce(array_agg(distinct ${value}) filter (where ${value} is not null${node.cond === undefined ? sql`` : sql` and ${ctx.emit.condition(node.cond, ctx, true)}`}), '{}')`;
    case 'first':
    case 'last': {
      if (level === undefined) throw new SqlFormError(node.fn);
      const down = node.fn === 'last' ? sql` desc` : sql``;
      const by = sql.join(orderOf(level).map((name) => sql`${column(level, name)}${down}`));
      return sql`(array_agg(${value} order by ${by})${filter})[1]`;
    }
    case 'join':
      return sql`nullif(string_agg(${textOf(node.value as Bound, value as Sql)}, ${separator(node, ctx)})${filter}, '')`;
    default:
      throw new SqlFormError(node.fn);
  }
}

interface RowsIn {
  readonly level: Level;
  readonly from: Sql;
  readonly wheres: readonly Sql[];
  readonly order: readonly string[];
}
const orderOf = (level: Level): readonly string[] =>
  level.sub === undefined ? ['created_at', 'id'] : ['line_no', 'id'];
const descending = (rows: RowsIn): Sql => sql.join(rows.order.map((name) => sql`${column(rows.level, name)} desc`));

function rowsIn(source: Exclude<Source, { s: 'list' | 'hand' }>, node: AggBound, ctx: SqlCtx): RowsIn {
  const near = anyLevel(ctx);
  switch (source.s) {
    case 'query': {
      const object = objectOf(ctx, source.row.object);
      const level = innerLevel(near, 'q', object);
      const scope = ctx.rowScope?.(object);
      const wheres: Sql[] = object.fields.isDeleted === undefined ? [] : [sql`${column(level, 'is_deleted')} = 0`];
      if (scope !== undefined) wheres.push(ctx.emit.condition(scope, { ...ctx, places: listPlaces(level) }, true));
      return {
        level,
        from: fromSql(ctx, level),
        wheres,
        order: object.fields.createdAt === undefined ? ['id'] : orderOf(level),
      };
    }
    case 'hop': {
      const object = objectOf(ctx, source.row.object);
      const level = innerLevel(near, 'r', object, subOf(object, source.sub));
      return {
        level,
        from: fromSql(ctx, level),
        wheres: [sql`${column(level, 'head_id')} = ${ctx.emit.value(source.ref, ctx)}`],
        order: orderOf(level),
      };
    }
    case 'sub': {
      const parent = ctx.places[source.scope];
      if (parent === undefined) return fromMemory(source, node, ctx, near);
      // `items` of a row means the sub-table of its head
      const head = parent.sub === undefined ? parent : parent.head;
      const object = parent.object;
      const level = innerLevel(near, 'r', object, subOf(object, source.sub), head);
      const key = head === undefined ? column(parent, 'head_id') : column(head, 'id');
      return {
        level,
        from: fromSql(ctx, level),
        wheres: [sql`${column(level, 'head_id')} = ${key}`],
        order: orderOf(level),
      };
    }
  }
}

/** Rows of a record that is not stored (the form's): sent as one json parameter, with the columns that are read. */
function fromMemory(source: Extract<Source, { s: 'sub' }>, node: AggBound, ctx: SqlCtx, near: Level): RowsIn {
  const object = objectOf(ctx, source.of.object);
  const sub = subOf(object, source.sub);
  const level: Level = { ...newLevel(object, nextAlias(near, 'm'), sub), names: near.names };
  const codes = new Set<string>();
  walk(node, (part) => {
    if (part.k === 'get' && part.scope === 'self' && part.of.sub === source.sub) codes.add(part.field.code);
  });
  const field = { code: source.sub, title: sub.title, type: 'json', kind: 'json' } as const;
  const rows: Bound = { k: 'get', ty: { t: 'json' }, ast: node.ast, scope: source.scope, of: source.of, field };
  return {
    level,
    from: sql`${memoryTable(sub.sub?.fields ?? {}, codes, knownPart(rows, ctx).sql)} as ${sql.ref(level.alias)}`,
    wheres: [],
    order: ['line_no'],
  };
}

function anyLevel(ctx: SqlCtx): Level {
  const level = ctx.places.self ?? ctx.places.it ?? ctx.places.row ?? ctx.places.doc;
  if (level !== undefined) return level;
  const name = '';
  throw new SqlFormError(name);
}
function objectOf(ctx: SqlCtx, code: string): ResolvedObject {
  const object = ctx.object(code);
  if (object === undefined || object.storage === 'none' || object.settings !== undefined) throw new SqlFormError(code);
  return object;
}
function subOf(object: ResolvedObject, code: string): ResolvedField {
  const field = object.fields[code];
  if (field?.sub === undefined) throw new SqlFormError(code);
  return field;
}

const separator = (node: AggBound, ctx: SqlCtx): Sql =>
  node.sep === undefined ? param('、', { t: 'text' }) : sql`coalesce(${ctx.emit.value(node.sep, ctx)}, '')`;
