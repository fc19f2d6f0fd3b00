/** Rows of a document that share one limit: said when it is broken, told beside each of them when it is adjusted (30 §5). Pure. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';

export interface SharedLimit {
  readonly code: string;
  readonly rows: readonly string[];
  /** what its rows ask for together */
  readonly asked: number;
  readonly max: number;
  readonly text: string;
}

export const brokenBy = (limits: readonly SharedLimit[]): readonly Problem[] =>
  limits
    .filter(({ asked, max }) => asked > max)
    .map(({ code, rows, text }) => ({ code, path: `items[${rows[0] ?? ''}].qty`, text }));

/** The most a row may have while the others stay; null: nothing stands over it. */
export const mostOf = (limits: readonly SharedLimit[], row: string, qty: number): number | null => {
  const own = limits.filter(({ rows }) => rows.includes(row));
  return own.length === 0
    ? null
    : Math.max(0, Math.min(...own.map(({ asked, max }) => subDec(max, subDec(asked, qty)))));
};
