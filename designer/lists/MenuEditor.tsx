/** The menu of an app as a tree: pages dragged in, entries moved by drag and key, renamed, hidden, with their icons. */
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { ICON_NAMES, Icon } from '../../runtime/page/index';
import { isNode } from '../../schemas/language/resolve/merge';
import { splitAddress, valueAt } from '../../schemas/language/steps/index';
import {
  addDirectory,
  addPageEntry,
  moveMenuItem,
  removeMenuItem,
  restoreMenuItem,
  retitle,
  setProperty,
} from '../commands/index';
import { LeftPanel } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import { refOptions } from '../inspector/choices';
import { FormDialog, FormLine } from '../parts/FormDialog';
import { useAgreed, useProposed } from '../workspace/use-proposed';
import styles from './lists.module.css';
import { MenuTree } from './MenuTree';
import { menuRows } from './menu-rows';
import { ListFrame } from './Panel';

const TABS = [{ code: 'pages' as const, title: '页面', hint: '搜索页面' }];
const HIDDEN: ReadonlySet<string> = new Set(['items', 'icon']);

export const MenuEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const { doc, library, selection } = view;
  const [address = ''] = selection;
  const node = valueAt(doc, address);
  const [naming, setNaming] = useState(false);
  const rows = useMemo(() => menuRows(doc, (page) => pageTitle(library, page)), [doc, library]);
  const pages = useMemo(() => refOptions(library, 'page'), [library]);
  const used = useMemo(
    () => new Set(rows.flatMap((row) => (row.page === undefined || row.off ? [] : [row.page]))),
    [rows],
  );
  const chosen = rows.find((row) => row.address === address);
  /** where a new entry goes: into the chosen directory, behind the chosen entry, at the end */
  const spot = (): { readonly list: string; readonly after?: string } =>
    chosen === undefined
      ? { list: 'items' }
      : chosen.isDirectory
        ? { list: `${chosen.address}.items` }
        : { list: splitAddress(chosen.address).parent, after: splitAddress(chosen.address).key };
  return (
    <ListFrame
      seat={seat}
      address={address}
      without={HIDDEN}
      card={
        isNode(node) || address === '' ? (
          <IconCard seat={seat} address={address} icon={iconAt(doc, address)} />
        ) : undefined
      }
      left={
        <LeftPanel tab="pages" onTab={() => undefined} tabs={TABS} search={seat.search}>
          {(query) => (
            <div className={styles.pages}>
              {pages
                .filter((page) => `${page.label} ${page.value}`.toLowerCase().includes(query.trim().toLowerCase()))
                .map((page) => (
                  <button
                    key={page.value}
                    type="button"
                    data-page={page.value}
                    disabled={view.readonly !== undefined}
                    onClick={() => seat.run(addPageEntry, { page: page.value, title: page.label, ...spot() })}
                  >
                    <Glyph name="plus" />
                    <span>{page.label}</span>
                    {used.has(page.value) && <em>已在</em>}
                  </button>
                ))}
            </div>
          )}
        </LeftPanel>
      }
    >
      <section className={styles.sheet} aria-label="菜单">
        <header>
          <Icon name={String(doc.icon ?? 'menu')} />
          <h2>{String(doc.title ?? doc.area)}</h2>
          <Button className={styles.add ?? ''} onClick={() => setNaming(true)}>
            新增目录
          </Button>
        </header>
        <MenuTree
          rows={rows}
          closed={view.readonly !== undefined}
          selection={selection}
          onSelect={(text) => desk.select([text])}
          refusal={(from, list, after) => seat.blocked(moveMenuItem, { address: from, list, after })}
          onMove={(from, list, after) => seat.run(moveMenuItem, { address: from, list, after })}
          onRename={(text, title) => seat.run(retitle, { address: text, title })}
          onRemove={(text) => seat.run(removeMenuItem, { address: text })}
          onRestore={(text) => seat.run(restoreMenuItem, { address: text })}
          onHide={(text, hide) =>
            seat.run(setProperty, { addresses: [text], key: 'hide', ...(hide ? { to: true } : {}) })
          }
        />
        {view.readonly === undefined && (
          <p className={styles.hint}>
            点左边的页面加进来；拖动换位置，拖到目录上放进去；Alt 加方向键移动，F2 改名，Delete 移除。
          </p>
        )}
      </section>
      {naming && (
        <NewDirectory
          seat={seat}
          pages={pages}
          onClose={() => setNaming(false)}
          onMake={(title, code, page, pageTitleText) => {
            const at = spot();
            const list = chosen?.isDirectory === true ? splitAddress(chosen.address).parent : at.list;
            const after = chosen?.isDirectory === true ? splitAddress(chosen.address).key : at.after;
            if (
              seat.run(addDirectory, {
                title,
                code,
                page,
                pageTitle: pageTitleText,
                list,
                ...(after === undefined ? {} : { after }),
              })
            )
              setNaming(false);
          }}
        />
      )}
    </ListFrame>
  );
};
const iconAt = (doc: Seat['view']['doc'], address: string): string => {
  const node = address === '' ? doc : valueAt(doc, address);
  return isNode(node) && typeof node.icon === 'string' ? node.icon : '';
};
const pageTitle = (library: Seat['view']['library'], page: string): string =>
  refOptions(library, 'page').find((option) => option.value === page)?.label ?? page;

const IconCard = ({
  seat,
  address,
  icon,
}: {
  readonly seat: Seat;
  readonly address: string;
  readonly icon: string;
}) => (
  <section className={styles.card} aria-label="图标">
    <h3>图标</h3>
    <div className={styles.icons} role="radiogroup" aria-label="图标">
      {ICON_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={name === icon}
          disabled={seat.view.readonly !== undefined}
          aria-label={name}
          onClick={() =>
            seat.run(setProperty, { addresses: [address], key: 'icon', ...(name === icon ? {} : { to: name }) })
          }
        >
          <Icon name={name} />
        </button>
      ))}
    </div>
  </section>
);

interface NewProps {
  readonly seat: Seat;
  readonly pages: readonly { readonly value: string; readonly label: string }[];
  readonly onClose: () => void;
  readonly onMake: (title: string, code: string, page: string, pageTitle: string) => void;
}
const NONE: ReadonlySet<string> = new Set();
/** A directory begins with something in it. */
const NewDirectory = ({ pages, onClose, onMake }: NewProps) => {
  const [title, setTitle] = useState('');
  const [page, setPage] = useState<string>();
  const [query, setQuery] = useState('');
  const { code, settled } = useProposed(title.trim(), NONE, 'x');
  const first = pages.find((item) => item.value === page);
  const ready = title.trim() !== '' && code !== '' && first !== undefined;
  const done = useAgreed(settled, ready, () => {
    if (first !== undefined) onMake(title.trim(), code, first.value, first.label);
  });
  return (
    <FormDialog title="新增目录" ready={ready || !settled} onDone={done} onCancel={onClose}>
      <FormLine label="名称">
        <Input
          autoFocus
          value={title}
          maxLength={20}
          aria-label="名称"
          placeholder="如 统计报表"
          onChange={(event) => setTitle(event.target.value)}
        />
      </FormLine>
      <FormLine label="第一项">
        <Input
          value={query}
          aria-label="找页面"
          placeholder="找页面"
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className={styles.choose} role="radiogroup" aria-label="第一项">
          {pages
            .filter((page) => page.label.includes(query.trim()))
            .slice(0, 60)
            .map((item) => (
              <button
                key={item.value}
                type="button"
                role="radio"
                aria-checked={item.value === page}
                onClick={() => setPage(item.value)}
              >
                {item.label}
              </button>
            ))}
        </div>
      </FormLine>
    </FormDialog>
  );
};
