/** Every stored record of an object, some at a time in the order of their ids: for archives, which are longer than a list may be. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { type DbRow, readHead, selectedText, tableSql } from './stored';

const BATCH = 500;

/** Days from (with) and to (without), of the field `bizDate`. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const whereOf = (object: ResolvedObject, span: Span | undefined) =>
  sql`${
    object.fields.isDeleted ? sql`t.is_deleted = 0` : sql`true`
  }${span ? sql` and t.biz_date >= ${span.from}::date and t.biz_date < ${span.to}::date` : sql``}`;

export async function countStored(ctx: EngineCtx, object: ResolvedObject, span?: Span): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from ${tableSql(ctx.org.schema, object)} t where ${whereOf(object, span)}`.execute(ctx.trx);
  return Number(rows[0]?.n ?? 0);
}

export async function* storedBatches(
  ctx: EngineCtx,
  object: ResolvedObject,
  span?: Span,
): AsyncGenerator<readonly Rec[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<DbRow>`
      select ${sql.raw(selectedText(object))} from ${tableSql(ctx.org.schema, object)} t
      where t.id > ${last}::uuid and ${whereOf(object, span)} order by t.id limit ${sql.lit(BATCH)}`.execute(ctx.trx);
    if (rows.length > 0) yield rows.map((row) => ({ ...readHead(object, row), id: String(row.id) }));
    if (rows.length < BATCH) return;
    last = String(rows[rows.length - 1]?.id);
  }
}
