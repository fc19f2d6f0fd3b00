/**
 * A sub-table as a spreadsheet: windowed rows and columns of plain cells, one live input, one set of handlers for the whole grid.
 * 2,000 rows open in the time of the thirty that are seen.
 */
import { InfoCircleOutlined } from '@ant-design/icons';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  Fragment,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useScale } from '../page/scale';
import type { GridControl } from './control';
import { cellStyle, columnsInView, drawn, gapBefore, type Metrics, metrics } from './draw';
import styles from './Grid.module.css';
import { GridEditor, type PopupOf } from './GridEditor';
import { GridMenu } from './GridMenu';
import { GridRow } from './GridRow';
import { useSignal } from './signal';
import type { GridColumn } from './types';

export interface GridProps {
  readonly control: GridControl;
  readonly popup?: PopupOf;
}

export const Grid = memo(function Grid({ control, popup }: GridProps) {
  const { host } = control;
  const { store, columns } = host;
  useSignal(store.list);
  const frame = useRef<HTMLDivElement>(null);
  const scale = useScale();
  const room = useWidth(frame);
  const sizes = useMemo(() => metrics(columns, scale, room), [columns, scale, room]);
  const [left, setLeft] = useState(0);
  const rows = useVirtualizer({
    count: store.rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => sizes.row,
    getItemKey: (at) => store.rows[at]?.id ?? at,
    overscan: 6,
    observeElementRect: observeShown,
    scrollPaddingStart: 8,
    scrollPaddingEnd: sizes.row,
  });
  const width = sizes.number + (sizes.edges.at(-1) ?? 0);
  const [from, to] = columnsInView(sizes, left, room || 1e4);

  useLayoutEffect(() => {
    // the window's virtual rows keep their first estimate until they are told
    if (sizes.row > 0) rows.measure();
  }, [rows, sizes.row]);
  useEffect(() => {
    control.page = Math.max(1, Math.floor(((frame.current?.clientHeight ?? 300) - sizes.row) / sizes.row) - 1);
    control.focus = () => frame.current?.querySelector<HTMLElement>('[data-live]')?.focus({ preventScroll: true });
    control.reveal = (r, c) => {
      rows.scrollToIndex(r);
      if (frame.current !== null && c >= sizes.pinned) revealColumn(frame.current, sizes, c);
      queueMicrotask(control.focus);
    };
  }, [control, rows, sizes]);

  const handleDown = (event: MouseEvent<HTMLDivElement>): void => {
    const target = event.target as HTMLElement;
    if (target.closest('[data-live]') !== null || event.button !== 0) return;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row === undefined) return;
    event.preventDefault();
    const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
    if (col === undefined) control.selectRow(row, event.shiftKey);
    else {
      control.point(row, col, event.shiftKey);
      if (!event.shiftKey) dragSelect(control, frame.current);
    }
    queueMicrotask(control.focus);
  };
  const handleCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (control.editing !== null) return;
    const text = control.copyText();
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };

  return (
    <div
      ref={frame}
      className={styles.grid}
      data-grid=""
      role="grid"
      tabIndex={-1}
      aria-rowcount={store.rows.length}
      aria-label={host.title}
      onScroll={(event) => setLeft(quantum(event.currentTarget.scrollLeft))}
      onMouseDown={handleDown}
      onDoubleClick={(event) => {
        if ((event.target as HTMLElement).closest('[data-col], [data-ring]') !== null && control.editing === null)
          control.begin();
      }}
      onCopy={handleCopy}
      onCut={(event) => {
        if (control.editing !== null) return;
        handleCopy(event);
        control.clear();
      }}
      onPaste={(event) => {
        if (control.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
    >
      <div className={styles.head} style={{ width }} role="row">
        <div className={styles.number} style={{ width: sizes.number }}>
          行号
        </div>
        {drawn(sizes, from, to).map((c) => {
          const column = columns[c];
          if (column === undefined) return null;
          const gap = c === from ? gapBefore(sizes, from) : 0;
          return (
            <Fragment key={column.code}>
              {gap > 0 && <div style={{ width: gap, flex: 'none' }} />}
              <div
                role="columnheader"
                className={headClass(column, host.viewing || !(host.can.add || host.can.remove))}
                data-grid-column={column.code}
                data-pinned={column.pinned ? '' : undefined}
                style={cellStyle(sizes, c)}
                title={column.tip ?? column.title}
              >
                {column.title}
                {column.tip !== undefined && <InfoCircleOutlined className={styles.tipIcon} />}
              </div>
            </Fragment>
          );
        })}
      </div>
      <GridMenu control={control}>
        <div className={styles.body} data-body="" style={{ width, height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const row = store.rows[item.index];
            return (
              row !== undefined && (
                <GridRow key={row.id} control={control} id={row.id} at={item.index} sizes={sizes} from={from} to={to} />
              )
            );
          })}
          <GridEditor control={control} sizes={sizes} popup={popup} />
        </div>
      </GridMenu>
      {store.rows.length === 0 && <div className={styles.empty}>暂无数据</div>}
    </div>
  );
});

/** Width of the frame without its scroll bar; 0 until it is laid out. */
function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** Sideways scrolling redraws every 64 pixels only; one column on each side is drawn ahead. */
const quantum = (left: number): number => Math.floor(left / 64) * 64;

function revealColumn(frame: HTMLElement, { edges, pinned, number }: Metrics, c: number): void {
  const from = edges[c] ?? 0;
  const to = edges[c + 1] ?? 0;
  const kept = edges[pinned] ?? 0;
  const room = frame.clientWidth - number;
  if (from - kept < frame.scrollLeft) frame.scrollLeft = from - kept;
  else if (to > frame.scrollLeft + room) frame.scrollLeft = to - room;
}

const headClass = (column: GridColumn, fixed: boolean): string =>
  [
    styles.th,
    column.align === 'right' ? styles.right : column.align === 'center' ? styles.center : '',
    column.required && !fixed ? styles.required : '',
  ].join(' ');

/** A grid behind another tab has no size and keeps its rows. */
const observeShown: typeof observeElementRect = (instance, tell) =>
  observeElementRect(instance, (rect) => {
    if (rect.height > 0) tell(rect);
  });

/** Selects by dragging over cells until the button is let go. */
function dragSelect(control: GridControl, frame: HTMLElement | null): void {
  if (frame === null) return;
  const over = (event: Event): void => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
    if (row !== undefined && col !== undefined) control.stretch(row, col);
  };
  const up = (): void => {
    frame.removeEventListener('mouseover', over);
    removeEventListener('mouseup', up);
  };
  frame.addEventListener('mouseover', over);
  addEventListener('mouseup', up);
}
