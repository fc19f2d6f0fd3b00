/** Mark, organisation, where the page stands, search, scan, approvals that wait, messages, user. */
import { Dropdown, type MenuProps } from 'antd';
import { observer } from 'mobx-react-lite';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../runtime/page/Icon';
import { Bell } from '../inbox/Bell';
import { Todo } from '../inbox/Todo';
import { plainPath } from '../session/menus';
import type { SessionStore } from '../session/session';
import type { Tab } from '../session/tabs';
import { isThemeChosen, onThemeMode, setThemeMode, themeMode } from '../theme/mode';
import { Avatar } from './Avatar';
import styles from './TopBar.module.css';

interface Props {
  readonly session: SessionStore;
  readonly tab: Tab | undefined;
  readonly onSearch: () => void;
  readonly onScan: () => void;
  readonly onMenu: () => void;
  readonly onOpen: (url: string) => void;
  readonly onBack: (id: number) => void;
  /** inside the messenger: no menu, no tabs */
  readonly embedded: boolean;
}

export const TopBar = observer(({ session, tab, onSearch, onScan, onMenu, onOpen, onBack, embedded }: Props) => {
  const mode = useSyncExternalStore(onThemeMode, themeMode);
  const route = tab === undefined ? undefined : session.route(plainPath(tab.url));
  const tasks = session.urlOf('flowTask');
  const handleSignOut = (): void => {
    void session.signOut().then(() => location.assign('/v2/login'));
  };
  const items: MenuProps['items'] = [
    { key: 'who', label: session.nickName, disabled: true },
    { type: 'divider' },
    {
      key: 'theme',
      icon: <Icon name={mode === 'dark' ? 'sun' : 'moon'} />,
      label: mode === 'dark' ? '浅色' : '深色',
      onClick: () => setThemeMode(mode === 'dark' ? 'light' : 'dark'),
    },
    ...(isThemeChosen()
      ? [{ key: 'system', icon: <Icon name="setting" />, label: '跟随系统', onClick: () => setThemeMode('system') }]
      : []),
    {
      key: 'full',
      icon: <Icon name="expand" />,
      label: '全屏',
      onClick: () =>
        void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    },
    { type: 'divider' },
    { key: 'own', icon: <Icon name="user" />, label: '个人信息', onClick: () => onOpen('/personal/infoMange') },
    { key: 'pwd', icon: <Icon name="lock" />, label: '修改密码', onClick: () => onOpen('/personal/changePwd') },
    { key: 'exit', icon: <Icon name="exit" />, label: '退出登录', onClick: handleSignOut },
  ];
  return (
    <header className={styles.top} data-embedded={embedded || undefined}>
      {!embedded && (
        <button type="button" className={styles.burger} onClick={onMenu} aria-label="菜单">
          <Icon name="menu" />
        </button>
      )}
      <button type="button" className={styles.brand} onClick={() => onOpen('/home')} aria-label="工坊 首页">
        <i data-letter="工" />
        <span>工坊</span>
      </button>
      <span className={styles.org} title={session.orgName}>
        {session.orgName}
      </span>
      {tab !== undefined && (
        <nav className={styles.trail} aria-label="位置">
          {[...(route?.trail ?? []), tab.title].map((name, index, all) => (
            <span key={`${index}${name}`} data-last={index === all.length - 1 || undefined}>
              {name}
            </span>
          ))}
        </nav>
      )}
      {tab !== undefined && (
        <div className={styles.phoneTitle}>
          {!tab.fixed && (
            <button type="button" onClick={() => onBack(tab.id)} aria-label="返回">
              <Icon name="left" />
            </button>
          )}
          <b>{tab.title}</b>
        </div>
      )}
      <button type="button" className={styles.find} onClick={onSearch} aria-label="搜索页面、单号、物料">
        <Icon name="search" />
        <span>搜索页面、单号、物料</span>
        <kbd data-letter="Ctrl K" />
      </button>
      <div className={styles.end}>
        <button type="button" className={styles.scan} onClick={onScan} title="扫码" aria-label="扫码">
          <Icon name="scan" />
        </button>
        {tasks !== undefined && <Todo url={tasks} onOpen={onOpen} />}
        <Bell
          urlOf={(docType, id) => (id === null ? session.urlOf(docType) : session.recordUrl(docType, id))}
          onOpen={onOpen}
        />
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <button type="button" className={styles.user} aria-label={`${session.nickName} 用户菜单`}>
            <Avatar name={session.nickName} file={session.look?.avatar ?? null} />
            <span>{session.nickName}</span>
          </button>
        </Dropdown>
      </div>
    </header>
  );
});
