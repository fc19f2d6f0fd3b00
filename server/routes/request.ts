/** What calls read of a request, and how a file is answered. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '../errors';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';

/** The ctx of a request. */
export const ctxOf = (host: Host, req: FastifyRequest, token?: string): Promise<EngineCtx> =>
  makeCtx(host, req.session, { requestId: req.id, token });

/** the idempotency token of a body */
export const tokenOf = ({ token }: Readonly<Record<string, unknown>>): string | undefined => {
  if (token === undefined || token === null) return undefined;
  if (typeof token !== 'string' || token.length > 100) throw new AppError(400);
  return token;
};

export const query = (req: FastifyRequest): Readonly<Record<string, unknown>> =>
  (req.query ?? {}) as Readonly<Record<string, unknown>>;
/** A JSON object, or none at all. */
export const body = (req: FastifyRequest): Readonly<Record<string, unknown>> => {
  const given = req.body ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw badRequest();
  return given as Readonly<Record<string, unknown>>;
};
/** A parameter the call cannot do without. */
export const needed = (given: unknown): string => {
  if (typeof given !== 'string' || given === '') throw badRequest();
  return given;
};
export const param = (req: FastifyRequest, name: string): string => {
  const value = (req.params as Readonly<Record<string, string | undefined>>)[name];
  if (value === undefined) throw new AppError(404);
  return value;
};

/** A file under its own name (RFC 5987), never guessed to be something else. */
export const attachment = (reply: FastifyReply, name: string, content: Buffer | Readable): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(content);
