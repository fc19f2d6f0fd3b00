/**
 * Writes that a terminal made without network (language §12.3, POST /lcdp/data/replay): in order, each under its own token and in its own
 * transaction; a refusal stops only its chain, so that what builds on it waits for a person.
 */
import { isDateTime } from '../../../schemas/language/codec/date-time';
import { AppError, signedOut } from '../../errors';
import { newId } from '../../ids';
import { asAppError } from '../../known-error';
import { factoryTime, makeCtx } from '../context';
import type { EngineCtx } from '../host';
import { object } from '../list/list-request';
import { pageOf } from '../page/page-item';
import { writeTrail } from '../trail/audit-trail';
import { callOnce } from './idempotency';
import { actCall, saveCall, saveRightOf } from './write-calls';

export interface ReplayItem {
  readonly token: string;
  readonly seq: number;
  readonly chain: string;
  readonly page: string;
  /** `save` or `act/<action>` */
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** when it happened by the terminal's clock, factory time */
  readonly occurAt: string;
  /** ms to add to the terminal's clock, measured when it was last online */
  readonly clockOffset: number;
}
export interface ReplayAnswer {
  readonly token: string;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

const MAX_ITEMS = 200;
/** ms; a clock that lost its battery stands in 1970 */
const MAX_OFFSET = 4e12;
const WAITING = '前一条还未处理，请先处理前一条';

/**
 * Body: the items of a queue. With a session that is `over` (its end, ms) only what happened before is taken; the rest waits for its user to
 * sign in again. Errors of the server (500, 503) are no refusal of their item: the client tries it again later.
 */
export async function replayCall(
  ctx: EngineCtx,
  body: unknown,
  onError: (error: unknown) => void,
  over?: number,
): Promise<readonly ReplayAnswer[]> {
  if (!Array.isArray(body) || body.length > MAX_ITEMS) throw new AppError(400);
  const items = body.map(readItem).sort((a, b) => a.seq - b.seq);
  const stopped = new Set<string>();
  const answers: ReplayAnswer[] = [];
  for (const item of items) {
    // a chain is its value alone, over the pages (one work order, domain 30 §7)
    const { chain } = item;
    if (stopped.has(chain)) {
      answers.push({ token: item.token, code: 203, msg: WAITING, data: { waits: true } });
      continue;
    }
    try {
      if (over !== undefined && momentOf(item, ctx.host.clock()) > over) throw signedOut();
      const data = await runItem(ctx, item);
      answers.push({ token: item.token, code: 200, msg: 'success', data });
    } catch (error) {
      stopped.add(chain);
      const { code, message, data } = toldOf(error, onError);
      answers.push({ token: item.token, code, msg: message, data: data ?? null });
    }
  }
  return answers;
}

/** What a person would press again for (a lock, a slow moment), a queue tries again by itself: it is no refusal of the item. */
function toldOf(error: unknown, onError: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error;
  const known = asAppError(error);
  if (!known || known.code === 203) onError(error);
  return known?.code === 203 ? new AppError(503, known.message) : (known ?? new AppError(500));
}

async function runItem(ctx: EngineCtx, item: ReplayItem): Promise<unknown> {
  const page = pageOf(ctx, item.page);
  if (page.floor?.offline !== true) throw new AppError(203, '该页面不能离线提交，请联网后操作');
  const inner = await makeCtx(ctx.host, ctx.session, {
    requestId: ctx.requestId,
    token: item.token,
    occurAt: occurAtOf(item, ctx.host.clock()),
    clockOffset: item.clockOffset,
  });
  const { body } = item;
  if (item.call === 'save') {
    demand(inner, saveRightOf(page, body));
    const answer = await saveCall(inner, page, body);
    if (answer.converted !== undefined) return answer;
    const { record } = answer;
    const { id, version } = record as Readonly<Record<string, unknown>>;
    return { id, version, record };
  }
  const code = /^act\/([A-Za-z][A-Za-z0-9]{0,39})$/.exec(item.call)?.[1] ?? '';
  const action = Object.hasOwn(page.actions, code) ? page.actions[code] : undefined;
  if (!action) throw new AppError(404);
  // what posts or decides is never done blindly
  if (action.builtIn || action.push !== undefined || page.floor.acts?.includes(code) === false)
    throw new AppError(203, `「${action.title}」不能离线提交，请联网后操作`);
  demand(inner, action.right);
  return actCall(inner, page, code, body);
}

function demand(ctx: EngineCtx, right: string | null): void {
  if (right !== null && !ctx.session.rights.has(right)) throw new AppError(403);
}

/**
 * Body: the refused item of a queue, its `title` and the `reason` it is thrown away for. Nothing of it is stored but who gave it up and why,
 * in the log.
 */
export async function discardCall(ctx: EngineCtx, body: unknown): Promise<null> {
  const { item: given, title, reason } = object(body);
  const item = readItem(given);
  const page = pageOf(ctx, item.page);
  if (page.floor?.offline !== true) throw new AppError(404);
  const act = page.actions[page.floor.discard ?? ''];
  demand(ctx, act?.right ?? (item.call === 'save' ? saveRightOf(page, item.body) : page.right));
  if (typeof reason !== 'string' || reason.trim() === '') throw new AppError(203, '请填写丢弃原因');
  if (typeof title !== 'string') throw new AppError(400);
  return callOnce(ctx, 'replay/discard', body, async (inner) => {
    const changes = [
      { path: 'reason', title: '丢弃原因', to: reason.trim().slice(0, 200) },
      { path: 'title', title: '内容', to: title.slice(0, 200) },
      { path: 'occurAt', title: '发生时间', to: occurAtOf(item, ctx.host.clock()) },
      { path: 'token', title: '提交号', to: item.token },
    ];
    const { object: code } = page.object;
    // an entry of its own: there is no record it could be chained to
    await writeTrail(inner, [{ object: code, id: newId(), nbr: null, action: 'discard', version: 0, changes }]);
    return null;
  });
}

/** Corrected by the measured offset, never in the future nor before clocks of terminals begin. */
const occurAtOf = (item: ReplayItem, now: Date): string => factoryTime(new Date(momentOf(item, now)));
const momentOf = ({ occurAt, clockOffset }: ReplayItem, now: Date): number =>
  Math.max(0, Math.min(Date.parse(`${occurAt.replace(' ', 'T')}+08:00`) + clockOffset, now.getTime()));

function readItem(given: unknown): ReplayItem {
  const item = object(given);
  const { token, seq, chain, page, call, occurAt } = item;
  const isText = (value: unknown, max: number): value is string =>
    typeof value === 'string' && value !== '' && value.length <= max;
  if (!isText(token, 100) || !isText(chain, 200) || !isText(page, 100) || !isText(call, 60)) throw new AppError(400);
  if (!Number.isInteger(seq)) throw new AppError(400);
  if (typeof occurAt !== 'string' || !isDateTime(occurAt)) throw new AppError(400);
  const { clockOffset = 0 } = item;
  if (typeof clockOffset !== 'number' || !(Math.abs(clockOffset) <= MAX_OFFSET)) throw new AppError(400);
  return { token, seq: Number(seq), chain, page, call, body: object(item.body), occurAt, clockOffset };
}
