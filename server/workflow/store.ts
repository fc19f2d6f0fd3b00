/** Where approvals stand (mw_flow): the text they run by and their state. The document's row is always locked before this one. */
import { sql } from 'kysely';
import type { FlowDoc, FlowState } from '../../schemas/language/flow/index';
import type { EngineCtx } from '../records/host';

export interface StoredFlow {
  readonly instance: string;
  readonly object: string;
  readonly recordId: string;
  readonly revision: number;
  readonly doc: FlowDoc;
  readonly state: FlowState;
}
interface Row {
  readonly instance_id: string;
  readonly object: string;
  readonly record_id: string;
  readonly revision: number;
  readonly doc: FlowDoc;
  readonly state: FlowState;
}
const COLUMNS = ['instance_id', 'object', 'record_id', 'revision', 'doc', 'state'] as const;
const read = (row: Row): StoredFlow => ({
  instance: row.instance_id,
  object: row.object,
  recordId: row.record_id,
  revision: row.revision,
  doc: row.doc,
  state: row.state,
});

/** The last approval of a document, under its lock. */
export async function lastFlow(ctx: EngineCtx, object: string, recordId: string): Promise<StoredFlow | undefined> {
  const row = await ctx.trx
    .selectFrom('mw_flow')
    .select(COLUMNS)
    .where('object', '=', object)
    .where('record_id', '=', recordId)
    .orderBy('seq', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : read(row as unknown as Row);
}

export async function flowOf(ctx: EngineCtx, instance: string, lock: boolean): Promise<StoredFlow | undefined> {
  const query = ctx.trx.selectFrom('mw_flow').select(COLUMNS).where('instance_id', '=', instance);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? undefined : read(row as unknown as Row);
}

/** All approvals of a document, oldest first. */
export async function flowsOf(ctx: EngineCtx, object: string, recordId: string): Promise<readonly StoredFlow[]> {
  const rows = await ctx.trx
    .selectFrom('mw_flow')
    .select(COLUMNS)
    .where('object', '=', object)
    .where('record_id', '=', recordId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => read(row as unknown as Row));
}

export async function putFlow(ctx: EngineCtx, flow: StoredFlow, nextDue: string | undefined): Promise<void> {
  const { instance, object, recordId, revision, doc, state } = flow;
  const changing = { state: JSON.stringify(state), is_open: state.status === 'running', next_due: nextDue ?? null };
  await ctx.trx
    .insertInto('mw_flow')
    .values({
      instance_id: instance,
      object,
      record_id: recordId,
      flow: doc.flow,
      revision,
      doc: JSON.stringify(doc),
      ...changing,
    })
    .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(changing))
    .execute();
}

/** Open approvals where something is due by now. */
export async function dueFlows(
  ctx: Pick<EngineCtx, 'trx'>,
  now: string,
  limit: number,
): Promise<readonly { readonly instance: string; readonly object: string; readonly recordId: string }[]> {
  const rows = await ctx.trx
    .selectFrom('mw_flow')
    .select(['instance_id', 'object', 'record_id'])
    .where('is_open', '=', true)
    .where(sql<boolean>`next_due <= ${now}`)
    .orderBy('next_due')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    instance: row.instance_id as string,
    object: row.object as string,
    recordId: row.record_id as string,
  }));
}

/** Open approvals in which this person has a task. */
export async function openFlowsWith(ctx: EngineCtx, user: string): Promise<readonly StoredFlow[]> {
  const rows = await ctx.trx
    .selectFrom('mw_flow')
    .select(COLUMNS)
    .where('is_open', '=', true)
    .where(sql<boolean>`state->'tasks' @> ${JSON.stringify([{ user }])}::jsonb`)
    .orderBy('record_id')
    .execute();
  return rows.map((row) => read(row as unknown as Row));
}
