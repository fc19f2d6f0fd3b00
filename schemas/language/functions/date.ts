/** Date functions over plain texts in factory time; the clock is the scope's. */

import {
  DATE_UNITS,
  type DateParts,
  type DateUnit,
  dateAdd,
  dateDiff,
  dateOf,
  endOf,
  GRAINS,
  type Grain,
  partsOf,
  slot,
  startOf,
} from '../codec/date-time';
import { divNum, isBig, type Num, roundNum, toNumber } from '../codec/decimal';
import { PERIOD_WORDS, type PeriodWord, period } from '../codec/period';
import type { V } from '../expr/frame';
import type { Ty } from '../expr/typed';
import { DATE, DATETIME, DECIMAL, INT } from '../expr/types';
import type { FunctionDef } from './define';

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join('|');
const UNIT = words(DATE_UNITS);
const isNum = (v: V | undefined): v is Num => typeof v === 'number' || isBig(v);
const unitOf = (v: V | undefined): DateUnit => (typeof v === 'string' ? (v as DateUnit) : 'day');
const range = (of: 'date'): Ty => ({ t: 'range', of });
const FINE: ReadonlySet<string | undefined> = new Set(['hour', 'minute', 'second']);

const edge = (name: string, run: (d: string, unit: DateUnit) => string | null): FunctionDef => ({
  name,
  args: ['moment', UNIT],
  result: 'first',
  sql: true,
  run: ([d, unit]) => (typeof d === 'string' ? run(d, unitOf(unit)) : null),
});
const part = (name: keyof DateParts, arg: string): FunctionDef => ({
  name,
  args: [arg],
  result: INT,
  sql: true,
  run: ([d]) => (typeof d === 'string' ? (partsOf(d)?.[name] ?? null) : null),
});

/** the day of a shift where dates are those of shifts (expr/shift-days.ts) */
const dayOr = (day: V | undefined, now: string): string => (typeof day === 'string' ? day : dateOf(now));

export const DATE_FUNCTIONS: readonly FunctionDef[] = [
  {
    name: 'today',
    args: [],
    result: DATE,
    sql: true,
    mark: 'time',
    run: ([day], frame) => dayOr(day, frame.scope.env.now),
  },
  { name: 'now', args: [], result: DATETIME, sql: true, mark: 'time', run: (_args, frame) => frame.scope.env.now },
  {
    name: 'dateAdd',
    args: ['moment', 'num', `${UNIT}?`],
    result: (args, word) =>
      args[0]?.t === 'date' && FINE.has(word[2]) ? DATETIME : args[0]?.t === 'null' ? DATE : (args[0] as Ty),
    sql: true,
    run: ([d, n, unit]) => (typeof d === 'string' && isNum(n) ? dateAdd(d, toNumber(n), unitOf(unit)) : null),
  },
  {
    name: 'dateDiff',
    args: ['moment', 'moment', `${UNIT}?`],
    result: (_args, word) => (FINE.has(word[2]) ? DECIMAL : INT),
    sql: true,
    run: ([a, b, unit]) => {
      const diff = typeof a === 'string' && typeof b === 'string' ? dateDiff(a, b, unitOf(unit)) : null;
      if (diff === null) return null;
      return diff.per === 1 ? diff.n : roundNum(divNum(diff.n, diff.per) ?? 0, 4);
    },
  },
  edge('startOf', startOf),
  edge('endOf', endOf),
  {
    name: 'slot',
    args: ['moment', words(GRAINS)],
    result: 'first',
    sql: true,
    run: ([d, grain]) => (typeof d === 'string' && typeof grain === 'string' ? slot(d, grain as Grain) : null),
  },
  {
    name: 'dateOf',
    args: ['moment'],
    result: DATE,
    sql: true,
    run: ([d]) => (typeof d === 'string' ? dateOf(d) : null),
  },
  part('year', 'moment'),
  part('month', 'moment'),
  part('day', 'moment'),
  part('weekday', 'moment'),
  part('hour', 'moment'),
  {
    name: 'period',
    args: [words(PERIOD_WORDS), 'int?'],
    result: range('date'),
    sql: true,
    mark: 'time',
    run: ([word, n, day], frame) =>
      typeof word === 'string'
        ? period(word as PeriodWord, dayOr(day, frame.scope.env.now), isNum(n) ? toNumber(n) : 1)
        : null,
  },
];
