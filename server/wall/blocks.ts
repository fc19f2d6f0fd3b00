/** The rows of each block of each board, by its code in `boards.ts`. */
import type { DeviceLive } from '../../schemas/language/wire-device';
import type { Ctx } from '../ctx';
import { deviceEnergy } from '../datasets/wall/device-energy';
import type { WallDevice, WallTimes } from '../datasets/wall/devices';
import { energyHours } from '../datasets/wall/energy';
import { dueDeliveries, stockAlerts } from '../datasets/wall/goods';
import { lineCards, lineNext, linesOf } from '../datasets/wall/lines';
import { type MobileAsk, mobileDevices, mobileToday, mobileWarnings } from '../datasets/wall/mobile';
import {
  idleNow,
  openWarnings,
  stateCount,
  stateHours,
  stopPareto,
  tiles,
  unitUtilisation,
} from '../datasets/wall/operation';
import { orderLines } from '../datasets/wall/orders';
import { badShares, outputDays, type Pieces, qualityDays } from '../datasets/wall/pieces';
import type { WallReach } from '../datasets/wall/reach';
import {
  realtimeAlarms,
  realtimeCount,
  realtimeCurves,
  realtimeDevice,
  realtimeGauges,
  realtimeHours,
} from '../datasets/wall/realtime';
import { type Facts, longest, ranking, runningKpi, strips } from '../datasets/wall/running';
import { stationCount, stationNext, stationState, stationWork } from '../datasets/wall/station';
import { synthesisNumbers } from '../datasets/wall/synthesis';
import type { PointRow } from '../iot/live/points';

export interface WallSource {
  readonly ctx: Ctx;
  readonly config: { readonly showName: boolean; readonly showAmount: boolean };
  readonly reach: WallReach;
  /** whoever is signed in, not a screen */
  readonly isPerson: boolean;
  readonly devices: readonly WallDevice[];
  readonly times: WallTimes;
  /** of the list of devices of a phone */
  readonly list: MobileAsk;
  /** devices as they are now; asked once for all blocks, like what they made */
  live(): Promise<readonly DeviceLive[]>;
  facts(): Promise<Facts>;
  /** parameters of the device of a board that shows one */
  params(): Promise<readonly PointRow[]>;
  /** what was reported, of seven days */
  pieces(): Promise<Pieces | null>;
  /** of electricity, whose use may be added up */
  meters(): Promise<readonly string[]>;
}
type Block = (source: WallSource) => Promise<unknown>;
const ofFacts =
  (rows: (facts: Facts) => unknown): Block =>
  async ({ facts }) =>
    rows(await facts());

/** of the one device of a board; nothing where there is none in use */
const ofDevice =
  (rows: (device: DeviceLive, source: WallSource) => unknown): Block =>
  async (source) => {
    const [device] = await source.live();
    return device === undefined ? [] : rows(device, source);
  };

export const WALL_BLOCKS: Readonly<Record<string, Readonly<Record<string, Block>>>> = {
  deviceOperation: {
    stateCount: async ({ live }) => stateCount(await live()),
    stateHours: async ({ times }) => stateHours(times),
    unitUtilisation: async ({ devices, times }) => unitUtilisation(devices, times),
    deviceTiles: async ({ live, devices, config }) => tiles(await live(), devices, config.showName),
    openWarnings: async ({ live }) => openWarnings(await live()),
    stopPareto: async ({ times }) => stopPareto(times),
    idle: async ({ devices, times }) => idleNow(devices, times),
  },
  deviceRealtime: {
    realtimeDevice: ofDevice((device, { reach, config }) => realtimeDevice(reach, device, config.showName)),
    realtimeGauges: async ({ ctx, params }) => realtimeGauges(ctx, await params()),
    realtimeCurves: async ({ ctx, params }) => realtimeCurves(ctx, await params()),
    realtimeCount: ofDevice(async (device, { reach }) => realtimeCount(device, await deviceEnergy(reach, device.id))),
    realtimeHours: ofDevice((device, { ctx, times }) => realtimeHours(ctx, device, times.span)),
    realtimeAlarms: ofDevice((device, { ctx }) => realtimeAlarms(ctx, device.id)),
  },
  deviceRunning: {
    kpi: ofFacts(runningKpi),
    strips: ofFacts(strips),
    ranking: ofFacts(ranking),
    longest: ofFacts(longest),
  },
  deviceRunning2: {
    lineCards: async ({ reach, config: { showName }, facts }) =>
      lineCards(reach, { lines: await linesOf(reach), facts: await facts(), showName }),
    lineNext: async ({ reach }) => lineNext(reach, await linesOf(reach)),
  },
  synthesis: {
    headline: async ({ reach, config: { showAmount }, live, facts, pieces, meters }) =>
      synthesisNumbers({
        ...{
          reach,
          showAmount,
          live: await live(),
          facts: await facts(),
          pieces: await pieces(),
          meters: await meters(),
        },
      }),
    weekOutput: async ({ pieces }) => outputDays(await pieces()),
    qualityTrend: async ({ pieces }) => qualityDays(await pieces()),
    stateRing: async ({ live }) => stateCount(await live()),
    energyDay: async ({ reach, meters }) => energyHours(reach, await meters()),
    orderLines: ({ reach }) => orderLines(reach),
    openWarnings: async ({ live }) => openWarnings(await live()),
    badReasons: async ({ pieces }) => badShares(await pieces()),
    stockAlerts: ({ reach }) => stockAlerts(reach),
    deliveries: ({ reach }) => dueDeliveries(reach),
  },
  station: {
    stationState: ofDevice((device, { config }) => stationState(device, config.showName)),
    stationWork: ofDevice((device, { reach }) => stationWork(reach, device)),
    stationCount: ofDevice((device, { ctx, times }) => stationCount(ctx, device, times.span)),
    stationNext: ofDevice((device, { reach }) => stationNext(reach, device.id)),
  },
  mobile: {
    mobileToday: async ({ reach, facts, meters }) => mobileToday(reach, await facts(), await meters()),
    stateCount: async ({ live }) => stateCount(await live()),
    deviceTiles: async ({ live, devices, config, list }) =>
      mobileDevices(tiles(await live(), devices, config.showName), list),
    mobileWarnings: ({ reach, devices, isPerson }) => mobileWarnings(reach, devices, isPerson),
    strips: ofFacts(strips),
    realtimeCurves: async ({ ctx, params }) => realtimeCurves(ctx, await params()),
    realtimeCount: ofDevice(async (device, { reach }) => realtimeCount(device, await deviceEnergy(reach, device.id))),
    realtimeAlarms: ofDevice((device, { ctx }) => realtimeAlarms(ctx, device.id)),
  },
};

/** What a person needs for a block beside the right to boards; without it the block is not there. */
export const BLOCK_RIGHTS: Readonly<Record<string, string>> = {
  lineCards: 'prdReport:view',
  lineNext: 'workOrder:view',
  weekOutput: 'prdReport:view',
  qualityTrend: 'prdReport:view',
  badReasons: 'prdReport:view',
  energyDay: 'energyUse:view',
  orderLines: 'prdOrder:view',
  stockAlerts: 'stockBalance:view',
  deliveries: 'salesOrder:view',
  stationNext: 'dispatchOrder:view',
};
