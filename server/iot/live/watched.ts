/** What monitors ask of devices (50 §5.10, §7), in the rows of the caller: what he may not see is not there. */
import { sql } from 'kysely';
import type { DevicesLive, LivePoint, PointHistory } from '../../../schemas/language/wire-device';
import type { Ctx } from '../../ctx';
import { devicesWatched } from '../../datasets/iot/devices-seen';
import { refuse } from '../../errors';
import type { At } from '../dirty';
import { deviceLive, pointsLive, unitsLive } from '../live';
import { type HistoryAsk, historyOf, mappedTo } from './history';

export interface WatchAsk {
  readonly devices?: readonly string[] | undefined;
  readonly unit?: string | undefined;
}
export const watchedDevices = async (ctx: Ctx, { devices: asked, unit }: WatchAsk): Promise<DevicesLive> => {
  const seen = await devicesWatched(ctx);
  const devices = asked === undefined ? seen : seen === 'all' ? asked : asked.filter((id) => seen.includes(id));
  const rows = await deviceLive(ctx, { devices, unit });
  return { asOf: ctx.now, devices: rows, units: await unitsLive(ctx, rows) };
};

export const watchedPoints = async (ctx: Ctx, device: string): Promise<readonly LivePoint[]> => {
  const seen = await devicesWatched(ctx);
  if (seen !== 'all' && !seen.includes(device)) throw refuse('数据不存在或无权查看');
  return pointsLive(ctx, device);
};

export const pointHistory = async (ctx: Ctx, ask: HistoryAsk): Promise<readonly PointHistory[]> => {
  const at: At = (table) => sql.id(ctx.org.schema, table);
  const points = await mappedTo(ctx.trx, at, ask.points, await devicesWatched(ctx));
  return historyOf(ctx.trx, at, { ...ask, points });
};
