/** 设备监控 (50 §5.10, §7): devices as they are now, their signals, the course of a point. Queries are read here. */
import type { FastifyInstance } from 'fastify';
import { isDateTime } from '../../schemas/language/codec/date-time';
import { badRequest } from '../errors';
import { factoryMs } from '../iot/factory-time';
import { pointHistory, type WatchAsk, watchedDevices, watchedPoints } from '../iot/live/watched';
import { type LiveHub, MAX_TOPICS } from '../live/hub';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { openStream } from './live';
import { ctxOf, needed, query } from './request';

const RIGHT = 'dvcwatch:view';
const MOST_POINTS = 20;
const MOST_VALUES = 2000;
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;

export const iotLiveRoutes =
  (host: Host) =>
  (app: FastifyInstance): void => {
    route(app, {
      method: 'GET',
      path: '/iot/device/live',
      rule: () => RIGHT,
      handler: async (req) => watchedDevices(await ctxOf(host, req), asked(query(req))),
    });
    route(app, {
      method: 'GET',
      path: '/iot/device/points',
      rule: () => RIGHT,
      handler: async (req) => watchedPoints(await ctxOf(host, req), idOf(query(req).equipmentIds)),
    });
    route(app, {
      method: 'GET',
      path: '/iot/point/history',
      rule: () => RIGHT,
      handler: async (req) => {
        const given = query(req);
        const points = idsOf(given.pointIds, MOST_POINTS);
        const [from, to] = [moment(given.from), moment(given.to)];
        const most = given.maxPoints === undefined ? MOST_VALUES : Number(given.maxPoints);
        if (!Number.isInteger(most) || most < 1 || most > MOST_VALUES) throw badRequest();
        if (to <= from || to - from > MOST_DAYS * DAY_MS) throw badRequest();
        return pointHistory(await ctxOf(host, req), { points, from, to, most });
      },
    });
  };

/** The same devices as a stream: their full state first, then what changed (50 §7). */
export const iotStreamRoutes =
  (host: Host, hub: LiveHub) =>
  (app: FastifyInstance): void =>
    route(app, {
      method: 'GET',
      path: '/iot/live',
      rule: () => RIGHT,
      handler: async (req, reply) => {
        const { devices } = await watchedDevices(await ctxOf(host, req), asked(query(req)));
        const topics = devices.slice(0, MAX_TOPICS).map(({ id }) => `device:${id}`);
        const stream = openStream(hub, req, reply);
        await hub.subscribe(req.session, stream, topics);
        return reply;
      },
    });

const asked = ({ equipmentIds, unitId }: Readonly<Record<string, unknown>>): WatchAsk => ({
  devices: equipmentIds === undefined ? undefined : idsOf(equipmentIds, MAX_TOPICS),
  unit: unitId === undefined ? undefined : idOf(unitId),
});
const idsOf = (given: unknown, most: number): readonly string[] => {
  const ids = needed(given).split(',');
  if (ids.length > most || !ids.every(isUuid)) throw badRequest();
  return ids;
};
const idOf = (given: unknown): string => idsOf(given, 1)[0] ?? '';
const moment = (given: unknown): number => {
  const text = needed(given);
  if (!isDateTime(text)) throw badRequest();
  return factoryMs(text);
};
