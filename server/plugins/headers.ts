import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Security headers by hand: no `upgrade-insecure-requests` and no HSTS, which break plain http in a factory network, and a nonce
 * for antd's style elements. Scripts come from files only.
 */
export const pageCsp = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');

/** The worker that opens the application without network fetches its own files, nothing else. */
export const WORKER_CSP = "default-src 'none'; connect-src 'self'; script-src 'self'";

/** Answers of calls and files are no pages: nothing in them may run or load. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const headers = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (req, reply: FastifyReply) => {
    reply.headers({
      'content-security-policy': DATA_CSP,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'x-request-id': req.id,
      'cross-origin-resource-policy': 'same-origin',
    });
  });
  // answers of calls hold what one user may see
  app.addHook('onSend', async (_req, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
});
