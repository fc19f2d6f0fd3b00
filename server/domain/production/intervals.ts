/** Intervals of a start: it runs or is paused, one after the other, the last one open while it lives. */
import { divNum, roundNum, sumDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Span } from '../../production/hours';
import type { LineOf, RowOf } from '../../rows';

export type Interval = LineOf<'prdStart', 'intervals'>;
export const RUNS = '1';
export const PAUSED = '2';

/** A moment of the factory as a number; only differences count, so any zone will do. */
export const ms = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

interface Opened {
  readonly id: string;
  readonly at: string;
  readonly kind: typeof RUNS | typeof PAUSED;
  readonly reason?: Interval['reason'] | undefined;
  readonly note?: string | null | undefined;
}
/** The open one closed; what ends before it began never was. */
export const closed = (intervals: readonly Interval[], at: string): Interval[] =>
  intervals.map((row) => (row.to === null ? { ...row, to: at < (row.from ?? at) ? row.from : at } : row));
/** The open one closed, another one begun. */
export const opened = (intervals: readonly Interval[], { id, at, kind, reason, note }: Opened): Interval[] => [
  ...closed(intervals, at),
  {
    id,
    lineNo: (intervals.length + 1) * 10,
    from: at,
    to: null,
    kind,
    reason: reason ?? null,
    note: note ?? null,
  },
];

export const spansOf = (intervals: readonly Interval[], kind: string): readonly Span[] =>
  intervals
    .filter((row) => row.kind === kind && row.from !== null)
    .map(({ from, to }) => ({ from: ms(from ?? ''), to: to === null ? Number.MAX_SAFE_INTEGER : ms(to) }));

/** Hours it ran, of what is closed. */
export const ranFor = (intervals: readonly Interval[]): number =>
  toNumber(
    roundNum(
      sumDec(
        intervals
          .filter(({ kind, from, to }) => kind === RUNS && from !== null && to !== null)
          .map(({ from, to }) => toNumber(divNum(ms(to ?? '') - ms(from ?? ''), 3_600_000) ?? 0)),
      ),
      4,
    ),
  );

type Start = RowOf<'prdStart'>;
/** What a start becomes when it ends: nothing is open any more. */
export const endedOf = (
  record: Pick<Start, 'intervals' | 'workers'>,
  at: string,
): Pick<Start, 'intervals' | 'workers' | 'endTime' | 'runHours'> => {
  const intervals = closed(record.intervals, at);
  return {
    intervals,
    workers: record.workers.map((row) => (row.leaveTime === null ? { ...row, leaveTime: at } : row)),
    endTime: at,
    runHours: ranFor(intervals),
  };
};
