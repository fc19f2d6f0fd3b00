/** What a report asks for, kept in the address: that of a list, with groups, period, comparison and what is shown. Pure. */
import { PERIOD_WORDS, type PeriodWord, period } from '../../schemas/language/codec/period';
import type { Compare } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { ReportItem, SearchValues } from '../data/types';
import { searchKey } from '../fields/search-key';
import { isEmptyValue, readQuery } from '../list/query';
import type { Page } from '../page/index';

export type Look = 'chart' | 'table' | 'both';
export interface ReportQuery {
  readonly by: readonly string[];
  readonly period: string;
  readonly compare: Compare | undefined;
  readonly look: Look;
  /** condition of the chart that the page was opened from, over the dims */
  readonly where: string;
}

export const readReport = (report: ReportItem, params: URLSearchParams): ReportQuery => {
  const by = params.get('by');
  const asked = by === null ? report.by : by.split(',').filter((code) => report.groupBy.includes(code));
  const wanted = params.get('period') ?? '';
  const compare = params.get('vs');
  const look = params.get('look');
  return {
    by: asked,
    period: (report.periods as readonly string[]).includes(wanted) ? wanted : '',
    compare: compare === 'prev' || compare === 'yoy' ? compare : undefined,
    look: look === 'chart' || look === 'table' ? look : 'both',
    where: params.get('where') ?? '',
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
export const defaultsOf = (page: Page, now: string): SearchValues =>
  Object.fromEntries(
    page.object.list.search.flatMap((item): [string, Json][] => {
      const value = presetOf(item.default, now);
      return value === undefined ? [] : [[searchKey(item), value]];
    }),
  );
/** Spans that are the default of their control move with the day, as it does: `period('thisMonth')` as a word, not as its two days. */
export const relative = (page: Page, search: SearchValues, today: string): SearchValues => {
  const moved = page.object.list.search.flatMap((item): [string, Json][] => {
    const key = searchKey(item);
    const match = typeof item.default === 'string' ? PERIOD.exec(item.default) : null;
    if (match?.[1] === undefined || search[key] === undefined) return [];
    if (JSON.stringify(presetOf(item.default, `${today} 12:00:00`)) !== JSON.stringify(search[key])) return [];
    return [[key, { rel: match[1], ...(match[2] === undefined ? {} : { n: Number(match[2]) }) }]];
  });
  return { ...search, ...Object.fromEntries(moved) };
};
const PERIOD = /^=period\('(\w+)'(?:, (\d+))?\)$/;
/** `=period('thisMonth')` as its two days, `=today()`, or what stands there. */
const presetOf = (text: unknown, now: string): Json | undefined => {
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string' || !text.startsWith('=')) return text as Json;
  if (text === '=today()') return now.slice(0, 10);
  const match = PERIOD.exec(text);
  const word = PERIOD_WORDS.find((one) => one === match?.[1]);
  if (word === undefined) return undefined;
  const span = period(word as PeriodWord, now, match?.[2] === undefined ? undefined : Number(match[2]));
  return span === null ? undefined : [span[0].slice(0, 10), span[1].slice(0, 10)];
};
/** Values the page is searched by that no control of its search row shows. */
export const unseenOf = (page: Page, search: SearchValues): readonly string[] => {
  const shown = new Set(page.object.list.search.map(searchKey));
  return Object.keys(search).filter((key) => !shown.has(key));
};
