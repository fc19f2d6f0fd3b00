/** Every expression of a report with its place (as `places.ts` for objects): bare names are its rows, `doc` their head. */
import { ROW_HOPS, type TypeEnv } from '../expr/check';
import { BOOL, tyOf } from '../expr/types';
import { toFieldType } from '../object-type';
import type { FieldType, ObjectType, TypeLib } from '../resolved';
import type { ResolvedReport } from '../resolved-report';
import type { ExprPlace } from './places';
import { paramsOf } from './places';

/** What names mean in the expressions of a report; undefined when its source is not known. */
export function reportEnv(
  report: ResolvedReport,
  lib: TypeLib,
  params: { readonly [code: string]: FieldType } = {},
): TypeEnv | undefined {
  const object: ObjectType | undefined =
    report.from === undefined ? lib.object(report.report) : lib.object(report.from);
  if (object === undefined) return undefined;
  const own = Object.fromEntries(Object.entries(report.params).map(([code, field]) => [code, toFieldType(field)]));
  return {
    lib,
    object,
    ...(report.sub === undefined ? {} : { sub: report.sub }),
    param: { ...own, ...params },
    hops: ROW_HOPS,
  };
}

export function reportPlacesOf(report: ResolvedReport, lib: TypeLib): readonly ExprPlace[] {
  const found: ExprPlace[] = [];
  const params = paramsOf(report.list.search);
  const env = reportEnv(report, lib, params);
  if (env === undefined || (report.from === undefined && report.service === undefined)) return found;
  const add = (
    address: string,
    text: string | undefined,
    more: Partial<ExprPlace> = {},
    over: Partial<TypeEnv> = {},
  ): void => {
    if (text !== undefined && text !== '')
      found.push({ address, text, form: 'expr', env: { ...env, ...over }, sql: true, ...more });
  };
  add('where', report.where, { want: BOOL });
  // what a service sends has no expression of its own
  if (report.service === undefined)
    for (const dim of Object.values(report.dims))
      add(`dims.${dim.code}.of`, dim.of, {
        want: tyOf({ object: report.from ?? '', fields: {} }, toFieldType(dim)),
        into: { grant: dim.grant },
      });
  for (const measure of Object.values(report.measures)) {
    add(`measures.${measure.code}.of`, measure.of, { into: { grant: measure.grant } }, { rowsAtHand: true });
    add(`measures.${measure.code}.unit`, measure.unit, { want: { t: 'ref', object: 'unit' } });
  }
  for (const item of report.list.search)
    if (item.where !== undefined) add(`list.search.${item.param ?? item.field}.where`, item.where, { want: BOOL });
  // conditions of charts, KPIs and views speak of dims and parameters like those a person builds
  const page = lib.object(report.report);
  const dims: TypeEnv | undefined = page === undefined ? undefined : { lib, object: page, param: env.param ?? {} };
  const condition = (address: string, text: string | undefined): void => {
    if (text !== undefined && dims !== undefined) found.push({ address, text, form: 'expr', env: dims, want: BOOL });
  };
  for (const [code, chart] of Object.entries(report.charts)) condition(`list.charts.${code}.where`, chart.where);
  for (const [code, kpi] of Object.entries(report.kpis)) condition(`kpis.${code}.where`, kpi.where);
  for (const view of Object.values(report.views)) condition(`views.${view.code}.where`, view.where);
  return found;
}
