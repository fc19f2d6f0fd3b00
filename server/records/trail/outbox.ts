/** Events of this transaction (mw_outbox): delivered after commit, at least once, in order; written only if the transaction commits. */

import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { execute, quoted, type Statement } from '../list/statement';
import { labelOf } from '../read/labels';
import { bulkOf } from '../save/bulk';

const rowOf = (event: string, data: Record<string, unknown>, ctx: EngineCtx) => {
  const { object, id, nbr, ...rest } = data;
  return {
    id: ctx.newId(),
    event,
    object: typeof object === 'string' ? object : (event.split('.')[0] ?? null),
    record_id: typeof id === 'string' ? id : null,
    nbr: typeof nbr === 'string' ? nbr : null,
    user_id: ctx.session.me.id,
    data: JSON.stringify(rest),
    request_id: ctx.requestId,
  };
};

/** Event `<object>.<action>` or one of `events`; `data` is what rules of notices and jobs read beside the record itself. */
export async function emit(event: string, data: Record<string, unknown>, ctx: EngineCtx): Promise<void> {
  const row = rowOf(event, data, ctx);
  const write = async (rows: readonly (typeof row)[]): Promise<void> => {
    await ctx.trx
      .insertInto('mw_outbox')
      .values([...rows])
      .execute();
  };
  const bulk = bulkOf(ctx);
  if (bulk) bulk.hold('mw_outbox', [row], write);
  else await execute(ctx.trx, insertOf(ctx, row));
}

/** The event of a write of a record. */
export const emitOf = (
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  action: string,
  more: Record<string, unknown> = {},
): Promise<void> => emit(`${object.object}.${action}`, eventOf(object, rec, more), ctx);

const eventOf = (object: ResolvedObject, rec: Rec, more: Record<string, unknown>): Record<string, unknown> => ({
  ...more,
  object: object.object,
  id: rec.id,
  nbr: labelOf(object, rec),
});

/** The same as a part of the statement that writes the record. */
export function eventPart(
  ctx: EngineCtx,
  object: ResolvedObject,
  rec: Rec,
  action: string,
  more: Record<string, unknown> = {},
): Statement {
  return insertOf(ctx, rowOf(`${object.object}.${action}`, eventOf(object, rec, more), ctx));
}

const insertOf = (ctx: EngineCtx, row: ReturnType<typeof rowOf>): Statement => ({
  text: `insert into ${quoted(ctx.org.schema)}.mw_outbox (id, event, object, record_id, nbr, user_id, data, request_id)
      values (?::uuid, ?, ?, ?::uuid, ?, ?::uuid, ?::jsonb, ?)`,
  values: [row.id, row.event, row.object, row.record_id, row.nbr, row.user_id, row.data, row.request_id],
});
