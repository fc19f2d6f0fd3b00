/** The menus of the user: what getUserMenuList answers, as a tree for the side menu and as a table of addresses for the router. */
export interface MenuItem {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly url: string | null;
  readonly routeName?: string | null;
  readonly subUrls?: readonly string[] | string | null;
  readonly icon?: string | null;
  /** 10 directory, 20 menu */
  readonly type: number | string;
  /** 2 = opens in a new window */
  readonly openMode?: number | string | null;
  readonly keepAlive?: boolean | number | null;
  readonly sort?: number | null;
  /** no entry in the menu; its addresses stand */
  readonly hidden?: boolean;
  readonly page?: string | null;
  readonly pages?: readonly { readonly url: string; readonly page: string; readonly select?: true }[];
}
export type MenuAnswer = Readonly<Record<string, readonly MenuItem[]>>;

export interface MenuNode {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly url: string | null;
  readonly newWindow: boolean;
  readonly children: readonly MenuNode[];
}
/** An address the user may open. */
export interface Route {
  readonly path: string;
  /** page code, `purchaseOrder#edit`, or the name of a coded screen */
  readonly page: string;
  readonly title: string;
  readonly menuId: string;
  /** a selection dialog: a window of its own */
  readonly select?: true;
  /** names of the directories above, for the breadcrumb */
  readonly trail: readonly string[];
}

export const plainPath = (path: string): string => path.replace(/[?#].*$/, '').replace(/\/+$/, '') || '/';

export const menuTree = (answer: MenuAnswer): readonly MenuNode[] => {
  const items = Object.values(answer)
    .flat()
    .filter(({ hidden }) => hidden !== true);
  const known = new Set(items.map((item) => item.id));
  const below = (parent: string | null): readonly MenuNode[] =>
    items
      .filter((item) => (parent === null ? !item.parentId || !known.has(item.parentId) : item.parentId === parent))
      .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      .map((item) => ({
        id: item.id,
        name: item.name,
        icon: item.icon ?? '',
        url: item.url ? plainPath(item.url) : null,
        newWindow: String(item.openMode ?? '') === '2',
        children: below(item.id),
      }))
      .filter((node) => node.url !== null || node.children.length > 0);
  return below(null).map((area) => (leavesOf(area).length > FLAT ? area : { ...area, children: leavesOf(area) }));
};
/** so many entries of an area are found at a glance: whoever may open no more of it has no groups between */
const FLAT = 12;
const leavesOf = ({ children }: MenuNode): readonly MenuNode[] =>
  children.flatMap((node) => (node.children.length === 0 ? [node] : leavesOf(node)));

export const routesOf = (answer: MenuAnswer): ReadonlyMap<string, Route> => {
  const items = Object.values(answer).flat();
  const byId = new Map(items.map((item) => [item.id, item]));
  const trailOf = (item: MenuItem): readonly string[] => {
    const above = item.parentId ? byId.get(item.parentId) : undefined;
    return above === undefined ? [] : [...trailOf(above), above.name];
  };
  const routes = new Map<string, Route>();
  for (const item of items) {
    const pages = [...(item.pages ?? []), ...(item.url && item.page ? [{ url: item.url, page: item.page }] : [])];
    for (const { url, page, ...marks } of pages) {
      if (url.includes('?') && url !== item.url) continue;
      const path = plainPath(url);
      if (!routes.has(path))
        routes.set(path, { path, page, title: item.name, menuId: item.id, trail: trailOf(item), ...marks });
    }
  }
  return routes;
};

/** Addresses of views that share a path (`?view=`), by page code; the path itself opens the list. */
export const viewUrlsOf = (answer: MenuAnswer): ReadonlyMap<string, string> => {
  const pages = Object.values(answer).flatMap((items) => items.flatMap((item) => item.pages ?? []));
  return new Map(pages.filter(({ url }) => url.includes('?')).map(({ url, page }) => [page, url]));
};

/** url → menu id (specification §3): the menu itself and every page that shares its rights */
export const menuMapOf = (answer: MenuAnswer): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  for (const item of Object.values(answer).flat()) {
    const subs = typeof item.subUrls === 'string' ? item.subUrls.split(/\s+/) : (item.subUrls ?? []);
    const urls = [item.url, ...(item.pages ?? []).map((page) => page.url), ...subs];
    for (const url of urls) if (url) map.set(plainPath(url), item.id);
  }
  return map;
};
