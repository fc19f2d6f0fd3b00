/**
 * A list of another page as a part of a record (`list` with `where` over `doc`): its rows to read, with pages of their own. Stands below
 * a list for the chosen row and in the tabs of a detail page.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Part } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { useActions } from '../actions/index';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { ListBody, WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { factoryTime, type Page, useHost, usePage } from '../page/index';
import type { RecordListProps } from '../page/rooms';
import { columnsOf, DataTable, type TableColumn, type TableContext } from '../table/index';
import { linkOf, withLabelLink } from '../table/penetrate';
import { Pager } from './Pager';
import styles from './PartList.module.css';
import { fixedFields, fixedValues, partWhere } from './part-where';
import { summaryOf } from './summary';
import { listStatus } from './use-list';
import { useRowRules } from './use-row-rules';

export interface PartListProps extends RecordListProps {
  /** where the count and the pages stand; without it below the rows */
  readonly bar?: HTMLElement | null;
  readonly empty?: ReactNode;
  /** rows behind a scheme of the list, and no more than so many */
  readonly scheme?: string;
  readonly most?: number;
  /** seconds between refreshes while visible */
  readonly every?: number | undefined;
}

export const PartList = (props: PartListProps) => {
  const state = usePage(props.part.list ?? '');
  if (state.status === 'loading') return <p className={styles.state}>加载中…</p>;
  if (state.status === 'error')
    return <p className={styles.state}>{state.error.code === 403 ? '没有权限，请联系管理员' : state.error.msg}</p>;
  return <PartRows {...props} target={state.page} />;
};

const SIZE = 50;
const NO_ROWS: readonly WireRow[] = [];

const PartRows = ({
  part,
  doc,
  target,
  rowHeight,
  bar,
  empty,
  every,
  scheme,
  most = SIZE,
}: PartListProps & { readonly target: Page }) => {
  const host = useHost();
  const where = whereOf(part, doc);
  const asked = doc !== undefined && (part.where === undefined || where !== undefined);
  // another record starts at its first page
  const [at, setAt] = useState({ where, page: 1 });
  const page = at.where === where ? at.page : 1;
  const body = { ...partBody(part, doc, target, page, most), ...(scheme === undefined ? {} : { scheme }) };
  const query = useQuery({
    enabled: asked && host.active,
    queryKey: keys.list(target.object.object, target.code, body),
    queryFn: ({ signal }) => recordClient.list(target.code, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: host.active ? every * 1000 : false }),
  });
  const data = asked ? query.data : undefined;
  const rows = data?.records ?? NO_ROWS;
  const { context, outlet } = useContext(target);
  const columns = useMemo(() => withLabelLink(partColumns(part, target, context.now), target), [part, target, context]);
  const pager = data !== undefined && (
    <Pager
      total={data.total}
      capped={data.capped === true}
      page={page}
      size={most}
      onPage={(next) => setAt({ where, page: next })}
    />
  );
  return (
    <>
      <DataTable
        label={part.title ?? target.title}
        columns={columns}
        rows={rows}
        context={context}
        {...(rowHeight === undefined ? {} : { rowHeight })}
        status={
          asked
            ? listStatus(query.error, data !== undefined, query.isPlaceholderData, () => void query.refetch())
            : READY
        }
        summary={summaryOf(target, { data, rows }, columns)}
        empty={empty}
      />
      {bar === undefined
        ? data !== undefined && data.total > most && <div className={styles.bar}>{pager}</div>
        : bar !== null && createPortal(pager, bar)}
      {outlet}
    </>
  );
};

const whereOf = ({ where }: Part, doc: Rec | undefined): string | undefined =>
  where === undefined || doc === undefined ? undefined : partWhere(where, doc);
/** What the rows of a part are asked by. */
export const partBody = (part: Part, doc: Rec | undefined, target: Page, page = 1, most = SIZE): ListBody => {
  const where = whereOf(part, doc);
  return {
    current: page,
    size: most,
    ...(where === undefined ? {} : { where }),
    ...(target.object.list.source === undefined || part.where === undefined || doc === undefined
      ? {}
      : { search: fixedValues(part.where, doc) }),
  };
};
export const partColumns = (part: Part, target: Page, now: () => string): readonly TableColumn[] =>
  columnsOf(part.fields ?? freeColumns(target, part), {
    object: target.object,
    lib: target.lib,
    dict: (code) => target.dicts.get(code),
    now,
  });

/** What is the same in every row is said by the record above. */
const freeColumns = (target: Page, part: Part) => {
  const fixed = fixedFields(part.where ?? '');
  return target.object.list.columns.filter(({ field }) => !fixed.has(field?.split('.')[0] ?? ''));
};

const READY = { state: 'ready' } as const;

/** Cells lead where they lead in the list itself. */
const useContext = (target: Page): { readonly context: TableContext; readonly outlet: ReactNode } => {
  const host = useHost();
  const actions = useActions(target);
  const rules = useRowRules(target);
  const { view } = target.object.actions;
  const mayShow = view !== undefined && target.can(view.right);
  const show = useCallback((row: WireRow) => actions.open({ sort: 'detail', id: row.id }), [actions]);
  const context = useMemo<TableContext>(
    () => ({
      link: (column, row) => linkOf(host, target, column, row, mayShow ? show : undefined),
      tone: rules.cellTone,
      code: (dict, code) => codeLook(target.dicts.get(dict), code),
      now: () => factoryTime(host.session.now()),
    }),
    [host, target, rules, show, mayShow],
  );
  return { context, outlet: actions.outlet };
};
