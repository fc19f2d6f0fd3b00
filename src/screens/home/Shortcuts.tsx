/** 常用功能: the pages somebody chose, else those he uses most, else those he works on, else the first he has. */

import { Icon } from '../../../runtime/page/Icon';
import { HOME_SHORTCUTS } from '../../../schemas/language/home/layout';
import type { MenuNode } from '../../session/menus';
import { plainPath } from '../../session/menus';
import { worksAt } from '../../session/permissions';
import type { SessionStore } from '../../session/session';
import { Frame } from './Frame';
import styles from './HomeCard.module.css';

interface Props {
  readonly title: string;
  readonly chosen: readonly string[] | undefined;
  /** page codes */
  readonly used: readonly string[];
  readonly session: SessionStore;
  readonly onOpen: (url: string) => void;
}
export interface Shortcut {
  readonly url: string;
  readonly name: string;
  readonly icon: string;
}

/** Pages of the menu, with the icon of their directory. */
export const shortcutsOf = (menus: readonly MenuNode[], icon = 'folder'): readonly Shortcut[] =>
  menus.flatMap((node) => [
    ...(node.url === null ? [] : [{ url: node.url, name: node.name, icon: node.icon || icon }]),
    ...shortcutsOf(node.children, node.icon || icon),
  ]);

/** The first page of every directory, then the second: who is new here sees something of everything. */
const byTurns = (menus: readonly MenuNode[]): readonly Shortcut[] =>
  menus
    .flatMap((menu) => shortcutsOf([menu]).map((shortcut, turn) => ({ one: shortcut, turn })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ one: shortcut }) => shortcut);

export const Shortcuts = ({ title, chosen, used, session, onOpen }: Props) => {
  const all = shortcutsOf(session.menus);
  const byUrl = new Map(all.map((shortcut) => [plainPath(shortcut.url), shortcut]));
  const pages = used.flatMap((page) => [...session.routes.values()].find((route) => route.page === page)?.path ?? []);
  const picked = (urls: readonly string[]): readonly Shortcut[] =>
    urls.flatMap((url) => byUrl.get(plainPath(url)) ?? []);
  const own = picked(chosen ?? pages);
  const rest =
    chosen === undefined
      ? byTurns(session.menus)
          .filter(({ url }) => !own.some((shortcut) => shortcut.url === url))
          .sort((a, b) => Number(worksAt(session.auth, b.url)) - Number(worksAt(session.auth, a.url)))
      : [];
  const shown = [...own, ...rest].slice(0, HOME_SHORTCUTS);
  return (
    <Frame title={title}>
      {shown.length === 0 ? (
        <p className={styles.quiet}>还没有可用的功能，请联系管理员分配角色。</p>
      ) : (
        <div className={styles.tiles}>
          {shown.map(({ url, name, icon }) => (
            <button key={url} type="button" onClick={() => onOpen(url)}>
              <Icon name={icon} />
              {name}
            </button>
          ))}
        </div>
      )}
    </Frame>
  );
};
