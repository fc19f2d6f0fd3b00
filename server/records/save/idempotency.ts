/**
 * A call with a token has one effect and one answer, however often it is sent, also at the same time (mw_call, 30 days). The row is
 * written in the transaction of the effect: a refused or failed call leaves nothing and may be tried again.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LOCK_MS } from '../../db/connect';
import { AppError } from '../../errors';
import { inWrite } from '../context';
import type { EngineCtx } from '../host';
import { execute, quoted } from '../list/statement';

export interface CallOptions<T> {
  /** what is kept of the answer; actions marked `once` keep no secrets */
  readonly keep?: (answer: T) => unknown;
  /** what a repeat gets for a kept answer */
  readonly again?: (kept: unknown, ctx: EngineCtx) => T | Promise<T>;
  /** ms to wait for the same call that is under way */
  readonly twinMs?: number;
}
/** A call that is still under way after so long may end either way: whoever repeats it is told so and keeps its token. */
const TWIN_MS = 30_000;
/** SQLSTATE lock_not_available */
const LOCK_TIMEOUT = '55P03';
const UNKNOWN = '处理超时，结果未知，请稍后重试';

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
    const calls = `${quoted(inner.org.schema)}.mw_call`;
    const user = inner.session.me.id;
    // one statement waits for the twin no longer than its limit, and gives the limit of all others back
    const mine = await execute(inner.trx, {
      text: `insert into ${calls} (user_id, token, call, body_hash) select ?::uuid, ?::text, ?::text, ?::text
        where set_config('lock_timeout', ?::text, true) is not null
        on conflict do nothing returning set_config('lock_timeout', '${LOCK_MS}', true)`,
      values: [user, token, call, hash, String(options.twinMs ?? TWIN_MS)],
    }).catch((error: unknown) => {
      throw (error as { readonly code?: string }).code === LOCK_TIMEOUT ? new AppError(503, UNKNOWN) : error;
    });
    if (mine === 0) return stored(inner, token, hash, options);
    const answer = await work(inner);
    await execute(inner.trx, {
      text: `update ${calls} set answer = ?::jsonb where user_id = ?::uuid and token = ?`,
      values: [JSON.stringify((options.keep ? options.keep(answer) : answer) ?? null), user, token],
    });
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
  if (Array.isArray(part)) return sortedList(part as readonly unknown[]);
  if (part === null || typeof part !== 'object') return JSON.stringify(part) ?? 'null';
  return sortedObject(part as Holder, keysOf(part));
}
type Holder = Readonly<Record<string, unknown>>;
/** the keys of an object in order, each with its JSON */
type Keys = readonly (readonly [key: string, json: string])[];
const keysOf = (holder: object): Keys =>
  Object.keys(holder)
    .sort()
    .map((key) => [key, `${JSON.stringify(key)}:`]);

const sortedObject = (holder: Holder, keys: Keys): string => {
  let text = '';
  for (const [key, json] of keys) {
    const value = holder[key];
    if (value !== undefined) text += `${text === '' ? '' : ','}${json}${sorted(value)}`;
  }
  return `{${text}}`;
};
/** The rows of a document have the same keys, mostly. */
const sortedList = (list: readonly unknown[]): string => {
  let names: readonly string[] = [];
  let keys: Keys = [];
  const each = (value: unknown): string => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return sorted(value);
    const own = Object.keys(value);
    if (own.length !== names.length || own.some((name, at) => name !== names[at])) {
      names = own;
      keys = keysOf(value);
    }
    return sortedObject(value as Holder, keys);
  };
  return `[${list.map(each).join()}]`;
};
