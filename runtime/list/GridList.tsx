/** A list whose rows are edited in place: the records are the rows of a grid, stored together. Search, schemes and pages as every list. */

import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo } from 'react';
import { rowsObject } from '../../schemas/language/record/rows-object';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Json } from '../../schemas/language/value';
import { isTyped } from '../../schemas/language/written';
import { useActions } from '../actions/index';
import { recordClient } from '../data/record-client';
import type { ListBody, SearchValues } from '../data/types';
import bar from '../form/bar.module.css';
import { DraftBar } from '../form/DraftBar';
import { DraftLine } from '../form/DraftLine';
import { TableSection } from '../form/FormHost';
import { PickOutlet } from '../pick/PickOutlet';
import '../form/formily';
import { ConditionChips } from '../condition/ConditionChips';
import { useSignal } from '../data/signal';
import { NoticeBar } from '../form/NoticeBar';
import { StaleBar } from '../form/StaleBar';
import { type OpenForm, useForm } from '../form/use-form';
import { useGridWidths } from '../form/use-grid-widths';
import { Icon, type Page, useHost } from '../page/index';
import type { QueryAct } from '../page/list-query';
import { PageFault, PageLoading } from '../page/PageStates';
import { applied } from '../table/column-settings';
import type { TableColumn } from '../table/index';
import { ColumnPopover } from './ColumnPopover';
import type { FaceTurn } from './faces';
import styles from './GridList.module.css';
import list_ from './ListView.module.css';
import { PageBar } from './PageBar';
import { sizeOptions } from './page-size';
import { actionsAt } from './row-actions';
import { rowsStore } from './rows-store';
import { SchemeBar } from './SchemeBar';
import { SearchRow } from './SearchRow';
import { unseenOf } from './search-fields';
import { Toolbar } from './Toolbar';
import { useColumnSettings } from './use-column-settings';
import { useAllColumns } from './use-columns';
import { useCondition } from './use-condition';
import { type List, useList } from './use-list';
import { useRowRules } from './use-row-rules';
import { useSchemeActs } from './use-scheme-acts';

interface Props {
  readonly page: Page;
  readonly turn?: FaceTurn;
}
const LEAVE = '有未保存的修改，确定离开吗？';
const FRESH_MS = 1_000;

export const GridList = ({ page, turn }: Props) => {
  const list = useList(page);
  return list.schemes.ready ? <OpenList page={page} list={list} turn={turn} /> : <PageLoading />;
};

interface OpenProps {
  readonly page: Page;
  readonly list: List;
  readonly turn: FaceTurn | undefined;
}

const OpenList = ({ page, list, turn }: OpenProps) => {
  const host = useHost();
  const client = useQueryClient();
  const { object } = page;
  const may = (code: string): boolean => {
    const action = object.actions[code];
    return action !== undefined && page.can(action.right);
  };
  const [canAdd, canEdit, canDelete] = [may('add'), may('edit') || may('save'), may('del')];
  const rows = useMemo<Page>(
    () => ({
      ...page,
      object: rowsObject(object, { add: canAdd, remove: canDelete, given: narrowed(object, list.search) }),
    }),
    [page, object, canAdd, canDelete, list.search],
  );
  const store = useMemo(
    () =>
      rowsStore(page, (body: ListBody) =>
        client.fetchQuery({
          queryKey: [...list.queryKey, 'grid', body],
          queryFn: () => recordClient.list(page.code, body, { quiet: true }),
          staleTime: FRESH_MS,
        }),
      ),
    [page, client, list.queryKey],
  );
  const source = useMemo(() => ({ page: page.code, with: list.body as unknown as Json }), [page, list.body]);
  const state = useForm({ page: rows, source, store, viewing: !canAdd && !canEdit });
  const form = state.status === 'ready' ? state.form : undefined;
  useGridWidths(page.code, form?.model);
  const dirty = (): boolean => form?.model.dirty === true;
  const actions = useActions(page, () => void form?.reload());
  const refresh = async (): Promise<void> => {
    if (!dirty() || (await host.feedback.confirm(LEAVE, { danger: true }))) await form?.reload();
  };
  const asking: List = {
    ...list,
    ask: (act: QueryAct) => {
      if (!dirty()) list.ask(act);
      else
        void host.feedback.confirm(LEAVE).then((yes) => {
          if (yes) list.ask(act);
        });
    },
  };
  const condition = useCondition(page, asking);
  const rules = useRowRules(page);
  const all = useAllColumns(page, list, rules);
  const columns = useColumnSettings(page, all);
  const shown = useMemo(
    () => applied(all, { ...columns.settings, hidden: columns.settings.hidden.filter((key) => !keeps(all, key)) }),
    [all, columns.settings],
  );
  const acts = useSchemeActs(page, asking, condition, () => shown.map((column) => column.key));
  const exportBody = () => ({ ...list.body, columns: shown.map((column) => column.key) });
  const toolbar = useMemo(() => actionsAt(page, 'toolbar').filter((action) => action.code !== 'add'), [page]);
  return (
    <div className={list_.page}>
      <div className={list_.panel}>
        <div className={list_.main}>
          <SearchRow
            page={page}
            values={list.search}
            defaults={list.defaults}
            onSearch={(search) => asking.ask({ type: 'search', search })}
            onReset={() => asking.ask({ type: 'reset' })}
            advanced={
              <Button type="text" icon={<Icon name="filter" />} onClick={acts.openFilter}>
                高级筛选
              </Button>
            }
          />
          <SchemeBar
            page={page}
            list={asking}
            onScheme={(scheme) =>
              asking.ask({ type: 'scheme', scheme: scheme.code, search: scheme.content.search ?? {} })
            }
            onAct={acts.act}
            views={[]}
            view="table"
            onView={() => undefined}
            turn={turn}
          />
          <Toolbar
            actions={toolbar}
            bulk={[]}
            chosen={0}
            onAction={(action) => void actions.run(action, [], { exportBody })}
            onBulk={() => undefined}
            onClear={() => undefined}
            at={list.at}
            onRefresh={() => void refresh()}
          >
            <ColumnPopover
              columns={all}
              settings={columns.settings}
              onChange={(next) => columns.draft(() => next)}
              onClose={columns.save}
              keeps={isRequired}
              onRole={host.session.can('role:edit') && host.session.can('role:view') ? columns.saveRole : undefined}
            />
          </Toolbar>
          <ConditionChips
            page={page}
            tree={condition.tree}
            unseen={unseenOf(page, asking.search, false)}
            onChange={(tree) => void condition.set(tree)}
            onForget={(key) => asking.ask({ type: 'search', search: { ...asking.search, [key]: null } })}
            onOpen={acts.openFilter}
          />
          {state.status === 'error' ? (
            <PageFault error={state.error} onRetry={state.retry} />
          ) : form === undefined ? (
            <PageLoading />
          ) : (
            <Records form={form} shown={shown} onDirty={host.setDirty} />
          )}
          <PageBar
            total={list.data?.total}
            capped={list.data?.capped === true}
            page={list.query.page}
            size={list.size}
            sizes={sizeOptions(host.session.listDataShowNum, object.list.size)}
            onPage={(at) => asking.ask({ type: 'page', page: at })}
            onSize={(size) => asking.ask({ type: 'size', size })}
          />
        </div>
      </div>
      {actions.outlet}
      {acts.outlet}
    </div>
  );
};

/** References and choices the search holds to one value: a new row of this list has it too. */
const narrowed = (object: ResolvedObject, search: SearchValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([code, value]) => {
      const field = object.fields[code];
      const eachValue: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
      const isChoice = field !== undefined && field.many !== true && (field.type === 'ref' || field.type === 'dict');
      return isChoice && isTyped(field) && typeof eachValue === 'string' ? [[code, eachValue]] : [];
    }),
  );

/** What has to be filled in is in sight wherever rows are typed. */
const isRequired = (column: TableColumn): boolean => column.field?.required === true;
const keeps = (columns: readonly TableColumn[], key: string): boolean =>
  columns.some((column) => column.key === key && isRequired(column));

interface RecordsProps {
  readonly form: OpenForm;
  readonly shown: readonly TableColumn[];
  readonly onDirty: (dirty: boolean) => void;
}
/** The grid with its own bar: what is typed is stored together or taken back together. */
const Records = ({ form, shown, onDirty }: RecordsProps) => {
  const host = useHost();
  const { model, layout, keeper, newer, notice, saving } = form;
  useSignal(model.standing);
  const { dirty } = model;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const drop = async (): Promise<void> => {
    if (!(await host.feedback.confirm('放弃所有未保存的修改吗？', { danger: true }))) return;
    await keeper?.dropped();
    await form.reload();
  };
  const table = layout.tables[0];
  const sub = table === undefined ? undefined : model.subs.get(table.code);
  useEffect(() => sub?.arrange(shown.flatMap(({ placement }) => placement ?? [])), [sub, shown]);
  if (table === undefined) return null;
  return (
    <div
      className={styles.records}
      data-form={model.key}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        void form.save();
      }}
    >
      {keeper !== undefined && <DraftBar model={model} keeper={keeper} />}
      {newer !== null && (
        <StaleBar
          model={model}
          newer={newer}
          onReload={() => void form.reload()}
          onSettle={(choices) => void form.settle(choices)}
        />
      )}
      {notice !== null && <NoticeBar text={notice.text} rows={notice.refusal.rows} onClose={form.dismiss} />}
      <TableSection model={model} table={table} head={null} />
      {!model.viewing && (
        <footer className={`${bar.bar} ${bar.embedded}`}>
          <span className={bar.note} role="status">
            {dirty && <DraftLine keeper={keeper} />}
          </span>
          <span className={bar.grow} />
          <Button disabled={!dirty || saving} onClick={() => void drop()}>
            放弃修改
          </Button>
          <Button type="primary" disabled={!dirty} loading={saving} title="Ctrl+S" onClick={() => void form.save()}>
            保存
          </Button>
        </footer>
      )}
      <PickOutlet desk={model.desk} />
    </div>
  );
};
