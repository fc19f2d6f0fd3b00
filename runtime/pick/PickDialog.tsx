/**
 * The selection window (specification: windowSelect). Search has the focus, Enter takes the only hit or the exact one, a double click
 * picks; of several the chosen ones stand at the right, over all pages. What cannot be taken is grey and says why.
 */
import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Drawer, Input, type InputRef, Modal, Pagination } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { PickData, PickRow, WireRow } from '../data/types';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import { useFirstFocus } from '../page/use-first-focus';
import { useNarrow } from '../page/use-narrow';
import {
  DataTable,
  isLockedRow,
  NOTHING,
  type Selection,
  type SelectionAct,
  select,
  type TableColumn,
  type TableContext,
} from '../table/index';
import styles from './PickDialog.module.css';
import { PickTree } from './PickTree';
import type { PickRequest } from './request';
import { PICK_PAGE, usePickRows } from './use-pick-rows';

export interface PickDialogProps {
  readonly request: PickRequest;
  readonly onClose: (rows: readonly PickRow[] | null) => void;
}

export function PickDialog({ request, onClose }: PickDialogProps) {
  const { feedback } = useHost();
  const { many, taken, max } = request;
  const [text, setText] = useState(request.search ?? '');
  const [node, setNode] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const search = useRef<InputRef>(null);
  useFirstFocus(search);
  const { data, status, page, setPage, settled } = usePickRows(request, text, node);
  const rows = useMemo(() => marked(data, taken), [data, taken]);
  const rules = { mode: many ? 'multi' : 'single', isLocked: isLockedRow } as const;
  const [selection, dispatch] = useReducer(
    (state: typeof NOTHING, act: SelectionAct) => select(state, act, rules),
    request.chosen,
    heldOf,
  );
  const chosen = [...selection.rows.values()] as PickRow[];

  useEffect(() => {
    // 单选开窗不可全选: said once, and the selection is empty again
    if (selection.refusal !== null) feedback.warning(selection.refusal);
  }, [selection.refusal, feedback]);

  const act = (next: SelectionAct): void => {
    const after = select(selection, next, rules);
    if (max !== undefined && many && after.rows.size > max) feedback.warning(`最多可选${max}条`);
    else dispatch(next);
  };
  const finish = (picked: readonly PickRow[]): void => {
    if (picked.length > 0 || request.whole === true) onClose(picked);
  };
  const pick = (row: WireRow): void => {
    if (isLockedRow(row)) feedback.warning(`「${(row as PickRow).label}」${reasonOf(row)}`);
    else if (many) act({ type: 'force', row });
    else finish([row as PickRow]);
  };
  const handleSearchKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      const grid = frame.current?.querySelector<HTMLElement>('[role="grid"]');
      grid?.focus();
      grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      event.preventDefault();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (event.ctrlKey || (many && text === '' && chosen.length > 0)) finish(chosen);
      else
        void settled().then((found) => {
          const hit = hitOf(
            marked(found, taken).filter((row) => !isLockedRow(row)),
            request.columns,
            text,
          );
          if (hit === undefined) return;
          pick(hit);
          if (many) setText('');
        });
    }
  };
  const columns = useMemo(() => withReason(request.columns, rows), [request.columns, rows]);
  return (
    <PickFrame
      title={request.title}
      onClose={() => onClose(null)}
      footer={
        <div className={styles.foot}>
          <span className={styles.hint}>
            <kbd>↑</kbd>
            <kbd>↓</kbd>移动
          </span>
          {many && (
            <span className={styles.hint}>
              <kbd>空格</kbd>选择
            </span>
          )}
          <span className={styles.hint}>
            <kbd>Enter</kbd>
            {many ? '加入' : '选定'}
          </span>
          <span className={styles.grow} />
          <Button onClick={() => onClose(null)}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0 && request.whole !== true}
            onClick={() => finish(chosen)}
          >
            {many && request.whole !== true && chosen.length > 0 ? `加入 ${chosen.length} 行` : '确定'}
          </Button>
        </div>
      }
    >
      <div className={styles.search}>
        <Input
          ref={search}
          allowClear
          size="large"
          prefix={<SearchOutlined />}
          placeholder="输入编码、名称查找"
          aria-label="查找"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleSearchKey}
        />
      </div>
      <div className={styles.body} ref={frame}>
        {request.tree !== undefined && (
          <PickTree object={request.tree} load={request.loadTree} chosen={node} onChoose={setNode} />
        )}
        <div className={styles.middle}>
          <DataTable
            label={request.title}
            columns={columns}
            rows={rows}
            context={CONTEXT}
            status={status}
            rowHeight={32}
            selection={{ mode: rules.mode, state: selection, dispatch: act, isLocked: isLockedRow }}
            onDoubleClick={pick}
            onEnter={(row) => {
              if (many && selection.rows.has(row.id)) finish(chosen);
              else pick(row);
            }}
            empty={text === '' ? undefined : '没有符合条件的数据'}
          />
          {data !== null && data.total > rows.length && (
            <div className={styles.pages}>
              <span>共 {data.total} 条</span>
              <Pagination
                size="small"
                simple
                current={page}
                pageSize={PICK_PAGE}
                total={data.total}
                onChange={setPage}
              />
            </div>
          )}
        </div>
        {many && (
          <aside className={styles.chosen}>
            <header>
              已选 {chosen.length}
              {chosen.length > 0 && (
                <button type="button" onClick={() => dispatch({ type: 'clear' })}>
                  清空
                </button>
              )}
            </header>
            <ul>
              {chosen.map((row) => (
                <li key={row.id}>
                  <p>
                    {row.label}
                    <small>{secondLine(request.columns, row)}</small>
                  </p>
                  <button
                    type="button"
                    aria-label={`移除 ${row.label}`}
                    onClick={() => dispatch({ type: 'drop', ids: [row.id] })}
                  >
                    <CloseOutlined />
                  </button>
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </PickFrame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** A dialog of 880 × 560; on a narrow screen a drawer from below. */
function PickFrame({ title, onClose, footer, children }: FrameProps) {
  const narrow = useNarrow();
  if (narrow)
    return (
      <Drawer
        open
        placement="bottom"
        height="92dvh"
        maskClosable={false}
        title={title}
        onClose={onClose}
        styles={{ body: DRAWER_BODY, footer: { padding: 0 } }}
        footer={footer}
      >
        {children}
      </Drawer>
    );
  return (
    <Modal
      open
      centered
      width={rem(880)}
      maskClosable={false}
      title={title}
      onCancel={onClose}
      styles={{ content: { padding: 0 }, header: HEADER, body: { padding: 0 }, footer: { margin: 0 } }}
      footer={footer}
    >
      {children}
    </Modal>
  );
}

const DRAWER_BODY = { display: 'flex', flexDirection: 'column', padding: '1rem 0 0' } as const;
const HEADER = { margin: 0, padding: '1.1667rem 1.3333rem 0.8333rem' };
const CONTEXT: TableContext = { now: () => '' };

/** What the field holds is chosen from the start. */
const heldOf = (held: PickRequest['chosen']): Selection =>
  held.length === 0 ? NOTHING : { ...NOTHING, rows: new Map(held.map((row) => [row.id, row])) };

const reasonOf = (row: WireRow): string => (typeof row._lock === 'string' ? row._lock : '已停用');

/** Rows with what forbids them: switched off, or in the table already. */
function marked(data: PickData | null, taken: ReadonlyMap<string, string> | undefined): readonly PickRow[] {
  const rows = data?.records ?? [];
  if (taken === undefined || taken.size === 0) return rows;
  return rows.map((row) => {
    const reason = taken.get(row.id);
    return reason === undefined ? row : { ...row, $isDisabled: true, _lock: reason };
  });
}

/** A column with the reason, only when some row has one. */
function withReason(columns: readonly TableColumn[], rows: readonly PickRow[]): readonly TableColumn[] {
  const first = columns[0];
  if (first === undefined || !rows.some((row) => isLockedRow(row) || row.$recent === true)) return columns;
  const reason: TableColumn = {
    ...first,
    key: '$reason',
    title: '说明',
    width: 90,
    pin: 'right',
    grows: false,
    sortable: false,
    field: undefined,
    text: (row) => (isLockedRow(row) ? reasonOf(row) : row.$recent === true ? '最近使用' : ''),
  };
  const grey = columns.map(
    (column): TableColumn => ({
      ...column,
      render: (row, index) =>
        isLockedRow(row) ? (
          <span className={styles.off} title={reasonOf(row)}>
            {column.text(row, index)}
          </span>
        ) : (
          (column.render?.(row, index) ?? column.text(row, index))
        ),
    }),
  );
  return [...grey, reason];
}

/** What Enter takes: the only row, else the one whose code or name is the whole text (MT-12 beside MT-12B). */
function hitOf(rows: readonly PickRow[], columns: readonly TableColumn[], text: string): PickRow | undefined {
  if (rows.length === 1) return rows[0];
  const wanted = text.trim().toLowerCase();
  const exact = rows.filter((row) =>
    [row.label, ...columns.slice(0, 2).map((column) => column.text(row, 0))].some(
      (text) => text.toLowerCase() === wanted,
    ),
  );
  return exact.length === 1 ? exact[0] : undefined;
}

/** What tells two chosen ones of the same name apart: the columns that the label does not say. */
const secondLine = (columns: readonly TableColumn[], row: PickRow): string =>
  columns
    .map((column) => column.text(row, 0))
    .filter((text) => text !== '' && !row.label.includes(text))
    .slice(0, 2)
    .join(' ');
