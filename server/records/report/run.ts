/** Runs a report: compiled once per shape and rights, its answer shared by everybody whose statement and values are the same. */

import { CompiledQuery } from 'kysely';
import { depsOf } from '../../../schemas/language/expr/deps';
import { isNumeric } from '../../../schemas/language/kinds/index';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import type { Value } from '../../../schemas/language/value';
import type { Db, ServedRows } from '../../ctx';
import { refuse } from '../../errors';
import { type Bounded, bounded, textBytes } from '../../registry/bounded';
import { memo } from '../../registry/memo';
import type { Registry } from '../../registry/registry';
import { bindText } from '../expression';
import type { EngineCtx } from '../host';
import { askService, putRows } from '../list/list-source';
import { fill } from '../list/slots';
import { rowScope, sourceScope } from '../read/access';
import { type DbRow, numberOf } from '../store/stored';
import { bindAt, type ReadSpec, readSpec, sourceCode } from './rows';
import { isRelative, spanOf } from './span';
import type { GroupBy, ReportSpec } from './spec';
import { MAX_GROUPS, type ReportStatement, StatementBuilder } from './statement';

/** One group: values and labels of its groups, numbers by measure. `set` tells which groups it has. */
export interface GroupRow {
  readonly keys: readonly Value[];
  readonly labels: readonly (string | null)[];
  /** numbers of the groups that are not summed away */
  readonly set: readonly number[];
  readonly rows: number;
  readonly values: Readonly<Record<string, number | null>>;
}
export interface ReportAnswer {
  readonly rows: readonly GroupRow[];
  readonly total: GroupRow | undefined;
  /** moment of the query */
  readonly asOf: string;
  /** what the service of the report says beside its rows */
  readonly served?: Said;
}
export type Said = Omit<ServedRows, 'rows'>;

/** Rows of the report's service into their slot: it is asked with parameters and search values, the days of its time written out. */
async function served(
  ctx: EngineCtx,
  report: ResolvedReport,
  spec: ReportSpec,
  read: ReadSpec,
  values: Map<string, unknown>,
): Promise<Said | undefined> {
  if (report.service === undefined) return undefined;
  const span = await spanOf(ctx, report, spec.search);
  const given = Object.fromEntries(Object.entries(spec.search).filter(([, value]) => !isRelative(value)));
  const args = { ...given, ...read.params, ...(span && report.time ? { [report.time]: span } : {}) };
  const { rows, ...said } = await askService(
    ctx,
    report.service,
    args as Record<string, Value>,
    dimsAsked(report, spec),
  );
  putRows(report.object, rows, values);
  return said;
}

/** Dims that groups, search values and conditions name; a word too many (in a text) only keeps rows apart. */
function dimsAsked(report: ResolvedReport, { groups, search, wheres, without }: ReportSpec): ReadonlySet<string> {
  const named = new Set([
    ...groups.map(({ dim }) => dim.code),
    ...Object.keys(search),
    ...(without === undefined ? [] : [without.group.dim.code]),
    ...[...wheres, report.where ?? '', ...report.list.search.map((item) => item.where ?? '')].flatMap(
      (text) => text.match(/[A-Za-z_]\w*/g) ?? [],
    ),
    ...Object.values(report.measures).flatMap(({ of = '', unit = '' }) => `${of} ${unit}`.match(/[A-Za-z_]\w*/g) ?? []),
  ]);
  return new Set(Object.keys(report.dims).filter((code) => named.has(code)));
}

const statements = new WeakMap<Registry, Bounded<ReportStatement | null>>();
const STATEMENT_BYTES = 16_000_000;
const statementBytes = (statement: ReportStatement | null): number =>
  statement === null ? 0 : 24_000 + 5 * textBytes(statement.sql) + 400 * statement.parameters.length;

/** `life`: seconds an answer may be shared; 0 asks the database. */
export async function runReport(
  ctx: EngineCtx,
  report: ResolvedReport,
  spec: ReportSpec,
  life = 0,
): Promise<ReportAnswer> {
  const read = readSpec(ctx, report, spec);
  const object = ctx.registry.find(report.from ?? '');
  const key = [
    ctx.org.schema,
    report.report,
    object === undefined ? '' : sourceScope(ctx, object, `${report.report}:view`),
    spec.groups.map(groupText).join(),
    spec.measures.map((measure) => measure.code).join(),
    spec.sort,
    JSON.stringify(spec.sets ?? []),
    spec.without === undefined ? '' : `without ${groupText(spec.without.group)} ${spec.without.values.includes(null)}`,
    spec.among?.shape ?? '',
    read.shape,
    ...queriedBy(ctx, report).map((target) => `${target.object}=${rowScope(ctx, target, `${target.object}:view`)}`),
  ].join('\n');
  const known = memo(statements, ctx.registry, () => bounded(STATEMENT_BYTES, statementBytes));
  const statement = spec.among === undefined ? memo(known, key, () => build()) : build();
  if (statement === null) return { rows: [], total: undefined, asOf: ctx.now };
  const values = new Map(read.values);
  for (const [slotKey, value] of await statement.knowns.values(ctx, { param: read.params })) values.set(slotKey, value);
  const query = async (): Promise<ReportAnswer> => {
    const said = await served(ctx, report, spec, read, values);
    const { rows } = await ctx.trx.executeQuery<DbRow>(
      CompiledQuery.raw(statement.sql, fill(statement.parameters, values)),
    );
    if (rows.length > MAX_GROUPS) throw refuse(`结果超过${MAX_GROUPS}组，请缩小范围`);
    const all = rows.map((row) => groupRow(row, spec));
    const full = spec.groups.length;
    return {
      rows: full === 0 ? all : all.filter((row) => row.set.length > 0),
      total: wholeOf(
        all.find((row) => row.set.length === 0),
        said?.whole,
      ),
      asOf: ctx.now,
      ...(said === undefined ? {} : { served: said }),
    };
  };
  if (life <= 0 || ctx.inTx) return query();
  return shared(ctx.host.db, keyText(), life, query);

  function keyText(): string {
    if (report.service === undefined)
      return `${statement?.sql}\n${JSON.stringify(fill(statement?.parameters ?? [], values))}`;
    // what a service answers may be another thing for everybody
    const { me, rights } = ctx.session;
    const who = [ctx.org.schema, me.id, ctx.org.rightsVersion, rights.super, ctx.today];
    return [statement?.sql, ...who, JSON.stringify([spec.search, [...values]])].join('\n');
  }
  function build(): ReportStatement | null {
    return new StatementBuilder(ctx, report, spec, read).build() ?? null;
  }
}

const wholeOf = (total: GroupRow | undefined, said: ServedRows['whole']): GroupRow | undefined =>
  total === undefined || said === undefined ? total : { ...total, values: { ...total.values, ...said } };

const queried = new WeakMap<ResolvedReport, readonly ResolvedObject[]>();
/** Objects that dims and measures query in the viewer's rows: their scopes are part of a statement. */
const queriedBy = (ctx: EngineCtx, report: ResolvedReport): readonly ResolvedObject[] =>
  memo(queried, report, () => {
    const texts = [...Object.values(report.dims), ...Object.values(report.measures)].flatMap((dim) => dim.of ?? []);
    const at = { ...bindAt(report), rowsAtHand: true };
    const codes = texts.flatMap((text) => depsOf(bindText(ctx.registry.lib, sourceCode(report), text, at)).queries);
    return [...new Set(codes)].flatMap((code) => ctx.registry.find(code) ?? []);
  });

const groupText = ({ dim, grain }: GroupBy): string => `${dim.code}:${grain ?? ''}`;

function groupRow(row: DbRow, { groups, measures }: ReportSpec): GroupRow {
  const level = Number(row.lvl);
  const has = (at: number): boolean => (level & (1 << (groups.length - 1 - at))) === 0;
  return {
    keys: groups.map((group, at) => (has(at) ? keyOf(row[`d${at}`], group) : null)),
    labels: groups.map((_, at) => (has(at) ? ((row[`l${at}`] as string | null | undefined) ?? null) : null)),
    set: groups.flatMap((_, at) => (has(at) ? [at] : [])),
    rows: Number(row.n),
    values: Object.fromEntries(measures.map((measure, at) => [measure.code, numberOf(row[`m${at}`])])),
  };
}
function keyOf(value: unknown, { dim, grain }: GroupBy): Value {
  if (value === null || value === undefined || value === '') return null;
  if (isNumeric(dim)) return numberOf(value);
  const text = typeof value === 'string' ? value : (value as Value);
  return typeof text === 'string' && grain !== undefined && grain !== 'hour' ? text.slice(0, 10) : text;
}

interface Kept {
  readonly until: number;
  readonly answer: Promise<ReportAnswer>;
  /** of the rows, once they are there */
  readonly bytes: number;
}
const keptOf = new WeakMap<Db, Bounded<Kept>>();
const KEPT_BYTES = 24_000_000;
/** a row of groups: keys, labels and values in small arrays and objects */
const answerBytes = ({ rows }: ReportAnswer): number => {
  const [row] = rows;
  return row === undefined ? 0 : rows.length * (400 + 120 * (row.keys.length + Object.keys(row.values).length));
};
/** how often the database was asked: what tests and the bench count */
export const counts = { queries: 0 };

/**
 * One query per statement and interval, whoever asks: the key is the whole statement with its values, so users share an answer exactly when
 * they would get the same.
 */
function shared(db: Db, key: string, life: number, query: () => Promise<ReportAnswer>): Promise<ReportAnswer> {
  const kept = memo(keptOf, db, () => bounded<Kept>(KEPT_BYTES, ({ bytes }) => bytes));
  const now = Date.now();
  const known = kept.get(key);
  if (known !== undefined && known.until > now) return known.answer;
  counts.queries++;
  const answer = query();
  const until = now + life * 1000;
  kept.set(key, { until, answer, bytes: 0 });
  answer.then(
    (given) => {
      if (kept.get(key)?.answer === answer) kept.set(key, { until, answer, bytes: answerBytes(given) });
    },
    () => kept.delete(key),
  );
  return answer;
}
