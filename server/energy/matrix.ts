/** Meters × slots of a span (50 §6 energyMatrix): its cells, which meters of a group count, numbers of a row, and what is lost below one. */
import { dateAdd, dateDiff } from '../../schemas/language/codec/date-time';
import { addDec, divDec, mulDec, roundHalfUp, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { feeMonth } from './tariff';
import { uppersOf } from './tree';

export const GRAIN = { slot: '1', hour: '2', day: '3', month: '4' } as const;
export const VERSUS = { yoy: '1', prev: '2' } as const;

export interface Cell {
  readonly value: string;
  readonly title: string;
}
/** Days from one to the other, both in it, and the columns they stand in. */
export interface MatrixSpan {
  readonly grain: string;
  readonly from: string;
  readonly to: string;
  readonly cells: readonly Cell[];
}
export interface SpanRule {
  /** first day of a month of fees */
  readonly billDay: number;
  readonly slotMin: number;
}
const two = (n: number): string => String(n).padStart(2, '0');
const dayAfter = (day: string, n: number): string => dateAdd(day, n, 'day') ?? day;
const monthAfter = (month: string, n: number): string => (dateAdd(`${month}-01`, n, 'month') ?? month).slice(0, 7);

/** The day of a date, its month of fees, or the twelve months of its year. */
export const matrixSpan = (grain: string, date: string, { billDay, slotMin }: SpanRule): MatrixSpan => {
  if (grain === GRAIN.slot || grain === GRAIN.hour) {
    const step = grain === GRAIN.hour ? 60 : slotMin;
    const cells = Array.from(
      { length: 1440 / step },
      (_, n) => `${two(Math.floor((n * step) / 60))}:${two((n * step) % 60)}`,
    );
    return { grain, from: date, to: date, cells: cells.map((value) => ({ value, title: value })) };
  }
  const month = feeMonth(date, billDay);
  const firstOf = (of: string): string => `${of}-${two(billDay)}`;
  if (grain === GRAIN.day) {
    const [from, to] = [firstOf(month), dayAfter(firstOf(monthAfter(month, 1)), -1)];
    const days = (dateDiff(from, to, 'day')?.n ?? 0) + 1;
    const cells = Array.from({ length: days }, (_, n) => dayAfter(from, n));
    return { grain, from, to, cells: cells.map((value) => ({ value, title: value.slice(5) })) };
  }
  const months = Array.from({ length: 12 }, (_, n) => `${month.slice(0, 4)}-${two(n + 1)}`);
  return {
    ...{ grain, from: firstOf(months[0] ?? month), to: dayAfter(firstOf(monthAfter(months[11] ?? month, 1)), -1) },
    cells: months.map((value) => ({ value, title: `${Number(value.slice(5))}月` })),
  };
};
/** The column of a moment in factory time. */
export const cellOf = ({ grain }: MatrixSpan, time: string, { billDay, slotMin }: SpanRule): string => {
  if (grain === GRAIN.day) return time.slice(0, 10);
  if (grain === GRAIN.month) return feeMonth(time.slice(0, 10), billDay);
  const minute = Number(time.slice(14, 16));
  return grain === GRAIN.hour
    ? `${time.slice(11, 13)}:00`
    : `${time.slice(11, 13)}:${two(minute - (minute % slotMin))}`;
};
/** A moment as long ago as its span is compared over. */
export const earlier = (grain: string, versus: string, time: string): string => {
  const unit = versus === VERSUS.yoy || grain === GRAIN.month ? 'year' : grain === GRAIN.day ? 'month' : 'day';
  return dateAdd(time, -1, unit) ?? time;
};

export interface Point {
  readonly value: number;
  readonly est: boolean;
}
export type Series = ReadonlyMap<string, Point>;
export const addSeries = (all: readonly Series[]): Series => {
  const sum = new Map<string, Point>();
  for (const series of all)
    for (const [cell, { value, est }] of series) {
      const before = sum.get(cell);
      sum.set(cell, { value: addDec(before?.value ?? 0, value), est: est || before?.est === true });
    }
  return sum;
};
export interface Stats {
  readonly total: number | null;
  readonly most: number | null;
  readonly least: number | null;
  readonly mean: number | null;
  readonly est: boolean;
}
/** Of the cells that have a number; a load has no sum. */
export const statsOf = (series: Series): Stats => {
  const values = [...series.values()].map(({ value }) => value);
  const est = [...series.values()].some((point) => point.est);
  if (values.length === 0) return { total: null, most: null, least: null, mean: null, est };
  const total = sumDec(values);
  const mean = divDec(total, values.length);
  return {
    total,
    most: Math.max(...values),
    least: Math.min(...values),
    mean: mean === null ? null : roundHalfUp(mean, 4),
    est,
  };
};
/** In per cent of what it was; of nothing there is no share. */
export const percentOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : roundHalfUp(mulDec(divDec(part, whole) ?? 0, 100), 2);

export interface Placed {
  readonly id: string;
  readonly parent: string | null;
  /** meters its formula is made of; empty: it is read */
  readonly parts: readonly string[];
}
export type Places = ReadonlyMap<string, Placed>;
/** Meters whose use is that of a group: none below another one of it, no formula over meters that are there. */
export const countedOf = (places: Places, group: readonly string[]): readonly string[] => {
  const inside = new Set(group);
  return group.filter(
    (id) =>
      !uppersOf(places, id).some((up) => inside.has(up)) &&
      !(places.get(id)?.parts ?? []).some((part) => inside.has(part)),
  );
};
/** What measures the use of a meter in parts: what stands right below it, without the rest that is told by a formula over itself. */
export const measuredBelow = (places: Places, id: string): readonly string[] =>
  [...places.values()].filter((place) => place.parent === id && !place.parts.includes(id)).map((place) => place.id);

/** 损耗: a meter less what is measured below it, in the cells it was read in itself. */
export const lossOf = (own: Series, below: readonly Series[]): Series => {
  const sum = addSeries(below);
  return new Map(
    [...own].map(([cell, { value, est }]) => [
      cell,
      { value: subDec(value, sum.get(cell)?.value ?? 0), est: est || sum.get(cell)?.est === true },
    ]),
  );
};
