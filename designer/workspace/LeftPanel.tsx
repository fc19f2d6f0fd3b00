/** The left side: what can be put on the page, what is on it, and what the object is made of. One search for all three. */
import { type ReactNode, type RefObject, useState } from 'react';
import { Choices } from '../parts/Choices';
import styles from './workspace.module.css';

export type LeftTab = 'palette' | 'outline' | 'data';
const TABS: readonly { readonly code: LeftTab; readonly title: string; readonly hint: string }[] = [
  { code: 'palette', title: '组件', hint: '搜索组件、字段' },
  { code: 'outline', title: '大纲', hint: '搜索大纲' },
  { code: 'data', title: '数据', hint: '搜索字段、字典' },
];

interface Props {
  readonly tab: LeftTab;
  readonly onTab: (tab: LeftTab) => void;
  readonly tabs: readonly LeftTab[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly children: (query: string) => ReactNode;
}

export const LeftPanel = ({ tab, onTab, tabs, search, children }: Props) => {
  const [query, setQuery] = useState('');
  const at = tabs.includes(tab) ? tab : (tabs[0] ?? 'outline');
  return (
    <aside className={styles.left} aria-label="组件与大纲">
      <Choices
        role="tab"
        look="line"
        className={styles.tabs}
        choices={TABS.filter((one) => tabs.includes(one.code))}
        value={at}
        onChoose={onTab}
      />
      <label className={styles.search}>
        <input
          ref={search}
          type="search"
          value={query}
          placeholder={TABS.find((one) => one.code === at)?.hint}
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
