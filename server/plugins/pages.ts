import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors';
import { PAGES } from '../paths';
import { pageCsp, WORKER_CSP } from './headers';
import { route } from './route';

/** The built browser application under `/v2/`; every path below it that is no file is a page of it. */
export const pages = async (
  app: FastifyInstance,
  options: { readonly clientDir: string | undefined /** measured pages under /bench */; readonly bench?: boolean },
): Promise<void> => {
  route(app, { method: 'GET', path: '/', rule: 'public', bare: true, handler: (_req, reply) => reply.redirect(PAGES) });
  const { clientDir } = options;
  const index = clientDir === undefined ? null : readPage(clientDir, 'index.html');
  if (clientDir === undefined || index === null) return;
  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    cacheControl: false,
    setHeaders: (res, path) => {
      // names of built assets carry the hash of their content
      const isHashed = path.startsWith(join(clientDir, 'assets'));
      res.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (reply: FastifyReply, html = index): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pageCsp(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replace('__CSP_NONCE__', nonce));
  };
  route(app, {
    method: 'GET',
    path: '/v2',
    rule: 'public',
    bare: true,
    handler: (_req, reply) => reply.redirect(PAGES),
  });
  route(app, {
    method: 'GET',
    path: `${PAGES}*`,
    rule: 'public',
    bare: true,
    handler: (req, reply) => {
      const path = decodePath((req.params as { '*': string })['*']);
      if (path.startsWith('api/')) throw new AppError(404);
      if (path === '' || path === 'index.html') return page(reply);
      if (path === BENCH_PAGE) throw new AppError(404);
      const isFile = /\.[a-z0-9]{1,12}$/i.test(path) && !path.includes('..') && existsSync(join(clientDir, path));
      if (path === 'sw.js') reply.header('content-security-policy', WORKER_CSP);
      if (isFile) return reply.sendFile(path);
      // a missing asset must not be answered by a page, or an old tab would run HTML as a script
      if (path.startsWith('assets/')) throw new AppError(404);
      return page(reply);
    },
  });
  const bench = options.bench === true ? readPage(clientDir, BENCH_PAGE) : null;
  if (bench !== null)
    route(app, {
      method: 'GET',
      path: '/bench/*',
      rule: 'public',
      bare: true,
      handler: (_req, reply) => page(reply, bench),
    });
};

const BENCH_PAGE = 'bench.html';

const readPage = (clientDir: string, name: string): string | null => {
  const file = join(clientDir, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError(400);
  }
};
