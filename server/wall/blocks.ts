/** The rows of each block of each board, by its code in `boards.ts`. */
import type { DeviceLive } from '../../schemas/language/wire-device';
import type { Ctx } from '../ctx';
import type { WallDevice, WallTimes } from '../datasets/wall/devices';
import {
  idleNow,
  openWarnings,
  stateCount,
  stateHours,
  stopPareto,
  tiles,
  unitUtilisation,
} from '../datasets/wall/operation';
import { type Facts, longest, ranking, runningKpi, strips } from '../datasets/wall/running';

export interface WallSource {
  readonly ctx: Ctx;
  readonly config: { readonly showName: boolean };
  readonly devices: readonly WallDevice[];
  readonly times: WallTimes;
  /** devices as they are now; asked once for all blocks, like what they made */
  live(): Promise<readonly DeviceLive[]>;
  facts(): Promise<Facts>;
}
type Block = (source: WallSource) => Promise<unknown>;
const ofFacts =
  (rows: (facts: Facts) => unknown): Block =>
  async ({ facts }) =>
    rows(await facts());

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
  deviceRunning: {
    kpi: ofFacts(runningKpi),
    strips: ofFacts(strips),
    ranking: ofFacts(ranking),
    longest: ofFacts(longest),
  },
};
