/**
 * Exact decimals. A `Num` is a JS number that stands for the decimal of its shortest text, or a Big when a result needs more than
 * 15 significant digits. Small numbers are computed as scaled integers inside the safe range, everything else by big.js, so no
 * result ever carries binary rounding.
 */
import Big from 'big.js';

export type Num = number | Big;
export type RoundMode = 'half' | 'floor' | 'ceil' | 'trunc';

/** decimals of a division (language §5.2) */
export const DIVISION_SCALE = 12;
/** significant digits a stored number may have */
export const MAX_DIGITS = 15;

const Dec = Big();
Dec.DP = DIVISION_SCALE;
Dec.RM = 1;
const LIMIT = 1e15;
const POWERS = Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));
const pow10 = (n: number): number => POWERS[n] as number;

/** The decimal of a plain text like `-12.50`; null when the text is not one. */
export function parseNum(text: string): Num | null {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return null;
  return shrink(new Dec(text.startsWith('+') ? text.slice(1) : text));
}

/** Plain text without exponent and trailing zeros. */
export function numText(x: Num): string {
  if (typeof x !== 'number') return plain(x);
  const text = String(x);
  return text.includes('e') ? plain(new Dec(text)) : text === '-0' ? '0' : text;
}

/** Nearest JS number; exact up to 15 significant digits. */
export const toNumber = (x: Num): number => (typeof x === 'number' ? x : Number(x.toString()));

/** True when the value can be stored: at most 15 significant digits. */
export function fitsDigits(x: Num): boolean {
  if (typeof x === 'number') {
    if (Number.isInteger(x)) return Math.abs(x) < LIMIT;
    const scale = scaleOf(x);
    if (scale >= 0 && Math.abs(x * pow10(scale)) < LIMIT) return true;
  }
  const big = typeof x === 'number' ? new Dec(numText(x)) : x;
  // an integer is written with its trailing zeros, so they count
  return (big.e >= big.c.length ? big.e + 1 : big.c.length) <= MAX_DIGITS;
}

export function addNum(a: Num, b: Num): Num {
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a + b;
    if (Number.isInteger(a) && Number.isInteger(b)) {
      if (r < LIMIT && r > -LIMIT) return r + 0;
    } else {
      const sa = scaleOf(a);
      const sb = scaleOf(b);
      if (sa >= 0 && sb >= 0) {
        const p = pow10(Math.max(sa, sb));
        const s = Math.round(a * p) + Math.round(b * p);
        if (Math.abs(a * p) < LIMIT && Math.abs(b * p) < LIMIT && s < LIMIT && s > -LIMIT) return s / p + 0;
      }
    }
  }
  return shrink(big(a).plus(big(b)));
}

/** A sum of many: whole numbers of one scale, which grows with what comes; what does not fit in is added as decimals are. */
export class Sum {
  #scale = 0;
  #whole = 0;
  #rest: Num = 0;
  add(x: Num): void {
    if (typeof x !== 'number' || !this.#take(x)) this.#rest = addNum(this.#rest, x);
  }
  get total(): Num {
    return addNum(this.#whole / pow10(this.#scale), this.#rest);
  }
  #take(x: number): boolean {
    for (;;) {
      const power = pow10(this.#scale);
      const scaled = Math.round(x * power);
      const next = this.#whole + scaled;
      if (!(Math.abs(scaled) < LIMIT && Math.abs(next) < LIMIT)) return false;
      if (scaled / power === x) {
        this.#whole = next;
        return true;
      }
      if (this.#scale === MOST_SCALE || Math.abs(this.#whole) >= LIMIT / 10) return false;
      this.#whole *= 10;
      this.#scale += 1;
    }
  }
}
/** decimals that a sum of whole numbers goes down to */
const MOST_SCALE = 6;

export const negNum = (a: Num): Num => (typeof a === 'number' ? 0 - a : a.times(-1));
export const absNum = (a: Num): Num => (typeof a === 'number' ? Math.abs(a) : a.abs());
export const subNum = (a: Num, b: Num): Num => addNum(a, negNum(b));

export function mulNum(a: Num, b: Num): Num {
  if (typeof a === 'number' && typeof b === 'number') {
    const sa = scaleOf(a);
    const sb = scaleOf(b);
    if (sa >= 0 && sb >= 0) {
      const p = Math.round(a * pow10(sa)) * Math.round(b * pow10(sb));
      if (p < LIMIT && p > -LIMIT) return p / pow10(sa + sb) + 0;
    }
  }
  return shrink(big(a).times(big(b)));
}

/** 12 decimals, half away from zero; null when b is 0. */
export function divNum(a: Num, b: Num): Num | null {
  if (isZero(b)) return null;
  if (typeof a === 'number' && typeof b === 'number') {
    const sa = scaleOf(a);
    const sb = scaleOf(b);
    if (sa >= 0 && sb >= 0) {
      const s = Math.max(sa, sb);
      const x = Math.round(a * pow10(s));
      const y = Math.round(b * pow10(s));
      if (Math.abs(x) < LIMIT && Math.abs(y) < LIMIT) return divInts(x, y);
    }
  }
  return shrink(big(a).div(big(b)));
}

/** Remainder with the sign of the dividend; null when b is 0. */
export function modNum(a: Num, b: Num): Num | null {
  if (isZero(b)) return null;
  if (typeof a === 'number' && typeof b === 'number') {
    const sa = scaleOf(a);
    const sb = scaleOf(b);
    if (sa >= 0 && sb >= 0) {
      const p = pow10(Math.max(sa, sb));
      const x = Math.round(a * p);
      const y = Math.round(b * p);
      if (Math.abs(x) < LIMIT && Math.abs(y) < LIMIT) return (x % y) / p + 0;
    }
  }
  return shrink(big(a).mod(big(b)));
}

/** −1, 0 or 1. */
export function cmpNum(a: Num, b: Num): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return big(a).cmp(big(b));
}

/** Rounds to n decimals (negative: tens, hundreds …); `half` is half away from zero. */
export function roundNum(x: Num, n: number, mode: RoundMode = 'half'): Num {
  if (typeof x === 'number') {
    const s = scaleOf(x);
    if (s >= 0) {
      if (s <= n) return x + 0;
      const a = Math.round(x * pow10(s));
      if (Math.abs(a) < LIMIT && s - n <= 15) {
        const d = pow10(s - n);
        const rest = a % d;
        let q = (a - rest) / d;
        if (rest !== 0) {
          if (mode === 'half' ? Math.abs(rest) * 2 >= d : mode === 'floor' ? rest < 0 : mode === 'ceil' && rest > 0) {
            q += rest < 0 ? -1 : 1;
          }
        }
        return (n >= 0 ? q / pow10(n) : q * pow10(-n)) + 0;
      }
    }
  }
  const value = big(x);
  const rm =
    mode === 'half' ? 1 : mode === 'trunc' ? 0 : mode === 'floor' ? (value.s < 0 ? 3 : 0) : value.s < 0 ? 0 : 3;
  return shrink(value.round(n, rm));
}

/** Numbers in, number out: half away from zero at n decimals. */
export const roundHalfUp = (x: number, n: number): number => toNumber(roundNum(x, n));
export const addDec = (a: number, b: number): number => toNumber(addNum(a, b));
export const subDec = (a: number, b: number): number => toNumber(subNum(a, b));
export const mulDec = (a: number, b: number): number => toNumber(mulNum(a, b));
/** null when b is 0 */
export const divDec = (a: number, b: number): number | null => {
  const q = divNum(a, b);
  return q === null ? null : toNumber(q);
};
export const sumDec = (list: readonly number[]): number => {
  const sum = new Sum();
  for (const number of list) sum.add(number);
  return toNumber(sum.total);
};

/** Specification §5: rounds half-up to the given decimals, then cuts to at most 4. */
export const roundCut = (x: number, decimals: number): number => toNumber(roundNum(roundNum(x, decimals), 4, 'trunc'));

/** Specification §5: what stays of a typed text: digits and one dot, no leading zeros, at most 4 decimals; a leading minus on wish. */
export function cleanNumber(text: string, options?: { readonly negative?: boolean; readonly scale?: number }): string {
  const minus = options?.negative === true && /^[^\d.]*-/.test(text) ? '-' : '';
  const kept = text.replace(/[^\d.]/g, '');
  const dot = kept.indexOf('.');
  const whole = (dot < 0 ? kept : kept.slice(0, dot)).replace(/^0+(?=\d)/, '');
  if (dot < 0) return minus + whole;
  const scale = options?.scale ?? 4;
  const rest = kept
    .slice(dot + 1)
    .replaceAll('.', '')
    .slice(0, scale);
  return scale === 0 ? minus + whole : `${minus}${whole === '' ? '0' : whole}.${rest}`;
}

/** `0.00`, `0.0###`, `#,##0.00`: zeros are kept decimals, # optional ones, a comma groups thousands. */
export function formatNum(x: Num, format: string): string {
  const shape = shapeOf(format);
  if (shape === null) return numText(x);
  const { before, whole, grouped, kept, most, after, percent } = shape;
  const rounded = roundNum(percent ? mulNum(x, 100) : x, most);
  const negative = cmpNum(rounded, 0) < 0;
  const [int = '0', frac = ''] = numText(absNum(rounded)).split('.');
  const digits = int.padStart(whole, '0');
  const spaced = grouped && digits.length > 3 ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  const tail = frac.padEnd(kept, '0');
  return `${negative ? '-' : ''}${before}${spaced}${tail === '' ? '' : `.${tail}`}${after}`;
}

interface NumberShape {
  readonly before: string;
  /** digits before the point at least */
  readonly whole: number;
  readonly grouped: boolean;
  /** decimals at least, and at most */
  readonly kept: number;
  readonly most: number;
  readonly after: string;
  readonly percent: boolean;
}
/** Read once: a list writes thousands of numbers in three formats. What an expression makes up is not kept without end. */
const shapes = new Map<string, NumberShape | null>();
const MOST_SHAPES = 500;
function shapeOf(format: string): NumberShape | null {
  const known = shapes.get(format);
  if (known !== undefined) return known;
  const found = /^([^0#]*)([#0,]+)(?:\.([0#]+))?(.*)$/.exec(format);
  const [, before = '', whole = '', decimals = '', after = ''] = found ?? [];
  const shape =
    found === null
      ? null
      : {
          before,
          whole: whole.replace(/[#,]/g, '').length,
          grouped: whole.includes(','),
          kept: decimals.replaceAll('#', '').length,
          most: decimals.length,
          after,
          percent: after.startsWith('%'),
        };
  if (shapes.size >= MOST_SHAPES) shapes.clear();
  shapes.set(format, shape);
  return shape;
}

export const isBig = (x: unknown): x is Big => x instanceof Dec;
export const isZero = (x: Num): boolean => (typeof x === 'number' ? x === 0 : x.c[0] === 0);

/** Decimals of a number as one of 0 2 4 6 8, or −1 when it does not fit the fast way. */
function scaleOf(x: number): number {
  if (Number.isInteger(x)) return x < LIMIT && x > -LIMIT ? 0 : -1;
  if (x >= 1e9 || x <= -1e9) {
    const cents = Math.round(x * 100);
    return cents < LIMIT && cents > -LIMIT && cents / 100 === x ? 2 : -1;
  }
  if (Math.round(x * 100) / 100 === x) return 2;
  if (Math.round(x * 1e4) / 1e4 === x) return 4;
  if (x >= 1e7 || x <= -1e7) return -1;
  if (Math.round(x * 1e6) / 1e6 === x) return 6;
  if (Math.round(x * 1e8) / 1e8 === x) return 8;
  return -1;
}

const SHIFT = 10n ** BigInt(DIVISION_SCALE);
function divInts(x: number, y: number): Num {
  if (x % y === 0) return x / y + 0;
  const d = BigInt(y < 0 ? -y : y);
  const n = BigInt(x < 0 ? -x : x) * SHIFT;
  let q = n / d;
  if ((n - q * d) * 2n >= d) q += 1n;
  const negative = x < 0 !== y < 0;
  if (q < 1_000_000_000_000_000n) return (negative ? -Number(q) : Number(q)) / pow10(DIVISION_SCALE) + 0;
  return shrink(new Dec(`${negative ? '-' : ''}${q}e-${DIVISION_SCALE}`));
}

const big = (x: Num): Big => (typeof x === 'number' ? new Dec(x) : x);
const plain = (x: Big): string => {
  const text = x.toFixed();
  return text === '-0' ? '0' : text;
};
/** back to a plain number as soon as 15 digits hold it */
const shrink = (x: Big): Num => (x.c.length <= MAX_DIGITS ? Number(x.toString()) + 0 : x);
