/** Schemes as tabs at the left, the ways to look at the rows at the right. */
import type { Page } from '../page/index';
import type { FaceTurn } from './faces';
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
  readonly turn: FaceTurn | undefined;
}

export const SchemeBar = ({ page, scheme, onScheme, views, view, onView, turn }: Props) => {
  const tabs = schemeTabs(page);
  if (tabs.length === 0 && views.length < 2 && turn === undefined) return null;
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
        <Switch
          label="视图"
          choices={views.map((code) => ({ code, title: VIEW_TITLES[code] }))}
          at={view}
          onChoose={onView}
        />
      )}
      {turn !== undefined && <Switch label="页面" choices={turn.faces} at={turn.at} onChoose={turn.onTurn} />}
    </div>
  );
};

interface SwitchProps<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly code: T; readonly title: string }[];
  readonly at: T;
  readonly onChoose: (code: T) => void;
}

const Switch = <T extends string>({ label, choices, at, onChoose }: SwitchProps<T>) => (
  <div className={styles.views} role="radiogroup" aria-label={label}>
    {choices.map(({ code, title }) => (
      <button key={code} type="button" role="radio" aria-checked={code === at} onClick={() => onChoose(code)}>
        {title}
      </button>
    ))}
  </div>
);
