/** What the search of the top bar offers without asking the server: pages of the menus and new documents. Pure. */
import type { MenuNode } from '../session/menus';
import type { SessionStore } from '../session/session';

export interface Entry {
  readonly key: string;
  readonly name: string;
  /** where it belongs, in quieter letters */
  readonly trail: string;
  readonly icon: string;
  readonly url: string;
  readonly newWindow?: boolean;
}
const HOME: Entry = { key: '/home', url: '/home', name: '首页', trail: '', icon: 'home' };
const EDIT = /#edit$/;

export const pageEntries = (session: SessionStore): readonly Entry[] => [HOME, ...entriesOf(session.menus, [], '')];

const entriesOf = (nodes: readonly MenuNode[], trail: readonly string[], icon: string): readonly Entry[] =>
  nodes.flatMap(({ url, name, newWindow, children, ...node }) => {
    const own = node.icon || icon || 'doc';
    const self = url === null ? [] : [{ key: url, url, name, trail: trail.join(' / '), icon: own, newWindow }];
    return [...self, ...entriesOf(children, [...trail, name], own)];
  });

/** 新增: of every list whose rows are entered on a page of their own. */
export const addEntries = (session: SessionStore): readonly Entry[] => {
  const lists = new Map([...session.routes.values()].map((route) => [route.page, route] as const));
  return [...session.routes.values()].flatMap(({ page, path, trail }) => {
    const code = page.replace(EDIT, '');
    const list = code === page ? undefined : lists.get(code);
    if (list === undefined || !session.can(`${code}:add`)) return [];
    return [{ key: `+${path}`, url: path, name: `新增${list.title}`, trail: trail.join(' / '), icon: 'plus' }];
  });
};

/** names that start with the text first, then names that hold it, then directory or address */
export const matching = (entries: readonly Entry[], text: string): readonly Entry[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries;
  const rank = (entry: Entry): number => {
    const name = entry.name.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return entry.trail.toLowerCase().includes(wanted) || entry.url.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return entries.filter((entry) => rank(entry) < 3).sort((a, b) => rank(a) - rank(b));
};
