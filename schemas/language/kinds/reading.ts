/** Reads scalars as they may come from a client or a sheet. Undefined = not of that form. Pure, no clock, factory time is UTC+8. */
import * as clock from '../codec/date-time';
import { fitsDigits, numText, parseNum, toNumber } from '../codec/decimal';

/** Decimal text of a number without exponent. */
export function plainNumber(value: number): string {
  return numText(value);
}

/** At most 15 significant digits, so that a JSON number carries it exactly. */
export function hasFewDigits(value: number): boolean {
  return Number.isFinite(value) && fitsDigits(value);
}

/** Number of decimals that are written. */
export function decimalsOf(value: number): number {
  const plain = numText(value);
  const point = plain.indexOf('.');
  return point < 0 ? 0 : plain.length - point - 1;
}

/** A finite number from a JSON number or its text; too many digits are told apart from no number. */
export function readNumber(wire: unknown): number | 'digits' | undefined {
  if (typeof wire === 'string') {
    const trimmed = wire.trim();
    const exact = trimmed.length > 80 ? null : parseNum(trimmed);
    return exact === null ? undefined : fitsDigits(exact) ? toNumber(exact) : 'digits';
  }
  if (typeof wire !== 'number' || !Number.isFinite(wire)) return undefined;
  return fitsDigits(wire) ? wire || 0 : 'digits';
}

/** a year and separators, or eight digits; anything looser is no date */
const DATE_LIKE = /^\s*\d{4}([-/.年]\d{1,2}[-/.月]\d{1,2}|\d{4}\s*$)/;

/** `YYYY-MM-DD` of a date or of a moment (in factory time). */
export function readDate(wire: unknown): string | undefined {
  return readDateTime(wire)?.slice(0, 10);
}

/** `YYYY-MM-DD HH:mm:ss` in factory time; ISO forms with Z or an offset are converted, a bare date is its midnight. */
export function readDateTime(wire: unknown): string | undefined {
  return typeof wire === 'string' && DATE_LIKE.test(wire) ? (clock.readDateTime(wire) ?? undefined) : undefined;
}

const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/;
/** `HH:mm:ss` */
export function readTime(wire: unknown): string | undefined {
  const match = typeof wire === 'string' ? TIME.exec(wire) : null;
  if (match === null) return undefined;
  const [, hour = '', minute = '', second = '00'] = match;
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`;
  return clock.isTime(time) ? time : undefined;
}
