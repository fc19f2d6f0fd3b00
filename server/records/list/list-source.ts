/**
 * Lists and reports whose rows a typed service answers (`list.source`, `service`). They stand in the statement where the table would:
 * search, schemes, groups, order, pages, totals and labels are those of every list and report.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Value } from '../../../schemas/language/value';
import type { ServedRows } from '../../ctx';
import { AppError, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import { SQL_TYPE, storageOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { storedFields, tableSql } from '../store/stored';
import { slot } from './slots';

const SLOT = 'source';
/** more is no list to look through: the service narrows by what is searched for */
const MAX_ROWS = 20_000;

/** What a page selects from: its table, or the rows of its service. */
export function rowsSql(ctx: EngineCtx, page: Page): RawBuilder<unknown> {
  const { object, list } = page;
  return list.source === undefined ? tableSql(ctx.org.schema, object) : servedSql(object);
}
/** The rows in the slot `source`, with the columns a table of the object would have. */
export function servedSql(object: ResolvedObject): RawBuilder<unknown> {
  const columns = columnTypes(object).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`(select * from jsonb_to_recordset(${slot(SLOT, 'jsonb')}) as r(${sql.join(columns)}))`;
}

/** Columns in the order of the fields. A date is a text on its way into the statement. */
const columnTypes = (object: ResolvedObject): readonly (readonly [name: string, type: string])[] =>
  storedFields(object.fields).flatMap(({ field, columns }) => {
    const storage = storageOf(field);
    if (storage === 'none' || storage === 'rows') return [];
    return columns.map((name) => [name, SQL_TYPE[storage]] as const);
  });

/**
 * Asks the service for the rows of a request and puts them into its slot; values of the search and its parameters are the arguments. Answers
 * the fields that say nothing this time.
 */
export async function askSource(
  ctx: EngineCtx,
  page: Page,
  args: Readonly<Record<string, unknown>>,
  values: Map<string, unknown>,
): Promise<readonly string[]> {
  const name = page.list.source;
  if (name === undefined) return [];
  const { rows, off = [] } = await askService(ctx, name, args as Record<string, Value>);
  putRows(page.object, rows, values);
  return off;
}

/** Rows of a service that its caller may ask; what it says of the columns it brings comes along. */
export async function askService(
  ctx: EngineCtx,
  name: string,
  args: Record<string, Value>,
  dims?: ReadonlySet<string>,
): Promise<ServedRows> {
  const service = ctx.host.services.get(name);
  if (!service) throw new AppError(404);
  if (service.right !== null && !ctx.session.rights.has(service.right)) throw forbidden();
  const answer = await service.run(args, ctx, dims);
  const served = Array.isArray(answer) ? ({ rows: answer } as ServedRows) : (answer as ServedRows);
  const { rows } = served;
  if (!Array.isArray(rows)) throw new Error(`${name} answers no rows`);
  if (rows.length > MAX_ROWS) throw new AppError(203, `数据超过${MAX_ROWS}行，请缩小查询范围`);
  return served;
}
export const putRows = (object: ResolvedObject, rows: readonly Rec[], values: Map<string, unknown>): void => {
  values.set(SLOT, JSON.stringify(rows.map((row) => stored(object, row))));
};

function stored(object: ResolvedObject, row: Rec): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const { code, columns, write } of storedFields(object.fields)) {
    const written = write(row[code] as Value | undefined);
    for (const [n, column] of columns.entries()) out[column] = written[n];
  }
  // a row is the same row at the next question, so that it stays chosen
  out.id ??= idOf(row);
  return out;
}
function idOf(row: Rec): string {
  const hex = createHash('sha256').update(JSON.stringify(row)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
