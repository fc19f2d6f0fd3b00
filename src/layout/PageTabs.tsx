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
  useEffect(() => {
    bar.current?.querySelector(`[data-tab="${activeId}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeId]);

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
    if (step !== 0 && next !== undefined) onShow(next.url);
    if (event.key === 'Delete') onClose(tabs.range(tabs.tabs[index]?.id ?? 0, 'self'));
  };
  return (
    <div className={styles.bar} ref={bar} role="tablist" aria-label="打开的页面">
      {tabs.tabs.map((tab, index) => (
        <Dropdown key={tab.id} menu={menuOf(tab)} trigger={['contextMenu']}>
          <div
            className={styles.tab}
            data-tab={tab.id}
            data-on={tab.id === activeId || undefined}
            draggable={!tab.fixed}
            onAuxClick={(event) => handleAux(event, tab)}
            onDragStart={() => setDragged(tab.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null || dragged === tab.id) return;
              event.preventDefault();
              tabs.move(dragged, index);
            }}
          >
            <button
              type="button"
              role="tab"
              className={styles.title}
              aria-selected={tab.id === activeId}
              tabIndex={tab.id === activeId ? 0 : -1}
              title={tab.title}
              onClick={() => onShow(tab.url)}
              onKeyDown={(event) => handleKey(event, index)}
            >
              {tab.dirty && <i role="img" aria-label="未保存" />}
              <span>{tab.title}</span>
            </button>
            {!tab.fixed && (
              <button
                type="button"
                className={styles.close}
                tabIndex={-1}
                aria-label={`关闭${tab.title}`}
                onClick={() => onClose([tab.id])}
              >
                <Icon name="close" />
              </button>
            )}
          </div>
        </Dropdown>
      ))}
    </div>
  );
});
