/** Where a cell leads (language §4.1 penetrate): the record itself, the record it refers to, or a page filtered by values of the row. */
import type { PenetrateDoc, RelCfg } from '../../schemas/language/document';
import { BASE } from '../data/base';
import type { WireRow } from '../data/types';
import type { Host, Page } from '../page/index';
import type { CellLink, TableColumn } from '../table/index';
import { type Opened, openRecord, recordUrl } from './open-record';
import { EMPTY_QUERY, writeQuery } from './query';

type Show = (opened: Opened) => void;

export const linkOf = (host: Host, page: Page, column: TableColumn, row: WireRow, show: Show): CellLink | undefined => {
  const given = column.placement?.penetrate;
  if (given === false) return undefined;
  if (typeof given === 'object') return configured(host, page, given, row, show);
  if (given === true || isLabel(page, column)) return own(host, page, row, show);
  const { field, key } = column;
  if (field?.ref === undefined) return undefined;
  const id = row[`${key}Id`];
  const target = field.ref === 'self' ? page.object.object : field.ref;
  return typeof id === 'string' ? toUrl(host, recordUrl(host, target, id)) : undefined;
};

const isLabel = (page: Page, column: TableColumn): boolean => column.key === page.object.label[0];

const own = (host: Host, page: Page, row: WireRow, show: Show): CellLink => {
  const url = host.urlOf(`${page.code}#detail`);
  return {
    href: url === undefined ? undefined : `${BASE}${url}?id=${encodeURIComponent(row.id)}`,
    open: () => {
      const opened = openRecord(host, page, 'detail', { id: row.id });
      if (opened !== undefined) show(opened);
    },
  };
};

const configured = (host: Host, page: Page, given: PenetrateDoc, row: WireRow, show: Show): CellLink | undefined => {
  if (given.page === undefined) return own(host, page, row, show);
  if (given.page.startsWith('=')) return undefined;
  const code = given.portId === undefined ? given.page : `${given.page}.${given.portId}`;
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

const listOf = (cfg: RelCfg | readonly RelCfg[] | undefined): readonly RelCfg[] =>
  cfg === undefined ? [] : 'relField' in cfg ? [cfg] : cfg;

const toUrl = (host: Host, url: string | undefined): CellLink | undefined =>
  url === undefined ? undefined : { href: `${BASE}${url}`, open: () => host.openPage(url) };
