/** Reads scalars as they may come from a client or a sheet. Undefined = not of that form. Pure, no clock, factory time is UTC+8. */

/** Decimal text of a number without exponent. */
export function plainNumber(value: number): string {
  const short = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(short);
  if (match === null) return short;
  const [, sign = '', whole = '', part = '', power = '0'] = match;
  const digits = whole + part;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? sign + digits + '0'.repeat(point - digits.length)
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** At most 15 significant digits, so that a JSON number carries it exactly. */
export function hasFewDigits(value: number): boolean {
  const digits = plainNumber(value)
    .replace(/^-?[0.]*/, '')
    .replace('.', '');
  const zeros = /\.|^$/.test(plainNumber(value)) ? digits : digits.replace(/0+$/, '');
  return zeros.length <= 15 && Math.abs(value) < 1e15;
}

/** Number of decimals that are written. */
export function decimalsOf(value: number): number {
  const plain = plainNumber(value);
  const point = plain.indexOf('.');
  return point < 0 ? 0 : plain.length - point - 1;
}

/** A finite number from a JSON number or its text; too many digits are told apart from no number. */
export function readNumber(wire: unknown): number | 'digits' | undefined {
  if (typeof wire === 'string' && !/^\s*[+-]?\d{1,40}(\.\d{1,40})?\s*$/.test(wire)) return undefined;
  if (typeof wire === 'string' && wire.replace(/\D/g, '').replace(/^0+/, '').length > 15 && decimalDigits(wire) > 15)
    return 'digits';
  const value = typeof wire === 'string' ? Number(wire) : wire;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return hasFewDigits(value) ? value + 0 || 0 : 'digits';
}
function decimalDigits(plain: string): number {
  const [whole = '', part = ''] = plain.trim().replace(/^[+-]/, '').split('.');
  const digits = (whole + part.replace(/0+$/, '')).replace(/^0+/, '');
  return part.replace(/0+$/, '') === '' ? digits.replace(/0+$/, '').length : digits.length;
}

const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const MOMENT =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** `YYYY-MM-DD` of a date or of a moment (in factory time). */
export function readDate(wire: unknown): string | undefined {
  if (typeof wire !== 'string') return undefined;
  const match = DATE.exec(wire.trim());
  if (match === null) return readDateTime(wire)?.slice(0, 10);
  const [, y = '', m = '', d = ''] = match;
  return isDay(Number(y), Number(m), Number(d)) ? `${y}-${two(m)}-${two(d)}` : undefined;
}

/** `YYYY-MM-DD HH:mm:ss` in factory time; ISO forms with Z or an offset are converted, a bare date is its midnight. */
export function readDateTime(wire: unknown): string | undefined {
  if (typeof wire !== 'string') return undefined;
  const trimmed = wire.trim();
  if (DATE.test(trimmed)) {
    const date = readDate(trimmed);
    return date === undefined ? undefined : `${date} 00:00:00`;
  }
  const match = MOMENT.exec(trimmed);
  if (match === null) return undefined;
  const [, y = '', m = '', d = '', h = '', min = '', s = '0', zone] = match;
  if (!isDay(Number(y), Number(m), Number(d)) || Number(h) > 23 || Number(min) > 59 || Number(s) > 59) return undefined;
  if (zone === undefined) return `${y}-${two(m)}-${two(d)} ${two(h)}:${min}:${two(s)}`;
  const offset =
    zone === 'Z' ? 0 : (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * (zone.startsWith('-') ? -1 : 1);
  const utc = Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h), Number(min) - offset + 480, Number(s));
  return new Date(utc).toISOString().slice(0, 19).replace('T', ' ');
}

/** `HH:mm:ss` */
export function readTime(wire: unknown): string | undefined {
  const match = typeof wire === 'string' ? TIME.exec(wire.trim()) : null;
  if (match === null) return undefined;
  const [, h = '', m = '', s = '0'] = match;
  return Number(h) <= 23 && Number(m) <= 59 && Number(s) <= 59 ? `${two(h)}:${m}:${two(s)}` : undefined;
}

function two(part: string): string {
  return part.padStart(2, '0');
}
function isDay(y: number, m: number, d: number): boolean {
  if (y < 1 || m < 1 || m > 12 || d < 1) return false;
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  return d <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0);
}
