/** The rows of each block of each board, by its code in `boards.ts`. */
import type { Ctx } from '../ctx';
import type { WallDevice, WallTimes } from '../datasets/wall/devices';
import { type Facts, longest, ranking, runningKpi, strips } from '../datasets/wall/running';

export interface WallSource {
  readonly ctx: Ctx;
  readonly config: { readonly showName: boolean };
  readonly devices: readonly WallDevice[];
  readonly times: WallTimes;
  /** with what they made; asked once for all blocks */
  facts(): Promise<Facts>;
}
type Block = (source: WallSource) => Promise<unknown>;
const ofFacts =
  (rows: (facts: Facts) => unknown): Block =>
  async ({ facts }) =>
    rows(await facts());

export const WALL_BLOCKS: Readonly<Record<string, Readonly<Record<string, Block>>>> = {
  deviceRunning: {
    kpi: ofFacts(runningKpi),
    strips: ofFacts(strips),
    ranking: ofFacts(ranking),
    longest: ofFacts(longest),
  },
};
