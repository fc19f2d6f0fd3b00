import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLostConnection } from '../db/lost';
import { AppError } from '../errors';
import { isDiskFull } from '../files/room';
import { asAppError } from '../known-error';

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
