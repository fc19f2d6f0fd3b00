/** Where designing begins: the apps, and what stands in each; a document to open, or a new one to make. */
import { Button, Dropdown, Input } from 'antd';
import { useState } from 'react';
import type { DeskDocument, DeskView } from '../desk/desk';
import { Glyph } from '../Glyph';
import { AppFiles } from '../publish/index';
import styles from './start.module.css';

interface Props {
  readonly view: DeskView;
  readonly onOpen: (id: string) => void;
  /** makes a new object in an app */
  readonly onNew: (app: string) => void;
  /** tables of other systems, brought in */
  readonly onTables: () => void;
  readonly onNewChart: (sort: 'report' | 'board', app: string) => void;
  readonly onNewFlow: () => void;
  /** what is published changed */
  readonly onImported: () => void;
  /** the app that is looked at */
  readonly app: string | undefined;
  readonly onApp: (app: string) => void;
}
const SORTS: readonly { readonly sort: string; readonly title: string; readonly icon: string }[] = [
  { sort: 'object', title: '对象', icon: 'object' },
  { sort: 'report', title: '报表', icon: 'report' },
  { sort: 'board', title: '看板', icon: 'board' },
  { sort: 'print', title: '打印模板', icon: 'print' },
  { sort: 'flow', title: '审批流程', icon: 'flow' },
  { sort: 'menus', title: '菜单', icon: 'menu' },
  { sort: 'dictionaries', title: '字典', icon: 'book' },
  { sort: 'settings', title: '参数', icon: 'switch' },
];
/** sorts that have a canvas */
export const OPENABLE = new Set(SORTS.map((sort) => sort.sort));

export const StartPage = (props: Props) => {
  const { view, app: chosen, onApp, onOpen, onNew, onTables, onNewChart, onNewFlow, onImported } = props;
  const isGone = view.gone !== undefined;
  const [query, setQuery] = useState('');
  const shown = view.documents.filter((doc) => OPENABLE.has(doc.sort));
  const apps = view.apps.filter((app) => app.code === chosen || shown.some((doc) => doc.app === app.code));
  const at = apps.find((app) => app.code === chosen) ?? apps[0];
  const wanted = query.trim().toLowerCase();
  const found = shown.filter((doc) =>
    wanted === '' ? doc.app === at?.code : `${doc.title} ${doc.code}`.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles.start}>
      <nav className={styles.apps} aria-label="应用">
        {apps.map((app) => (
          <button
            key={app.code}
            type="button"
            aria-current={wanted === '' && app.code === at?.code}
            onClick={() => {
              onApp(app.code);
              setQuery('');
            }}
          >
            <Glyph name="board" />
            {app.title}
            <em>{shown.filter((doc) => doc.app === app.code).length}</em>
          </button>
        ))}
      </nav>
      <div className={styles.body}>
        <div className={styles.bar}>
          <h1>{wanted === '' ? (at?.title ?? '应用与对象') : '搜索结果'}</h1>
          <Input
            className={styles.find}
            allowClear
            value={query}
            placeholder="搜索对象、报表、看板、流程"
            aria-label="搜索"
            prefix={<Glyph name="search" />}
            onChange={(event) => setQuery(event.target.value)}
          />
          {view.mayMake && (
            <>
              <i />
              <AppFiles app={at} library={view.library} onImported={onImported} />
              <Button disabled={isGone} onClick={onTables}>
                同步表
              </Button>
              <Dropdown
                disabled={isGone}
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'report', label: '报表' },
                    { key: 'board', label: '看板' },
                  ],
                  onClick: ({ key }) => onNewChart(key as 'report' | 'board', at?.code ?? ''),
                }}
              >
                <Button disabled={isGone}>
                  新建图表 <Glyph name="down" />
                </Button>
              </Dropdown>
              {at?.code === 'flow' ? (
                <Button type="primary" disabled={isGone} onClick={onNewFlow}>
                  新建流程
                </Button>
              ) : (
                <Button type="primary" disabled={isGone} onClick={() => onNew(at?.code ?? '')}>
                  新建对象
                </Button>
              )}
            </>
          )}
        </div>
        {view.gone !== undefined && (
          <p role="status" className={styles.gone}>
            {view.gone}
          </p>
        )}
        {SORTS.map(({ sort, title, icon }) => {
          const own = found.filter((doc) => doc.sort === sort);
          if (own.length === 0) return null;
          return (
            <section key={sort} aria-label={title}>
              <h2 className={styles.sort}>
                {title} {own.length}
              </h2>
              <div className={styles.cards}>
                {own.map((doc) => (
                  <button
                    key={doc.id}
                    type="button"
                    className={styles.card}
                    disabled={isGone || doc.fault !== undefined}
                    onClick={() => onOpen(doc.id)}
                  >
                    <Glyph name={icon} />
                    <span title={view.gone ?? doc.fault ?? doc.title}>{doc.title}</span>
                    <State document={doc} />
                  </button>
                ))}
              </div>
            </section>
          );
        })}
        {found.length === 0 && <p className={styles.none}>{wanted === '' ? '这个应用还没有对象。' : '没有找到'}</p>}
      </div>
    </div>
  );
};

const State = ({ document: { own, fresh, changed, undecided, fault } }: { readonly document: DeskDocument }) => {
  if (fault !== undefined) return <em data-undecided="">未能载入，已停用</em>;
  if (undecided > 0) return <em data-undecided="">与新版本冲突</em>;
  if (fresh) return <em data-changed="">未发布</em>;
  if (changed) return <em data-changed="">有修改</em>;
  return <em>{own ? '自建' : '标准'}</em>;
};
