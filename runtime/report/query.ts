/** What a report asks for, kept in the address: that of a list, with groups, period, comparison and what is shown. Pure. */
import type { Compare } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { SchemeContent } from '../data/list-settings';
import type { ReportItem, SearchValues } from '../data/types';
import { searchKey } from '../fields/search-key';
import { PERIOD, presetOf, searchDefaults } from '../list/search-defaults';
import type { Page } from '../page/index';
import { EMPTY_QUERY, isEmptyValue, readQuery, readSort, writeQuery } from '../page/list-query';

export type Look = 'chart' | 'table' | 'both';
export interface ReportQuery {
  readonly by: readonly string[];
  readonly period: string;
  readonly compare: Compare | undefined;
  readonly look: Look;
  /** the measure in the columns of the pivot; none = as the document says */
  readonly cell?: string;
  /** condition of the chart that the page was opened from, over the dims */
  readonly where: string;
}

export const readReport = (report: ReportItem, params: URLSearchParams): ReportQuery => {
  const by = params.get('by');
  const asked = by === null ? report.by : by.split(',').filter((code) => report.groupBy.includes(code));
  const wanted = params.get('period') ?? '';
  const compare = params.get('vs');
  const look = params.get('look');
  const cell = params.get('cell');
  return {
    by: asked,
    period: (report.periods as readonly string[]).includes(wanted) ? wanted : '',
    compare: compare === 'prev' || compare === 'yoy' ? compare : undefined,
    look: look === 'chart' || look === 'table' ? look : 'both',
    where: params.get('where') ?? '',
    ...(cell !== null && Object.hasOwn(report.measures, cell) ? { cell } : {}),
  };
};

/** Values searched by: those of the address, and defaults that nobody cleared (`none`: their names, `*` = all). */
export const searchOf = (page: Page, params: URLSearchParams, now: string): SearchValues => {
  const given = readQuery(params).search;
  const cleared = new Set((params.get('none') ?? '').split(','));
  const defaults = Object.fromEntries(
    Object.entries(defaultsOf(page, now)).filter(
      ([key]) => !cleared.has('*') && !cleared.has(key) && given[key] === undefined,
    ),
  );
  return { ...defaults, ...given };
};
/** The address with these values: a default that was emptied is remembered as emptied. */
export const withSearch = (page: Page, params: URLSearchParams, search: SearchValues, now: string): URLSearchParams => {
  const next = new URLSearchParams(params);
  const gone = Object.keys(defaultsOf(page, now)).filter((key) => isEmptyValue(search[key]));
  if (gone.length === 0) next.delete('none');
  else next.set('none', gone.join(','));
  return next;
};
export const defaultsOf = searchDefaults;
/** Values where they are not the defaults, null for a default that was emptied: a default of today is another one tomorrow. */
export type KeptSearch = Readonly<Record<string, Json>>;

export const keptOf = (page: Page, values: SearchValues, now: string): KeptSearch | null => {
  const defaults = defaultsOf(page, now);
  const kept: Record<string, Json> = {};
  for (const [code, value] of Object.entries(values))
    if (!isEmptyValue(value) && JSON.stringify(value) !== JSON.stringify(defaults[code])) kept[code] = value;
  for (const code of Object.keys(defaults)) if (isEmptyValue(values[code])) kept[code] = null;
  return Object.keys(kept).length === 0 ? null : kept;
};

/** The values that were kept, over the defaults of today. */
export const recalled = (page: Page, kept: KeptSearch | undefined, now: string): SearchValues => {
  const all = { ...defaultsOf(page, now), ...kept };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmptyValue(value)));
};
/** Spans that are the default of their control move with the day, as it does: `period('thisMonth')` as a word, not as its two days. */
export const relative = (page: Page, search: SearchValues, today: string): SearchValues => {
  const moved = page.object.list.search.flatMap((item): [string, Json][] => {
    const key = searchKey(item);
    const match = typeof item.default === 'string' ? PERIOD.exec(item.default) : null;
    if (match?.[1] === undefined || search[key] === undefined) return [];
    if (JSON.stringify(presetOf(page, item.default, `${today} 12:00:00`)) !== JSON.stringify(search[key])) return [];
    return [[key, { rel: match[1], ...(match[2] === undefined ? {} : { n: Number(match[2]) }) }]];
  });
  return { ...search, ...Object.fromEntries(moved) };
};
/** Values the page is searched by that no control of its search row shows. */
export const unseenOf = (page: Page, search: SearchValues): readonly string[] => {
  const shown = new Set(page.object.list.search.map(searchKey));
  return Object.keys(search).filter((key) => !shown.has(key));
};

/** What is set now as the content of a scheme; what the document says by itself is left out. */
export const contentOf = (
  page: Page,
  report: ReportItem,
  { by, period, compare, where }: ReportQuery,
  search: SearchValues,
  sort: string | undefined,
  now: string,
): SchemeContent => {
  const kept = keptOf(page, search, now);
  const shown = {
    ...(by.join() === report.by.join() ? {} : { by }),
    ...(period === '' ? {} : { period }),
    ...(compare === undefined ? {} : { compare }),
  };
  return {
    ...(where === '' ? {} : { where }),
    ...(kept === null ? {} : { search: kept }),
    ...(sort === undefined ? {} : { sort }),
    ...(Object.keys(shown).length === 0 ? {} : { shown }),
  };
};
/** The address that shows what a scheme keeps; how many rows and which pictures stay as they are. */
export const addressOf = (
  page: Page,
  params: URLSearchParams,
  content: SchemeContent,
  now: string,
): URLSearchParams => {
  const { search, sort, shown, where } = content;
  const base = new URLSearchParams(params);
  for (const key of ['by', 'period', 'vs', 'cell', 'where', 'none']) base.delete(key);
  const values = recalled(page, search, now);
  const size = readQuery(params).size;
  const next = writeQuery(
    { ...EMPTY_QUERY, size, search: values, sort: sort === undefined ? undefined : readSort(sort) },
    base,
  );
  if (shown?.by !== undefined) next.set('by', shown.by.join(','));
  if (shown?.period !== undefined) next.set('period', shown.period);
  if (shown?.compare !== undefined) next.set('vs', shown.compare);
  if (typeof where === 'string' && where !== '') next.set('where', where);
  return withSearch(page, next, values, now);
};
/** It says nothing of what is shown: the page opens with the default scheme of its reader. */
export const saysNothing = (params: URLSearchParams): boolean => {
  const { search, sort } = readQuery(params);
  const says = ['by', 'period', 'vs', 'cell', 'where', 'none'].some((key) => params.has(key));
  return !says && sort === undefined && Object.keys(search).length === 0;
};
