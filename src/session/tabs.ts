/**
 * The page tabs. A tab is born when its address is shown, keeps its own address (search, sort, page of a list) while it lies behind
 * another, and is gone when it is closed. Lists have one tab per path, records one per path and id.
 */
import { makeAutoObservable } from 'mobx';
import { plainPath, type Route } from './menus';

export interface Tab {
  readonly id: number;
  readonly page: string;
  readonly menuId: string;
  readonly fixed: boolean;
  /** the tab in front when this one came, 0 = none */
  readonly opener: number;
  key: string;
  /** path and query inside the base */
  url: string;
  title: string;
  dirty: boolean;
  /** mounted since it was first in front; restored tabs wait for that */
  visited: boolean;
}
export interface KeptTab {
  readonly url: string;
  readonly title: string;
}

const RECORD_KEYS = ['id', 'copyOf', 'from', 'token'];

/** Two addresses with the same key are the same tab. */
export const tabKey = (url: string, page: string): string => {
  const path = plainPath(url);
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const view = query.get('view');
  const base = view === null ? path : `${path}?view=${view}`;
  if (!/#(edit|detail)$/.test(page)) return base;
  const parts = RECORD_KEYS.flatMap((name) => (query.get(name) === null ? [] : [`${name}=${query.get(name)}`]));
  return `${base}#${parts.join('&') || 'new'}`;
};

export class TabStore {
  tabs: Tab[] = [];
  activeId = 0;
  private last = 0;

  constructor() {
    makeAutoObservable<this, 'last'>(this, { last: false }, { autoBind: true });
  }

  get active(): Tab | undefined {
    return this.tabs.find((tab) => tab.id === this.activeId);
  }

  /** Brings the tab of an address to the front, making it if there is none. */
  show(route: Route, url: string): void {
    const tab = this.find(url, route.page) ?? this.make(route, url, route.title);
    tab.url = url;
    tab.visited = true;
    this.activeId = tab.id;
  }

  /** Puts back the tabs of before a reload, without mounting them. */
  restore(route: Route, kept: KeptTab): void {
    if (this.find(kept.url, route.page) === undefined) this.make(route, kept.url, kept.title);
  }

  /** The page itself changed its address (a saved record got an id, a list was sorted): same tab. */
  readdress(id: number, url: string): void {
    const tab = this.get(id);
    if (tab === undefined) return;
    tab.url = url;
    tab.key = tabKey(url, tab.page);
  }

  setTitle(id: number, title: string): void {
    const tab = this.get(id);
    if (tab !== undefined) tab.title = title;
  }

  setDirty(id: number, dirty: boolean): void {
    const tab = this.get(id);
    if (tab !== undefined) tab.dirty = dirty;
  }

  /** Removes tabs (never the fixed one) and answers the address to show now, if the one in front went. */
  close(ids: readonly number[]): string | null {
    const gone = new Set(ids.filter((id) => this.get(id)?.fixed === false));
    const at = this.tabs.findIndex((tab) => tab.id === this.activeId);
    const next = gone.has(this.activeId)
      ? (this.tabs.slice(at + 1).find((tab) => !gone.has(tab.id)) ??
        this.tabs.slice(0, at).findLast((tab) => !gone.has(tab.id)))
      : undefined;
    this.tabs = this.tabs.filter((tab) => !gone.has(tab.id));
    if (next === undefined) return null;
    this.activeId = next.id;
    return next.url;
  }

  /** ids a menu entry of the tab would close */
  range(id: number, which: 'self' | 'others' | 'left' | 'right' | 'all'): readonly number[] {
    const at = this.tabs.findIndex((tab) => tab.id === id);
    return this.tabs
      .filter((tab, index) => {
        if (tab.fixed) return false;
        if (which === 'self') return index === at;
        if (which === 'others') return index !== at;
        if (which === 'left') return index < at;
        return which === 'right' ? index > at : true;
      })
      .map((tab) => tab.id);
  }

  move(id: number, to: number): void {
    const from = this.tabs.findIndex((tab) => tab.id === id);
    const [tab] = this.tabs.slice(from, from + 1);
    if (tab === undefined || tab.fixed || this.tabs[to]?.fixed === true) return;
    const rest = this.tabs.filter((other) => other !== tab);
    this.tabs = [...rest.slice(0, to), tab, ...rest.slice(to)];
  }

  get(id: number): Tab | undefined {
    return this.tabs.find((tab) => tab.id === id);
  }

  /** The open tab of an address. */
  find(url: string, page: string): Tab | undefined {
    const key = tabKey(url, page);
    return this.tabs.find((tab) => tab.key === key);
  }

  private make(route: Route, url: string, title: string): Tab {
    const id = ++this.last;
    const fixed = route.page === 'home';
    const tab: Tab = {
      id,
      page: route.page,
      menuId: route.menuId,
      fixed,
      opener: this.activeId,
      key: tabKey(url, route.page),
      url,
      title,
      dirty: false,
      visited: false,
    };
    this.tabs = fixed ? [tab, ...this.tabs] : [...this.tabs, tab];
    return this.get(id) ?? tab;
  }
}
