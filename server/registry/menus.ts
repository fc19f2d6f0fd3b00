import type { MenuItemDoc } from '../../schemas/language/document';
import type { SchemaFiles } from './load';
import { isEntry, isSelection, type Page } from './pages';

/** A row of the menu as the shell gets it, with what decides who sees it. */
export interface MenuRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly app: string;
  readonly name: string;
  readonly icon: string | null;
  /** route of the list page or of the screen; null for a directory */
  readonly url: string | null;
  readonly routeName: string;
  /** edit, detail and side pages that belong to this entry */
  readonly subUrls: readonly string[];
  /** 10 directory, 20 page */
  readonly type: 10 | 20;
  readonly openMode: 'tab' | 'window';
  readonly keepAlive: boolean;
  readonly hidden: boolean;
  readonly in: 'all' | 'browser' | 'messenger';
  readonly sort: number;
  readonly page: string | null;
  readonly screen: string | null;
  /** `select` = a selection dialog in a window of its own (`list.as`) */
  readonly pages: readonly { readonly url: string; readonly page: string; readonly select?: true }[];
  /** opens its page; who holds another of its functions reaches its other pages by links alone; null = any of `functions` does */
  readonly right: string | null;
  /** function codes that hang here; any of them gives its addresses */
  readonly functions: readonly string[];
}

/** Areas that stand below all others, in this order: nobody's daily work. */
export const LAST: readonly string[] = ['document', 'system', 'demo'];

/**
 * The menu rows of all files, in order. Objects and views whose `menu` names an entry join it; a view that no entry names joins the
 * entry of its object, so that its route is reachable and its rights are found.
 */
export function menuRows(files: SchemaFiles, pages: ReadonlyMap<string, Page>): MenuRow[] {
  const guests = guestPages(files, pages);
  const rows: MenuRow[] = [];
  for (const { doc, file } of [...files.menus].sort((a, b) => LAST.indexOf(a.doc.area) - LAST.indexOf(b.doc.area))) {
    const app = doc.app ?? doc.area;
    if (!rows.some((row) => row.id === doc.area))
      rows.push(directory(doc.area, null, app, doc.title, doc.icon ?? null, rows.length));
    const walk = (items: Readonly<Record<string, MenuItemDoc>>, parent: string): void => {
      for (const [code, item] of Object.entries(items)) {
        if (item.off) continue;
        const id = `${doc.area}.${code}`;
        if (item.items) {
          rows.push({
            ...directory(id, parent, app, item.title ?? code, item.icon ?? null, rows.length),
            url: item.route ?? null,
            hidden: item.hide ?? false,
          });
          walk(item.items, id);
          continue;
        }
        rows.push(
          entry(id, code, item, { parent, app, file, sort: rows.length, pages, guests: guests.get(code) ?? [] }),
        );
      }
    };
    walk(doc.items, doc.area);
  }
  return rows;
}

function directory(
  id: string,
  parentId: string | null,
  app: string,
  name: string,
  icon: string | null,
  sort: number,
): MenuRow {
  return {
    id,
    parentId,
    app,
    name,
    icon,
    url: null,
    routeName: id,
    subUrls: [],
    type: 10,
    openMode: 'tab',
    keepAlive: true,
    hidden: false,
    in: 'all',
    sort,
    page: null,
    screen: null,
    pages: [],
    right: null,
    functions: [],
  };
}

interface Place {
  readonly parent: string;
  readonly app: string;
  readonly file: string;
  readonly sort: number;
  readonly pages: ReadonlyMap<string, Page>;
  readonly guests: readonly Page[];
}
function entry(id: string, code: string, item: MenuItemDoc, at: Place): MenuRow {
  const page = item.page === undefined ? undefined : at.pages.get(item.page);
  if (item.page !== undefined && !page) throw new Error(`${at.file}: menu ${code} names the unknown page ${item.page}`);
  const family = page ? [page, ...at.guests].flatMap((guest) => faces(guest, at.pages)) : [];
  const urls = family.flatMap((page) =>
    page.route === undefined
      ? []
      : [
          {
            url: page.route,
            page: page.code,
            ...(isEntry(page) && isSelection(page) ? { select: true as const } : {}),
          },
        ],
  );
  const url = page?.route ?? item.route ?? null;
  return {
    id,
    parentId: at.parent,
    app: at.app,
    name: item.title ?? page?.title ?? code,
    icon: item.icon ?? null,
    url,
    routeName: item.name ?? code,
    subUrls: urls.map((url) => url.url).filter((text) => text !== url),
    type: 20,
    openMode: item.open ?? 'tab',
    keepAlive: item.keep ?? true,
    hidden: item.hide ?? false,
    in: item.in ?? 'all',
    sort: at.sort,
    page: page?.code ?? null,
    screen: item.screen ?? null,
    pages: urls,
    right: page?.right ?? null,
    functions: [...new Set([...family.flatMap(functionsOf), ...(item.grants ?? [])])],
  };
}

const faces = (list: Page, pages: ReadonlyMap<string, Page>): Page[] =>
  [list, pages.get(`${list.base}#edit`), pages.get(`${list.base}#detail`)].filter((page) => page !== undefined);

/** Rights of a page: the one that opens it and those of its actions. */
export const functionsOf = (page: Page): string[] => [
  page.right,
  ...Object.values(page.actions)
    .filter((action) => action.auto === undefined)
    .map((action) => action.right),
];

/** Pages that hang below an entry without being named by one: by `menu`, else views below the entry of their object. */
function guestPages(files: SchemaFiles, pages: ReadonlyMap<string, Page>): Map<string, Page[]> {
  const entryOf = new Map<string, string>();
  const visit = (items: Readonly<Record<string, MenuItemDoc>>): void => {
    for (const [code, item] of Object.entries(items)) {
      if (item.page !== undefined && !item.off && !entryOf.has(item.page)) entryOf.set(item.page, code);
      if (item.items) visit(item.items);
    }
  };
  for (const { doc } of files.menus) visit(doc.items);
  const guests = new Map<string, Page[]>();
  for (const page of pages.values()) {
    if (!isEntry(page) || entryOf.has(page.code)) continue;
    const menu = page.view?.menu ?? page.object.menu;
    const host = menu === undefined ? entryOf.get(page.base.split('.')[0] ?? '') : (entryOf.get(menu) ?? menu);
    if (host !== undefined) guests.set(host, [...(guests.get(host) ?? []), page]);
  }
  return guests;
}
