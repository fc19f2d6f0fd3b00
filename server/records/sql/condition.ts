/** Conditions in SQL: two-valued like the interpreter's. In a plain AND position null counts as false, so the coalesce is left out. */
import { sql } from 'kysely';
import type { V } from '../../../schemas/language/expr/frame';
import type { Bound, CallBound, CmpBound, InBound, Ty } from '../../../schemas/language/expr/typed';
import { gramsColumn, gramsOf, hasGrams } from '../../tables/searched';
import { getPlace, hopPlace, rangeSql, rawColumn } from './field';
import { isKnown, isNeverNull, knownPart, pgType } from './param';
import { emptySql } from './parts';
import type { Sql, SqlCtx } from './scope';

/** `plain`: the result stands alone or under AND and OR of a where, where null is as good as false. */
export function conditionSql(node: Bound, ctx: SqlCtx, plain = false): Sql {
  if (node.ty.t === 'null') return sql`false`;
  if (isKnown(node, ctx)) {
    const { sql: known, value } = knownPart(node, ctx, BOOL);
    return value === undefined ? sql`coalesce(${known}, false)` : value === true ? sql`true` : sql`false`;
  }
  switch (node.k) {
    case 'and':
      return sql`(${conditionSql(node.left, ctx, plain)} and ${conditionSql(node.right, ctx, plain)})`;
    case 'or':
      return sql`(${conditionSql(node.left, ctx, plain)} or ${conditionSql(node.right, ctx, plain)})`;
    case 'not':
      return sql`(not ${conditionSql(node.of, ctx)})`;
    case 'if':
      return sql`(case when ${conditionSql(node.test, ctx, true)} then ${conditionSql(node.yes, ctx, plain)} else ${conditionSql(node.no, ctx, plain)} end)`;
    case 'cmp':
      return compareSql(node, ctx, plain);
    case 'in':
      return inSql(node, ctx, plain);
    case 'call': {
      const found = plain ? partOfColumn(node, ctx) : undefined;
      return found === undefined ? ctx.emit.value(node, ctx) : sql`(${found} and ${ctx.emit.value(node, ctx)})`;
    }
    case 'get':
    case 'hop': {
      const value = ctx.emit.value(node, ctx);
      return node.field.inherit === undefined || plain ? value : sql`coalesce(${value}, false)`;
    }
    default:
      return ctx.emit.value(node, ctx);
  }
}

const BOOL: Ty = { t: 'bool' };
const settled = (condition: Sql, plain: boolean): Sql => (plain ? condition : sql`coalesce(${condition}, false)`);

/** One side of a comparison: known before (with its value, when it is known now), or computed per row. */
interface Side {
  readonly sql: Sql;
  readonly isKnown: boolean;
  readonly value: V | undefined;
}
function sideOf(node: Bound, ty: Ty, ctx: SqlCtx): Side {
  if (node.ty.t === 'null') return { sql: sql`null::${sql.raw(pgType(ty))}`, isKnown: true, value: null };
  if (!isKnown(node, ctx)) return { sql: ctx.emit.value(node, ctx), isKnown: false, value: undefined };
  return { isKnown: true, ...knownPart(node, ctx, node.ty.t === 'int' || node.ty.t === 'decimal' ? node.ty : ty) };
}

function compareSql(node: CmpBound, ctx: SqlCtx, plain: boolean): Sql {
  const { left, right, op } = node;
  const ty = left.ty.t === 'null' ? right.ty : left.ty;
  // emptiness of a range, list or object: there is no single value to compare
  if (left.ty.t === 'null' || right.ty.t === 'null') {
    const of = left.ty.t === 'null' ? right : left;
    if (op === '==') return emptySql(of, ctx);
    return op === '!=' ? sql`(not ${emptySql(of, ctx)})` : sql`false`;
  }
  const direct = overColumn(node, ctx, plain);
  if (direct !== undefined) return direct;
  const a = sideOf(left, ty, ctx);
  const b = sideOf(right, ty, ctx);
  if (op === '==' || op === '!=') {
    const known = a.isKnown ? a : b;
    const other = a.isKnown ? b : a;
    if (known.value === null) return op === '==' ? sql`(${other.sql} is null)` : sql`(${other.sql} is not null)`;
    if (op === '==' && plain && (known.value !== undefined || isNeverNull(a.isKnown ? left : right)))
      return sql`(${a.sql} = ${b.sql})`;
    // known when it is asked: no index serves `is not distinct from`, the half that does not apply is planned away
    if (op === '==' && plain && a.isKnown !== b.isKnown)
      return sql`(${other.sql} = ${known.sql} or (${known.sql} is null and ${other.sql} is null))`;
    return op === '==' ? sql`(${a.sql} is not distinct from ${b.sql})` : sql`(${a.sql} is distinct from ${b.sql})`;
  }
  if (a.value === null || b.value === null) return sql`false`;
  return settled(sql`(${a.sql} ${sql.raw(op)} ${b.sql})`, plain);
}

/**
 * A stored whole number or datetime against a value known now: the column stays as it is, so that an index serves it. A stored datetime
 * may carry fractions of a second that the language does not see.
 */
function overColumn(node: CmpBound, ctx: SqlCtx, plain: boolean): Sql | undefined {
  const flipped = isKnown(node.left, ctx);
  const [of, other] = flipped ? [node.right, node.left] : [node.left, node.right];
  if ((of.ty.t !== 'int' && of.ty.t !== 'datetime') || !isKnown(other, ctx)) return undefined;
  const raw = storedColumn(of, ctx);
  const op = flipped ? (FLIPPED[node.op] ?? node.op) : node.op;
  if (raw === undefined || op === '!=') return undefined;
  const known = knownPart(other, ctx);
  const { value } = known;
  if (value === null || (value === undefined && op === '==')) return undefined;
  if (of.ty.t === 'int') {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
    const at = sql`${String(value)}::bigint`;
    if (op === '==') return plain ? sql`(${raw} = ${at})` : sql`(${raw} is not distinct from ${at})`;
    return settled(sql`(${raw} ${sql.raw(op)} ${at})`, plain);
  }
  const at = sql`${known.sql}::timestamptz`;
  const after = sql`(${known.sql} + interval '1 second')::timestamptz`;
  const conditions: Readonly<Record<Exclude<CmpBound['op'], '!='>, Sql>> = {
    '==': sql`(${raw} >= ${at} and ${raw} < ${after})`,
    '<': sql`(${raw} < ${at})`,
    '<=': sql`(${raw} < ${after})`,
    '>': sql`(${raw} >= ${after})`,
    '>=': sql`(${raw} >= ${at})`,
  };
  return settled(conditions[op], plain);
}
/** contains() of an indexed column and a word known now: the index over pairs of characters names the candidates. */
function partOfColumn(node: CallBound, ctx: SqlCtx): Sql | undefined {
  const [of, word] = node.args;
  if (node.name !== 'contains' || of?.k !== 'get' || word === undefined || !isKnown(word, ctx)) return undefined;
  const { value } = knownPart(word, ctx);
  const { level, code } = getPlace(of, ctx);
  const field = level.sub === undefined ? level.object.fields[code] : undefined;
  if (typeof value !== 'string' || [...value].length < 2 || field === undefined || !hasGrams(level.object, field))
    return undefined;
  return sql`${sql.ref(`${level.alias}.${gramsColumn(level.object, field)}`)} @> ${gramsOf(value)}::text[]`;
}
function storedColumn(of: Bound, ctx: SqlCtx): Sql | undefined {
  if (of.k === 'hop' && isKnown(of.ref, ctx)) return undefined;
  const place = of.k === 'get' ? getPlace(of, ctx) : of.k === 'hop' ? hopPlace(of, ctx) : undefined;
  return place === undefined ? undefined : rawColumn(place);
}
const FLIPPED: Readonly<Partial<Record<CmpBound['op'], CmpBound['op']>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function inSql(node: InBound, ctx: SqlCtx, plain: boolean): Sql {
  const { left, right } = node;
  if (left.ty.t === 'null' || right.ty.t === 'null') return sql`false`;
  if (right.ty.t === 'range') return inRange(left, right, ctx, plain);
  const ty: Ty = right.ty.t === 'list' && right.ty.of.t !== 'null' ? right.ty : { t: 'list', of: left.ty };
  if (isKnown(right, ctx)) {
    const { sql: list, value } = knownPart(right, ctx, ty);
    if (Array.isArray(value) && value.every((item) => item === null)) return sql`false`;
    return settled(sql`(${ctx.emit.value(left, ctx)} = any(${list}))`, plain);
  }
  if (isKnown(left, ctx)) {
    const { sql: eachSql, value } = knownPart(left, ctx);
    if (value === null) return sql`false`;
    // contains, so that an index over the list serves it
    if (right.k === 'get' || right.k === 'hop') return sql`(${ctx.emit.value(right, ctx)} @> array[${eachSql}])`;
  }
  return settled(sql`(${ctx.emit.value(left, ctx)} = any(${ctx.emit.value(right, ctx)}))`, plain);
}

function inRange(left: Bound, right: Bound, ctx: SqlCtx, plain: boolean): Sql {
  const of: Ty = { t: right.ty.t === 'range' ? right.ty.of : 'date' };
  if (!isKnown(right, ctx)) {
    const [from, to] = rangeSql(right, ctx);
    const value =
      left.ty.t === 'datetime' && of.t === 'date'
        ? sql`(${ctx.emit.value(left, ctx)})::date`
        : ctx.emit.value(left, ctx);
    return settled(sql`(${value} >= ${from} and ${value} <= ${to})`, plain);
  }
  const [from, to] = (['from', 'to'] as const).map((part) =>
    knownPart({ k: 'part', ty: of, ast: right.ast, of: right, part }, ctx),
  ) as [Known, Known];
  if (from.value === null || to.value === null) return sql`false`;
  if (left.ty.t !== 'datetime')
    return settled(
      sql`(${ctx.emit.value(left, ctx)} >= ${from.sql} and ${ctx.emit.value(left, ctx)} <= ${to.sql})`,
      plain,
    );
  // the last day or second belongs to the range; a stored column stays bare for its index
  const next = of.t === 'date' ? sql`(${to.sql} + 1)` : sql`(${to.sql} + interval '1 second')`;
  const raw = storedColumn(left, ctx);
  return raw === undefined
    ? settled(sql`(${ctx.emit.value(left, ctx)} >= ${from.sql} and ${ctx.emit.value(left, ctx)} < ${next})`, plain)
    : settled(sql`(${raw} >= ${from.sql}::timestamptz and ${raw} < ${next}::timestamptz)`, plain);
}
type Known = ReturnType<typeof knownPart>;
