/** Screens without sign-in (domain 50 §5.1, §7): what a board shows, and how a screen is paired. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wallBoard } from '../../schemas/language/walls';
import { openEnvelope } from '../auth/envelope';
import { pinFits } from '../auth/pin';
import { askPair, startPair } from '../auth/screen-pairs';
import { screenCfgOf } from '../auth/screens';
import type { SignKeys } from '../auth/sign-keys';
import { AppError, badRequest } from '../errors';
import { newId } from '../ids';
import type { WallFeed } from '../live/wall-feed';
import { route } from '../plugins/route';
import { makeCtx } from '../records/context';
import type { Host } from '../records/host';
import { sayReason, takeCard } from '../wall/card';
import { wallData, wallScope, wallShown, wallVersion } from '../wall/data';
import { editedCfg } from '../wall/edited';
import { streamOf } from './live';
import { body, ctxOf, needed, query } from './request';

const PER_MINUTE = 60;
const MOST_KEYS = 10_000;

export const screenRoutes =
  (host: Host, keys: SignKeys) =>
  (app: FastifyInstance): void => {
    const limit = perMinute(host.clock);
    const fits = pinFits(host.vault);
    // what a board without sign-in starts with and asks again: who shows it, the server's clock, the version of its configuration
    route(app, {
      method: 'GET',
      path: '/screen/init',
      rule: 'session',
      screen: true,
      handler: async (req) => {
        const ctx = await ctxOf(host, req);
        const wall = wallBoard(query(req).board);
        const version = wall === undefined ? '' : await wallVersion(ctx, wall);
        return { orgName: ctx.org.name, now: ctx.now, serverTime: host.clock().getTime(), version };
      },
    });
    route(app, {
      method: 'GET',
      path: '/screen/data',
      rule: 'session',
      screen: true,
      handler: async (req) => {
        if (screenCfgOf(req.session) !== undefined) limit(`${req.headers.authorization} ${req.ip}`);
        const { wall, options } = askedOf(req);
        return wallData(await ctxOf(host, req), wall, options);
      },
    });
    // what is edited in 大屏设置 and not saved, as it will look; in the rows of whoever edits it
    route(app, {
      method: 'POST',
      path: '/screen/preview',
      rule: () => 'screenCfg:edit',
      bodyLimit: 64 * 1024,
      handler: async (req) => {
        const { board, cfg } = body(req);
        const wall = wallBoard(needed(board));
        if (wall === undefined) throw badRequest();
        return wallData(await ctxOf(host, req), wall, { edited: editedCfg(cfg), onError: noted(req) });
      },
    });
    // a card beside a machine: who it is, and then the one thing he may do there
    route(app, {
      method: 'POST',
      path: '/screen/card',
      rule: 'session',
      screen: true,
      bodyLimit: 4096,
      perMinute: PER_MINUTE,
      handler: async (req) => {
        const { device, text, pwd, keyId } = body(req);
        const pin =
          pwd === undefined ? undefined : await openEnvelope(host.db, keys, { keyId, pwd }, host.clock().getTime());
        return takeCard(await ctxOf(host, req), { device: needed(device), text: needed(text), pin }, fits);
      },
    });
    route(app, {
      method: 'POST',
      path: '/screen/reason',
      rule: 'session',
      screen: true,
      bodyLimit: 2048,
      perMinute: PER_MINUTE,
      handler: async (req) => {
        const { token, reasonId, note } = body(req);
        await sayReason(await ctxOf(host, req), {
          ...{ token: needed(token), reasonId: needed(reasonId) },
          note: typeof note === 'string' ? note : null,
        });
      },
    });
    route(app, {
      method: 'POST',
      path: '/screen/pair',
      rule: 'public',
      bodyLimit: 1024,
      perMinute: PER_MINUTE,
      handler: (req) => {
        const { code, secret } = body(req);
        if (code === undefined) return startPair(host, req.ip);
        if (typeof code !== 'string' || typeof secret !== 'string') throw badRequest();
        return askPair(host, { code, secret });
      },
    });
  };

/** The same board as a stream (50 §5.1): all of it first, then its blocks as they change. */
export const screenStreamRoutes =
  (host: Host, walls: WallFeed) =>
  (app: FastifyInstance): void => {
    const limit = perMinute(host.clock);
    route(app, {
      method: 'GET',
      path: '/screen/stream',
      rule: 'session',
      screen: true,
      handler: async (req, reply) => {
        const { wall, options } = askedOf(req);
        const { session } = req;
        const id = newId();
        const door = `${req.headers.authorization} ${req.ip}`;
        if (screenCfgOf(session) !== undefined) limit(door);
        if (!walls.hasRoom(session.org.schema)) throw new AppError(429);
        // who may not show it is refused before there is a stream
        await wallScope(await ctxOf(host, req), wall);
        const raw = streamOf(reply);
        // it went while it was looked at
        if (raw.destroyed) return reply;
        let stuck = 0;
        const beat = setInterval(() => {
          stuck = raw.writableNeedDrain ? stuck + 1 : 0;
          if (stuck > STUCK_BEATS) raw.destroy();
          else if (stuck === 0) raw.write(': still here\n\n');
        }, BEAT_MS).unref();
        const over = (): void => {
          clearInterval(beat);
          walls.drop(id);
        };
        raw.on('close', over);
        raw.on('error', over);
        raw.on('drain', () => walls.drained(id));
        const { onError: _onError, ...question } = options;
        walls.add(id, {
          ...{ session, door, question: JSON.stringify([wall.board, question]) },
          renew: async () => {
            await app.renewSession(req);
            return req.session;
          },
          answer: async (session) => wallShown(await makeCtx(host, session, { requestId: id }), wall, options),
          isFull: () => raw.writableNeedDrain,
          tell: (board) => raw.write(`event: board\ndata: ${JSON.stringify(board)}\n\n`),
          failed: (error) => req.log.error({ err: error }, 'a board could not be read'),
          end: () => raw.end(),
        });
        return reply;
      },
    });
    app.addHook('preClose', async () => walls.stop());
  };
const BEAT_MS = 20_000;
/** a screen that takes nothing for so long is gone */
const STUCK_BEATS = 2;

const askedOf = (req: FastifyRequest) => {
  const { board, span, page, device, unit, find, state, most } = query(req);
  const wall = wallBoard(needed(board));
  if (wall === undefined) throw badRequest();
  const options = {
    ...{ wholeDay: span === 'day', onError: noted(req) },
    page: Math.trunc(Number(page ?? 0)) || 0,
    device: typeof device === 'string' && device !== '' ? device : undefined,
    unit: typeof unit === 'string' && unit !== '' ? unit : undefined,
    list: {
      find: typeof find === 'string' ? find : '',
      state: typeof state === 'string' && /^\d$/.test(state) ? Number(state) : undefined,
      most: Math.trunc(Number(most ?? 0)) || 0,
    },
  };
  return { wall, options };
};
const noted =
  (req: FastifyRequest) =>
  (error: unknown, block: string): void =>
    req.log.error({ err: error, block }, 'a block of a board failed');

/** Calls of one key from one address, in this process. */
const perMinute = (clock: () => Date): ((key: string) => void) => {
  const calls = new Map<string, { minute: number; count: number }>();
  return (key) => {
    const minute = Math.floor(clock().getTime() / 60_000);
    const known = calls.get(key);
    if (calls.size > MOST_KEYS) calls.clear();
    if (known?.minute !== minute) calls.set(key, { minute, count: 1 });
    else if (++known.count > PER_MINUTE) throw new AppError(429);
  };
};
