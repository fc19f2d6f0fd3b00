/** Where a cell leads (language §4.1 penetrate): the record itself, the record it refers to, or a page filtered by values of the row. */
import type { PenetrateDoc, RelCfg } from '../../schemas/language/document';
import { BASE } from '../data/base';
import type { WireRow } from '../data/types';
import type { Host, Page } from '../page/index';
import { EMPTY_QUERY, writeQuery } from '../page/list-query';
import { rowValue } from '../page/row-expr';
import type { CellLink, TableColumn } from './index';

/** opens the detail of a record of this list, as its document says; undefined = the user may not see it */
type Show = ((row: WireRow) => void) | undefined;

export const linkOf = (host: Host, page: Page, column: TableColumn, row: WireRow, show: Show): CellLink | undefined => {
  const given = column.placement?.penetrate;
  if (given === false) return undefined;
  if (leadsToOwn(given, page)) return own(host, page, row, show);
  if (typeof given === 'object') return configured(host, page, given, row, show);
  const { field, key } = column;
  // a text that only looks like a link leads to its record
  if (field?.ref === undefined) return column.as === 'link' ? own(host, page, row, show) : undefined;
  const id = row[`${key}Id`];
  const target = field.ref === 'self' ? page.object.object : field.ref;
  return typeof id === 'string' ? toUrl(host, recordUrl(host, target, id)) : undefined;
};

const own = (host: Host, page: Page, row: WireRow, show: Show): CellLink | undefined => {
  if (show === undefined) return undefined;
  const url = host.urlOf(`${page.code}#detail`);
  return {
    href: url === undefined ? undefined : `${BASE}${url}?id=${encodeURIComponent(row.id)}`,
    open: () => show(row),
  };
};

const configured = (host: Host, page: Page, given: PenetrateDoc, row: WireRow, show: Show): CellLink | undefined => {
  if (given.page === undefined) return own(host, page, row, show);
  const named = given.page.startsWith('=') ? pageOf(page, given.page.slice(1), row) : given.page;
  if (typeof named !== 'string' || named === '') return undefined;
  const code = given.portId === undefined ? named : `${named}.${given.portId}`;
  if (given.relIdField !== undefined) {
    const id = row[`${given.relIdField}Id`] ?? row[given.relIdField];
    return typeof id === 'string' ? toUrl(host, recordUrl(host, code, id)) : undefined;
  }
  if (given.type !== 'list') return undefined;
  const url = host.urlOf(code);
  if (url === undefined) return undefined;
  const search: Record<string, string> = {};
  for (const { relField, valueField } of listOf(given.relCfg)) {
    const value = row[`${valueField}Id`] ?? row[valueField];
    if (typeof value === 'string' || typeof value === 'number') search[relField] = String(value);
  }
  const params = writeQuery({ ...EMPTY_QUERY, scheme: '', search }, new URLSearchParams());
  return toUrl(host, `${url}?${params}`);
};

/** A plain name is read off the row as it is: rows of sub-tables are no records of the page. */
const pageOf = (page: Page, text: string, row: WireRow): unknown =>
  Object.hasOwn(row, text) ? row[text] : rowValue(page, text)(row);

const listOf = (cfg: RelCfg | readonly RelCfg[] | undefined): readonly RelCfg[] =>
  cfg === undefined ? [] : 'relField' in cfg ? [cfg] : cfg;

const toUrl = (host: Host, url: string | undefined): CellLink | undefined =>
  url === undefined ? undefined : { href: `${BASE}${url}`, open: () => host.openPage(url) };

/** Address of a record's own page. */
const recordUrl = (host: Host, code: string, id: string): string | undefined => {
  const url = host.urlOf(`${code}#detail`) ?? host.urlOf(`${code}#edit`);
  return url === undefined ? undefined : `${url}?id=${encodeURIComponent(id)}`;
};

/**
 * Columns that lead to the record's own detail page look like links. One does: the number or code that stands first and stays in view
 * takes it over from a name further on (look §2).
 */
export const withLabelLink = (columns: readonly TableColumn[], page: Page): readonly TableColumn[] => {
  const leads = (column: TableColumn): boolean => leadsToOwn(column.placement?.penetrate, page);
  const first = columns[0];
  const taker =
    first?.pin === 'left' &&
    first.field?.type === 'text' &&
    first.placement?.penetrate === undefined &&
    columns.some(leads)
      ? first
      : undefined;
  return columns.map((column) => {
    if (column === taker)
      return { ...column, as: column.as ?? 'link', placement: { ...column.placement, penetrate: true } };
    if (!leads(column)) return column;
    return taker === undefined
      ? { ...column, as: column.as ?? 'link' }
      : { ...column, placement: { ...column.placement, penetrate: false } };
  });
};

const leadsToOwn = (given: boolean | PenetrateDoc | undefined, page: Page): boolean =>
  given === true ||
  (typeof given === 'object' &&
    given.page === page.object.object &&
    given.relIdField === 'id' &&
    (given.type ?? 'detail') === 'detail');
