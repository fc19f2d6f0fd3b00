/** Schemes as tabs at the left, the ways to look at the rows at the right. */
import type { Page } from '../page/index';
import styles from './SchemeBar.module.css';
import { schemeTabs } from './schemes';
import { VIEW_TITLES, type View } from './views';

interface Props {
  readonly page: Page;
  readonly scheme: string;
  readonly onScheme: (code: string) => void;
  readonly views: readonly View[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

export const SchemeBar = ({ page, scheme, onScheme, views, view, onView }: Props) => {
  const tabs = schemeTabs(page);
  if (tabs.length === 0 && views.length < 2) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.tabs} role="tablist" aria-label="查询方案">
        {tabs.map((tab) => (
          <button
            key={tab.code}
            type="button"
            role="tab"
            aria-selected={tab.code === scheme}
            onClick={() => onScheme(tab.code)}
          >
            {tab.isDefault && tab.code !== '' && <small>(默认)</small>}
            {tab.title}
          </button>
        ))}
      </div>
      {views.length > 1 && (
        <div className={styles.views} role="radiogroup" aria-label="视图">
          {views.map((one) => (
            <button key={one} type="button" role="radio" aria-checked={one === view} onClick={() => onView(one)}>
              {VIEW_TITLES[one]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
