/** 追溯 (40 §10): the calls of the four workbenches. Bodies are read here, everything else is of server/domain/trace. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  TraceDirection,
  TraceGraphBody,
  TraceKind,
  TraceNodeType,
  TraceResourceBody,
} from '../../schemas/language/wire-trace';
import { exportTrace } from '../domain/trace/export';
import { find, graph } from '../domain/trace/graph';
import { path, resource } from '../domain/trace/path';
import { freezeAll } from '../domain/trace/recall';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { EngineCtx, Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { callOnce } from '../records/save/idempotency';
import { attachment, body, ctxOf, needed, tokenOf } from './request';

type Given = Readonly<Record<string, unknown>>;
const PATH = '/gongdan/trace';
const VIEW = 'genealogyEdge:view';
/** roots of one question */
const MAX_ROOTS = 1000;
const MAX_TEXT = 100;
const MAX_REASON = 200;

export const traceRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    const read = (name: string, work: (ctx: EngineCtx, given: Given) => Promise<unknown>): void =>
      route(app, {
        method: 'POST',
        path: `${PATH}/${name}`,
        rule: () => VIEW,
        handler: async (req: FastifyRequest) => work(await ctxOf(host, req), body(req)),
      });
    read('find', async (ctx, given) => {
      const text = needed(given.text).trim();
      if (text === '' || text.length > MAX_TEXT) throw badRequest();
      const days = { from: dayOf(given.from), to: dayOf(given.to) };
      return { roots: await find(ctx, text, { ...days, kind: kindOf(given.kind) }) };
    });
    read('graph', (ctx, given) => graph(ctx, askedOf(given)));
    read('path', (ctx, given) => path(ctx, { roots: rootsOf(given.roots) }));
    read('resource', (ctx, given) => resource(ctx, resourceOf(given)));
    route(app, {
      method: 'POST',
      path: `${PATH}/exportData`,
      rule: () => 'genealogyEdge:export',
      handler: async (req, reply) => {
        const { name, content } = await exportTrace(await ctxOf(host, req), askedOf(body(req)));
        return attachment(reply, name, content);
      },
    });
    route(app, {
      method: 'POST',
      path: `${PATH}/freezeAll`,
      rule: () => 'batch:freeze',
      handler: async (req: FastifyRequest) => {
        const { token, ...given } = body(req);
        const reason = needed(given.reason).trim();
        if (reason === '' || reason.length > MAX_REASON) throw badRequest();
        const asked = {
          roots: rootsOf(given.roots),
          reason,
          weak: flag(given.weak),
          releaseReserve: flag(given.releaseReserve),
          pauseWork: flag(given.pauseWork),
        };
        const ctx = await ctxOf(host, req, tokenOf({ token }));
        return callOnce(ctx, 'trace freezeAll', given, (inner) => freezeAll(inner, asked));
      },
    });
  };

const askedOf = (given: Given): TraceGraphBody => ({
  roots: rootsOf(given.roots),
  direction: directionOf(given.direction),
  weak: flag(given.weak),
  narrow: flag(given.narrow),
});
const rootsOf = (value: unknown): readonly { readonly type: TraceNodeType; readonly id: string }[] => {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ROOTS) throw badRequest();
  return value.map((root: unknown) => {
    const { type, id } = (typeof root === 'object' && root !== null ? root : {}) as Given;
    if ((type !== '1' && type !== '2') || typeof id !== 'string' || !isUuid(id)) throw badRequest();
    // as the store writes them: what is met on the way is compared with them
    return { type, id: id.toLowerCase() };
  });
};
const directionOf = (value: unknown): TraceDirection => {
  if (value !== 'forward' && value !== 'back') throw badRequest();
  return value;
};
const KINDS: readonly string[] = ['lot', 'supplierLot', 'material', 'work', 'doc'] satisfies TraceKind[];
const kindOf = (value: unknown): TraceKind | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !KINDS.includes(value)) throw badRequest();
  return value as TraceKind;
};
const dayOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw badRequest();
  return moment(`${value} 00:00:00`).slice(0, 10);
};
const flag = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw badRequest();
  return value;
};
const resourceOf = ({ type, code, from, to }: Given): TraceResourceBody => {
  if (type !== '1' && type !== '2' && type !== '3') throw badRequest();
  const text = needed(code).trim();
  if (text === '' || text.length > MAX_TEXT) throw badRequest();
  return { type, code: text, from: moment(from), to: moment(to) };
};
const moment = (value: unknown): string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)) throw badRequest();
  if (Number.isNaN(Date.parse(value.replace(' ', 'T')))) throw badRequest();
  return value;
};
