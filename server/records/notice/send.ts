/**
 * What is told besides the inbox (domain 10 §5.14, domain 20 §10.14 steps 5 and 7): by messenger, tried again after 1, 5, 15, 60 and 240
 * minutes, then the inbox alone has it; on the screen of who wants it there. A row is locked while its message is on the way, so of
 * several processes one sends it.
 */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { OrgInfo } from '../../ctx';
import type { EngineCtx } from '../host';
import type { Message, Told } from '../people/inbox';
import { profilesOf } from '../people/person';

export interface WorkMessage {
  readonly title: string;
  readonly body: string;
  /** address inside the application that it opens, `/oms/purchase/order/detail?id=…` */
  readonly path: string | null;
}
/** Hands a message to the provider; it throws when that did not take it. `to` is the person as the provider knows him. */
export type Messenger = (org: OrgInfo, to: string, message: WorkMessage) => Promise<void>;

/** minutes to the next try */
const AGAIN = [1, 5, 15, 60, 240];
const UNBOUND = '未绑定钉钉';

interface Row {
  readonly id: string;
  readonly message_id: string;
  readonly user_id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string | null;
  readonly tries: number;
}

const has = (value: unknown): boolean => typeof value === 'string' && value !== '';
/** The organisation has an application that may write to its people. */
const isOpen = (ctx: EngineCtx): boolean => has(ctx.setting('ding.appKey')) && has(ctx.setting('ding.agentId'));

/** Queues what these were just told for the channels they want, of those `channels` allows; null = all. */
export const alsoTell = async (
  ctx: EngineCtx,
  message: Message,
  told: readonly Told[],
  channels: readonly string[] | null,
): Promise<void> => {
  if (told.length === 0) return;
  const profiles = await profilesOf(
    ctx,
    told.map(({ receiver }) => receiver),
  );
  const wanting = (channel: string): readonly Told[] =>
    channels === null || channels.includes(channel)
      ? told.filter(({ receiver }) => choiceOf(profiles.get(receiver)).includes(channel))
      : [];
  const at = sql.table(`${ctx.org.schema}.message`);
  const shown = wanting('screen').map(({ id }) => id);
  if (shown.length > 0)
    await sql`UPDATE ${at} SET channel_state = coalesce(channel_state, '{}'::jsonb) || '{"screen": true}'
               WHERE id = ANY(${shown}::uuid[])`.execute(ctx.trx);
  const sent = isOpen(ctx) ? wanting('messenger') : [];
  if (sent.length === 0) return;
  await ctx.trx
    .insertInto('mw_notice_send')
    .values(
      sent.map(({ id, receiver }) => ({
        id: ctx.newId(),
        message_id: id,
        user_id: receiver,
        title: message.title.slice(0, 200),
        body: (message.body ?? '').slice(0, 2_000),
        path: pathOf(ctx, message),
        next_at: ctx.now,
      })),
    )
    .execute();
};
const choiceOf = (profile: Rec | undefined): readonly unknown[] =>
  Array.isArray(profile?.noticeChannels) ? profile.noticeChannels : [];

/** The detail of its document, or the list it speaks of. */
const pathOf = (ctx: EngineCtx, { docType, docId }: Message): string | null => {
  if (docType === null) return null;
  const route = ctx.registry.page(docId === null ? docType : `${docType}#detail`)?.route;
  return route === undefined ? null : docId === null ? route : `${route}?id=${docId}`;
};

/** Sends one message that is due; answers 1, or 0 = nothing waits. What fails for good is told to `onLost`. */
export const sendOne = async (
  ctx: EngineCtx,
  messenger: Messenger,
  onLost: (text: string, data: object) => void,
): Promise<number> => {
  const at = sql.table(`${ctx.org.schema}.mw_notice_send`);
  const { rows } = await sql<Row>`
    SELECT id, message_id, user_id, title, body, path, tries FROM ${at}
     WHERE done_at IS NULL AND next_at <= ${ctx.now}::timestamptz ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(
    ctx.trx,
  );
  const [row] = rows;
  if (!row) return 0;
  const error = (await isRead(ctx, row)) ? null : await handOver(ctx, messenger, row);
  const wait = error === null || error === UNBOUND ? undefined : AGAIN[row.tries];
  const values = { tries: row.tries + 1, error };
  if (wait !== undefined) {
    const next = sql`${ctx.now}::timestamptz + make_interval(mins => ${wait})`;
    await ctx.trx
      .updateTable('mw_notice_send')
      .set({ ...values, next_at: next })
      .where('id', '=', row.id)
      .execute();
    return 1;
  }
  await ctx.trx
    .updateTable('mw_notice_send')
    .set({ ...values, done_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  await sql`UPDATE ${sql.table(`${ctx.org.schema}.message`)}
     SET channel_state = coalesce(channel_state, '{}'::jsonb) || jsonb_build_object('messenger', ${error ?? 'sent'}::text)
   WHERE id = ${row.message_id}::uuid`.execute(ctx.trx);
  if (error !== null)
    onLost('notice not sent by messenger', { org: ctx.org.code, message: row.message_id, reason: error });
  return 1;
};

const handOver = async (ctx: EngineCtx, messenger: Messenger, row: Row): Promise<string | null> => {
  const { rows } = await sql<{ third_user_id: string }>`
    SELECT b.third_user_id FROM platform.third_bind b
      JOIN platform.member m ON m.account_id = b.account_id AND m.org_id = b.org_id
      JOIN platform.org o ON o.id = b.org_id AND o.corp_id = b.corp_id
     WHERE b.kind = 10 AND b.org_id = ${ctx.org.id} AND m.user_id = ${row.user_id}::uuid LIMIT 1`.execute(ctx.trx);
  const [bound] = rows;
  if (!bound) return UNBOUND;
  try {
    await messenger(ctx.org, bound.third_user_id, { title: row.title, body: row.body, path: row.path });
    return null;
  } catch (cause) {
    return String((cause as Error).message).slice(0, 500);
  }
};

/** What he has read before a later try needs no second telling. */
const isRead = async (ctx: EngineCtx, { message_id, tries }: Row): Promise<boolean> => {
  if (tries === 0) return false;
  const message = await ctx.trx.selectFrom('message').select('is_read').where('id', '=', message_id).executeTakeFirst();
  return message === undefined || message.is_read === true;
};
