/**
 * The demo factory is written for one day (2026-01-15). Loaded on another day, every date moves by the difference, and so do the date
 * digits inside automatic numbers (CGDD202601080001), batch numbers (2601120001), labels (260115000001) and numbers of a month
 * (GJ26010001). Fields named by `$fixed` of a row stay where the world has them: public holidays.
 */
import { dateAdd, dateDiff } from '../codec/date-time';
import type { Json } from '../value';

export const WRITTEN_FOR = '2026-01-15';
const DATE = /^(\d{4}-\d{2}-\d{2})( \d{2}:\d{2}:\d{2})?$/;
const NUMBER = /^([A-Z]{2,4})(20\d{2})(\d{2})(\d{2})(\d{4})(\/\d+)?$/;
/** of batches and labels */
const DAY_SERIAL = /^(\d{2})(\d{2})(\d{2})(\d{4}|\d{6})$/;
const MONTH_NUMBER = /^([A-Z]{2})(\d{2})(0[1-9]|1[0-2])(\d{4})$/;
/** a month moves with the day the story is told on */
const DAY_OF_STORY = WRITTEN_FOR.slice(8);

const moved = (date: string, days: number): string => String(dateAdd(date, days, 'day'));

const shiftText = (text: string, days: number): string => {
  const date = DATE.exec(text);
  if (date) return moved(date[1]!, days) + (date[2] ?? '');
  const number = NUMBER.exec(text);
  if (number) {
    const [, prefix, year, month, day, serial, row = ''] = number;
    return `${prefix}${moved(`${year}-${month}-${day}`, days).replaceAll('-', '')}${serial}${row}`;
  }
  const inMonth = MONTH_NUMBER.exec(text);
  if (inMonth) {
    const [, prefix, year, month, serial] = inMonth;
    return `${prefix}${moved(`20${year}-${month}-${DAY_OF_STORY}`, days).replaceAll('-', '').slice(2, 6)}${serial}`;
  }
  const ofDay = DAY_SERIAL.exec(text);
  if (ofDay && Number(ofDay[2]) >= 1 && Number(ofDay[2]) <= 12 && Number(ofDay[3]) >= 1 && Number(ofDay[3]) <= 31) {
    const [, year, month, day, serial] = ofDay;
    return moved(`20${year}-${month}-${day}`, days).replaceAll('-', '').slice(2) + serial;
  }
  return text;
};

/** The value with every date in it moved by whole days, but for fields of a row that `$fixed` names; 0 days gives the value itself. */
export const shiftDates = (value: Json, days: number): Json => {
  if (days === 0) return value;
  if (typeof value === 'string') return shiftText(value, days);
  if (Array.isArray(value)) return value.map((item: Json) => shiftDates(item, days));
  if (value !== null && typeof value === 'object') {
    const data = value as Record<string, Json>;
    const fixed: readonly Json[] = Array.isArray(data.$fixed) ? data.$fixed : [];
    return Object.fromEntries(
      Object.entries(data).map(([key, item]) => [key, fixed.includes(key) ? item : shiftDates(item, days)]),
    );
  }
  return value;
};

/** The hour the demo factory stands at: what it has done today was done before. */
const HOUR = 14 * 3600;
const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** Rows moved to the moment of loading: dates by whole days, and what has happened by its hour lies before now, in its order. */
export const movedTo = (value: Json, now: string): Json => {
  const days = dateDiff(WRITTEN_FOR, now.slice(0, 10), 'day')?.n ?? 0;
  return beforeNow(shiftDates(value, days), now);
};
const beforeNow = (value: Json, now: string): Json => {
  const passed = secondsOf(now);
  if (passed >= HOUR) return value;
  if (typeof value === 'string') {
    const seconds = value.slice(0, 10) === now.slice(0, 10) ? secondsOf(value) : HOUR + 1;
    return seconds > HOUR ? value : `${now.slice(0, 10)} ${clock(Math.floor((seconds * passed) / HOUR))}`;
  }
  if (Array.isArray(value)) return value.map((item: Json) => beforeNow(item, now));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, beforeNow(item as Json, now)]));
  return value;
};
/** of the day; of what is no moment more than a day has */
const secondsOf = (text: string): number => {
  const found = MOMENT.exec(text);
  return found ? Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4]) : Number.POSITIVE_INFINITY;
};
const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
