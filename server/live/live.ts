/** The live channel of a process: the database's notices to the hub of its open streams. */
import type { OrgInfo, Session } from '../ctx';
import { metersLive, metersWatched } from '../datasets/energy/monitor/watched';
import { devicesWatched } from '../datasets/iot/devices-seen';
import { listenTo } from '../db/notifications';
import { newId } from '../ids';
import { deviceLive } from '../iot/live';
import { makeCtx } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { readableIds } from '../records/read/readable';
import { type HubOptions, LiveHub } from './hub';
import { WallFeed } from './wall-feed';

export interface Live {
  readonly hub: LiveHub;
  /** what large boards show */
  readonly walls: WallFeed;
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}
export interface LiveOptions extends Pick<HubOptions, 'deviceMs' | 'flushMs' | 'heartbeatMs'> {
  readonly host: Host;
  /** the database the notices come from */
  readonly url: string;
  readonly sessionOf: (token: string) => Promise<Session | null>;
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
}

export const openLive = ({ host, url, sessionOf, asSystem, ...times }: LiveOptions): Live => {
  const hub = new LiveHub({
    ...times,
    sessionOf,
    // who is not told now is told with the next heartbeat
    announce: (schema, text) => listening.say(`e ${schema} ${text}`),
    devices: {
      watched: async (session, ids) => {
        if (!session.rights.has('dvcwatch:view')) return undefined;
        const seen = await devicesWatched(await makeCtx(host, session, { requestId: newId() }));
        return new Set(seen === 'all' ? ids : ids.filter((id) => seen.includes(id)));
      },
      rows: (org, devices) => asSystem(org, (ctx) => deviceLive(ctx, { devices })),
    },
    meters: {
      watched: async (session, ids) => {
        const seen = await metersWatched(await makeCtx(host, session, { requestId: newId() }));
        return seen && new Set(ids.filter((id) => seen.has(id)));
      },
      rows: (org, meters) => asSystem(org, (ctx) => metersLive(ctx, meters)),
    },
    readable: async (session, object, ids) => {
      const registry = host.registries.of(session.org);
      const found = registry.find(object);
      const right = registry.page(object)?.right ?? `${object}:view`;
      if (found === undefined || !session.rights.has(right)) return undefined;
      return readableIds(await makeCtx(host, session, { requestId: newId() }), found, right, ids);
    },
  });
  const walls = new WallFeed();
  const listening = listenTo(url, 'mw_live', {
    onMessage: (payload) => {
      read(hub, payload);
      readWall(walls, payload);
    },
    onGap: () => {
      hub.gap();
      walls.changed();
    },
  });
  return {
    hub,
    walls,
    ready: listening.ready,
    stop: async () => {
      hub.stop();
      walls.stop();
      await listening.close();
    },
  };
};

/**
 * `w <schema> <object> <id>` a record was written · `d <schema> <documents>` documents were published · `r <schema>` rights changed · `s <session>` a session is over
 * · `m <schema> <user>` somebody has a message · `v <schema> <object> <ids>` live values of records changed · `l <schema> [<devices>]` those of devices and meters, or only of these
 * · `p <schema> <draft> <seq>` a draft has so many steps · `e <schema> <draft> <process> <people>` who has it open there
 */
const OF_DEVICES: ReadonlySet<string> = new Set([
  'badStat',
  'cloudBox',
  'deviceState',
  'deviceWork',
  'dispatchOrder',
  'equipment',
  'factoryUnit',
  'outputStat',
  'pointMap',
  'prdStart',
]);
/** Documents that large boards tell of beside devices. */
const OF_WALLS: ReadonlySet<string> = new Set([
  'batch',
  'delivery',
  'energyAlert',
  'faultWarning',
  'prdOrder',
  'prdReport',
  'salesOrder',
  'screenCfg',
  'stockBalance',
  'thresholdWarning',
  'workOrder',
]);
const readWall = (walls: WallFeed, payload: string): void => {
  const [sort, schema = '', object = ''] = payload.split(' ');
  const isOfWalls = OF_DEVICES.has(object) || OF_METERS.has(object) || OF_WALLS.has(object);
  if (sort === 'l') walls.changed(schema, object === '' ? undefined : object.split(','));
  else if ((sort === 'w' || sort === 'v') && isOfWalls) walls.changed(schema);
};
const OF_METERS: ReadonlySet<string> = new Set(['energyMeter', 'meterReading']);
const read = (hub: LiveHub, payload: string): void => {
  const [sort, first = '', object = '', id = ''] = payload.split(' ');
  if (sort === 'l' || ((sort === 'w' || sort === 'v') && OF_DEVICES.has(object))) hub.devicesChanged(first);
  if (sort === 'l' || (sort === 'w' && OF_METERS.has(object))) hub.metersChanged(first);
  if (sort === 'w') hub.changed({ schema: first, object, id });
  else if (sort === 'v') for (const one of id.split(',')) hub.changed({ schema: first, object, id: one });
  else if (sort === 'r') void hub.rightsChanged(first);
  else if (sort === 'd') hub.documentsChanged(first, object.split(','));
  else if (sort === 's') hub.sessionOver(first);
  else if (sort === 'e') hub.presentElsewhere(first, payload.split(' ').slice(2).join(' '));
  else if (sort === 'p') hub.draftChanged(first, object, id);
  else if (sort === 'm') hub.messageFor(first, object);
};
