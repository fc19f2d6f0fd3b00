/** What no text, number or name of a body or an address may hold is refused here, once and by name, before any call looks at it. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { badRequest } from '../errors';

/** NUL, which no text of the database holds, and halves of a character (lone surrogates), which are no text at all. */
const BROKEN = /\0|\p{Surrogate}/u;
/** Names every object answers to: a dictionary that is asked for one finds what nobody put there. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));
const MAX_DEPTH = 200;

export const decoding = fp(async (app: FastifyInstance) => {
  app.addHook('preValidation', async (req) => {
    for (const part of [req.params, req.query, req.body]) checkDecoded(part);
  });
});

/** Without recursion: a body may be as deep as it is long. */
export const checkDecoded = (given: unknown): void => {
  const waiting: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value: given, path: '', depth: 0 },
  ];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, path, depth } = at;
    if (typeof value === 'string' && BROKEN.test(value)) throw badRequest(`参数「${shown(path)}」含有无效字符`);
    if (typeof value === 'number' && !Number.isFinite(value)) throw badRequest(`参数「${shown(path)}」超出数值范围`);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= MAX_DEPTH) throw badRequest(`参数「${shown(path)}」嵌套过深`);
    for (const [key, child] of Object.entries(value)) {
      const below = path === '' ? key : `${path}.${key}`;
      if (BROKEN.test(key) || INHERITED.has(key)) throw badRequest(`参数名「${shown(below)}」无效`);
      if (typeof child === 'string' || typeof child === 'number' || (typeof child === 'object' && child !== null))
        waiting.push({ value: child, path: below, depth: depth + 1 });
    }
  }
};

const shown = (path: string): string =>
  path === ''
    ? 'body'
    : path
        .slice(-60)
        .replaceAll('\0', '\\0')
        .replaceAll(/\p{Surrogate}/gu, '\\u');
