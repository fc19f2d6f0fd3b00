/** Opens the edit or detail page of a record the way its document says: a page with its own tab, a dialog or a drawer. */
import type { Host } from '../page/host';
import type { RecordPlace } from '../page/rooms';
import type { Page } from '../page/types';

/** Address of the record's own page; undefined = no page of its own, it opens in a dialog or drawer. */
export function recordUrl(page: Page, host: Host, place: RecordPlace): string | undefined {
  const part = page.object[place.sort];
  if (part.open !== 'page') return undefined;
  const url =
    host.urlOf(`${page.code}#${place.sort}`) ?? host.urlOf(`${page.object.object}#${place.sort}`) ?? part.route;
  return url === undefined ? undefined : withQuery(url, place);
}

/** Opens the page a refusal offers as a way out, with what it gives along. */
export function openWay(host: Host, way: { readonly page?: string; readonly with?: RecordPlace['with'] }): void {
  const url = way.page === undefined ? undefined : host.urlOf(way.page);
  if (url !== undefined) host.openPage(withQuery(url, { with: way.with }));
}

export function withQuery(url: string, place: Omit<RecordPlace, 'sort'>): string {
  const query = new URLSearchParams();
  for (const key of ['id', 'copyOf', 'from', 'token'] as const) {
    const value = place[key];
    if (value !== undefined) query.set(key, value);
  }
  for (const [key, value] of Object.entries(place.with ?? {})) if (value !== null) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`;
}
