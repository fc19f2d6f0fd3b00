/** Schemes as tabs at the left, with how many rows stand behind them; the ways to look at the rows at the right. */
import { useQuery } from '@tanstack/react-query';
import { Dropdown, type MenuProps } from 'antd';
import { listSettings, settingKeys } from '../data/list-settings';
import { Icon, type Page, pressOver, useHost } from '../page/index';
import type { FaceTurn } from './faces';
import styles from './SchemeBar.module.css';
import { type Scheme, schemeTabs } from './schemes';
import type { List } from './use-list';
import type { View, ViewCode } from './views';

/** what the user chose for a scheme */
export type SchemeAct = 'update' | 'edit' | 'rename' | 'saveAs';
interface Props {
  readonly page: Page;
  readonly list: List;
  readonly onScheme: (scheme: Scheme) => void;
  readonly onAct: (act: SchemeAct, scheme: Scheme) => void;
  readonly views: readonly View[];
  readonly view: ViewCode;
  readonly onView: (view: ViewCode) => void;
  readonly turn: FaceTurn | undefined;
}
const COUNTED = 12;

export const SchemeBar = ({ page, list, onScheme, onAct, views, view, onView, turn }: Props) => {
  const { schemes, scheme } = list;
  const tabs = schemeTabs(page, schemes.all);
  const counts = useCounts(page, list, tabs);
  const touched = list.query.q !== undefined || Object.keys(list.query.search).length > 0;
  if (tabs.length === 0 && views.length < 2 && turn === undefined && !touched) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.tabs} role="tablist" aria-label="查询方案">
        {tabs.map((tab) => {
          const count = counts[tab.code];
          return (
            <button
              key={tab.code}
              type="button"
              role="tab"
              data-scheme={tab.code === '' ? undefined : tab.code}
              aria-selected={tab.code === scheme}
              title={tab.broken ? '方案含无权字段，请修改' : undefined}
              onClick={() => onScheme(tab)}
            >
              {tab.isDefault && tab.code !== '' && <small>(默认)</small>}
              {tab.broken && <Icon name="warn" className={styles.broken} />}
              {tab.title}
              {count !== undefined && (
                <i className={styles.count}>
                  {count.total}
                  {count.capped === true && '+'}
                </i>
              )}
            </button>
          );
        })}
      </div>
      <SchemeMenu list={list} tabs={tabs} onAct={onAct} />
      {views.length > 1 && <Switch label="视图" choices={views} at={view} onChoose={onView} />}
      {turn !== undefined && <Switch label="页面" choices={turn.faces} at={turn.at} onChoose={turn.onTurn} />}
    </div>
  );
};

/** Only of schemes that narrow; asked after the rows, which people wait for. */
const useCounts = (page: Page, list: List, tabs: readonly Scheme[]) => {
  const { active } = useHost();
  const codes = tabs
    .filter(({ code, content, broken }) => code !== '' && !broken && (content.where ?? content.search) !== undefined)
    .slice(0, COUNTED)
    .map((tab) => tab.code);
  const counts = useQuery({
    queryKey: settingKeys.counts(page.object.object, page.code, codes),
    // a number makes its tab wider: the tab that is being pressed stays where it is
    queryFn: async () => {
      const answer = await listSettings.counts(page.code, codes);
      await pressOver();
      return answer;
    },
    enabled: active && codes.length > 0 && list.data !== undefined,
    placeholderData: (old) => old,
    retry: false,
  });
  return counts.data ?? {};
};

interface MenuOwn {
  readonly list: List;
  readonly tabs: readonly Scheme[];
  readonly onAct: (act: SchemeAct, scheme: Scheme) => void;
}

/** What can be done with the scheme in front; a new one from what is set now. */
const SchemeMenu = ({ list, tabs, onAct }: MenuOwn) => {
  const { schemes, scheme, query } = list;
  const at = tabs.find((tab) => tab.code === scheme);
  const own = at !== undefined && !at.readonly && at.row !== undefined;
  const isChanged = query.q !== undefined || query.sort !== undefined || changedSearch(list);
  const items: NonNullable<MenuProps['items']> = [
    ...(own
      ? [
          { key: 'update', label: '更新方案', disabled: !isChanged },
          { key: 'edit', label: '修改条件' },
          { key: 'rename', label: '重命名' },
        ]
      : []),
    ...(at === undefined || at.code === '' || at.from === 'shared'
      ? []
      : [at.isDefault ? { key: 'off', label: '取消默认' } : { key: 'default', label: '设为默认' }]),
    { key: 'saveAs', label: '另存为方案' },
    ...(own ? [{ type: 'divider' as const }, { key: 'delete', label: '删除方案', danger: true }] : []),
  ];
  const handle = (key: string): void => {
    const scheme = at ?? { ...NOTHING };
    if (key === 'default' || key === 'off') void schemes.setDefault(scheme, key === 'default');
    else if (key === 'delete')
      void schemes.remove(scheme).then((gone) => {
        if (gone) list.ask({ type: 'scheme', scheme: '', search: {} });
      });
    else onAct(key as SchemeAct, scheme);
  };
  return (
    <>
      {isChanged && (
        <button
          type="button"
          className={styles.save}
          aria-label="保存方案"
          onClick={() => onAct('saveAs', at ?? NOTHING)}
        >
          <Icon name="plus" />
          <span>保存方案</span>
        </button>
      )}
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => handle(key) }}>
        <button type="button" className={styles.more} aria-label="方案操作" title="方案操作">
          <Icon name="more" />
        </button>
      </Dropdown>
    </>
  );
};
const NOTHING: Scheme = {
  code: '',
  title: '',
  isDefault: false,
  content: {},
  from: 'shipped',
  readonly: true,
  broken: false,
};

const changedSearch = ({ search, chosen }: List): boolean =>
  JSON.stringify(sorted(search)) !== JSON.stringify(sorted(chosen?.content.search ?? {}));
const sorted = (map: object): readonly unknown[] => Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));

/** Over a face that is no list: the way to the others. */
export const FaceBar = ({ turn }: { readonly turn: FaceTurn }) => (
  <div className={styles.bar}>
    <Switch label="页面" choices={turn.faces} at={turn.at} onChoose={turn.onTurn} />
  </div>
);

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
