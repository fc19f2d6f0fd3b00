/**
 * A message on its way to people: said once for a step of an event, held over quiet hours, joined with what the same rule said just
 * before (domain 20 §10.14).
 */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { type Message, notifyInbox, tell } from '../people/inbox';
import { profilesOf } from '../people/person';
import { alsoTell } from './send';

const URGENT = '4';

export interface Delivery {
  readonly message: Message;
  /** the rule it comes of; null = one of the platform itself */
  readonly rule: string | null;
  /** minutes in which messages of the rule are joined */
  readonly mergeMin: number;
  /** channels the rule allows besides the inbox; absent = all */
  readonly channels?: readonly string[];
}

/** Who has not had this step of the event yet. */
export const notSaid = async (
  ctx: EngineCtx,
  rule: string,
  event: string,
  step: string,
  users: readonly string[],
): Promise<readonly string[]> => {
  if (users.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO ${sql.table(`${ctx.org.schema}.mw_notice_sent`)} (rule_id, event_id, user_id, step, at)
    SELECT ${rule}::uuid, ${event}::uuid, u, ${step}, ${ctx.now}::timestamptz FROM unnest(${[...users]}::uuid[]) AS u
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(ctx.trx);
  return rows.map(({ user_id }) => user_id);
};

/** Tells everybody now, or when his quiet hours end; the highest level comes through them. */
export const deliver = async (ctx: EngineCtx, delivery: Delivery, to: readonly string[]): Promise<void> => {
  const { message } = delivery;
  const profiles = await profilesOf(ctx, to);
  const now: string[] = [];
  for (const id of to) {
    const profile = profiles.get(id);
    const end = profile === undefined || message.level === URGENT ? null : quietUntil(profile, ctx.now);
    if (end === null) now.push(id);
    else await hold(ctx, delivery, id, end);
  }
  await say(ctx, delivery, now);
};

/** Said without asking for the hour: what was held is said like this. */
export const say = async (ctx: EngineCtx, delivery: Delivery, to: readonly string[]): Promise<void> => {
  const { message, rule, mergeMin } = delivery;
  const joined = rule === null || mergeMin === 0 ? [] : await join(ctx, delivery, rule, to);
  const rest = to.filter((id) => !joined.includes(id));
  await alsoTell(ctx, message, await tell(ctx, message, rest, rule), delivery.channels ?? null);
};

/** Adds it to the unread message of the rule that is not older than `mergeMin`; answers who had one. */
const join = async (
  ctx: EngineCtx,
  { message, mergeMin }: Delivery,
  rule: string,
  to: readonly string[],
): Promise<readonly string[]> => {
  if (to.length === 0) return [];
  const at = sql.table(`${ctx.org.schema}.message`);
  const line = [message.title, message.body].filter(Boolean).join('：');
  const { rows } = await sql<{ receiver_id: string }>`
    UPDATE ${at} m SET times = coalesce(m.times, 1) + 1, updated_at = ${ctx.now}::timestamptz, version = m.version + 1,
           title = left(${message.title} || '等' || (coalesce(m.times, 1) + 1) || '条', 200), doc_id = NULL,
           body = left(CASE WHEN coalesce(m.times, 1) = 1 THEN m.title || '：' || coalesce(m.body, '') ELSE m.body END
                       || E'\n' || ${line}, 8000)
     WHERE m.id IN (SELECT DISTINCT ON (receiver_id) id FROM ${at}
                     WHERE rule_id = ${rule}::uuid AND receiver_id = ANY(${[...to]}::uuid[]) AND NOT is_read
                       AND created_at > ${ctx.now}::timestamptz - make_interval(mins => ${mergeMin})
                     ORDER BY receiver_id, created_at DESC)
    RETURNING receiver_id`.execute(ctx.trx);
  const had = rows.map(({ receiver_id }) => receiver_id);
  await notifyInbox(ctx, had);
  return had;
};

const hold = async (ctx: EngineCtx, delivery: Delivery, user: string, end: string): Promise<void> => {
  await ctx.trx
    .insertInto('mw_notice_timer')
    .values({
      id: ctx.newId(),
      at: end,
      kind: 'hold',
      rule_id: delivery.rule,
      event_id: delivery.message.cause ?? delivery.message.event,
      payload: JSON.stringify({ delivery, user }),
    })
    .execute();
};

/** When the quiet hours that run now are over, factory time; null = they do not run. From 22:00 to 07:00 goes over midnight. */
export const quietUntil = ({ quietFrom, quietTo }: Rec, now: string): string | null => {
  if (typeof quietFrom !== 'string' || typeof quietTo !== 'string') return null;
  const [from, to] = [quietFrom.slice(0, 5), quietTo.slice(0, 5)];
  const [day, hour] = [now.slice(0, 10), now.slice(11, 16)];
  if (from === to) return null;
  const isOver = from > to;
  if (isOver ? hour < from && hour >= to : hour < from || hour >= to) return null;
  return `${isOver && hour >= from ? nextDay(day) : day} ${to}:00`;
};
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
