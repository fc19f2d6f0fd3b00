/** What rules of notices do later: messages held over quiet hours, repeats until somebody acts, escalations (domain 20 §10.14). */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { type Delivery, deliver, notSaid, say } from './deliver';
import { receiversOf } from './receivers';
import { type NoticeRule, objectOfEvent, rulesInUse, sayOf, standOf } from './rule';

const BATCH = 100;

/** Of the event a timer belongs to. */
export interface Cause {
  readonly event: string;
  readonly object: string;
  readonly record: string;
  readonly actor: string | null;
  /** how the record stood when it happened */
  readonly stand: string;
}
type Payload = { readonly delivery: Delivery; readonly user: string } | { readonly n: number; readonly cause: Cause };
interface Timer {
  readonly id: string;
  readonly kind: 'hold' | 'repeat' | 'escalate';
  readonly rule_id: string | null;
  readonly event_id: string;
  readonly payload: Payload;
}

/** The repeats and escalations of a rule, from the moment of the event. */
export const setTimers = async (
  ctx: EngineCtx,
  rule: NoticeRule,
  event: { readonly id: string; readonly at: string },
  cause: Cause,
): Promise<void> => {
  const rows = [
    ...(rule.repeatMin > 0
      ? Array.from({ length: rule.repeatMax }, (_, n) => ['repeat', n + 1, rule.repeatMin * (n + 1)] as const)
      : []),
    ...rule.escalate.map(({ afterMin }, n) => ['escalate', n, afterMin] as const),
  ];
  if (rows.length === 0) return;
  await ctx.trx
    .insertInto('mw_notice_timer')
    .values(
      rows.map(([kind, n, minutes]) => ({
        id: ctx.newId(),
        at: sql`${event.at}::timestamptz + make_interval(mins => ${minutes})`,
        kind,
        rule_id: rule.id,
        event_id: event.id,
        payload: JSON.stringify({ n, cause }),
      })),
    )
    .execute();
};

/** One batch of what is due; answers how many, 0 = nothing is. A timer is gone when it is done, so a second process finds none. */
export const runNoticeTimers = async (ctx: EngineCtx): Promise<number> => {
  const at = sql.table(`${ctx.org.schema}.mw_notice_timer`);
  const { rows } = await sql<Timer>`
    DELETE FROM ${at} WHERE id IN (
      SELECT id FROM ${at} WHERE at <= ${ctx.now}::timestamptz ORDER BY at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, at, kind, rule_id, event_id, payload`.execute(ctx.trx);
  for (const timer of rows) {
    if ('delivery' in timer.payload) await say(ctx, timer.payload.delivery, [timer.payload.user]);
    else await again(ctx, timer, timer.payload);
  }
  return rows.length;
};

const again = async (
  ctx: EngineCtx,
  { kind, rule_id, event_id }: Timer,
  { n, cause }: { readonly n: number; readonly cause: Cause },
): Promise<void> => {
  const [rule] = rule_id === null ? [] : await rulesInUse(ctx, [rule_id]);
  const object = objectOfEvent(ctx, cause.event);
  if (!rule || !object) return;
  const [record = null]: (Rec | null)[] = await ctx.asSystem().records.many(object.object, [cause.record]);
  if (record === null || (await isOver(ctx, rule, event_id, standOf(object, record) !== cause.stand))) {
    await forget(ctx, rule.id, event_id);
    return;
  }
  const targets = kind === 'repeat' ? rule.receivers : rule.escalate.slice(n, n + 1);
  const users = await receiversOf(ctx, targets, object, record, cause.actor);
  const said = await sayOf(ctx, rule, object, record);
  const step = `${kind} ${n}`;
  const title = kind === 'repeat' ? `${said.title}（第${n}次提醒）` : `升级：${said.title}`;
  const message = { ...said, title, event: ctx.newId(), cause: event_id, sort: '20', level: rule.level };
  const to = await notSaid(ctx, rule.id, event_id, step, users);
  await deliver(ctx, { message, rule: rule.id, mergeMin: 0, channels: rule.channels }, to);
};

/** Read by one of those it was said to, or the record went on. */
const isOver = async (ctx: EngineCtx, rule: NoticeRule, event: string, hasMoved: boolean): Promise<boolean> => {
  if (hasMoved) return true;
  if (rule.stopsWhen === 'handled') return false;
  const read = await ctx.trx
    .selectFrom('message')
    .select('id')
    .where('cause', '=', event)
    .where('rule_id', '=', rule.id)
    .where('is_read', '=', true)
    .limit(1)
    .execute();
  return read.length > 0;
};
const forget = async (ctx: EngineCtx, rule: string, event: string): Promise<void> => {
  await ctx.trx
    .deleteFrom('mw_notice_timer')
    .where('rule_id', '=', rule)
    .where('event_id', '=', event)
    .where('kind', '<>', 'hold')
    .execute();
};
