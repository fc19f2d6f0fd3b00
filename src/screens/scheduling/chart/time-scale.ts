/** Where a minute stands on the chart, and which lines and words stand in its head, at each of the four zooms. */
import { clock, DAY, fromMinute, startOfDay, weekdayName, weekdayOf } from './moment';

export type Zoom = 'hour' | 'shift' | 'day' | 'week';
export const ZOOMS: readonly { readonly value: Zoom; readonly label: string }[] = [
  { value: 'hour', label: '小时' },
  { value: 'shift', label: '班' },
  { value: 'day', label: '日' },
  { value: 'week', label: '周' },
];
interface Look {
  /** px at 1440 */
  readonly pxPerHour: number;
  /** minutes between two words of the lower line */
  readonly tick: number;
  /** minutes of one step: what arrows move by and what a drag rests on */
  readonly step: number;
}
/** shifts of this country begin at 8, 16 and 0 */
const LOOKS: Readonly<Record<Zoom, Look>> = {
  hour: { pxPerHour: 32, tick: 120, step: 5 },
  shift: { pxPerHour: 14, tick: 480, step: 30 },
  day: { pxPerHour: 5, tick: DAY, step: 60 },
  week: { pxPerHour: 1.5, tick: DAY, step: 480 },
};

export interface TimeScale {
  readonly zoom: Zoom;
  /** minutes, the first and the one after the last */
  readonly from: number;
  readonly to: number;
  readonly pxPerMin: number;
  readonly width: number;
  readonly step: number;
}
/** `size` is 1 at a window of 1440. */
export const timeScale = (zoom: Zoom, from: number, to: number, size = 1): TimeScale => {
  const pxPerMin = (LOOKS[zoom].pxPerHour * size) / 60;
  return { zoom, from, to, pxPerMin, width: Math.max(0, to - from) * pxPerMin, step: LOOKS[zoom].step };
};
export const xOf = (scale: TimeScale, minute: number): number => (minute - scale.from) * scale.pxPerMin;
export const minuteAt = (scale: TimeScale, x: number): number => scale.from + x / scale.pxPerMin;
/** The nearest step. */
export const snapped = (scale: TimeScale, minute: number): number => Math.round(minute / scale.step) * scale.step;

export interface Tick {
  readonly minute: number;
  readonly text: string;
}
/** Words of the lower line within [from, to). */
export const ticks = ({ zoom }: TimeScale, from: number, to: number): readonly Tick[] => {
  const { tick } = LOOKS[zoom];
  const found: Tick[] = [];
  for (let minute = Math.ceil(from / tick) * tick; minute < to; minute += tick)
    found.push({ minute, text: tickText(zoom, minute) });
  return found;
};
const tickText = (zoom: Zoom, minute: number): string => {
  if (zoom === 'hour' || zoom === 'shift') return clock(minute);
  const day = fromMinute(minute).slice(8, 10);
  return zoom === 'day' ? `${day} ${weekdayName(minute)}` : day;
};
/** Words of the upper line that reach into [from, to): days, or weeks and months where days stand below. */
export const majors = ({ zoom }: TimeScale, from: number, to: number): readonly Tick[] => {
  const found: Tick[] = [];
  for (let minute = startOfMajor(zoom, from); minute < to; minute = nextMajor(zoom, minute))
    found.push({ minute, text: majorText(zoom, minute) });
  return found;
};
const startOfMajor = (zoom: Zoom, minute: number): number => {
  const day = startOfDay(minute);
  if (zoom === 'hour' || zoom === 'shift') return day;
  if (zoom === 'week') return day - (Number(fromMinute(day).slice(8, 10)) - 1) * DAY;
  return day - ((weekdayOf(day) + 6) % 7) * DAY;
};
const nextMajor = (zoom: Zoom, minute: number): number =>
  zoom === 'week' ? startOfMajor('week', minute + 31 * DAY + DAY / 2) : minute + (zoom === 'day' ? 7 * DAY : DAY);
const majorText = (zoom: Zoom, minute: number): string => {
  const text = fromMinute(minute);
  if (zoom === 'week') return `${text.slice(0, 4)}年${Number(text.slice(5, 7))}月`;
  if (zoom === 'day') return `${text.slice(5, 10)} 起一周`;
  return `${text.slice(5, 10)} ${weekdayName(minute)}`;
};
