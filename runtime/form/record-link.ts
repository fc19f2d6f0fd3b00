/** Where a referenced record's own page is: its detail page, if a menu of the user leads there. */
import { BASE } from '../data/base';
import type { Host } from '../page/host';
import type { Page } from '../page/types';
import type { RecordLink } from './form-model';

/** Asked at the moment of drawing, because the host of a page is another one each time its tab comes to the front. */
export const recordLink =
  (at: () => { readonly host: Host; readonly page: Page }) =>
  (object: string, id: string): RecordLink | undefined => {
    const { host, page } = at();
    const url = host.urlOf(`${object}#detail`);
    if (url === undefined || !page.can(`${object}:view`)) return undefined;
    const to = `${url}?id=${encodeURIComponent(id)}`;
    return { href: `${BASE}${to}`, open: () => at().host.openPage(to) };
  };
