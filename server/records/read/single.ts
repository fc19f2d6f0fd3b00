/** Objects with one record (`single`): one for the organisation, or one for each user, who then reaches no other. */
import { sql } from 'kysely';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { loadRecords } from '../store/source';

/** `single` over a table; pages over settings have their own record. */
export const isSingle = (object: ResolvedObject): boolean =>
  object.single !== undefined && object.single !== false && object.settings === undefined;

/** The action whose right stores a record of the page: the one record is there to be edited, nobody adds it. */
export function savingAction(page: Page, isNew: boolean): ResolvedAction | undefined {
  const { actions, object } = page;
  return isNew && !isSingle(object) ? actions.add : (actions.edit ?? actions.save);
}

/** The record that stands already when another one would be made; two at once wait for each other. */
export async function otherSingle(ctx: EngineCtx, object: ResolvedObject): Promise<Rec | undefined> {
  const { id } = ctx.session.me;
  const name = `${ctx.org.schema} single ${object.object}${object.single === 'user' ? ` ${id}` : ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.trx);
  const rows = await findRows(ctx, {
    object,
    select: () => sql`t.id`,
    where: () => (object.single === 'user' ? [sql`t.created_by_id = ${id}::uuid`] : []),
    limit: 1,
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const [rec] = await loadRecords(ctx, object, [String(row.id)], { rows: true });
  return rec;
}
