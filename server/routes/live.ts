/** The stream of changes and its topics (language §12.3). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { type LiveHub, MAX_TOPICS } from '../live/hub';
import { route } from '../plugins/route';

export const liveRoutes =
  (hub: LiveHub) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/live',
      rule: 'session',
      handler: (req, reply) => {
        openStream(hub, req, reply);
        return reply;
      },
    });

    route(app, {
      method: 'POST',
      path: '/live/topics',
      rule: 'session',
      handler: async (req) => {
        const { stream: id, topics } = (req.body ?? {}) as { readonly stream?: unknown; readonly topics?: unknown };
        if (typeof id !== 'string' || !Array.isArray(topics) || topics.length > MAX_TOPICS) throw new AppError(400);
        if (!topics.every((topic) => typeof topic === 'string' && topic.length <= 120)) throw new AppError(400);
        const granted = await hub.subscribe(req.session, id, topics as string[]);
        // the stream ended, or another process holds it: the browser opens a new one
        return granted === undefined ? { known: false, topics: [] } : { known: true, topics: granted };
      },
    });
    // open streams would keep the server from closing
    app.addHook('preClose', async () => hub.stop());
  };

/** Answers with a stream of the hub; its id. */
export const openStream = (hub: LiveHub, req: FastifyRequest, reply: FastifyReply): string => {
  const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
  const raw = streamOf(reply);
  const open = hub.open(req.session, token, {
    write: (text) => raw.write(text),
    onDrain: (ready) => raw.on('drain', ready),
    end: () => raw.end(),
  });
  raw.on('close', () => hub.close(open.id));
  raw.on('error', () => hub.close(open.id));
  return open.id;
};

/** An answer that goes on: a stream of events. */
export const streamOf = (reply: FastifyReply): FastifyReply['raw'] => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // a proxy that collects answers would hold the stream back
    'x-accel-buffering': 'no',
    // kept alive behind an ended stream, it would hold a closing server for as long as the keep-alive lasts
    connection: 'close',
  });
  raw.flushHeaders();
  return raw;
};
