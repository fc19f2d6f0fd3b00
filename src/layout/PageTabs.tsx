/** Page tabs: click shows, middle click closes, drag moves, right click offers close others, left, right, all; a dot = unsaved. */
import { Dropdown, type MenuProps } from 'antd';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../../runtime/page/Icon';
import type { Tab, TabStore } from '../session/tabs';
import styles from './PageTabs.module.css';

interface Props {
  readonly tabs: TabStore;
  readonly onShow: (url: string) => void;
  readonly onClose: (ids: readonly number[]) => void;
}
const CLOSE = [
  { key: 'self', label: '关闭' },
  { key: 'others', label: '关闭其他' },
  { key: 'left', label: '关闭左侧' },
  { key: 'right', label: '关闭右侧' },
  { key: 'all', label: '关闭全部' },
] as const;

export const PageTabs = observer(({ tabs, onShow, onClose }: Props) => {
  const bar = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const { activeId } = tabs;
  /** a key went to another tab or closed this one: the focus stays among the tabs */
  const byKey = useRef(false);
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[data-tab="${activeId}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (byKey.current) tab?.focus();
    byKey.current = false;
  }, [activeId]);
  // a page that says its name later is wider than it was when it came into view
  const activeTitle = tabs.tabs.find((tab) => tab.id === activeId)?.title;
  useEffect(() => {
    if (activeTitle === undefined) return;
    bar.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeTitle]);

  const menuOf = (tab: Tab): MenuProps => ({
    items: CLOSE.map(({ key, label }) => ({ key, label, disabled: tabs.range(tab.id, key).length === 0 })),
    onClick: ({ key }) => onClose(tabs.range(tab.id, key as (typeof CLOSE)[number]['key'])),
  });
  const handleAux = (event: MouseEvent, tab: Tab): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    onClose(tabs.range(tab.id, 'self'));
  };
  const handleKey = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs.tabs[index + step];
    byKey.current = (step !== 0 && next !== undefined) || event.key === 'Delete';
    if (step !== 0 && next !== undefined) onShow(next.url);
    if (event.key === 'Delete') onClose(tabs.range(tabs.tabs[index]?.id ?? 0, 'self'));
  };
  // a tablist may hold nothing but tabs: the crosses stand beside it, laid over their tabs by the grid they share
  return (
    <div className={styles.bar} ref={bar}>
      <div className={styles.tabs} role="tablist" aria-label="打开的页面">
        {tabs.tabs.map((tab, index) => (
          <Dropdown key={tab.id} menu={menuOf(tab)} trigger={['contextMenu']}>
            <button
              type="button"
              role="tab"
              className={styles.tab}
              style={{ gridColumn: index + 1 }}
              data-tab={tab.id}
              data-on={tab.id === activeId || undefined}
              data-fixed={tab.fixed || undefined}
              draggable={!tab.fixed}
              aria-selected={tab.id === activeId}
              aria-keyshortcuts={tab.fixed ? undefined : 'Delete'}
              tabIndex={tab.id === activeId ? 0 : -1}
              title={tab.title}
              onClick={() => onShow(tab.url)}
              onAuxClick={(event) => handleAux(event, tab)}
              onKeyDown={(event) => handleKey(event, index)}
              onDragStart={() => setDragged(tab.id)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null || dragged === tab.id) return;
                event.preventDefault();
                tabs.move(dragged, index);
              }}
            >
              {tab.dirty && <i role="img" aria-label="未保存" />}
              <span>{tab.title}</span>
            </button>
          </Dropdown>
        ))}
      </div>
      {tabs.tabs.map(
        (tab, index) =>
          !tab.fixed && (
            <button
              key={tab.id}
              type="button"
              className={styles.close}
              style={{ gridColumn: index + 1 }}
              tabIndex={-1}
              aria-label={`关闭${tab.title}`}
              onClick={() => onClose([tab.id])}
              onAuxClick={(event) => handleAux(event, tab)}
            >
              <Icon name="close" />
            </button>
          ),
      )}
    </div>
  );
});
