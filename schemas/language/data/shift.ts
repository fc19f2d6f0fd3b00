/**
 * The demo factory is written for one day (2026-01-15). Loaded on another day, every date moves by the difference, and so do the date
 * digits inside automatic numbers (CGDD202601080001) and batch numbers (2601120001).
 */
import { dateAdd, dateDiff } from '../codec/date-time';
import type { Json } from '../value';

export const WRITTEN_FOR = '2026-01-15';
const DATE = /^(\d{4}-\d{2}-\d{2})( \d{2}:\d{2}:\d{2})?$/;
const NUMBER = /^([A-Z]{2,4})(20\d{2})(\d{2})(\d{2})(\d{4})(\/\d+)?$/;
const BATCH = /^(\d{2})(\d{2})(\d{2})(\d{4})$/;

const moved = (date: string, days: number): string => String(dateAdd(date, days, 'day'));

const shiftText = (text: string, days: number): string => {
  const date = DATE.exec(text);
  if (date) return moved(date[1]!, days) + (date[2] ?? '');
  const number = NUMBER.exec(text);
  if (number) {
    const [, prefix, year, month, day, serial, row = ''] = number;
    return `${prefix}${moved(`${year}-${month}-${day}`, days).replaceAll('-', '')}${serial}${row}`;
  }
  const batch = BATCH.exec(text);
  if (batch && Number(batch[2]) >= 1 && Number(batch[2]) <= 12 && Number(batch[3]) >= 1 && Number(batch[3]) <= 31) {
    const [, year, month, day, serial] = batch;
    return moved(`20${year}-${month}-${day}`, days).replaceAll('-', '').slice(2) + serial;
  }
  return text;
};

/** The value with every date in it moved by whole days; 0 days gives the value itself. */
export const shiftDates = (value: Json, days: number): Json => {
  if (days === 0) return value;
  if (typeof value === 'string') return shiftText(value, days);
  if (Array.isArray(value)) return value.map((item: Json) => shiftDates(item, days));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>).map(([key, item]) => [key, shiftDates(item, days)]),
    );
  return value;
};

export const daysSinceWritten = (loadDay: string): number => dateDiff(WRITTEN_FOR, loadDay, 'day')?.n ?? 0;
