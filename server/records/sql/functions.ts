/** Functions of the expression language in SQL, one entry each; a function without one has no SQL form (language §5.4). */
import { sql } from 'kysely';
import type { DateUnit, Grain } from '../../../schemas/language/codec/date-time';
import type { Bound, CallBound } from '../../../schemas/language/expr/typed';
import { dictOf } from '../../../schemas/language/functions/host';
import { MAX_PAD } from '../../../schemas/language/functions/text';
import { labelSql } from '../read/labels';
import { tableSql } from '../store/stored';
import { rawColumn, refLevel } from './field';
import { isKnown, pgType } from './param';
import { divide, emptySql, textOf } from './parts';
import { column, fromSql, newLevel, nextAlias, type Sql, type SqlCtx, SqlFormError } from './scope';

type Emit = (args: readonly Sql[], node: CallBound, ctx: SqlCtx) => Sql;

export function callSql(node: CallBound, ctx: SqlCtx): Sql {
  const special = SPECIAL[node.name];
  if (special !== undefined) return special(node, ctx);
  const emit = FUNCTIONS[node.name];
  if (emit === undefined) throw new SqlFormError(node.name);
  return emit(
    node.args.map((arg) => typed(arg, ctx)),
    node,
    ctx,
  );
}
/** names of functions with an SQL form */
export const sqlFunctionNames = (): readonly string[] => [...Object.keys(FUNCTIONS), ...Object.keys(SPECIAL)];

const typed = (arg: Bound, ctx: SqlCtx): Sql => (arg.ty.t === 'null' ? sql`null::text` : ctx.emit.value(arg, ctx));
const number = (arg: Bound | undefined, ctx: SqlCtx): Sql =>
  arg === undefined || arg.ty.t === 'null' ? sql`null::numeric` : ctx.emit.value(arg, ctx);
const moment = (arg: Bound | undefined, ctx: SqlCtx): Sql =>
  arg === undefined || arg.ty.t === 'null' ? sql`null::timestamp` : sql`(${ctx.emit.value(arg, ctx)})::timestamp`;
const word = (arg: Bound | undefined): string => (arg?.k === 'lit' && typeof arg.value === 'string' ? arg.value : '');

/** a whole number within ±10⁹ as int */
const whole = (n: Sql): Sql => sql`least(greatest(trunc(${n}), -1000000000), 1000000000)::int`;
const lowered = (t: Sql): Sql => sql`lower(${t} collate "C")`;
const filled = (text: Sql): Sql => sql`nullif(${text}, '')`;
const test = (condition: Sql): Sql => sql`coalesce(${condition}, false)`;

const FUNCTIONS: Readonly<Record<string, Emit>> = {
  len: ([t]) => sql`coalesce(char_length(${t}), 0)::numeric`,
  lower: ([t]) => lowered(t as Sql),
  upper: ([t]) => sql`upper(${t} collate "C")`,
  trim: ([t]) => filled(sql`btrim(${t}, ${' \t\r\n\u3000'}::text)`),
  contains: ([t, u]) => test(sql`position(${lowered(u as Sql)} in ${lowered(t as Sql)}) > 0`),
  starts: ([t, u]) => test(sql`starts_with(${lowered(t as Sql)}, ${lowered(u as Sql)})`),
  ends: ([t, u]) => test(sql`right(${lowered(t as Sql)}, char_length(${u})) = ${lowered(u as Sql)}`),
  replace: ([t, a, b]) => filled(sql`replace(${t}, coalesce(${a}, ''), coalesce(${b}, ''))`),
  any: ([a, b]) => test(sql`(${a} && ${b})`),
  all: ([a, b]) => test(sql`(${a} @> ${b})`),
};

type Special = (node: CallBound, ctx: SqlCtx) => Sql;
const SPECIAL: Readonly<Record<string, Special>> = {
  left: ({ args: [t, n] }, ctx) =>
    filled(nullable(n, ctx, (count) => sql`left(${typed(t as Bound, ctx)}, greatest(${count}, 0))`)),
  right: ({ args: [t, n] }, ctx) =>
    filled(nullable(n, ctx, (count) => sql`right(${typed(t as Bound, ctx)}, greatest(${count}, 0))`)),
  mid: ({ args: [t, from, n] }, ctx) =>
    filled(
      nullable(from, ctx, (start) =>
        nullable(
          n,
          ctx,
          (count) => sql`substr(${typed(t as Bound, ctx)}, greatest(${start}, 1), greatest(${count}, 0))`,
        ),
      ),
    ),
  pad: ({ args: [t, n] }, ctx) => {
    const text = typed(t as Bound, ctx);
    return nullable(n, ctx, (width) => {
      const to = sql`least(${width}, ${sql.lit(MAX_PAD)})`;
      return sql`case when char_length(${text}) >= ${to} then ${text} else lpad(${text}, ${to}, '0') end`;
    });
  },
  round: (node, ctx) => rounded(node, ctx, (x, n) => sql`round(${x}, ${n})`),
  trunc: (node, ctx) => rounded(node, ctx, (x, n) => sql`trunc(${x}, ${n})`),
  floor: (node, ctx) => rounded(node, ctx, (x, n) => edge(x, n, '>', '-')),
  ceil: (node, ctx) => rounded(node, ctx, (x, n) => edge(x, n, '<', '+')),
  abs: ({ args: [x] }, ctx) => sql`abs(${number(x, ctx)})`,
  pct: ({ args: [a, b, n] }, ctx) => {
    const q = divide(sql`(${number(a, ctx)} * 100)`, number(b, ctx));
    return sql`round(${q}, ${decimals(n, 2, ctx)})`;
  },
  min: (node, ctx) => sql`least(${sql.join(sameTyped(node, ctx))})`,
  max: (node, ctx) => sql`greatest(${sql.join(sameTyped(node, ctx))})`,
  coalesce: (node, ctx) => sql`coalesce(${sql.join(sameTyped(node, ctx))})`,
  empty: ({ args: [of] }, ctx) => {
    const arg = of as Bound;
    if (arg.ty.t !== 'rows' || arg.k !== 'get') return emptySql(arg, ctx);
    const source = {
      s: 'sub',
      scope: arg.scope,
      sub: arg.field.code,
      of: arg.of,
      row: { object: arg.of.object, sub: arg.field.code, fields: {} },
    } as const;
    return sql`(not ${ctx.emit.value({ k: 'agg', ty: { t: 'bool' }, ast: arg.ast, fn: 'exists', source }, ctx)})`;
  },
  dateAdd: ({ args: [d, n, unit], ty }, ctx) =>
    added(moment(d, ctx), number(n, ctx), (word(unit) || 'day') as DateUnit, ty.t === 'date'),
  dateDiff: ({ args: [a, b, unit] }, ctx) =>
    difference(moment(a, ctx), moment(b, ctx), (word(unit) || 'day') as DateUnit),
  startOf: (node, ctx) => started(node, ctx, word(node.args[1]) as DateUnit),
  endOf: (node, ctx) => {
    const unit = word(node.args[1]) as DateUnit;
    const dated = node.ty.t === 'date';
    if (dated && FINE.has(unit)) return ctx.emit.value(node.args[0] as Bound, ctx);
    const step = unit === 'quarter' ? '3 months' : `1 ${unit}`;
    const less = dated ? '1 day' : '1 second';
    const end = sql`(date_trunc(${sql.lit(unit)}, ${moment(node.args[0], ctx)}) + interval ${sql.lit(step)} - interval ${sql.lit(less)})`;
    return dated ? sql`${end}::date` : end;
  },
  slot: (node, ctx) => {
    const grain = word(node.args[1]) as Grain;
    if (grain !== 'quarterHour' && grain !== 'halfHour') return started(node, ctx, grain);
    const step = grain === 'quarterHour' ? '15 minutes' : '30 minutes';
    const at = sql`date_bin(interval ${sql.lit(step)}, ${moment(node.args[0], ctx)}, timestamp '2000-01-01')`;
    return node.ty.t === 'date' ? sql`${at}::date` : at;
  },
  dateOf: ({ args: [d] }, ctx) => sql`${moment(d, ctx)}::date`,
  year: (node, ctx) => field('year', node, ctx),
  month: (node, ctx) => field('month', node, ctx),
  day: (node, ctx) => field('day', node, ctx),
  weekday: (node, ctx) => field('isodow', node, ctx),
  hour: (node, ctx) => field('hour', node, ctx),
  subtree: (node, ctx) => tree(node, ctx, 'down'),
  ancestors: (node, ctx) => tree(node, ctx, 'up'),
  label: ({ args: [of] }, ctx) => label(of as Bound, ctx),
};
const FINE: ReadonlySet<string> = new Set(['hour', 'minute', 'second']);

/** the call is null when its count is; greatest() alone would skip the null */
const nullable = (n: Bound | undefined, ctx: SqlCtx, make: (count: Sql) => Sql): Sql => {
  const value = number(n, ctx);
  return sql`(case when ${value} is not null then ${make(whole(value))} end)`;
};
const sameTyped = (node: CallBound, ctx: SqlCtx): Sql[] =>
  node.args.map((arg) =>
    arg.ty.t === 'null'
      ? sql`null::${sql.raw(pgType(node.ty))}`
      : arg.ty.t === 'bool'
        ? ctx.emit.condition(arg, ctx)
        : ctx.emit.value(arg, ctx),
  );

function decimals(n: Bound | undefined, otherwise: number, ctx: SqlCtx): Sql {
  if (n === undefined) return sql`${sql.lit(otherwise)}::int`;
  const value = number(n, ctx);
  return sql`(case when ${value} is not null then least(greatest(trunc(${value}), -15), 20)::int end)`;
}
function rounded({ args: [x, n] }: CallBound, ctx: SqlCtx, make: (x: Sql, n: Sql) => Sql): Sql {
  return make(number(x, ctx), decimals(n, 0, ctx));
}
/** floor and ceil at n decimals: the cut value, one unit of the last place further where the cut went the wrong way */
function edge(x: Sql, n: Sql, wrong: '<' | '>', step: '+' | '-'): Sql {
  const cut = sql`trunc(z.x, z.n)`;
  return sql`(select case when ${cut} ${sql.raw(wrong)} z.x then ${cut} ${sql.raw(step)} ('1e' || (- z.n))::numeric else ${cut} end from (select ${x} as x, ${n} as n) z)`;
}

/**
 * One step, the most steps that PostgreSQL can count, and how many years it is: a sum before 4713 BC is an error there, and everything
 * outside the years 1–9999 is null anyway.
 */
const STEPS: Readonly<Record<DateUnit, readonly [step: string, most: number, years: number]>> = {
  year: ['1 year', 20_000, 1],
  quarter: ['3 months', 80_000, 1 / 4],
  month: ['1 month', 240_000, 1 / 12],
  week: ['7 days', 600_000, 7 / 365.25],
  day: ['1 day', 4_000_000, 1 / 365.25],
  hour: ['1 hour', 100_000_000, 1 / 8766],
  minute: ['1 minute', 6_000_000_000, 1 / 525_960],
  second: ['1 second', 400_000_000_000, 1 / 31_557_600],
};
function added(d: Sql, n: Sql, unit: DateUnit, dated: boolean): Sql {
  const [step, most, years] = STEPS[unit];
  const held = sql`abs(z.n) <= ${sql.lit(most)} and extract(year from z.d) + z.n * ${sql.lit(years)} > -4000`;
  const sum = sql`(select z.d + case when ${held} then z.n::double precision * interval ${sql.lit(step)} end as v from (select ${d} as d, trunc(${n}) as n) z)`;
  return sql`(select case when y.v >= timestamp '0001-01-01' and y.v < timestamp '10000-01-01' then y.v end from ${sum} y)${dated ? sql`::date` : sql``}`;
}

function difference(a: Sql, b: Sql, unit: DateUnit): Sql {
  const seconds = sql`extract(epoch from (${b} - ${a}))`;
  switch (unit) {
    case 'second':
      return seconds;
    case 'minute':
      return sql`round(${divide(seconds, sql`60`)}, 4)`;
    case 'hour':
      return sql`round(${divide(seconds, sql`3600`)}, 4)`;
    case 'day':
      return sql`trunc(${seconds} / 86400)`;
    case 'week':
      return sql`trunc(${seconds} / 604800)`;
    default: {
      const months = sql`(select (case when z.n > 0 and z.a + z.n * interval '1 month' > z.b then z.n - 1 when z.n < 0 and z.a + z.n * interval '1 month' < z.b then z.n + 1 else z.n end)::numeric from (select y.a, y.b, ((extract(year from y.b) - extract(year from y.a)) * 12 + extract(month from y.b) - extract(month from y.a))::int as n from (select ${a} as a, ${b} as b) y) z)`;
      return unit === 'month' ? months : sql`trunc(${months} / ${sql.lit(unit === 'quarter' ? 3 : 12)})`;
    }
  }
}
function started(node: CallBound, ctx: SqlCtx, unit: DateUnit): Sql {
  const start = sql`date_trunc(${sql.lit(unit)}, ${moment(node.args[0], ctx)})`;
  return node.ty.t === 'date' ? sql`${start}::date` : start;
}
const field = (part: string, { args: [d] }: CallBound, ctx: SqlCtx): Sql =>
  sql`extract(${sql.raw(part)} from ${moment(d, ctx)})`;

/** The node and all below or above it, itself first; deleted nodes below are left out with what hangs under them. */
function tree({ args: [node], name }: CallBound, ctx: SqlCtx, way: 'down' | 'up'): Sql {
  const arg = node as Bound;
  const object = arg.ty.t === 'ref' ? ctx.object(arg.ty.object) : undefined;
  const start = ctx.emit.value(arg, ctx);
  const parent = object?.tree === undefined ? undefined : object.fields[object.tree];
  if (object === undefined) throw new SqlFormError(name);
  if (parent === undefined) return sql`array_remove(array[${start}], null)`;
  const near = ctx.places.self ?? ctx.places.it ?? ctx.places.doc ?? newLevel(object);
  const walk = sql.ref(nextAlias(near, 'w'));
  const level = newLevel(object, nextAlias(near, 'n'));
  const up = rawColumn({ level, code: parent.code, ty: { t: 'ref', object: object.object } });
  if (up === undefined) throw new SqlFormError(name);
  const step =
    way === 'down'
      ? sql`select ${column(level, 'id')} from ${walk} join ${fromSql(ctx, level)} on ${up} = ${walk}.id and ${column(level, 'is_deleted')} = 0`
      : sql`select ${up} from ${walk} join ${fromSql(ctx, level)} on ${column(level, 'id')} = ${walk}.id where ${up} is not null`;
  return sql`array(with recursive ${walk}(id) as (select ${start} union ${step}) select id from ${walk} where id is not null)`;
}

/** Title of a dictionary code (-- when unknown), label fields of a reference. */
function label(of: Bound, ctx: SqlCtx): Sql {
  if (of.ty.t === 'ref') {
    const object = ctx.object(of.ty.object);
    if (object === undefined) throw new SqlFormError('label');
    if ((of.k === 'get' || of.k === 'hop') && !isKnown(of.k === 'hop' ? of.ref : of, ctx))
      return filled(labelSql(object, refLevel(of, object.object, ctx).alias));
    const alias = nextAlias(ctx.places.self ?? newLevel(object), 'l');
    return filled(
      sql`(select ${labelSql(object, alias)} from ${tableSql(ctx.schema, object)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${ctx.emit.value(of, ctx)})`,
    );
  }
  const code = of.ty.t === 'dict' ? of.ty.dict : dictOf(of);
  const dict = code === undefined ? undefined : ctx.scope.env.dict(code);
  if (dict === undefined || of.ty.t === 'list') throw new SqlFormError('label');
  const value = textOf(of, ctx.emit.value(of, ctx));
  const codes = dict.items.map((item) => item.code);
  const titles = dict.items.map((item) => item.title);
  return sql`(select case when z.c is null then null else coalesce((select d.t from unnest(${codes}::text[], ${titles}::text[]) as d(c, t) where d.c = z.c limit 1), '--') end from (select ${value} as c) z)`;
}
