/**
 * Delivers the outbox: each event becomes messages for whom it concerns, once, tried again later when it fails. Several processes share
 * the work: a row is held while it is delivered, and a receiver has one message of an event.
 */
import { sql } from 'kysely';
import type { EngineCtx } from '../host';
import { deliver } from '../notice/deliver';
import { evaluateRules, toldByRules } from '../notice/evaluate';
import { receiversOf } from '../notice/receivers';
import { type NoticeRule, rulesInUse, targetOf } from '../notice/rule';
import type { Message } from './inbox';

const BATCH = 100;
const LOCKED = 'account.locked';
/** minutes to the next try */
const AGAIN = [1, 5, 15, 60, 240];

interface Event {
  readonly id: string;
  readonly event: string;
  readonly object: string | null;
  readonly record_id: string | null;
  readonly nbr: string | null;
  readonly user_id: string | null;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly tries: number;
}
interface Notice {
  readonly message: Omit<Message, 'event'>;
  readonly to: readonly string[];
}

/** One batch; answers how many events were done, 0 = nothing waits. */
export const deliverNotices = async (ctx: EngineCtx): Promise<number> => {
  const { rows } = await sql<Event>`
    SELECT id, event, object, record_id, nbr, user_id, created_at::text AS created_at, data, tries FROM ${sql.table(`${ctx.org.schema}.mw_outbox`)}
     WHERE done_at IS NULL AND next_at <= now() ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(ctx.trx);
  const rules = rows.length === 0 ? [] : await rulesInUse(ctx);
  const done: string[] = [];
  for (const event of rows) if (!isHeard(event, rules) || (await tellOf(ctx, event, rules))) done.push(event.id);
  if (done.length > 0)
    await ctx.trx
      .updateTable('mw_outbox')
      .set({ done_at: sql`now()`, error: null })
      .where('id', '=', sql<string>`ANY(${done}::uuid[])`)
      .execute();
  return rows.length;
};

/** Most events of a factory concern nobody: they need no savepoint of their own. */
const isHeard = ({ event, data }: Event, rules: readonly NoticeRule[]): boolean =>
  event === LOCKED ||
  event.startsWith('flow.') ||
  Array.isArray(data.receivers) ||
  rules.some((rule) => rule.event === event);

/** Tells whom an event concerns; false = it failed, nothing of it was said and it comes again later. */
const tellOf = async (ctx: EngineCtx, event: Event, rules: readonly NoticeRule[]): Promise<boolean> => {
  await sql`SAVEPOINT notice`.execute(ctx.trx);
  try {
    const notice = await noticeOf(ctx, event, rules);
    if (notice)
      await deliver(ctx, { message: { ...notice.message, event: event.id }, rule: null, mergeMin: 0 }, notice.to);
    await evaluateRules(ctx, rules, event);
    await sql`RELEASE SAVEPOINT notice`.execute(ctx.trx);
    return true;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT notice`.execute(ctx.trx);
    const wait = AGAIN[event.tries];
    await ctx.trx
      .updateTable('mw_outbox')
      .set({
        tries: event.tries + 1,
        error: String((error as Error).message).slice(0, 500),
        ...(wait === undefined ? { done_at: sql`now()` } : { next_at: sql`now() + make_interval(mins => ${wait})` }),
      })
      .where('id', '=', event.id)
      .execute();
    return false;
  }
};

/** Titles of what flows tell (10 §7.8); what asks for an act is a task, the others are news of it. */
const FLOW: Readonly<Record<string, readonly [title: string, sort: string, level: string]>> = {
  'flow.arrived': ['待审批', '10', '2'],
  'flow.urged': ['催办', '10', '3'],
  'flow.overdue': ['审批超时', '10', '3'],
  'flow.passed': ['审批通过', '30', '1'],
  'flow.rejected': ['审批驳回', '30', '2'],
  'flow.returned': ['审批退回', '10', '2'],
  'flow.cc': ['抄送', '30', '1'],
  'flow.failed': ['审批异常', '20', '3'],
};

const noticeOf = async (ctx: EngineCtx, event: Event, rules: readonly NoticeRule[]): Promise<Notice | undefined> => {
  if (event.event === LOCKED) return lockedNotice(ctx, event);
  if (Array.isArray(event.data.receivers)) return namedNotice(ctx, event, event.data.receivers, rules);
  if (!event.event.startsWith('flow.')) return undefined;
  const { to, title, docType, docId, node, text } = event.data;
  const people = Array.isArray(to) ? to.filter((item): item is string => typeof item === 'string') : [];
  const [word, sort, level] = FLOW[event.event] ?? ['审批提醒', '30', '1'];
  const said = [node, text].filter((part): part is string => typeof part === 'string' && part !== '');
  return {
    to: people,
    message: {
      sort,
      level,
      title: `${word}：${[title, event.nbr].filter((part) => typeof part === 'string' && part !== '').join(' ')}`,
      body: said.length === 0 ? null : said.join('：'),
      docType: typeof docType === 'string' ? docType : event.object,
      docId: typeof docId === 'string' ? docId : event.record_id,
      docNbr: event.nbr,
    },
  };
};

/**
 * An event that names whom it is for, as rules of notices name them, and says its own text; `besides`: another event of the same record,
 * and whom rules tell of that one is not told twice.
 */
const namedNotice = async (
  ctx: EngineCtx,
  event: Event,
  receivers: readonly unknown[],
  rules: readonly NoticeRule[],
): Promise<Notice | undefined> => {
  const object = ctx.registry.find(event.object ?? '');
  const { title, body, level, besides } = event.data;
  if (object === undefined || event.record_id === null || typeof title !== 'string') return undefined;
  const [record] = await ctx.asSystem().records.many(object.object, [event.record_id], { stored: true });
  if (!record) return undefined;
  const targets = receivers.flatMap((row) => (typeof row === 'object' && row !== null ? targetOf({ ...row }) : []));
  const to = await receiversOf(ctx, targets, object, record, null);
  const others = rules.filter((rule) => rule.event === besides);
  const told = new Set(await toldByRules(ctx, others, object, record));
  return {
    to: to.filter((id) => !told.has(id)),
    message: {
      sort: '20',
      level: typeof level === 'string' ? level : '2',
      title: title.slice(0, 200),
      body: typeof body === 'string' ? body : null,
      docType: object.object,
      docId: event.record_id,
      docNbr: event.nbr,
    },
  };
};

const lockedNotice = async (ctx: EngineCtx, event: Event): Promise<Notice | undefined> => {
  const { records } = ctx.asSystem();
  const [user] = event.record_id === null ? [] : await records.many('user', [event.record_id], { stored: true });
  if (!user) return undefined;
  const supers = (await records.find('role', 'isSuper && isDisabled == 0')).map(({ id }) => id as string);
  const admins = await records.find('user', 'isDisabled == 0');
  const name = `${String(user.name)}（${String(user.loginName)}）`;
  return {
    to: admins
      .filter(({ roles }) => supers.some((role) => ((roles ?? []) as readonly string[]).includes(role)))
      .map(({ id }) => id as string),
    message: {
      sort: '20',
      level: '2',
      title: `账号已锁定：${name}`,
      body: `${name}连续输错密码，账号已锁定，可在用户管理中解锁。`,
      docType: 'user',
      docId: user.id as string,
      docNbr: null,
    },
  };
};
