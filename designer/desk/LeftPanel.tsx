/** The left side: what can be put on the page, what is on it, and what the object is made of. One search for all three. */
import { type ReactNode, type RefObject, useState } from 'react';
import { Choices } from '../parts/Choices';
import styles from './desk.module.css';

export interface LeftTabOf<Tab extends string> {
  readonly code: Tab;
  readonly title: string;
  /** what its search finds */
  readonly hint: string;
}
export type LeftTab = 'palette' | 'outline' | 'data';
export const OBJECT_TABS: readonly LeftTabOf<LeftTab>[] = [
  { code: 'palette', title: '组件', hint: '搜索组件、字段' },
  { code: 'outline', title: '大纲', hint: '搜索大纲' },
  { code: 'data', title: '数据', hint: '搜索字段、字典' },
];

interface Props<Tab extends string> {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly tabs: readonly LeftTabOf<Tab>[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly children: (query: string) => ReactNode;
}

export const LeftPanel = <Tab extends string>({ tab, onTab, tabs, search, children }: Props<Tab>) => {
  const [query, setQuery] = useState('');
  const at = tabs.find((eachTab) => eachTab.code === tab) ?? tabs[0];
  return (
    <aside className={styles.left} aria-label="组件与大纲">
      <Choices role="tab" look="line" className={styles.tabs} choices={tabs} value={at?.code} onChoose={onTab} />
      <label className={styles.search}>
        <input
          ref={search}
          type="search"
          value={query}
          placeholder={at?.hint}
          aria-label="搜索"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('');
          }}
        />
        <kbd>/</kbd>
      </label>
      {children(query)}
    </aside>
  );
};
