/**
 * Measures of a report over a service. What the service brings is a number of each of its rows, so a measure without `of` adds its own
 * numbers up, and a formula is one over measures: `pct(use, total(use))` reads `pct(sum(use), total(sum(use)))`. Inside an aggregate names
 * are the numbers of the row: `sum(price * qty) / sum(qty)` is weighed.
 */
import type { Many } from '../document';
import type { MeasureDoc, TotalKind } from '../document-report';
import type { Ast } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { mapParts } from '../expr/walk';

const ADDED: { readonly [total in TotalKind]?: string } = {
  sum: 'sum',
  count: 'sum',
  last: 'last',
  min: 'min',
  max: 'max',
};
/** Whether rows of a service can be totalled that way without a formula. */
export const addsRows = (total: TotalKind | undefined): boolean => ADDED[total ?? 'sum'] !== undefined;

/** The expression of a measure over the rows of the service. */
export function overRows(code: string, measures: Many<MeasureDoc>, seen: readonly string[] = []): string {
  const { of, total } = measures[code] ?? {};
  if (of === undefined) return `${ADDED[total ?? 'sum'] ?? 'sum'}(${code})`;
  const { ast } = parseExpr(of);
  return ast === undefined ? of : printExpr(replaced(ast, measures, [...seen, code]));
}

const OVER_ROWS: ReadonlySet<string> = new Set(['sum', 'avg', 'count', 'distinct', 'last']);
const isOverRows = (ast: Ast): boolean =>
  ast.k === 'call' &&
  (OVER_ROWS.has(ast.name) || (ast.args.length === 1 && (ast.name === 'min' || ast.name === 'max')));

function replaced(ast: Ast, measures: Many<MeasureDoc>, seen: readonly string[]): Ast {
  if (isOverRows(ast)) return mapParts(ast, (part) => inRow(part, measures, seen));
  if (ast.k !== 'path') return mapParts(ast, (part) => replaced(part, measures, seen));
  const [code = '', ...rest] = ast.names;
  // a measure that reads itself stays a name: the linter tells
  if (rest.length > 0 || !Object.hasOwn(measures, code) || seen.includes(code)) return ast;
  return parseExpr(overRows(code, measures, seen)).ast ?? ast;
}

/** What a formula says of one row. */
function inRow(ast: Ast, measures: Many<MeasureDoc>, seen: readonly string[]): Ast {
  if (ast.k !== 'path') return mapParts(ast, (part) => inRow(part, measures, seen));
  const [code = ''] = ast.names;
  const of = ast.names.length === 1 && Object.hasOwn(measures, code) ? measures[code]?.of : undefined;
  const row = of === undefined || seen.includes(code) ? undefined : parseExpr(of).ast;
  return row === undefined ? ast : inRow(row, measures, [...seen, code]);
}
