/** A list: search, schemes, toolbar, rows, pages; the tree at its side and the details below, as the document has them. */
import { Button } from 'antd';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { isScanned } from '../../schemas/language/codec/scanned';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { type RunOptions, useActions } from '../actions/index';
import { ConditionChips } from '../condition/ConditionChips';
import type { SearchValues, WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { useFilterHost } from '../fields/use-filter-host';
import { monthOf, weeksOf } from '../month/index';
import {
  factoryTime,
  type Host,
  Icon,
  inGallery,
  type Page,
  SchemaLines,
  useHost,
  useNarrow,
  useScale,
} from '../page/index';
import { placed } from '../table/column-settings';
import { DataTable, type HeaderContext, type TableContext, type TableStatus } from '../table/index';
import { linkOf } from '../table/penetrate';
import { Below } from './Below';
import { CalendarView } from './CalendarView';
import { CardList } from './CardList';
import { ColumnPopover } from './ColumnPopover';
import { EmptyHint } from './EmptyHint';
import type { FaceTurn } from './faces';
import styles from './ListView.module.css';
import { PageBar } from './PageBar';
import { sizeOptions } from './page-size';
import { type MenuAt, RowMenu } from './RowActions';
import { actionsAt, allowedForAll } from './row-actions';
import { SchemeBar } from './SchemeBar';
import { SearchRow } from './SearchRow';
import { SideTree } from './SideTree';
import { type Scheme, showsAll } from './schemes';
import { searchControls, unseenOf } from './search-fields';
import { fieldOf, rowsDrop } from './side-drop';
import { summaryOf } from './summary';
import { Toolbar } from './Toolbar';
import { treeOrder } from './tree-order';
import { UpdatedHint } from './UpdatedHint';
import { useColumnSettings } from './use-column-settings';
import { isData, useAllColumns, useShownColumns } from './use-columns';
import { useCondition } from './use-condition';
import { useFresh } from './use-fresh';
import { useInline } from './use-inline';
import { type List, type ListOptions, useList } from './use-list';
import { useRowDrag } from './use-row-drag';
import { useRowRules } from './use-row-rules';
import { useSchemeActs } from './use-scheme-acts';
import { useTree } from './use-tree';

import { useView, type View, type ViewCode } from './views';

/** rows at once of views without pages */
const WHOLE: Readonly<Partial<Record<ViewCode, number>>> = { tree: 1000, board: 300, calendar: 1000 };

const LOADING: TableStatus = { state: 'loading' };

/** The reference a tree nests by: the object's own, or the one the view names. */
const treeParent = ({ object }: Page, { field }: View): string | undefined => field ?? object.tree;

/** A calendar asks for the weeks it shows. */
const spanOf = ({ code, field }: View, month: string): ListOptions['span'] => {
  if (code !== 'calendar' || field === undefined) return undefined;
  const weeks = weeksOf(month);
  return { field, from: weeks[0]?.[0] ?? '', to: weeks.at(-1)?.[6] ?? '' };
};

const ListCharts = lazy(() => import('../charts/index').then((module) => ({ default: module.ListCharts })));
const BoardView = lazy(() => import('./BoardView').then((module) => ({ default: module.BoardView })));

interface Props {
  readonly page: Page;
  /** the other views at this address */
  readonly turn?: FaceTurn;
}

export const ListView = ({ page, turn }: Props) => {
  const host = useHost();
  const { object } = page;
  const { views, view, setView } = useView(page);
  const [month, setMonth] = useState(() => monthOf(factoryTime(host.session.now())));
  const list = useList(page, { whole: WHOLE[view.code], isTree: view.code === 'tree', span: spanOf(view, month) });
  const { whenSettled } = list;
  const rules = useRowRules(page);
  const acted = useRef<readonly string[]>([]);
  const actions = useActions(page, () => list.checkChosen(acted.current));
  const narrow = useNarrow();
  const scale = useScale();
  const [activeId, setActiveId] = useState<string>();
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  // rows of a service are no records to open
  const isRecord = object.storage !== 'none';
  const show = useCallback(
    (row: WireRow) => {
      if (isRecord) actions.open({ sort: 'detail', id: row.id });
    },
    [actions, isRecord],
  );
  const run = useCallback(
    (action: ResolvedAction, rows: readonly WireRow[], options?: RunOptions) => {
      acted.current = rows.map((row) => row.id);
      whenSettled(rows, (now) => void actions.run(action, now, options));
    },
    [actions, whenSettled],
  );
  const context = useMemo<TableContext>(
    () => ({
      link: (column, row) => linkOf(host, page, column, row, show),
      tone: rules.cellTone,
      code: (dict, code) => codeLook(page.dicts.get(dict), code),
      full: rules.full,
      now: () => factoryTime(host.session.now()),
    }),
    [host, page, rules, show],
  );
  const header = useHeader(page, host, list);
  const unseen = useMemo(() => unseenOf(page, list.search, header.scan !== undefined), [page, list.search, header]);
  const inline = useInline(page);
  const all = useAllColumns(page, list, rules);
  const columns = useColumnSettings(page, all);
  const { shown, rowActions } = useShownColumns(page, list, all, columns.settings, run, setMenu);
  const condition = useCondition(page, list);
  const acts = useSchemeActs(page, list, condition, () => shown.filter(isData).map((column) => column.key));
  const [editing, setEditing] = useState(false);
  const fresh = useFresh({
    page,
    queryKey: list.queryKey,
    body: list.body,
    data: list.data,
    columns: all,
    isBusy: editing || list.selection.rows.size > 0,
  });
  const tree = useTree(page, list, view.code === 'tree' ? treeParent(page, view) : undefined, shown);
  const bulk = useMemo(() => actionsAt(page, 'bulk'), [page]);
  const toolbar = useMemo(() => actionsAt(page, 'toolbar'), [page]);
  const chosen = useMemo(() => [...list.selection.rows.values()], [list.selection.rows]);
  const active = tree.rows.find((row) => row.id === activeId);
  const dropOn = (field: string) => rowsDrop(host, page, chosen, field, run);
  const takes = object.list.tree.some((side) => dropOn(fieldOf(page, side)) !== undefined);
  const order = view.code === 'tree' ? treeOrder(host, page, list, tree, run) : undefined;
  const drag = useRowDrag(
    page,
    tree.rows,
    { isTree: view.code === 'tree', order, carried: takes ? list.selection.rows : undefined },
    run,
  );

  const exportBody = () => ({ ...list.body, columns: shown.filter(isData).map((column) => column.key) });
  const handleBar = (action: ResolvedAction): void => {
    const { node } = list.query;
    void actions.run(action, [], {
      // a new record starts in the chosen node of the tree
      ...(node === undefined ? {} : { with: { [node.field]: node.id } }),
      exportBody,
    });
  };
  const handleWidth = (key: string, width: number): void =>
    columns.change((now) => ({ ...now, widths: { ...now.widths, [key]: Math.round(width / scale) } }));
  const status = tree.isLoading ? LOADING : withWays(list, (scheme) => acts.act('edit', scheme));
  const empty = (
    <EmptyHint
      page={page}
      query={{ ...list.query, search: list.search }}
      missing={list.missing}
      scheme={list.scheme}
      schemeTitle={list.chosen?.title ?? ''}
      isWhole={list.chosen !== undefined && showsAll(list.chosen.content)}
      onAsk={list.ask}
      add={toolbar.find((action) => action.code === 'add')}
      onAdd={handleBar}
    />
  );
  const hasSearch = useMemo(() => searchControls(page).length > 0, [page]);
  const filter = (
    <Button type="text" icon={<Icon name="filter" />} onClick={acts.openFilter}>
      高级筛选
    </Button>
  );
  const shared = { label: object.title, rows: tree.rows, context, status, empty };
  const selection = {
    mode: object.list.select,
    state: list.selection,
    dispatch: list.choose,
    isLocked: list.isLocked,
  };
  const cards = {
    ...shared,
    columns: shown,
    actions: rowActions,
    onAction: (action: ResolvedAction, row: WireRow) => run(action, [row]),
    onMenu: setMenu,
    selection,
  };
  /** without pages, what stands behind the last row is nowhere */
  const more = (list.data?.total ?? 0) > list.rows.length;
  const foldAll = tree.foldAll === undefined ? null : <FoldAll onFold={tree.foldAll} />;
  return (
    <div className={styles.page}>
      <div className={styles.panel}>
        {object.list.tree.length > 0 && (
          <SideTree
            page={page}
            node={list.query.node}
            onNode={(node) => list.ask({ type: 'node', node })}
            drop={dropOn}
          />
        )}
        <div className={styles.main}>
          <SearchRow
            page={page}
            values={list.search}
            defaults={list.defaults}
            onSearch={(search) => list.ask({ type: 'search', search })}
            onReset={() => list.ask({ type: 'reset' })}
            advanced={filter}
          />
          <SchemeBar
            page={page}
            list={list}
            onScheme={(scheme) => list.ask({ type: 'scheme', scheme: scheme.code, search: searchOf(list, scheme) })}
            onAct={acts.act}
            views={views}
            view={view.code}
            onView={setView}
            turn={turn}
          />
          <Toolbar
            actions={toolbar}
            bulk={allowedForAll(chosen, bulk)}
            chosen={chosen.length}
            onAction={handleBar}
            onBulk={(action) => run(action, chosen, { exportBody })}
            onClear={() => list.choose({ type: 'clear' })}
            at={list.at}
            fault={list.status.state === 'failed' && tree.rows.length > 0 ? list.status.text : undefined}
            onRefresh={list.refresh}
          >
            <UpdatedHint fresh={fresh} />
            {!hasSearch && filter}
            {!narrow && foldAll}
            {inGallery(object) && <SchemaLines object={object} />}
            <ColumnPopover
              columns={all}
              settings={columns.settings}
              onChange={(next) => columns.draft(() => next)}
              onClose={columns.save}
              onRole={host.session.can('role:edit') && host.session.can('role:view') ? columns.saveRole : undefined}
            />
          </Toolbar>
          <ConditionChips
            page={page}
            tree={condition.tree}
            unseen={unseen}
            onChange={(tree) => void condition.set(tree)}
            onForget={(key) => list.ask({ type: 'search', search: { ...list.search, [key]: null } })}
            onOpen={acts.openFilter}
          />
          {object.list.charts !== undefined && !narrow && (
            <Suspense fallback={null}>
              <ListCharts page={page} body={list.body} />
            </Suspense>
          )}
          {view.code === 'board' && view.field !== undefined ? (
            <Suspense fallback={null}>
              <BoardView
                {...cards}
                page={page}
                field={view.field}
                more={more}
                onMove={(action, row) => run(action, [row], { sure: true })}
              />
            </Suspense>
          ) : view.code === 'calendar' && view.field !== undefined ? (
            <CalendarView
              page={page}
              field={view.field}
              label={object.title}
              month={month}
              onMonth={setMonth}
              columns={shown}
              rows={list.rows}
              more={more}
              context={context}
              isStale={list.status.state === 'stale'}
              onOpen={show}
            />
          ) : view.code === 'cards' || narrow ? (
            <CardList {...cards} named={object.label} placeOf={tree.placeOf} />
          ) : (
            <div className={styles.rows} {...drag}>
              <DataTable
                {...shared}
                columns={order?.columns ?? tree.columns}
                sort={list.sort}
                onSort={(key) => list.ask({ type: 'sort', key })}
                selection={selection}
                summary={summaryOf(page, list, shown)}
                {...(rules.tone === undefined ? {} : { rowTone: rules.tone })}
                activeId={object.list.below.length > 0 ? activeId : undefined}
                onActive={(row) => setActiveId(row.id)}
                onEnter={(row) => tree.more?.(row) || show(row)}
                onFold={tree.fold}
                onShift={order?.shift}
                onResize={handleWidth}
                onMove={(key, target, side) => columns.change((now) => placed(now, all, key, target, side))}
                header={header}
                edit={inline}
                onEditing={setEditing}
                flash={fresh.flash}
              />
            </div>
          )}
          {object.list.below.length > 0 && !narrow && (view.code === 'table' || view.code === 'tree') && (
            <Below page={page} row={active} context={context} />
          )}
          <PageBar
            {...(object.list.select === 'none' ? {} : { chosen: chosen.length })}
            total={list.data?.total}
            capped={list.data?.capped === true}
            page={list.query.page}
            size={list.size}
            sizes={sizeOptions(host.session.listDataShowNum, object.list.size)}
            onPage={(at) => list.ask({ type: 'page', page: at })}
            onSize={(size) => list.ask({ type: 'size', size })}
            whole={WHOLE[view.code] !== undefined}
          >
            {narrow && foldAll}
          </PageBar>
        </div>
      </div>
      <RowMenu at={menu} rows={tree.rows} onAction={(action, row) => run(action, [row])} onClose={closeMenu} />
      {actions.outlet}
      {acts.outlet}
    </div>
  );
};

const FoldAll = ({ onFold }: { readonly onFold: (open: boolean) => void }) => (
  <>
    <Button type="text" icon={<Icon name="unfold" />} onClick={() => onFold(true)}>
      全部展开
    </Button>
    <Button type="text" icon={<Icon name="fold" />} onClick={() => onFold(false)}>
      全部收起
    </Button>
  </>
);

/** The scan inputs of the headers search their column; `?showType=0` takes them away (specification, table behaviour). */
const useHeader = (page: Page, host: Host, { search, ask }: List): HeaderContext => {
  const hidden = host.params.get('showType') === '0';
  const { scan } = useFilterHost(page);
  return useMemo(
    () =>
      hidden
        ? {}
        : {
            scan: {
              value: (key) => (typeof search[key] === 'string' ? search[key] : ''),
              onScan: (key, text) => {
                const look = (found: string): void => ask({ type: 'search', search: { ...search, [key]: found } });
                if (isScanned(text)) void scan(key, text).then((found) => look(found ?? text));
                else look(text);
              },
            },
          },
    [hidden, search, ask, scan],
  );
};

/** A scheme over fields the user may not see fails until it is mended: his own in the builder, another's by leaving it. */
const withWays = ({ status, chosen, ask }: List, onEdit: (scheme: Scheme) => void): TableStatus => {
  if (status.state !== 'failed' || chosen === undefined || !chosen.broken) return status;
  const own = !chosen.readonly && chosen.row !== undefined;
  return {
    ...status,
    way: own
      ? { title: '修改条件', onGo: () => onEdit(chosen) }
      : { title: '看全部', onGo: () => ask({ type: 'scheme', scheme: '', search: {} }) },
  };
};

/** Values of the row of search under another scheme: what the old one brought goes, what the new one brings comes. */
const searchOf = ({ search, chosen }: List, next: Scheme): SearchValues => {
  const old = chosen?.content.search ?? {};
  const typed = Object.entries(search).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return { ...Object.fromEntries(typed), ...next.content.search };
};
