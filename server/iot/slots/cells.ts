/** 数采分析 (50 §4) in plain numbers: the columns of a span, how much of what a point should have sent came, and what a cell shows. */
import { divDec, roundHalfUp } from '../../../schemas/language/codec/decimal';
import { factoryMs, factoryText } from '../factory-time';
import type { Level, PointSlot, Stretch } from './read';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './roll-up';

export const SPAN = { hour: '1', day: '2', month: '3' } as const;
export const SHOWN = { last: '1', sum: '2', mean: '3', most: '4', least: '5', rate: '6' } as const;

export interface HubCell extends Stretch {
  readonly value: string;
  readonly title: string;
}
export interface HubSpan extends Stretch {
  readonly level: Level;
  readonly cells: readonly HubCell[];
}
interface Columns {
  readonly from: number;
  readonly stepMs: number;
  readonly count: number;
  readonly wordOf: (time: string) => string;
}
const columns = ({ from, stepMs, count, wordOf }: Columns): readonly HubCell[] =>
  Array.from({ length: count }, (_, n) => {
    const at = from + n * stepMs;
    const title = wordOf(factoryText(at));
    return { value: title, title, from: at, to: at + stepMs };
  });

/** The minutes of an hour, the hours of a day, the days of a month. */
export const hubSpan = (span: string, date: string, hour: number): HubSpan => {
  if (span === SPAN.month) {
    const [year = 0, month = 0] = date.split('-').map(Number);
    const from = factoryMs(`${date.slice(0, 7)}-01 00:00:00`);
    const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const cells = columns({ from, stepMs: DAY_MS, count, wordOf: (time) => time.slice(5, 10) });
    return { level: 'day', from, to: from + count * DAY_MS, cells };
  }
  const wordOf = (time: string): string => time.slice(11, 16);
  const midnight = factoryMs(`${date} 00:00:00`);
  if (span === SPAN.day) {
    const cells = columns({ from: midnight, stepMs: HOUR_MS, count: 24, wordOf });
    return { level: 'hour', from: midnight, to: midnight + DAY_MS, cells };
  }
  const from = midnight + hour * HOUR_MS;
  return { level: 'minute', from, to: from + HOUR_MS, cells: columns({ from, stepMs: MINUTE_MS, count: 60, wordOf }) };
};

export interface Sender {
  /** 0: it sends on change, and at the latest after `silenceSec` */
  readonly cycleSec: number;
  readonly silenceSec: number;
  /** ms; nothing was to come before */
  readonly since: number;
}
export interface Counted {
  readonly received: number;
  readonly expected: number;
}
/**
 * Readings that should have come by `until`, and of them those that did, never more: what came twice as often in a minute makes up for no
 * other. Of what is sent on change as many are expected as silences fit, and those came that readings stood for.
 */
export const countedIn = (
  { cycleSec, silenceSec, since }: Sender,
  slot: PointSlot | undefined,
  { from, to }: Stretch,
  until: number,
): Counted => {
  const perMs = 1000 * (cycleSec > 0 ? cycleSec : silenceSec);
  const times = (ms: number): number => roundHalfUp(divDec(ms, perMs) ?? 0, 4);
  const expected = times(Math.max(0, Math.min(to, until) - Math.max(from, since)));
  const came = slot === undefined ? 0 : cycleSec > 0 ? slot.n : times(slot.goodMs);
  return { expected, received: Math.min(expected, came) };
};

export interface ShownPoint {
  readonly type: string;
  readonly displayType: string;
  readonly decimals: number;
}
const DIGITAL = '1';
const INTERVAL = '1';
/** 区间值 shows what came together in a slot, 实时值 what was last there. */
export const shownOf = ({ displayType }: ShownPoint, asked: string | null): string =>
  asked ?? (displayType === INTERVAL ? SHOWN.sum : SHOWN.last);

export interface CellNumber {
  readonly value: number | null;
  readonly est: boolean;
}
const NOTHING: CellNumber = { value: null, est: false };
/** The sum of a bit are the seconds it was on; of a 区间值 what it rose by; else that of its readings. */
export const cellNumber = (point: ShownPoint, shown: string, slot: PointSlot | undefined): CellNumber => {
  if (slot === undefined) return NOTHING;
  if (shown === SHOWN.sum && point.type === DIGITAL)
    return slot.goodMs === 0 ? NOTHING : { value: roundHalfUp(slot.onMs / 1000, 0), est: slot.est };
  if (slot.n === 0) return NOTHING;
  const isRise = shown === SHOWN.sum && point.displayType === INTERVAL;
  const value = isRise ? slot.delta : numberIn(shown, slot);
  return {
    value: value === null ? null : roundHalfUp(value, point.decimals),
    est: slot.est || (isRise && slot.deltaEst),
  };
};
const numberIn = (shown: string, { n, sum, min, max, last }: PointSlot): number | null => {
  if (shown === SHOWN.sum) return sum;
  if (shown === SHOWN.mean) return sum === null ? null : sum / n;
  if (shown === SHOWN.most) return max;
  return shown === SHOWN.least ? min : last;
};
