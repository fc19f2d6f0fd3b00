/** Minutes of the engine as the texts people read, and back. */
import { civil, parse } from '../../schemas/language/codec/calendar';
import type { Minute } from './types';

export const DAY = 24 * 60;

/** `YYYY-MM-DD[ HH:mm:ss]` as minutes since 1970-01-01, seconds cut; null when it is no moment. */
export const minuteOf = (text: string): Minute | null => {
  const at = parse(text);
  return at === null ? null : at.day * DAY + Math.floor(Math.max(at.second, 0) / 60);
};

const two = (n: number): string => String(n).padStart(2, '0');

/** `01-12 09:55` */
export const momentText = (at: Minute): string => {
  const day = Math.floor(at / DAY);
  const { m, d } = civil(day);
  const minute = at - day * DAY;
  return `${two(m)}-${two(d)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
};
/** `01-12 11:00～12:00`; the end with its day where it is another one. */
export const spanText = (from: Minute, to: Minute): string => {
  const end = momentText(to);
  return `${momentText(from)}～${Math.floor(from / DAY) === Math.floor(to / DAY) ? end.slice(6) : end}`;
};

/** `2026-01-12 09:55:00` */
export const clockText = (at: Minute): string => {
  const day = Math.floor(at / DAY);
  const minute = at - day * DAY;
  return `${dayText(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
};
/** `2026-01-12` of days since 1970-01-01. */
export const dayText = (day: number): string => {
  const { y, m, d } = civil(day);
  return `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
};
