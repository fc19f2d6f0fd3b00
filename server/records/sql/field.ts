/** Fields as columns: own ones, those of references through a join, live formulas by their expression, extension fields in jsonb. */
import { sql } from 'kysely';
import { bindExpr } from '../../../schemas/language/expr/check';
import { type Bound, type GetBound, type HopBound, type Ty, walk } from '../../../schemas/language/expr/typed';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { columnsOf } from '../../tables/names';
import { pgType } from './param';
import { column, innerLevel, type Level, listPlaces, type Sql, type SqlCtx, SqlFormError } from './scope';

/** The row level a field is read from, and the field as the document has it. */
export interface Placed {
  readonly level: Level;
  readonly code: string;
  readonly ty: Ty;
}

export function getPlace(node: GetBound, ctx: SqlCtx): Placed {
  const level = ctx.places[node.scope];
  if (level === undefined) throw new SqlFormError(node.field.code);
  return { level, code: node.field.code, ty: node.ty };
}

/** The record a reference points at: a left join on its key, one per reference, reused. */
export function hopPlace(node: HopBound, ctx: SqlCtx): Placed {
  return { level: refLevel(node.ref, node.object, ctx), code: node.field.code, ty: node.ty };
}

export function refLevel(ref: Bound, object: string, ctx: SqlCtx): Level {
  const target = ctx.object(object);
  if (target === undefined || target.storage === 'none') throw new SqlFormError(object);
  const from = ref.k === 'get' ? getPlace(ref, ctx) : ref.k === 'hop' ? hopPlace(ref, ctx) : undefined;
  if (from === undefined) throw new SqlFormError(object);
  const key = `${from.code}>${object}`;
  const known = from.level.joins.get(key);
  if (known !== undefined) return known.level;
  const level = innerLevel(from.level, 'j', target);
  from.level.joins.set(key, { level, on: sql`${column(level, 'id')} = ${fieldSql(from, ctx)}` });
  return level;
}

const BASE: Readonly<Record<string, string>> = {
  id: 'id',
  version: 'version',
  createdBy: 'created_by_id',
  createdAt: 'created_at',
  updatedBy: 'updated_by_id',
  updatedAt: 'updated_at',
  isDeleted: 'is_deleted',
};
const ROW_BASE: Readonly<Record<string, string>> = { id: 'id', lineNo: 'line_no' };

/** The bare column of a field with exactly one, as it is stored; undefined for live formulas and extension fields. */
export function rawColumn({ level, code }: Placed): Sql | undefined {
  const base = level.sub === undefined ? BASE : ROW_BASE;
  if (Object.hasOwn(base, code)) return column(level, base[code] as string);
  const field = resolvedField(level, code);
  if (field === undefined) return undefined;
  const names = columnsOf(field);
  return names.length === 1 ? column(level, names[0] as string) : undefined;
}

/** Both ends of a range. */
export function rangeColumns({ level, code }: Placed): readonly [Sql, Sql] {
  const field = resolvedField(level, code);
  const [from, to] = field === undefined ? [] : columnsOf(field);
  if (from === undefined || to === undefined) throw new SqlFormError(code);
  return [column(level, from), column(level, to)];
}

/** Value of a field in the form expressions compute with (param.ts, pgType). */
export function fieldSql(place: Placed, ctx: SqlCtx): Sql {
  const { level, code, ty } = place;
  if (code.startsWith('ext.') || resolvedField(level, code)?.ext) return extensionSql(level, code.slice(4), ty);
  const raw = rawColumn(place);
  if (raw !== undefined) return asValue(raw, ty);
  return liveSql(place, ctx);
}

export function asValue(raw: Sql, ty: Ty): Sql {
  if (ty.t === 'int') return sql`${raw}::numeric`;
  if (ty.t === 'datetime') return sql`date_trunc('second', ${raw}::timestamp)`;
  return raw;
}

function extensionSql(level: Level, prop: string, ty: Ty): Sql {
  return extensionValue(column(level, 'ext'), sql`${prop}`, pgType(ty));
}

/**
 * A value of the jsonb of a record as the type of its field. The casts of PostgreSQL from text to dates depend on a setting, so no index
 * may stand on them: dates are put together from their digits.
 */
export function extensionValue(ext: Sql, prop: Sql, type: string): Sql {
  const text = sql`nullif(${ext}->>${prop}, '')`;
  const part = (from: number, digits: number): Sql => sql`substr(${text}, ${sql.lit(from)}, ${sql.lit(digits)})`;
  const day = sql`${part(1, 4)}::int, ${part(6, 2)}::int, ${part(9, 2)}::int`;
  switch (type) {
    case 'text':
      return text;
    case 'boolean':
      return sql`coalesce((${text})::boolean, false)`;
    case 'date':
      return sql`make_date(${day})`;
    case 'timestamp':
      return sql`make_timestamp(${day}, ${part(12, 2)}::int, ${part(15, 2)}::int, ${part(18, 2)}::double precision)`;
    default:
      return sql`(${text})::${sql.raw(type)}`;
  }
}

/** A live formula has no column: its expression stands in its place, rounded as the field is. */
function liveSql({ level, code, ty }: Placed, ctx: SqlCtx): Sql {
  const field = resolvedField(level, code);
  const formula = field?.formulaAt === 'live' ? field.formula : undefined;
  if (field === undefined || formula === undefined) throw new SqlFormError(code);
  const object = level.sub === undefined ? level.object.object : `${level.object.object}.${level.sub.code}`;
  if (open.has(`${object}.${code}`)) throw new SqlFormError(code);
  open.add(`${object}.${code}`);
  try {
    const bound = liveBound(ctx, level.object, level.sub?.code, field);
    const value = ctx.emit.value(bound, { ...ctx, places: placesOf(level, bound) });
    // a choice that a formula answers as a number is compared by its code
    if (pgType(ty) === 'text' && pgType(bound.ty) === 'numeric') return sql`trim_scale(${value})::text`;
    if (field.type === 'int') return sql`round(${value})`;
    return field.type === 'decimal' ? sql`round(${value}, ${sql.lit(field.scale ?? 4)})` : value;
  } finally {
    open.delete(`${object}.${code}`);
  }
}
/** formulas that are being opened: a circle of live formulas is refused by lint, and not followed here */
const open = new Set<string>();

const liveBounds = new WeakMap<ResolvedField, Bound>();
function liveBound(ctx: SqlCtx, object: ResolvedObject, sub: string | undefined, field: ResolvedField): Bound {
  const known = liveBounds.get(field);
  if (known !== undefined) return known;
  const type = ctx.lib.object(object.object);
  const bound =
    type === undefined
      ? []
      : bindExpr(field.formula ?? '', { lib: ctx.lib, object: type, ...(sub === undefined ? {} : { sub }) });
  if (Array.isArray(bound)) throw new SqlFormError(field.code);
  liveBounds.set(field, bound);
  return bound;
}

/** a row whose head does not stand in the statement gets it by a join */
function placesOf(level: Level, bound: Bound): SqlCtx['places'] {
  if (level.sub === undefined || level.head !== undefined || !readsDoc(bound)) return listPlaces(level);
  return { ...listPlaces(level), doc: headOf(level) };
}
function readsDoc(bound: Bound): boolean {
  let found = false;
  walk(bound, (node) => {
    if (node.k === 'get' && node.scope === 'doc') found = true;
    if ((node.k === 'agg' || node.k === 'among') && node.source.s === 'sub' && node.source.scope === 'doc')
      found = true;
  });
  return found;
}
export function headOf(level: Level): Level {
  if (level.head !== undefined) return level.head;
  const known = level.joins.get('head');
  if (known !== undefined) return known.level;
  const head = innerLevel(level, 'h', level.object);
  level.joins.set('head', { level: head, on: sql`${column(head, 'id')} = ${column(level, 'head_id')}` });
  return head;
}

/** The field of the document a level stands for. */
export function resolvedField(level: Level, code: string): ResolvedField | undefined {
  const fields = level.sub === undefined ? level.object.fields : (level.sub.sub?.fields ?? {});
  return Object.hasOwn(fields, code) ? fields[code] : undefined;
}

/** Both ends of a range field as values. */
export function rangeSql(of: Bound, ctx: SqlCtx): readonly [Sql, Sql] {
  const place = of.k === 'get' ? getPlace(of, ctx) : of.k === 'hop' ? hopPlace(of, ctx) : undefined;
  if (place === undefined || of.ty.t !== 'range') throw new SqlFormError(of.k);
  const ty = { t: of.ty.of };
  const [from, to] = rangeColumns(place);
  return [asValue(from, ty), asValue(to, ty)];
}
