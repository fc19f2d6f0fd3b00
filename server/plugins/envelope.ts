import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLostConnection } from '../db/lost';
import { AppError, diskFull, type ErrorCode } from '../errors';
import { isDiskFull } from '../files/room';

/** `{code, msg, data}`; HTTP is 200 for 200 and 203, else the code (specification §8). */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** The only place that makes an answer of an error: refusals as they are, everything else is a bug that is logged and not told. */
export const envelope = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | Error, req, reply) => {
    const known = asAppError(error);
    if (isLostConnection(error)) req.log.warn({ reason: error.message, path: pathOf(req) }, 'database connection lost');
    if (isDiskFull(error)) req.log.error({ reason: error.message, path: pathOf(req) }, 'disk full');
    if (known?.code === 400 && !(error instanceof AppError))
      req.log.warn({ err: error, path: pathOf(req) }, 'value beyond its type');
    if (!known) req.log.error({ err: error, userId: req.session?.me.id, path: pathOf(req) }, 'unexpected error');
    return sendError(reply, known ?? new AppError(500));
  });
  app.setNotFoundHandler((_req, reply) => sendError(reply, new AppError(404)));
});

export const sendData = (reply: FastifyReply, data: unknown): FastifyReply =>
  sendEnvelope(reply, { code: 200, msg: 'success', data: data ?? null });
export const sendError = (reply: FastifyReply, error: AppError): FastifyReply =>
  sendEnvelope(reply.code(error.status), { code: error.code, msg: error.message, data: error.data });

/** The path without its query: sign-in parameters, links with tickets and searches never reach a log. */
export const pathOf = (req: FastifyRequest): string => req.url.split('?', 1)[0] ?? '';

/** As bytes: a text would be measured and written out by two more passes over it. */
const sendEnvelope = (reply: FastifyReply, body: Envelope): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)));

/** SQLSTATE: text, number, date or uuid that is none; a number or date out of range */
const BEYOND: ReadonlySet<string> = new Set(['22P02', '22003', '22007', '22008', '22021', '22P05']);
const STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 400,
  404: 404,
  413: 413,
  414: 400,
  415: 400,
  429: 429,
  503: 503,
};
const asAppError = (error: FastifyError | Error): AppError | null => {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as FastifyError;
  if (isLostConnection(error)) return new AppError(503, '数据库连接中断，请稍后重试');
  if (isDiskFull(error)) return diskFull();
  // a value beyond the type it is compared or kept with, which no earlier look has named
  if (code !== undefined && BEYOND.has(code)) return new AppError(400);
  // the database's own limits: the user can ask for less, or again
  if (code === '57014') return new AppError(203, '查询时间过长，请缩小查询范围');
  if (code === 'MW001') return new AppError(203, '预览中只能修改草稿里的对象');
  if (code === '55P03') return new AppError(203, '数据正被他人处理，请稍后重试');
  const known = statusCode === undefined ? undefined : STATUS[statusCode];
  return known === undefined ? null : new AppError(known);
};
