import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Session } from '../ctx';
import { API } from '../paths';
import { sendData } from './envelope';

/**
 * Who may call: anybody, anybody signed in, or who holds the right the function names (null = none beyond the session, the handler
 * judges by itself).
 */
export type Rule = 'public' | 'session' | ((req: FastifyRequest) => string | null);

export interface RouteSpec {
  readonly method: 'GET' | 'POST';
  /** path of the specification below /api/{product}, `/sys/init` */
  readonly path: string;
  readonly rule: Rule;
  /** answers the data of the envelope, throws AppError, or sends by itself and answers the reply */
  readonly handler: (req: FastifyRequest, reply: FastifyReply) => unknown;
  readonly bodyLimit?: number;
  /** calls a minute of one address; public routes have one anyway */
  readonly perMinute?: number;
  /** also answers a screen without sign-in, with the little it may read */
  readonly screen?: boolean;
  /** also takes a session that is over, for what was done before it was (`sessionOver`) */
  readonly late?: boolean;
  /** may be called before a forced change of the password */
  readonly beforePassword?: boolean;
  /** outside the calls: the path is taken as it is and no envelope is made */
  readonly bare?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rule?: Rule;
    beforePassword?: boolean;
    bare?: boolean;
    screen?: boolean;
    late?: boolean;
    perMinute?: number;
  }
  interface FastifyInstance {
    /** looks the session of a request up anew, with what is published by now */
    renewSession(req: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** on every route but the public ones */
    session: Session;
    /** its end, ms since 1970, when it was over before this call */
    sessionOver?: number;
  }
}

/** The one way to declare a call. */
export const route = (app: FastifyInstance, spec: RouteSpec): void => {
  const { method, path, rule, handler, bodyLimit, perMinute, beforePassword, bare, screen, late } = spec;
  app.route({
    method,
    url: bare ? path : API + path,
    config: {
      rule,
      ...(beforePassword ? { beforePassword } : {}),
      ...(bare ? { bare } : {}),
      ...(screen ? { screen } : {}),
      ...(late ? { late } : {}),
      ...(perMinute === undefined ? {} : { perMinute }),
    },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    handler: async (req, reply) => {
      let data: unknown;
      try {
        data = await handler(req, reply);
      } catch (error) {
        // documents were published between the look at the session and the statement: what stands now is asked again, once
        if (!isOtherTables(error) || reply.sent || req.session === undefined) throw error;
        await app.renewSession(req);
        data = await handler(req, reply);
      }
      if (data === reply || reply.sent) return reply;
      return bare ? data : sendData(reply, data);
    },
  });
};

/** A table or column is not there (any more) or of another type, or a statement that was planned before reads other types now. */
const OTHER_TABLES: ReadonlySet<unknown> = new Set(['42703', '42P01', '42883', '42804', '0A000']);
const isOtherTables = (error: unknown): boolean =>
  OTHER_TABLES.has((error as { readonly code?: unknown } | null)?.code);

/** Hook that makes a route without a rule fail the start: nothing is open because somebody forgot. */
export const demandRule = (options: RouteOptions): void => {
  if (options.config?.rule === undefined) throw new Error(`route ${String(options.method)} ${options.url} has no rule`);
};
