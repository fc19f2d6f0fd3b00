/**
 * Rows written once that stand for many: `$times: 40` in a row of a data document or of a sub-table. In the n-th of them `{n}` in a text
 * is its number (`{n:4}` with zeros), `{"$of": [a, b, c]}` one after the other and over again, `{"$from": a, "$by": k}` a number k more
 * each time, or dates and numbers of documents k days later each time. A row that repeats inside one that repeats counts for itself.
 */
import type { Json } from '../value';
import { shiftDates } from './shift';

type Data = Readonly<Record<string, Json>>;

/** The rows that rows stand for, also inside them. */
export const repeated = (rows: readonly Json[], outer?: number): readonly Json[] =>
  rows.flatMap((row) => {
    if (!isData(row) || row.$times === undefined) return [inner(row, outer)];
    const { $times, ...once } = row;
    const times = Number(inner($times, outer));
    return Array.from({ length: times }, (_, i) => inner(once, i + 1));
  });

/** A value in the n-th repetition; outside of one (`n` undefined) only rows inside it repeat. */
const inner = (value: Json, n: number | undefined): Json => {
  if (Array.isArray(value)) return repeated(value as readonly Json[], n) as Json;
  if (typeof value === 'string') return n === undefined ? value : numbered(value, n);
  if (!isData(value)) return value;
  if (n !== undefined && Array.isArray(value.$of))
    return inner((value.$of as readonly Json[])[(n - 1) % value.$of.length] ?? null, n);
  if (n !== undefined && value.$from !== undefined) return moved(value.$from, Number(value.$by ?? 1), n - 1);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item, n)]));
};

const numbered = (text: string, n: number): string =>
  text.replace(/\{n(?::(\d))?\}/g, (_, width: string | undefined) => String(n).padStart(Number(width ?? 1), '0'));

const moved = (start: Json, by: number, steps: number): Json =>
  typeof start === 'number' ? Number((start + by * steps).toFixed(6)) : shiftDates(start, Math.floor(by * steps));

const isData = (value: Json): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
