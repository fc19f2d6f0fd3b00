/**
 * The boxes of an organisation that lets them be played (`iot.simulate`), as the clock goes. A day is one run whose seed is the day, so
 * that processes and restarts say the same of a moment under the same number, and what is sent twice is stored once.
 */
import type { Up } from '../address';
import { type Run, type Sent, simulate } from './run';
import { DAY_MS, dayOf, MINUTE_MS } from './scenarios';

/** what was missed while the process was away */
const CATCH_UP_MS = 10 * MINUTE_MS;

export type Accept = (box: string, up: Up, payload: Buffer) => Promise<void>;
export interface Player {
  /** sends what boxes said since it was asked last */
  play(accept: Accept, now: number): Promise<void>;
}

export const openPlayer = (): Player => {
  let day = 0;
  let run: Run | undefined;
  let next = 0;
  const until = (now: number): readonly Sent[] => {
    if (dayOf(now) !== day || run === undefined) {
      day = dayOf(now);
      run = simulate({ seed: Math.round(day / DAY_MS), from: day, to: day + DAY_MS - 1, scenarios: ['normal'] });
      next = run.sent.findIndex(({ at }) => at > now - CATCH_UP_MS);
      if (next < 0) next = run.sent.length;
    }
    const from = next;
    while (next < run.sent.length && (run.sent[next]?.at ?? 0) <= now) next++;
    return run.sent.slice(from, next);
  };
  return {
    async play(accept, now) {
      for (const { box, up, payload } of until(now)) await accept(box, up, payload);
    },
  };
};
