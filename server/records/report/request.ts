/** Bodies of the calls on reports, shape checked. What they name is looked up in the report afterwards. */

import { conditionText, readCondition } from '../../../schemas/language/condition';
import type { Compare } from '../../../schemas/language/document-report';
import type { ResolvedReport } from '../../../schemas/language/resolved-report';
import { AppError } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { type ListRequest, object, parseListRequest } from '../list/list-request';
import { isRelative } from './span';
import { isHeld } from './spec';

export interface ReportRequest extends ListRequest {
  readonly groupBy?: readonly string[];
  readonly period?: string;
  readonly compare?: Compare;
  readonly pivot?: boolean;
  /** the measure in the columns of the pivot */
  readonly cell?: string;
}

/** getPageList of a report: that of a list, with groups, period, comparison and pivot. */
export function parseReportRequest(body: unknown, size: number): ReportRequest {
  const { groupBy, period, compare, pivot, cell, ...rest } = object(body ?? {});
  if (groupBy !== undefined && (!isTexts(groupBy) || groupBy.length > 6)) throw new AppError(400);
  if (period !== undefined && typeof period !== 'string') throw new AppError(400);
  if (pivot !== undefined && typeof pivot !== 'boolean') throw new AppError(400);
  if (cell !== undefined && typeof cell !== 'string') throw new AppError(400);
  return {
    ...parseListRequest(rest, size),
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(period === undefined || period === '' ? {} : { period }),
    ...compareOf(compare),
    ...(pivot === undefined ? {} : { pivot }),
    ...(cell === undefined || cell === '' ? {} : { cell }),
  };
}
export function compareOf(value: unknown): { readonly compare?: Compare } {
  if (value === undefined || value === null || value === '' || value === 'none') return {};
  if (value !== 'prev' && value !== 'yoy') throw new AppError(400);
  return { compare: value };
}
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Conditions of a request as texts over the dims: a text as it is, a tree of the condition builder printed. */
export function dimsText(
  ctx: EngineCtx,
  report: ResolvedReport,
  given: string | object | undefined,
): readonly string[] {
  if (given === undefined || given === '') return [];
  if (typeof given === 'string') return [given];
  const { tree } = readCondition(given);
  const type = ctx.registry.lib.object(report.report);
  if (tree === undefined || type === undefined) throw new AppError(400);
  const text = conditionText(tree, { lib: ctx.registry.lib, object: type });
  return text === '' ? [] : [text];
}

/** Fixed values of a view stand over what is searched, so a page of one energy never shows another. */
export const searchOf = (page: Page, search: ListRequest['search']): ListRequest['search'] => {
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => !isNothing(value)));
  return { ...given, ...(page.with ?? {}) };
};
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0 && !isRelative(value));

/** What a request sorts by or wants as columns is shown by the report, to this user; anything else is 400. */
export function assertShown(ctx: EngineCtx, report: ResolvedReport, { columns = [], sort = '' }: ReportRequest): void {
  const own = <T>(all: Readonly<Record<string, T>>, code: string): T | undefined =>
    Object.hasOwn(all, code) ? all[code] : undefined;
  for (const part of [...columns, ...sort.split(',')]) {
    const [code = ''] = part.trim().replace(/^-/, '').split('$');
    if (code === '' || /^slot\d+$/.test(code)) continue;
    const shown = own(report.measures, code) ?? own(report.dims, code);
    if (shown === undefined || !isHeld(ctx, shown.grant)) throw new AppError(400);
  }
}
