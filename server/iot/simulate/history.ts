/**
 * What played boxes said while nobody listened, so that a factory which begins has weeks behind it: the days of `live`, in few readings.
 * It comes through the ingest like all they say, as if it had come when it was read, and everything else is derived from it.
 */
import { type Accept, runOfDay } from './live';
import { QUARTER_MS } from './load';
import { DAY_MS, dayOf, MINUTE_MS, type Span } from './scenarios';

const STEP_MS = 5 * MINUTE_MS;
/** of messages that are under way at a time */
const MANY = 2_000;

/** Answers how many messages that were. */
export const playHistory = async (accept: Accept, { from, to }: Span): Promise<number> => {
  // edge nodes are born at quarters: data without their birth say nothing
  const since = Math.floor(from / QUARTER_MS) * QUARTER_MS;
  let many = 0;
  for (let day = dayOf(since); day <= to; day += DAY_MS) {
    const said = runOfDay(day, STEP_MS).sent.filter(({ at }) => at >= since && at <= to);
    for (let n = 0; n < said.length; n += MANY)
      await Promise.all(
        said.slice(n, n + MANY).map(({ box, said: how, payload, at }) => accept(box, how, payload, at)),
      );
    many += said.length;
  }
  return many;
};
