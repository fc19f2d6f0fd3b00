/** What a kept search of a report or a board names (80 §7.7 保存方案): dims and parameters the caller has, groups and periods the page offers. */
import { AppError, badRequest } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { searchKey } from '../list/list-search';
import { type SchemeContent, schemeBroken } from '../schemes/scheme-content';
import { isHeld, overSource } from './spec';

export function checkSearched(ctx: EngineCtx, page: Page, { where, search = {}, shown, columns }: SchemeContent): void {
  if (columns !== undefined) throw badRequest();
  const { report, board } = page;
  const names = Object.keys(search);
  if (report === undefined) {
    const known = new Set((board?.search ?? []).map(searchKey));
    if (where !== undefined || shown !== undefined) throw badRequest();
    if (!names.every((name) => known.has(name))) throw schemeBroken();
    return;
  }
  const held = (name: string): boolean => {
    const dim = Object.hasOwn(report.dims, name) ? report.dims[name] : undefined;
    return dim === undefined
      ? Object.hasOwn(report.params, name) || page.list.search.some((item) => searchKey(item) === name)
      : isHeld(ctx, dim.grant);
  };
  const { by = [], period, compare } = shown ?? {};
  const offered = new Set([...report.by, ...report.groupBy]);
  const isOffered =
    by.every((code) => offered.has(code) && held(code)) &&
    (period === undefined || (report.periods as readonly string[]).includes(period)) &&
    (compare === undefined || (report.compare as readonly string[]).includes(compare));
  if (!names.every(held) || !isOffered) throw schemeBroken();
  if (where === undefined) return;
  // rows of reports are narrowed by texts alone
  if (typeof where !== 'string') throw badRequest();
  try {
    overSource(ctx, report, where);
  } catch (error) {
    throw error instanceof AppError ? schemeBroken() : error;
  }
}
