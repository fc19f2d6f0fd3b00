/**
 * The boxes of an organisation that lets them be played (`iot.simulate`), as the clock goes. A day is one run whose seed is the day, so
 * that processes and restarts say the same of a moment under the same number, and what is sent twice is stored once.
 */
import type { Said } from '../address';
import { type Run, type Sent, simulate } from './run';
import { DAY_MS, dayOf, MINUTE_MS } from './scenarios';

/** what was missed while the process was away is told as it was read, before it in few readings (`history`) */
export const CATCH_UP_MS = 10 * MINUTE_MS;
/** machines begin their counts anew each day: a register that stands lower after midnight was never one that went around */
const NOTHING = 0;

export type Accept = (box: string, said: Said, payload: Buffer, recvAt?: number) => Promise<void>;
export interface Player {
  /** sends what boxes said since it was asked last */
  play(accept: Accept, now: number): Promise<void>;
}

export const openPlayer = (): Player => {
  const runs = new Map<number, Run>();
  let asked: number | undefined;
  const runOf = (day: number): Run => {
    const run = runs.get(day) ?? runOfDay(day);
    runs.set(day, run);
    return run;
  };
  const until = (now: number): readonly Sent[] => {
    const since = asked === undefined ? now - CATCH_UP_MS : Math.max(asked, now - DAY_MS);
    const isFirst = asked === undefined;
    asked = now;
    const said: Sent[] = [];
    for (let day = dayOf(since); day <= now; day += DAY_MS) {
      const { sent } = runOf(day);
      if (isFirst) said.push(...knownBy(sent, since));
      for (const one of sent) if (one.at > since && one.at <= now) said.push(one);
    }
    for (const day of [...runs.keys()]) if (day < dayOf(now)) runs.delete(day);
    return said;
  };
  return {
    async play(accept, now) {
      for (const { box, said, payload } of until(now)) await accept(box, said, payload);
    },
  };
};
export const runOfDay = (day: number, stepMs?: number): Run =>
  simulate({
    ...{ seed: Math.round(day / DAY_MS), from: day, to: day + DAY_MS - 1 },
    ...{ scenarios: ['normal'], register: NOTHING, ...(stepMs === undefined ? {} : { stepMs }) },
  });

/** What a server that begins must have heard to understand what is said after a moment: edge nodes from their last birth on. */
const knownBy = (sent: readonly Sent[], since: number): readonly Sent[] => {
  const before = sent.filter(({ at }) => at <= since);
  const born = new Map<string, number>();
  for (const [n, { box, said }] of before.entries()) if ('verb' in said && said.verb === 'NBIRTH') born.set(box, n);
  return before.filter(({ box }, n) => n >= (born.get(box) ?? before.length));
};
