import { sql } from 'kysely';
import type { Ctx } from '../ctx';
import { refuse } from '../errors';

/** Months up to the newest closed one take no rows (domain/40 §3.6). Answers the sentence, or null when the day is open. */
export const closedSentence = (bizDate: string, closed: string | null): string | null => {
  const month = bizDate.slice(0, 7);
  if (closed === null || month > closed) return null;
  return `${month}期间已关闭，业务日期不能早于${firstDayAfter(closed)}`;
};

/** Newest closed month 'YYYY-MM', archived ones among them, or null. */
export const closedMonth = async (ctx: Ctx): Promise<string | null> => {
  const row = await ctx.trx
    .selectFrom('stock_period')
    .select(({ fn }) => fn.max('ym').as('ym'))
    .where('status', 'in', ['60', '80'])
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return (row?.ym as string | null | undefined) ?? null;
};

/** Holds the period open to the end of the transaction: closing waits for postings that have begun. */
export const assertOpenPeriod = async (ctx: Ctx, bizDate: string): Promise<void> => {
  if (bizDate > ctx.today) throw refuse('业务日期不能晚于今天');
  await lockPeriods(ctx, 'shared');
  const sentence = closedSentence(bizDate, await closedMonth(ctx));
  if (sentence !== null) throw refuse(sentence);
};

export const lockPeriods = async (ctx: Ctx, how: 'shared' | 'alone'): Promise<void> => {
  const key = sql`hashtext(${`${ctx.org.schema}.stockPeriod`})`;
  await (how === 'shared'
    ? sql`SELECT pg_advisory_xact_lock_shared(7201980, ${key})`
    : sql`SELECT pg_advisory_xact_lock(7201980, ${key})`
  ).execute(ctx.trx);
};

const firstDayAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
};
