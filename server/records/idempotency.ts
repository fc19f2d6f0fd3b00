/**
 * A call with a token has one effect and one answer, however often it is sent, also at the same time (mw_call, 30 days). The row is
 * written in the transaction of the effect: a refused or failed call leaves nothing and may be tried again.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../errors';
import { inWrite } from './context';
import type { EngineCtx } from './host';

export interface CallOptions<T> {
  /** what is kept of the answer; actions marked `once` keep no secrets */
  readonly keep?: (answer: T) => unknown;
  /** what a repeat gets for a kept answer */
  readonly again?: (kept: unknown, ctx: EngineCtx) => T | Promise<T>;
}

/** Runs `work` in one transaction, or answers what the same token answered before. Another body under the same token is 400. */
export async function callOnce<T>(
  ctx: EngineCtx,
  call: string,
  body: unknown,
  work: (ctx: EngineCtx) => Promise<T>,
  options: CallOptions<T> = {},
): Promise<T> {
  const { token } = ctx;
  if (token === undefined || token === '') return inWrite(ctx, work);
  const hash = bodyHash(call, body);
  return inWrite(ctx, async (inner) => {
    const mine = await inner.trx
      .insertInto('mw_call')
      .values({ user_id: inner.session.me.id, token, call, body_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('token')
      .executeTakeFirst();
    if (!mine) return stored(inner, token, hash, options);
    const answer = await work(inner);
    await inner.trx
      .updateTable('mw_call')
      .set({ answer: JSON.stringify((options.keep ? options.keep(answer) : answer) ?? null) })
      .where('user_id', '=', inner.session.me.id)
      .where('token', '=', token)
      .execute();
    return answer;
  });
}

async function stored<T>(ctx: EngineCtx, token: string, hash: string, options: CallOptions<T>): Promise<T> {
  const row = await ctx.trx
    .selectFrom('mw_call')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', ctx.session.me.id)
    .where('token', '=', token)
    .executeTakeFirst();
  if (!row || row.body_hash !== hash) throw new AppError(400);
  return options.again ? options.again(row.answer, ctx) : (row.answer as T);
}

/** Days an answer is kept. */
const KEPT_DAYS = 30;

/** Drops answers older than 30 days (a job). */
export async function dropOldCalls({ trx }: Pick<EngineCtx, 'trx'>): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('mw_call')
    .where(sql<boolean>`created_at < now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The body comes without its token; keys may be in any order. */
const bodyHash = (call: string, body: unknown): string =>
  createHash('sha256')
    .update(sorted([call, body]))
    .digest('hex');

/** JSON with the keys of objects in order; what JSON leaves out is left out. */
function sorted(part: unknown): string {
  if (Array.isArray(part)) return `[${part.map(sorted).join()}]`;
  if (part === null || typeof part !== 'object') return JSON.stringify(part) ?? 'null';
  const holder = part as Readonly<Record<string, unknown>>;
  const keys = Object.keys(holder).sort();
  return `{${keys.flatMap((key) => (holder[key] === undefined ? [] : [`${JSON.stringify(key)}:${sorted(holder[key])}`])).join()}}`;
}
