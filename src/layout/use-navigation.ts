/**
 * The address and the tabs follow each other: the address says which tab is in front, closing a tab changes the address. An address
 * nobody granted goes to the home page with 页面不存在.
 */
import { useEffect, useMemo } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import type { Feedback } from '../../runtime/page/host';
import { useStores } from '../session/context';
import { keepTabs, keptTabs } from '../session/kept-tabs';
import { plainPath } from '../session/menus';
import { tellOpened } from '../session/opened';
import type { SessionStore } from '../session/session';
import type { TabStore } from '../session/tabs';

export const LEAVE = '有未保存的修改，关闭后将丢失，是否继续？';

/** addresses of the specification that are no page but lead to the first one below them */
const LEADS: ReadonlyMap<string, string> = new Map([
  ['/personal', '/personal/infoMange'],
  ['/personal/personalMange', '/personal/infoMange'],
  ['/quantityadjust', '/quantityadjust/adjustquantity/productionstart'],
  ['/quantityadjust/adjustquantity', '/quantityadjust/adjustquantity/productionstart'],
]);

export interface Navigation {
  open(url: string): void;
  /** closes tabs after asking once about unsaved ones */
  close(ids: readonly number[]): Promise<void>;
  /** closes the page and shows the one it was opened from */
  back(id: number): Promise<void>;
  /** the same tab under another address */
  readdress(id: number, url: string, replace: boolean): void;
}

export const useNavigation = (feedback: Feedback): Navigation => {
  const { session, tabs } = useStores();
  const navigate = useNavigate();
  const location = useLocation();
  const url = location.pathname + location.search;

  useEffect(() => {
    const home = session.route('/home');
    if (tabs.tabs.length === 0 && home !== undefined) {
      tabs.restore(home, { url: '/home', title: home.title });
      for (const kept of keptTabs()) {
        const route = session.route(plainPath(kept.url));
        if (route !== undefined) tabs.restore(route, kept);
      }
    }
    if (location.pathname === '/') return void navigate(session.homeUrl, { replace: true });
    const lead = LEADS.get(plainPath(location.pathname));
    if (lead !== undefined) return void navigate(lead, { replace: true });
    const route = session.route(plainPath(location.pathname));
    if (route === undefined) {
      feedback.error('页面不存在');
      return void navigate('/', { replace: true });
    }
    tabs.show(route, url);
  }, [session, tabs, navigate, location.pathname, url, feedback]);

  // after the tabs of before are back
  useEffect(() => keepTabs(tabs), [tabs]);
  useEffect(() => tellOpened(tabs), [tabs]);
  useLeaveWarning(tabs);
  return useMemo(() => navigationOf(session, tabs, navigate, feedback), [session, tabs, navigate, feedback]);
};

const navigationOf = (
  session: SessionStore,
  tabs: TabStore,
  navigate: NavigateFunction,
  feedback: Feedback,
): Navigation => ({
  open: (url) => {
    const path = plainPath(url);
    const route = session.route(LEADS.get(path) ?? path);
    // a page that is open keeps its filter, scheme and order
    const kept = route === undefined || url.includes('?') ? undefined : tabs.find(url, route.page)?.url;
    if (route === undefined && plainPath(url) !== '/') feedback.error('页面不存在');
    else void navigate(kept ?? url);
  },
  close: async (ids) => {
    const dirty = ids.map((id) => tabs.get(id)).filter((tab) => tab?.dirty === true);
    if (dirty.length > 0 && !(await feedback.confirm(LEAVE, { danger: true }))) return;
    const next = tabs.close(ids);
    if (next !== null) void navigate(next);
  },
  back: async (id) => {
    const tab = tabs.get(id);
    if (tab === undefined || (tab.dirty && !(await feedback.confirm(LEAVE, { danger: true })))) return;
    const opener = tabs.get(tab.opener)?.url ?? '/home';
    tabs.close([id]);
    void navigate(opener);
  },
  readdress: (id, url, replace) => {
    tabs.readdress(id, url);
    if (tabs.activeId === id) void navigate(url, { replace });
  },
});

/** A reload or a closed window asks while anything is unsaved. */
const useLeaveWarning = (tabs: TabStore): void => {
  useEffect(() => {
    const handle = (event: BeforeUnloadEvent): void => {
      if (tabs.tabs.some((tab) => tab.dirty)) event.preventDefault();
    };
    window.addEventListener('beforeunload', handle);
    return () => window.removeEventListener('beforeunload', handle);
  }, [tabs]);
};
