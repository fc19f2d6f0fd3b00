/** Messages to people (object `message`): written past the pipeline, one row a receiver, told over the live channel after commit. */
import { sql } from 'kysely';
import type { TopNews } from '../../../schemas/language/home/wire';
import type { Ctx } from '../../ctx';

export interface Message {
  /** what it came from: one receiver gets one message of it */
  readonly event: string;
  readonly sort: string;
  readonly level: string;
  readonly title: string;
  readonly body: string | null;
  readonly docType: string | null;
  readonly docId: string | null;
  readonly docNbr: string | null;
  /** the event a rule of notices spoke of */
  readonly cause?: string;
}

/** A row that came of it: of who had the message already there is none. */
export interface Told {
  readonly id: string;
  readonly receiver: string;
}
export const tell = async (
  ctx: Ctx,
  message: Message,
  receivers: readonly string[],
  rule: string | null = null,
): Promise<readonly Told[]> => {
  const to = [...new Set(receivers)];
  if (to.length === 0) return [];
  const at = sql.table(`${ctx.org.schema}.message`);
  const { event, sort, level, title, body, docType, docId, docNbr } = message;
  const { rows } = await sql<Told>`
    INSERT INTO ${at} (id, version, created_at, updated_at, is_deleted, receiver_id, sort, level, title, body, doc_type, doc_id, doc_nbr, is_read, event,
                      rule_id, cause)
    SELECT m.id, 1, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, 0, m.receiver, ${sort}, ${level}, ${title.slice(0, 200)}, ${body}, ${docType},
           ${docId}::uuid, ${docNbr}, false, ${event}::uuid, ${rule}::uuid, ${message.cause ?? null}::uuid
      FROM unnest(${to.map(() => ctx.newId())}::uuid[], ${to}::uuid[]) AS m(id, receiver)
     WHERE NOT EXISTS (SELECT 1 FROM ${at} k WHERE k.receiver_id = m.receiver AND k.event = ${event}::uuid)
    RETURNING id, receiver_id AS receiver`.execute(ctx.trx);
  await notifyInbox(ctx, to);
  return rows;
};

/** Nobody keeps messages about a document that is taken back. */
export const withdraw = async (ctx: Ctx, docType: string, docId: string): Promise<void> => {
  const gone = await ctx.trx
    .deleteFrom('message')
    .where('doc_type', '=', docType)
    .where('doc_id', '=', docId)
    .returning('receiver_id')
    .execute();
  await notifyInbox(
    ctx,
    gone.map((row) => String(row.receiver_id)),
  );
};

export const unreadOf = async (ctx: Ctx, docType: string, docId: string): Promise<readonly string[]> => {
  const rows = await ctx.trx
    .selectFrom('message')
    .select('receiver_id')
    .where('doc_type', '=', docType)
    .where('doc_id', '=', docId)
    .where('is_read', '=', false)
    .execute();
  return rows.map((row) => String(row.receiver_id));
};

const SHOWN = 20;
export interface Inbox {
  readonly unread: number;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}
/** The last messages of the caller, older than `before` when he looks further back. */
export const inboxOf = async (ctx: Ctx, before?: string): Promise<Inbox> => {
  const me = ctx.session.me.id;
  let query = ctx.trx
    .selectFrom('message')
    .select([
      'id',
      'sort',
      'level',
      'title',
      'body',
      'doc_type as docType',
      'doc_id as docId',
      'doc_nbr as docNbr',
      'is_read as isRead',
      'created_at as createdAt',
      'channel_state as channelState',
    ])
    .where('receiver_id', '=', me)
    .where('is_deleted', '=', 0);
  if (before !== undefined) query = query.where('id', '<', before);
  const { n } = (await ctx.trx
    .selectFrom('message')
    .select(sql<string>`count(*)`.as('n'))
    .where('receiver_id', '=', me)
    .where('is_read', '=', false)
    .executeTakeFirstOrThrow()) as { n: string };
  return { unread: Number(n), records: await query.orderBy('id', 'desc').limit(SHOWN).execute() };
};

const TOP_NEWS = 5;
/** The last news the caller was sent and that still hold, those on top first. */
export const topNews = async (ctx: Ctx): Promise<readonly TopNews[]> => {
  const rows = await ctx.trx
    .selectFrom('message as m')
    .innerJoin('news as n', 'n.id', 'm.doc_id')
    .select(['m.id', 'm.title', 'm.body', 'm.is_read', 'n.top', 'n.published_at'])
    .where('m.receiver_id', '=', ctx.session.me.id)
    .where('m.doc_type', '=', 'news')
    .where('n.is_deleted', '=', 0)
    .where(sql<boolean>`(n.valid_to IS NULL OR n.valid_to >= ${ctx.now}::timestamptz::date)`)
    .orderBy(sql`n.top IS TRUE`, 'desc')
    .orderBy('n.published_at', 'desc')
    .limit(TOP_NEWS)
    .execute();
  return rows.map(({ id, title, body, is_read, top, published_at }) => ({
    id: String(id),
    title: String(title),
    body: String(body ?? ''),
    at: String(published_at ?? ''),
    isRead: is_read === true,
    ...(top === true ? { isTop: true as const } : {}),
  }));
};

/** Own ones only; all of them without ids. */
export const markRead = async (ctx: Ctx, ids?: readonly string[]): Promise<void> => {
  let query = ctx.trx
    .updateTable('message')
    .set({ is_read: true, read_at: ctx.now })
    .where('receiver_id', '=', ctx.session.me.id)
    .where('is_read', '=', false);
  if (ids !== undefined) query = query.where('id', 'in', ids.length === 0 ? [ctx.newId()] : [...ids]);
  await query.execute();
  await notifyInbox(ctx, [ctx.session.me.id]);
};

/** The bells of these people ring after commit. */
export const notifyInbox = async (ctx: Ctx, users: readonly string[]): Promise<void> => {
  if (users.length === 0) return;
  await sql`SELECT pg_notify('mw_live', 'm ' || ${ctx.org.schema}::text || ' ' || u) FROM unnest(${[...new Set(users)]}::text[]) AS u`.execute(
    ctx.trx,
  );
};
