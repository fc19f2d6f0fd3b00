/** Where a record is opened: its page in a tab, or a dialog or drawer over the list, as the document's `open` says. */
import type { Host, Page } from '../page/index';

export interface Opened {
  readonly sort: 'edit' | 'detail';
  readonly as: 'dialog' | 'drawer';
  readonly page: string;
  readonly id?: string | undefined;
  readonly params: URLSearchParams;
}

/** The dialog to show, or undefined when a tab was opened. */
export const openRecord = (
  host: Host,
  page: Page,
  sort: 'edit' | 'detail',
  query: Readonly<Record<string, string>>,
): Opened | undefined => {
  const { open, route } = sort === 'edit' ? page.object.edit : page.object.detail;
  const url = host.urlOf(`${page.code}#${sort}`) ?? (open === 'page' ? route : undefined);
  const params = new URLSearchParams(query);
  if (open === 'page' && url !== undefined) {
    host.openPage(params.size === 0 ? url : `${url}?${params}`);
    return undefined;
  }
  return { sort, as: open === 'drawer' ? 'drawer' : 'dialog', page: page.code, id: query.id, params };
};

/** Address of a record's own page, for links that also open beside. */
export const recordUrl = (host: Host, code: string, id: string): string | undefined => {
  const url = host.urlOf(`${code}#detail`) ?? host.urlOf(`${code}#edit`);
  return url === undefined ? undefined : `${url}?id=${encodeURIComponent(id)}`;
};
