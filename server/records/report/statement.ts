/**
 * One statement for a report: rows with their dims, grouped once per set of groups (rows, subtotals, total), then the measures over the
 * sums. A measure is evaluated over its own rows at every level, so ratios are ratios of sums everywhere.
 */
import { type RawBuilder, sql } from 'kysely';
import { printBound } from '../../../schemas/language/expr/check';
import { type AggBound, type Bound, type MeasureBound, walk } from '../../../schemas/language/expr/typed';
import type { ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { type Knowns, Place } from '../list/place';
import type { Statement } from '../list/plan-builder';
import { labelSql } from '../read/labels';
import { newLevel, type Sql, SqlFormError } from '../sql';
import { isOneUnit } from '../sql/one-unit';
import { divide } from '../sql/parts';
import { tableSql } from '../store/stored';
import { bindAt, type ReadSpec, ReportRows } from './rows';
import type { GroupBy, ReportSpec } from './spec';

/** More groups than a person reads or a chart draws: refused. */
export const MAX_GROUPS = 20_000;

export interface ReportStatement extends Statement {
  readonly knowns: Knowns;
}

interface Leaf {
  readonly name: string;
  readonly sql: Sql;
}

export class StatementBuilder {
  private readonly ctx: EngineCtx;
  private readonly report: ResolvedReport;
  private readonly spec: ReportSpec;
  private readonly read: ReadSpec;
  private readonly rows: ReportRows;
  private readonly leaves = new Map<string, Leaf>();
  /** measures over the rows, where their aggregates are made */
  private readonly over: { readonly row: Place; readonly head: Place };
  private readonly time: number;

  constructor(ctx: EngineCtx, report: ResolvedReport, spec: ReportSpec, read: ReadSpec) {
    this.ctx = ctx;
    this.report = report;
    this.spec = spec;
    this.read = read;
    this.rows = new ReportRows(ctx, report);
    this.over = this.rows.places({});
    this.time = spec.groups.findIndex((group) => group.dim.code === report.time);
  }

  /** undefined when the user reaches no row at all */
  build(): ReportStatement | undefined {
    const { ctx, spec } = this;
    const { groups } = spec;
    const bounds = spec.measures.map((measure) => this.bound(measure));
    for (const bound of bounds) this.collect(bound);
    for (const { unit } of spec.measures) if (unit !== undefined) this.unit(unit);
    const hasLast = bounds.some((bound) => bound !== undefined && holdsLast(bound));
    const src = this.rows.select(groups, spec, this.read, hasLast ? this.lastFlags() : []);
    if (src === undefined) return undefined;
    const dims = groups.map((_, index) => sql.ref(`d${index}`));
    const level = dims.length === 0 ? sql`0` : sql`grouping(${sql.join(dims)})`;
    const leaves = [...this.leaves.values()].map((leaf) => sql`${leaf.sql} as ${sql.ref(leaf.name)}`);
    const sets = this.sets().map(
      (set) => sql`(${set.length === 0 ? sql`` : sql.join(set.map((at) => sql.ref(`d${at}`)))})`,
    );
    const g = sql`select ${sql.join([...dims, sql`${level} as lvl`, sql`count(*)::int as n`, ...leaves])} from ${this.rows.from(sql`src`, this.over)} group by grouping sets (${sql.join(sets)})`;
    const orders = this.orders(bounds);
    const order = orders.length === 0 ? sql`1` : sql.join(orders);
    const measures = bounds.map((bound, index) => {
      const measure = spec.measures[index] as ResolvedMeasure;
      const value = rounded(measure, bound === undefined ? sql`null` : this.value(bound, order));
      const isOne = measure.unit === undefined ? undefined : sql.ref(`g.${this.unit(measure.unit)}`);
      return sql`${isOne === undefined ? value : sql`case when ${isOne} then ${value} end`} as ${sql.ref(`m${index}`)}`;
    });
    const labels = groups.flatMap((group, index) => this.label(group, index));
    const text = sql`with src as (${src}), g as (${g}) select ${sql.join([...dims.map((dim) => sql`g.${dim}`), ...labels, sql`g.lvl`, sql`g.n`, ...measures])} from g order by g.lvl, ${order} limit ${sql.lit(MAX_GROUPS + 1)}`;
    const { sql: compiled, parameters } = text.compile(ctx.trx);
    return { sql: compiled, parameters, knowns: this.rows.knowns };
  }

  /** group numbers of each set: rows, what the spec adds, the total */
  private sets(): readonly (readonly number[])[] {
    const all = this.spec.groups.map((_, index) => index);
    const sets = [all, ...(this.spec.sets ?? []), []];
    return [...new Map(sets.map((set) => [set.join(), set])).values()];
  }

  private bound(measure: ResolvedMeasure): Bound | undefined {
    if (measure.of === undefined) return undefined;
    return bindText(this.ctx.registry.lib, this.rows.object.object, measure.of, {
      ...bindAt(this.report),
      rowsAtHand: true,
    });
  }

  /** Aggregates of a measure become columns of the groups, each once; an average is a sum and a count, so it adds up. */
  private collect(bound: Bound | undefined): void {
    if (bound === undefined) return;
    walk(bound, (node) => {
      if (node.k !== 'agg' || node.source.s !== 'hand') return;
      if (node.fn === 'avg') {
        this.leaf(as(node, 'sum'));
        this.leaf(countOf(node));
      } else this.leaf(node);
    });
  }
  private leaf(node: AggBound): Leaf {
    const key = `${node.fn} ${keyOf(node)}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known;
    const leaf = {
      name: `a${this.leaves.size}`,
      sql: node.fn === 'last' ? this.last(node) : this.over.row.value(node, true),
    };
    this.leaves.set(key, leaf);
    return leaf;
  }

  /** The column that says whether the rows of a group have one unit. */
  private unit(path: string): string {
    const key = `unit ${path}`;
    const known = this.leaves.get(key);
    if (known !== undefined) return known.name;
    const { lib } = this.ctx.registry;
    const of = this.over.row.value(bindText(lib, this.rows.object.object, path, bindAt(this.report)), true);
    const name = `a${this.leaves.size}`;
    this.leaves.set(key, { name, sql: isOneUnit(of) });
    return name;
  }

  /** A balance: its last value for each key in the period, summed over the keys, never over time. */
  private last(node: AggBound): Sql {
    const value = node.value === undefined ? sql`null` : this.over.row.value(node.value, true);
    const of = (flag: string): Sql => sql`coalesce(sum(${value}) filter (where ${sql.ref(`t.${flag}`)}), 0)`;
    if (this.time < 0) return of('is_last');
    return sql`case when grouping(${sql.ref(`d${this.time}`)}) = 0 then ${of('is_last_in')} else ${of('is_last')} end`;
  }
  private lastFlags(): Sql[] {
    const { report, rows } = this;
    const time = report.time === undefined ? undefined : report.dims[report.time];
    const keys = Object.values(report.dims)
      .filter((dim) => dim !== time && !dim.many)
      .map((dim) => rows.dim(dim));
    // rows of a service have no id: it answers one for each of its dims
    const tie = report.service === undefined ? sql`t.id desc` : sql`true`;
    const order = time === undefined ? tie : sql`${rows.dim(time)} desc nulls last, ${tie}`;
    const by = (parts: readonly Sql[]): Sql => (parts.length === 0 ? sql`` : sql`partition by ${sql.join(parts)} `);
    const flag = (parts: readonly Sql[], name: string): Sql =>
      sql`row_number() over (${by(parts)}order by ${order}) = 1 as ${sql.ref(name)}`;
    const group = this.spec.groups[this.time];
    return [flag(keys, 'is_last'), ...(group === undefined ? [] : [flag([...keys, rows.group(group)], 'is_last_in')])];
  }

  /** A measure over the columns of `g`. */
  private value(bound: Bound, order: Sql): Sql {
    return this.place((leaf) => sql.ref(`g.${leaf.name}`), order).value(bound, true);
  }
  private place(column: (leaf: Leaf, node: AggBound) => Sql, order: Sql | undefined): Place {
    const of = (node: AggBound): Sql => column(this.leaf(node), node);
    const hand = (node: AggBound): Sql =>
      node.fn === 'avg' ? divide(of(as(node, 'sum')), of(countOf(node))) : of(node);
    return new Place(this.ctx, this.rows.object, 't', {
      knowns: this.rows.knowns,
      level:
        this.rows.sub === undefined
          ? newLevel(this.rows.object)
          : newLevel(this.rows.object, 't', this.rows.sub, newLevel(this.rows.object, 'h')),
      hand,
      measure: (node) => this.measure(node, order),
    });
  }

  /** total, running, rank: over the other groups of the same level */
  private measure(node: MeasureBound, order: Sql | undefined): Sql {
    if (order === undefined) throw new SqlFormError(node.fn);
    const total = sql.lit(2 ** this.spec.groups.length - 1);
    if (node.fn === 'total')
      return this.place(
        (leaf) => sql`max(${sql.ref(`g.${leaf.name}`)}) filter (where g.lvl = ${total}) over ()`,
        undefined,
      ).value(node.of, true);
    if (node.fn === 'running')
      return this.place((leaf, agg) => {
        const fn = RUNNING[agg.fn];
        if (fn === undefined) throw new SqlFormError(`running(${agg.fn})`);
        return sql`${sql.raw(fn)}(${sql.ref(`g.${leaf.name}`)}) over (partition by g.lvl order by ${order} rows unbounded preceding)`;
      }, undefined).value(node.of, true);
    if (node.fn !== 'rank') throw new SqlFormError(node.fn);
    const of = this.place((leaf) => sql.ref(`g.${leaf.name}`), undefined).value(node.of, true);
    return sql`(case when (${of}) is null then null else rank() over (partition by g.lvl order by (${of}) desc nulls last) end)::numeric`;
  }

  /** By a group or a measure; one that looks at other groups cannot order them. Ties stay in the order of the groups. */
  private orders(bounds: readonly (Bound | undefined)[]): Sql[] {
    const { groups, measures, sort } = this.spec;
    const found: RawBuilder<unknown>[] = [];
    const used = new Set<number>();
    for (const part of sort.split(',').map((part) => part.trim())) {
      if (part === '') continue;
      const code = part.replace(/^-/, '');
      const way = part.startsWith('-') ? sql` desc nulls last` : sql` nulls last`;
      const at = groups.findIndex((group) => group.dim.code === code);
      if (at >= 0) {
        used.add(at);
        found.push(sql`${this.orderValue(at)}${way}`);
        continue;
      }
      const bound = bounds[measures.findIndex((measure) => measure.code === code)];
      if (bound === undefined || looksAround(bound)) continue;
      found.push(sql`${this.place((leaf) => sql.ref(`g.${leaf.name}`), undefined).value(bound, true)}${way}`);
    }
    groups.forEach((_, at) => {
      if (!used.has(at)) found.push(sql`${this.orderValue(at)} nulls last`);
    });
    return found;
  }
  /** people read labels, so labels give the order */
  private orderValue(at: number): Sql {
    const group = this.spec.groups[at] as GroupBy;
    return this.labelOf(group, at) ?? sql.ref(`g.d${at}`);
  }
  private label(group: GroupBy, at: number): Sql[] {
    const label = this.labelOf(group, at);
    return label === undefined ? [] : [sql`${label} as ${sql.ref(`l${at}`)}`];
  }
  private labelOf({ dim }: GroupBy, at: number): Sql | undefined {
    const { ctx } = this;
    if (dim.type !== 'ref' || dim.ref === undefined || dim.many) return undefined;
    const target = ctx.registry.find(dim.ref === 'self' ? this.rows.object.object : dim.ref);
    if (target === undefined) return undefined;
    return sql`(select ${labelSql(target, 'x')} from ${tableSql(ctx.org.schema, target)} x where x.id = ${sql.ref(`g.d${at}`)})`;
  }
}

const RUNNING: { readonly [fn: string]: string | undefined } = { sum: 'sum', count: 'sum', min: 'min', max: 'max' };
const as = (node: AggBound, fn: 'sum'): AggBound => ({ ...node, fn, ty: { t: 'decimal' } });
/** how many rows an average is over: those where its value is there */
const countOf = (node: AggBound): AggBound => ({
  ...node,
  fn: 'count',
  ty: { t: 'int' },
  cond: withValue(node),
});
function withValue(node: AggBound): Bound {
  const value = node.value as Bound;
  const some: Bound = {
    k: 'cmp',
    ty: { t: 'bool' },
    ast: node.ast,
    op: '!=',
    left: value,
    right: { k: 'lit', ty: { t: 'null' }, ast: node.ast, value: null },
  };
  return node.cond === undefined ? some : { k: 'and', ty: { t: 'bool' }, ast: node.ast, left: some, right: node.cond };
}
const keyOf = (node: AggBound): string =>
  [node.value, node.cond]
    .map((part) =>
      part === undefined
        ? ''
        : part.k === 'cmp' || part.k === 'and'
          ? `${part.k}:${printBound(part)}`
          : printBound(part),
    )
    .join(' | ');
function holdsLast(bound: Bound): boolean {
  let found = false;
  walk(bound, (node) => {
    found ||= node.k === 'agg' && node.source.s === 'hand' && node.fn === 'last';
  });
  return found;
}
function looksAround(bound: Bound): boolean {
  let found = false;
  walk(bound, (node) => {
    found ||= node.k === 'measure';
  });
  return found;
}

function rounded(measure: ResolvedMeasure, value: Sql): Sql {
  if (measure.type === 'decimal') return sql`round((${value})::numeric, ${sql.lit(measure.scale ?? 4)})`;
  if (measure.type === 'int') return sql`round((${value})::numeric)`;
  return value;
}
