/** How far the clock of a terminal was off when it did something without network (30 §7): what is marked on a report. */
import type { ServerFunction } from '../../ctx';

/** less is what clocks differ by anyway */
const MARKED_MIN = 5;

/** Whole minutes, before or behind; null within five and for what was done online. */
export const clockDrift: ServerFunction = {
  name: 'clockDrift',
  args: [],
  result: 'int',
  live: true,
  run: async (calls, ctx) => {
    const minutes = Math.round(Math.abs(ctx.clockOffset) / 60_000);
    return calls.map(() => (minutes > MARKED_MIN ? minutes : null));
  },
};
