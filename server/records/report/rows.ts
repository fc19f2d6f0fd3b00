/** The rows a report reads, as the inner statement: source, scope, conditions, and its dims as columns. */
import { type RawBuilder, sql } from 'kysely';
import { type Bound, ROW_HOPS } from '../../../schemas/language/expr/check';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { toFieldType } from '../../../schemas/language/object-type';
import type { FieldType, ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { ResolvedDim, ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import { AppError } from '../../errors';
import { makeEnv } from '../env';
import { type BindAt, BOOL, bindRequest, bindText } from '../expression';
import type { EngineCtx } from '../host';
import {
  paramField,
  readParam,
  readSearch,
  relativeText,
  type SearchInput,
  searchKey,
  searchSql,
} from '../list/list-search';
import { servedSql } from '../list/list-source';
import { Knowns, Place, type PlaceOptions } from '../list/place';
import { slot } from '../list/slots';
import { belowSql } from '../list/trees';
import { sourceScope } from '../read/access';
import { newLevel, type Sql } from '../sql';
import { tableSql } from '../store/stored';
import { type GroupBy, isHeld, overSource, type ReportSpec } from './spec';

/** A spec read against the report: bound conditions, slot values, and the text that tells statements apart. */
export interface ReadSpec {
  readonly searches: readonly { readonly dim: ResolvedDim; readonly input: SearchInput }[];
  readonly conditions: readonly Bound[];
  readonly params: Readonly<Record<string, Value>>;
  readonly values: Map<string, unknown>;
  readonly shape: string;
}

export function readSpec(ctx: EngineCtx, report: ResolvedReport, spec: ReportSpec): ReadSpec {
  const at = bindAt(report);
  const object = sourceCode(report);
  const values = new Map<string, unknown>();
  const searches: { dim: ResolvedDim; input: SearchInput }[] = [];
  const conditions: Bound[] = [];
  const params: Record<string, Value> = {};
  const shapes: string[] = [];
  const where = (text: string): void => {
    conditions.push(bindRequest(ctx.registry.lib, object, text, { ...at, want: BOOL }));
    shapes.push(text);
  };
  const items = new Map(report.list.search.map((item) => [searchKey(item), item]));
  for (const [key, value] of Object.entries(spec.search)) {
    const item = items.get(key);
    const param = report.params[key];
    if (param !== undefined) {
      const read = readParam({ param: key, title: param.title }, param, value);
      if (read !== undefined) params[key] = read;
      shapes.push(`param ${key} ${JSON.stringify(params[key] ?? null)}`);
      continue;
    }
    if (item?.param !== undefined) {
      const read = readParam(item, paramField(item), value);
      if (read === undefined) continue;
      params[key] = read;
      shapes.push(`param ${key} ${JSON.stringify(read)}`);
      if (item.where !== undefined) where(item.where);
      continue;
    }
    const dim = Object.hasOwn(report.dims, key) ? report.dims[key] : undefined;
    if (dim === undefined || !isHeld(ctx, dim.grant)) throw new AppError(400);
    const relative = relativeText(`(${dim.of})`, value);
    if (relative !== undefined) {
      where(relative);
      continue;
    }
    const input = readSearch(key, item ?? { field: key }, dim, value);
    if (input === undefined) continue;
    searches.push({ dim, input });
    shapes.push(input.shape);
    for (const [slotKey, value] of input.values) values.set(slotKey, value);
  }
  for (const [code, { default: preset }] of Object.entries(report.params)) {
    if (preset === undefined || Object.hasOwn(spec.search, code)) continue;
    params[code] = presetOf(ctx, report, preset);
    shapes.push(`param ${code} ${JSON.stringify(params[code])}`);
  }
  for (const text of spec.wheres) if (text.trim() !== '') where(overSource(ctx, report, text));
  if (spec.without !== undefined)
    values.set(
      'without',
      spec.without.values.filter((value) => value !== null),
    );
  for (const [key, value] of spec.among?.values ?? []) values.set(key, value);
  return { searches, conditions, params, values, shape: shapes.join('\n') };
}

/** What a parameter is when nothing was said of it: charts of boards and KPIs have no search row. */
function presetOf(ctx: EngineCtx, report: ResolvedReport, preset: unknown): Value {
  if (typeof preset !== 'string' || !preset.startsWith('=')) return preset as Value;
  const bound = bindText(ctx.registry.lib, sourceCode(report), preset.slice(1));
  return evaluate(bound, { env: makeEnv(ctx), self: null });
}

/** Object whose rows the expressions of a report read; over a service it is the report itself, its dims and measures as columns. */
export const sourceCode = (report: ResolvedReport): string => report.from ?? report.report;

/** Where the expressions of a report stand. */
export function bindAt(report: ResolvedReport): BindAt {
  const own: Record<string, FieldType> = Object.fromEntries(
    Object.entries(report.params).map(([code, field]) => [code, toFieldType(field)]),
  );
  return { ...(report.sub === undefined ? {} : { sub: report.sub }), hops: ROW_HOPS, param: own };
}

/** The source of a report inside one statement. */
export class ReportRows {
  readonly knowns = new Knowns();
  readonly object: ResolvedObject;
  readonly sub: ResolvedField | undefined;
  private readonly ctx: EngineCtx;
  private readonly report: ResolvedReport;
  private readonly row: Place;
  private readonly head: Place;

  constructor(ctx: EngineCtx, report: ResolvedReport) {
    const object = report.service === undefined ? ctx.registry.find(report.from ?? '') : report.object;
    if (object === undefined) throw new AppError(404);
    this.ctx = ctx;
    this.report = report;
    this.object = object;
    this.sub = report.sub === undefined ? undefined : object.fields[report.sub];
    const places = this.places({});
    this.row = places.row;
    this.head = places.head;
  }

  /** Expressions over the rows `t` (and their head `h`), with levels of their own. */
  places(options: Pick<PlaceOptions, 'hand' | 'measure'>): { readonly row: Place; readonly head: Place } {
    const { ctx, object, sub, knowns } = this;
    const headLevel = newLevel(object, sub === undefined ? 't' : 'h');
    const level = sub === undefined ? headLevel : newLevel(object, 't', sub, headLevel);
    const head = new Place(ctx, object, headLevel.alias, { knowns, level: headLevel });
    return { head, row: new Place(ctx, object, 't', { knowns, level, ...options }) };
  }

  /** `… as t [join … as h]` and the references that were followed. */
  from(of: Sql, places: { readonly row: Place; readonly head: Place }): Sql {
    const { ctx, object, sub } = this;
    if (sub === undefined) return sql`${of} as t${places.row.joins()}`;
    const heads = tableSql(ctx.org.schema, object);
    return sql`${of} as t join ${heads} as h on h.id = t.head_id${places.head.joins()}${places.row.joins()}`;
  }

  /** `select t.*, <dims> from … where …`; undefined when the user reaches no row. */
  select(groups: readonly GroupBy[], spec: ReportSpec, read: ReadSpec, more: readonly Sql[] = []): Sql | undefined {
    const { ctx, report, object, sub } = this;
    // a service knows the rows of its caller itself
    const scope = report.service === undefined ? sourceScope(ctx, object, `${report.report}:view`) : undefined;
    if (scope === false) return undefined;
    const { lib } = ctx.registry;
    const at = bindAt(report);
    const parts: RawBuilder<unknown>[] = [];
    if (object.fields.isDeleted) parts.push(sql`${sql.ref(sub === undefined ? 't.is_deleted' : 'h.is_deleted')} = 0`);
    if (scope !== undefined) parts.push(this.head.conditionText(scope));
    if (report.where !== undefined)
      parts.push(this.row.condition(bindText(lib, object.object, report.where, { ...at, want: BOOL })));
    for (const bound of read.conditions) parts.push(this.row.condition(bound));
    for (const { dim, input } of read.searches) {
      const target = dim.ref === undefined ? undefined : ctx.registry.find(dim.ref);
      const subtree = (ids: Sql): Sql =>
        target?.tree === undefined ? sql`select unnest(${ids})` : belowSql(ctx, target, ids);
      parts.push(searchSql(input, { field: dim, columns: [this.dim(dim)], subtree }));
    }
    if (spec.among !== undefined)
      parts.push(sql`${sql.ref(sub === undefined ? 't.id' : 'h.id')} in (${spec.among.sql})`);
    if (spec.without !== undefined)
      parts.push(
        sql`not coalesce(${this.group(spec.without.group)}::text = any(${slot('without', 'text[]')}), ${sql.lit(spec.without.values.includes(null))})`,
      );
    const columns = groups.map((group, index) => sql`${this.group(group)} as ${sql.ref(`d${index}`)}`);
    const select = sql.join([sql`t.*`, ...columns, ...more]);
    const table = report.service === undefined ? tableSql(ctx.org.schema, object, sub?.code) : servedSql(object);
    const where = parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
    return sql`select ${select} from ${this.from(table, { row: this.row, head: this.head })} where ${where}`;
  }

  dim(dim: ResolvedDim): Sql {
    return this.row.value(bindText(this.ctx.registry.lib, this.object.object, dim.of, bindAt(this.report)), true);
  }
  /** value a row is grouped by: the dim, or the start of its slot */
  group({ dim, grain }: GroupBy): Sql {
    const value = this.dim(dim);
    if (grain === undefined) return value;
    if (grain === 'hour') return sql`date_trunc('hour', ${value}::timestamp)`;
    return sql`date_trunc(${sql.lit(grain)}, ${value}::timestamp)::date`;
  }
}
