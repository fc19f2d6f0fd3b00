/** 设备物联 (50 §7): the calls of monitors. Queries are read here, everything else is of server/domain/iot. */
import type { FastifyInstance } from 'fastify';
import { isDateTime } from '../../schemas/language/codec/date-time';
import { timeline } from '../domain/iot/timeline';
import { badRequest } from '../errors';
import { route } from '../plugins/route';
import type { Host } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { ctxOf, needed, query } from './request';

const MOST_DEVICES = 200;
const MAX_DAYS = 31;

export const timelineRoutes =
  (host: Host) =>
  (app: FastifyInstance): void =>
    route(app, {
      method: 'GET',
      path: '/iot/device/timeline',
      rule: () => 'deviceState:view',
      handler: async (req) => {
        const given = query(req);
        const devices = needed(given.equipmentIds).split(',');
        const [from, to] = [moment(given.from), moment(given.to)];
        if (devices.length > MOST_DEVICES || !devices.every(isUuid) || to < from) throw badRequest();
        if (Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000) throw badRequest();
        return timeline(await ctxOf(host, req), { devices, from, to });
      },
    });

const moment = (given: unknown): string => {
  const text = needed(given);
  if (!isDateTime(text)) throw badRequest();
  return text;
};
