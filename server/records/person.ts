/** What people set for themselves (10 §4): hours without messages, what they often say when they approve. */
import type { Ctx } from '../ctx';
import { badRequest, refuse } from '../errors';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const MOST_PHRASES = 20;
const LONGEST = 100;

export interface Own {
  /** HH:mm, both or none */
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly phrases: readonly string[];
}

export const ownOf = async (ctx: Ctx): Promise<Own> => {
  const user = await ctx.trx
    .selectFrom('user')
    .select(['quiet_from', 'quiet_to'])
    .where('id', '=', ctx.session.me.id)
    .executeTakeFirst();
  const time = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 5) : null);
  return { quietFrom: time(user?.quiet_from), quietTo: time(user?.quiet_to), phrases: await phrasesOf(ctx) };
};

/** Hours in which messages below 紧急 wait; null = none. */
export const setQuiet = async (ctx: Ctx, from: unknown, to: unknown): Promise<void> => {
  const isNone = from === null && to === null;
  if (!isNone && !(typeof from === 'string' && typeof to === 'string' && TIME.test(from) && TIME.test(to)))
    throw badRequest();
  if (!isNone && from === to) throw refuse('免打扰开始与结束不能相同');
  await ctx.trx
    .updateTable('user')
    .set({ quiet_from: from, quiet_to: to })
    .where('id', '=', ctx.session.me.id)
    .execute();
};

export const phrasesOf = async (ctx: Ctx): Promise<readonly string[]> => {
  const row = await ctx.trx
    .selectFrom('mw_phrases')
    .select('phrases')
    .where('user_id', '=', ctx.session.me.id)
    .executeTakeFirst();
  return Array.isArray(row?.phrases) ? (row.phrases as string[]) : [];
};

/** All of them, in their order. */
export const setPhrases = async (ctx: Ctx, given: unknown): Promise<void> => {
  if (!Array.isArray(given) || !given.every((one): one is string => typeof one === 'string')) throw badRequest();
  const phrases = [...new Set(given.map((one) => one.trim()).filter((one) => one !== ''))];
  if (phrases.length > MOST_PHRASES) throw refuse(`常用意见最多${MOST_PHRASES}条`);
  if (phrases.some((one) => one.length > LONGEST)) throw refuse(`常用意见不能超过${LONGEST}字`);
  const row = { user_id: ctx.session.me.id, phrases: JSON.stringify(phrases) };
  await ctx.trx
    .insertInto('mw_phrases')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phrases: row.phrases }))
    .execute();
};
