/**
 * A sub-table as a spreadsheet: windowed rows and columns of plain cells, one live input, one set of handlers for the whole grid.
 * 2,000 rows open in the time of the thirty that are seen.
 */
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
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
import { dragRows, dragSelect } from './drag';
import { columnsInView, type Metrics, metrics } from './draw';
import styles from './Grid.module.css';
import { GridEditor, type PopupOf } from './GridEditor';
import { GridHead } from './GridHead';
import { GridMarks } from './GridMarks';
import { GridMenu } from './GridMenu';
import { GridRow } from './GridRow';
import { useSignal } from './signal';

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
  useSignal(control.widths.changed);
  const { own } = control.widths;
  const sizes = useMemo(() => metrics(columns, scale, room, own), [columns, scale, room, own]);
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
    if (frame.current === null || event.button !== 0 || target.closest('[data-live], [data-edge]') !== null) return;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
    const head = target.closest<HTMLElement>('[data-grid-column]')?.dataset.gridColumn;
    const corner = target.closest('[data-corner]') !== null;
    if (row === undefined && head === undefined && !corner) return;
    event.preventDefault();
    const grip = target.closest('[data-grip]');
    if (corner) control.selectAll();
    else if (head !== undefined) {
      control.selectColumn(head, event.shiftKey);
      dragSelect(control, frame.current, 'columns');
    } else if (row !== undefined && grip !== null) dragRows(row, grip, control, sizes.row);
    else if (row !== undefined && col === undefined) {
      control.selectRow(row, event.shiftKey);
      dragSelect(control, frame.current, 'rows');
    } else if (row !== undefined && col !== undefined) {
      control.point(row, col, event.shiftKey);
      dragSelect(control, frame.current, 'cells');
    }
    queueMicrotask(control.focus);
  };
  const handleCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (control.editing !== null) return;
    const clip = control.copy();
    if (clip === null) return;
    event.clipboardData.setData('text/plain', clip.text);
    event.clipboardData.setData('text/html', clip.html);
    event.preventDefault();
  };
  /** Why a cell cannot be written is found out when the pointer rests on it. */
  const handleOver = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-col]');
    const row = cell === null ? undefined : store.row(cell.closest<HTMLElement>('[data-row]')?.dataset.row ?? '');
    const column = columns.find((one) => one.code === cell?.dataset.col);
    if (cell === null || row === undefined || column === undefined || cell.hasAttribute('data-problem')) return;
    const why = control.host.why(row, column) ?? (cell.scrollWidth > cell.clientWidth ? cell.textContent : null);
    if (why === null || why === '') cell.removeAttribute('title');
    else cell.title = why;
  };

  return (
    <div
      ref={frame}
      className={styles.grid}
      data-grid=""
      role="grid"
      tabIndex={-1}
      aria-rowcount={store.rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-label={host.title}
      onScroll={(event) => setLeft(quantum(event.currentTarget.scrollLeft))}
      onMouseDown={handleDown}
      onMouseOver={handleOver}
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
      <GridHead control={control} sizes={sizes} scale={scale} from={from} to={to} />
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
          <GridMarks control={control} sizes={sizes} />
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

/** A grid behind another tab has no size and keeps its rows. */
const observeShown: typeof observeElementRect = (instance, tell) =>
  observeElementRect(instance, (rect) => {
    if (rect.height > 0) tell(rect);
  });
