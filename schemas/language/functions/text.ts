/** Text functions: lengths and positions count code points, case folds ASCII only, an empty result is null. */

import { formatDate } from '../codec/date-time';
import { cmpNum, formatNum, isBig, type Num, numText, parseNum, toNumber } from '../codec/decimal';
import type { V } from '../expr/frame';
import type { Ty } from '../expr/typed';
import { BOOL, DECIMAL, INT, listOf, TEXT } from '../expr/types';
import { matchesPattern, PATTERNS } from '../kinds/patterns';
import type { FunctionDef } from './define';

const empty = (text: string): V => (text === '' ? null : text);
const isNum = (v: V): v is Num => typeof v === 'number' || isBig(v);
/** whole number of an argument, null without one */
const whole = (v: V): number | null => (isNum(v) ? Math.trunc(Math.max(-1e9, Math.min(1e9, toNumber(v)))) : null);
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (part) => part.toUpperCase());
/** code points; plain ASCII and BMP texts skip the split */
const points = (text: string): readonly string[] => Array.from(text);
const simple = (text: string): boolean => !/[\ud800-\udfff]/.test(text);
const slice = (text: string, from: number, to?: number): string =>
  simple(text) ? text.slice(from, to) : points(text).slice(from, to).join('');
export const lengthOf = (text: string): number => (simple(text) ? text.length : points(text).length);
const SPACE = /^[ \t\r\n\u3000]+|[ \t\r\n\u3000]+$/g;
/** longest text pad() makes */
export const MAX_PAD = 200;

const map = (name: string, run: (text: string) => V): FunctionDef => ({
  name,
  args: ['text'],
  result: TEXT,
  sql: true,
  run: ([t]) => (typeof t === 'string' ? run(t) : null),
});
const test = (name: string, run: (text: string, part: string) => boolean): FunctionDef => ({
  name,
  args: ['text', 'text'],
  result: BOOL,
  sql: true,
  run: ([t, u]) => typeof t === 'string' && typeof u === 'string' && run(lowerAscii(t), lowerAscii(u)),
});

export const TEXT_FUNCTIONS: readonly FunctionDef[] = [
  { name: 'len', args: ['text'], result: INT, sql: true, run: ([t]) => (typeof t === 'string' ? lengthOf(t) : 0) },
  map('lower', lowerAscii),
  map('upper', upperAscii),
  map('trim', (t) => empty(t.replace(SPACE, ''))),
  {
    name: 'left',
    args: ['text', 'int'],
    result: TEXT,
    sql: true,
    run: ([t, n]) => {
      const count = whole(n ?? null);
      return typeof t === 'string' && count !== null ? empty(slice(t, 0, Math.max(count, 0))) : null;
    },
  },
  {
    name: 'right',
    args: ['text', 'int'],
    result: TEXT,
    sql: true,
    run: ([t, n]) => {
      const count = whole(n ?? null);
      if (typeof t !== 'string' || count === null || count <= 0) return null;
      return empty(slice(t, Math.max(lengthOf(t) - count, 0)));
    },
  },
  {
    name: 'mid',
    args: ['text', 'int', 'int'],
    result: TEXT,
    sql: true,
    run: ([t, from, n]) => {
      const start = whole(from ?? null);
      const count = whole(n ?? null);
      if (typeof t !== 'string' || start === null || count === null || count <= 0) return null;
      const first = Math.max(start, 1) - 1;
      return empty(slice(t, first, first + count));
    },
  },
  {
    name: 'pad',
    args: ['text', 'int'],
    result: TEXT,
    sql: true,
    run: ([t, n]) => {
      const width = whole(n ?? null);
      if (typeof t !== 'string' || width === null) return null;
      const missing = Math.min(width, MAX_PAD) - lengthOf(t);
      return missing > 0 ? '0'.repeat(missing) + t : t;
    },
  },
  {
    name: 'replace',
    args: ['text', 'text', 'text'],
    result: TEXT,
    sql: true,
    run: ([t, a, b]) => {
      if (typeof t !== 'string') return null;
      if (typeof a !== 'string') return t;
      return empty(t.split(a).join(typeof b === 'string' ? b : ''));
    },
  },
  test('contains', (t, u) => t.includes(u)),
  test('starts', (t, u) => t.startsWith(u)),
  test('ends', (t, u) => t.endsWith(u)),
  {
    name: 'matches',
    args: ['text', PATTERNS.map((word) => `'${word}'`).join('|')],
    result: BOOL,
    sql: false,
    run: ([t, word]) => typeof t === 'string' && typeof word === 'string' && matchesPattern(word, t),
  },
  {
    name: 'split',
    args: ['text', 'text'],
    result: listOf(TEXT),
    sql: false,
    run: ([t, sep]) => {
      if (typeof t !== 'string') return [];
      const parts = typeof sep === 'string' ? t.split(sep) : [t];
      return parts.map((part) => part.replace(SPACE, '')).filter((part) => part !== '');
    },
  },
  {
    name: 'number',
    args: ['text'],
    result: DECIMAL,
    sql: false,
    run: ([t]) => (typeof t === 'string' ? parseNum(t.replace(SPACE, '')) : null),
  },
  {
    name: 'text',
    args: ['any', 'word?'],
    result: TEXT,
    sql: false,
    run: ([v, format], _frame, call) => {
      const ty = call.args[0]?.ty;
      return ty === undefined ? null : empty(plainText(v ?? null, ty, typeof format === 'string' ? format : undefined));
    },
  },
];

/** A value as text without its label: numbers plain, dates as they are, 是/否; '' for nothing. `format` is `0.00` or `yyyyMMdd`-like. */
export function plainText(v: V, ty: Ty, format?: string): string {
  if (v === null) return '';
  if (isNum(v)) return format === undefined ? numText(v) : formatNum(v, format);
  if (typeof v === 'boolean') return v ? '是' : '否';
  if (typeof v === 'string') {
    const dated = ty.t === 'date' || ty.t === 'datetime' || ty.t === 'time';
    return dated && format !== undefined ? formatDate(v, format) : v;
  }
  if (ty.t === 'range' && Array.isArray(v)) {
    const of: Ty = { t: ty.of };
    return (v as readonly V[]).map((value) => plainText(value, of, format)).join(' ~ ');
  }
  if (Array.isArray(v)) {
    const of = ty.t === 'list' ? ty.of : ty;
    return (v as readonly V[]).map((value) => plainText(value, of, format)).join('、');
  }
  const named = v as { readonly name?: unknown };
  return typeof named.name === 'string' ? named.name : '';
}

/** Order of numbers and texts alike, nulls last: for ordering keys inside the machine. */
export function compareV(a: V, b: V): number {
  if (isNum(a) && isNum(b)) return cmpNum(a, b);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return a === null ? (b === null ? 0 : 1) : b === null ? -1 : 0;
}
