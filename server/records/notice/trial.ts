/** A rule tried on something that happened: who would hear what; the message goes to who asks only. */
import { sql } from 'kysely';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { refuse } from '../../errors';
import type { EngineCtx } from '../host';
import { tell } from '../people/inbox';
import { receiversOf } from './receivers';
import { holds, type NoticeRule, objectOfEvent, ruleOf, sayOf } from './rule';

export const tryRule = async (
  ctx: EngineCtx,
  rec: Rec,
  nbr: string | null,
): Promise<{ readonly to: string; readonly text: string; readonly count: string }> => {
  const rule = ruleOf(rec);
  const object = objectOfEvent(ctx, rule.event);
  const { rows } = await sql<{ id: string; record_id: string; user_id: string | null }>`
    SELECT id, record_id, user_id FROM ${sql.table(`${ctx.org.schema}.mw_outbox`)}
     WHERE event = ${rule.event} AND record_id IS NOT NULL AND (${nbr}::text IS NULL OR nbr = ${nbr})
     ORDER BY seq DESC LIMIT 1`.execute(ctx.trx);
  const [event] = rows;
  const [record]: Rec[] = event && object ? await ctx.asSystem().records.many(object.object, [event.record_id]) : [];
  if (!event || !object || !record) throw refuse('没有找到已发生的事件，无法试发');
  // whoever tries a rule reads the record by his own rights
  const mine = await ctx.records.get(object.object, event.record_id, { scoped: true });
  if (mine === null) throw refuse('没有找到已发生的事件，无法试发');
  const users = await receiversOf(ctx, rule.receivers, object, record, event.user_id);
  const said = await sayOf(ctx, rule, object, record);
  const isMeant = await holds(ctx, object, event.record_id, rule.condition);
  await tell(ctx, { ...said, title: `试发：${said.title}`, event: ctx.newId(), sort: '50', level: rule.level }, [
    ctx.session.me.id,
  ]);
  const people = await ctx.asSystem().records.many('user', [...users]);
  const names = people.map(({ name }) => String(name)).join('、');
  return {
    ...(await lately(ctx, rule, object)),
    to: !isMeant ? '不满足条件，不会发送' : names === '' ? '没有人' : names,
    text: `${said.title}：${said.body}`,
  };
};

const DAYS = 30;
/** more events than this are not looked at: the count says so */
const MOST = 500;
/** What the rule would have sent of late, by the records as they are now: repeats and escalation left out. */
const lately = async (
  ctx: EngineCtx,
  rule: NoticeRule,
  object: ResolvedObject,
): Promise<{ readonly count: string }> => {
  const { rows } = await sql<{ record_id: string; user_id: string | null }>`
    SELECT record_id, user_id FROM ${sql.table(`${ctx.org.schema}.mw_outbox`)}
     WHERE event = ${rule.event} AND record_id IS NOT NULL AND created_at >= ${ctx.now}::timestamptz - make_interval(days => ${DAYS})
     ORDER BY seq DESC LIMIT ${MOST}`.execute(ctx.trx);
  const found = await ctx.asSystem().records.many(object.object, [...new Set(rows.map((row) => row.record_id))]);
  const records = new Map(found.map((record): [string, Rec] => [record.id as string, record]));
  // one record tells one person the same way each time
  const heard = new Map<string, number>();
  let messages = 0;
  for (const { record_id: id, user_id } of rows) {
    const key = `${id} ${user_id ?? ''}`;
    const record = records.get(id);
    if (record === undefined) continue;
    if (!heard.has(key)) {
      const isMeant = await holds(ctx, object, id, rule.condition);
      heard.set(key, isMeant ? (await receiversOf(ctx, rule.receivers, object, record, user_id)).length : 0);
    }
    messages += heard.get(key) ?? 0;
  }
  const many = rows.length === MOST ? '以上' : '';
  return { count: `近${DAYS}天发生${rows.length}次${many}，会发送${messages}条${many}` };
};
