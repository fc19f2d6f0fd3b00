/** What is asked of a report: groups, measures, conditions. Names are looked up in the report; values stay values. */

import type { ReportGrain } from '../../../schemas/language/document-report';
import type { Ast } from '../../../schemas/language/expr/ast';
import { parseExpr } from '../../../schemas/language/expr/parse';
import { printExpr } from '../../../schemas/language/expr/print';
import { mapParts } from '../../../schemas/language/expr/walk';
import { isDated } from '../../../schemas/language/kinds/index';
import type { ResolvedDim, ResolvedMeasure, ResolvedReport } from '../../../schemas/language/resolved-report';
import { GRAINS } from '../../../schemas/language/sorts/report';
import { AppError } from '../../errors';
import type { EngineCtx } from '../host';
import { holdsGrant } from '../read/grants';
import type { Sql } from '../sql';

export interface GroupBy {
  readonly dim: ResolvedDim;
  readonly grain?: ReportGrain;
}
export interface ReportSpec {
  /** groups of a row, outermost first */
  readonly groups: readonly GroupBy[];
  readonly measures: readonly ResolvedMeasure[];
  /** search values by dim or parameter */
  readonly search: Readonly<Record<string, unknown>>;
  /** conditions over dims: of the page, the chart, the request */
  readonly wheres: readonly string[];
  readonly sort: string;
  /** rows with fewer groups: every prefix of the groups (subtotals), or other sets of group numbers */
  readonly sets?: readonly (readonly number[])[];
  /** leaves these values of a group out (the rest of a top n), null those without one */
  readonly without?: { readonly group: GroupBy; readonly values: readonly (string | null)[] };
  /** narrows the records of the source further: ids that a list finds */
  readonly among?: Among;
}
/** Records of the source object, as a subselect and the values of its slots. */
export interface Among {
  readonly sql: Sql;
  readonly values: ReadonlyMap<string, unknown>;
  readonly shape: string;
}

/** A dim the user may see, with its grain: `day:month`. */
export function groupOf(ctx: EngineCtx, report: ResolvedReport, text: string): GroupBy {
  const [code = '', grain] = text.split(':');
  const dim = Object.hasOwn(report.dims, code) ? report.dims[code] : undefined;
  if (dim === undefined || !isHeld(ctx, dim.grant)) throw new AppError(400);
  if (grain === undefined || grain === '') return { dim };
  const isTime = isDated(dim);
  if (!isTime || !(GRAINS as readonly string[]).includes(grain)) throw new AppError(400);
  return { dim, grain: grain as ReportGrain };
}
/** Measures by code; those of a field group that is not the user's are not there. */
export const measuresOf = (ctx: EngineCtx, report: ResolvedReport, codes: readonly string[]): ResolvedMeasure[] =>
  codes.flatMap((code) => {
    const measure = Object.hasOwn(report.measures, code) ? report.measures[code] : undefined;
    if (measure === undefined) throw new AppError(400);
    return isHeld(ctx, measure.grant) ? [measure] : [];
  });
export const isHeld = (ctx: EngineCtx, grant: string | undefined): boolean =>
  grant === undefined || holdsGrant(grant, ctx.session.rights);

/**
 * A condition over dims as one over the rows of the source: each dim is replaced by what it reads. Any other name is refused, so a request
 * reaches nothing that the report does not show.
 */
export function overSource(ctx: EngineCtx, report: ResolvedReport, text: string): string {
  const { ast } = parseExpr(text);
  if (ast === undefined) throw new AppError(400);
  return printExpr(replaced(ctx, report, ast));
}
function replaced(ctx: EngineCtx, report: ResolvedReport, ast: Ast): Ast {
  if (ast.k !== 'path') return mapParts(ast, (part) => replaced(ctx, report, part));
  const [first = '', ...rest] = ast.names;
  if (first === 'param' || first === 'me' || first === 'sys') return ast;
  const dim = Object.hasOwn(report.dims, first) ? report.dims[first] : undefined;
  if (dim === undefined || !isHeld(ctx, dim.grant)) throw new AppError(400);
  const { ast: source } = parseExpr(dim.of);
  if (source === undefined) throw new AppError(400);
  if (rest.length === 0) return source;
  if (source.k !== 'path') throw new AppError(400);
  return { ...source, names: [...source.names, ...rest], starts: [...source.starts, ...rest.map(() => source.to)] };
}
