/** A rule tried on something that happened: who would hear what; the message goes to who asks only. */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import { refuse } from '../../errors';
import type { EngineCtx } from '../host';
import { tell } from '../people/inbox';
import { receiversOf } from './receivers';
import { holds, objectOfEvent, ruleOf, sayOf } from './rule';

export const tryRule = async (
  ctx: EngineCtx,
  rec: Rec,
  nbr: string | null,
): Promise<{ readonly to: string; readonly text: string }> => {
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
    to: !isMeant ? '不满足条件，不会发送' : names === '' ? '没有人' : names,
    text: `${said.title}：${said.body}`,
  };
};
