/** The rules of an event, after its transaction (domain 20 §10.14): conditions, receivers, what is said, what comes later. */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { deliver, notSaid } from './deliver';
import { receiversOf } from './receivers';
import { holds, type NoticeRule, objectOfEvent, type Said, sayOf, standOf } from './rule';
import { setTimers } from './timers';

export interface RuleEvent {
  readonly id: string;
  readonly event: string;
  readonly record_id: string | null;
  readonly user_id: string | null;
  /** with the offset of the database */
  readonly created_at: string;
  /** `detail`: what the event itself has to say, below the text of the rule */
  readonly data: Readonly<Record<string, unknown>>;
}

export const evaluateRules = async (
  ctx: EngineCtx,
  rules: readonly NoticeRule[],
  { id, event, record_id, user_id, created_at, data }: RuleEvent,
): Promise<void> => {
  const due = rules.filter((rule) => rule.event === event);
  const object = objectOfEvent(ctx, event);
  if (due.length === 0 || !object || record_id === null) return;
  const [record]: Rec[] = await ctx.asSystem().records.many(object.object, [record_id], { stored: true });
  if (!record) return;
  for (const rule of due) {
    if (!(await holds(ctx, object, record_id, rule.condition))) continue;
    const to = await notSaid(
      ctx,
      rule.id,
      id,
      'first',
      await receiversOf(ctx, rule.receivers, object, record, user_id),
    );
    const said = withDetail(await sayOf(ctx, rule, object, record), data.detail);
    const message = { ...said, event: ctx.newId(), cause: id, sort: '20', level: rule.level };
    await deliver(ctx, { message, rule: rule.id, mergeMin: rule.mergeMin, channels: rule.channels }, to);
    const cause = { event, object: object.object, record: record_id, actor: user_id, stand: standOf(object, record) };
    await setTimers(ctx, rule, { id, at: created_at }, cause);
  }
};

/** Whom rules tell of an event nobody in particular caused. */
export const toldByRules = async (
  ctx: EngineCtx,
  rules: readonly NoticeRule[],
  object: ResolvedObject,
  record: Rec,
): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const { condition, receivers } of rules)
    if (await holds(ctx, object, String(record.id), condition))
      told.push(...(await receiversOf(ctx, receivers, object, record, null)));
  return told;
};

const withDetail = (said: Said, detail: unknown): Said =>
  typeof detail === 'string' && detail !== ''
    ? { ...said, body: [said.body, detail].filter(Boolean).join('\n') }
    : said;
