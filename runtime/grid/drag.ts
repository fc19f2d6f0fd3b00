/** What the pointer does while it is down: select, fill, carry rows, pull a column wider. Each ends by itself when it is let go. */
import type { PointerEvent as ReactPointerEvent } from 'react';
import type { GridControl } from './control';

/** Rows a second at the edge of the window, by how far the pointer is past it. */
const PULL = 0.4;

interface Follow {
  move(event: PointerEvent): void;
  done(event: PointerEvent | null): void;
}

/** Follows the pointer until it is let go; Escape or a lost pointer gives up. */
function follow({ move, done }: Follow): void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (event: PointerEvent | null): void => {
    stop.abort();
    done(event);
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', () => end(null), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(null);
    },
    { signal, capture: true },
  );
}

/** Scrolls while the pointer is past the upper or lower edge of the window of rows. */
function pull(frame: HTMLElement | null, event: PointerEvent, head: number): void {
  if (frame === null) return;
  const { top, bottom } = frame.getBoundingClientRect();
  const over = Math.max(0, event.clientY - bottom + 8) - Math.max(0, top + head + 8 - event.clientY);
  if (over !== 0) frame.scrollTop += over * PULL;
}

const bodyOf = (from: Element): HTMLElement | null =>
  from.closest('[data-grid]')?.querySelector<HTMLElement>('[data-body]') ?? null;
const frameOf = (from: Element): HTMLElement | null => from.closest<HTMLElement>('[data-grid]');

/** Selects by dragging over cells, row numbers or column heads. */
export function dragSelect(control: GridControl, frame: HTMLElement, sort: 'cells' | 'rows' | 'columns'): void {
  const over = (event: Event): void => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const col = target.closest<HTMLElement>('[data-col]')?.dataset.col;
    const head = target.closest<HTMLElement>('[data-grid-column]')?.dataset.gridColumn;
    if (sort === 'columns') {
      const code = head ?? col;
      if (code !== undefined) control.selectColumn(code, true);
    } else if (sort === 'rows') {
      if (row !== undefined) control.selectRow(row, true);
    } else if (row !== undefined && col !== undefined) control.stretch(row, col);
  };
  frame.addEventListener('mouseover', over);
  follow({
    move: (event) => {
      if (sort !== 'columns') pull(frame, event, 32);
    },
    done: () => frame.removeEventListener('mouseover', over),
  });
}

/** The fill handle down to the row where it is let go. */
export function dragFill(event: ReactPointerEvent<HTMLElement>, control: GridControl, height: number): void {
  const body = bodyOf(event.currentTarget);
  const frame = frameOf(event.currentTarget);
  if (body === null || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const last = control.store.rows.length - 1;
  const rowAt = (y: number): number =>
    Math.min(last, Math.max(0, Math.floor((y - body.getBoundingClientRect().top) / height)));
  follow({
    move: (now) => {
      pull(frame, now, 32);
      control.mark({ fillTo: rowAt(now.clientY) });
    },
    done: (now) => {
      control.mark({});
      if (now !== null) control.fillTo(rowAt(now.clientY));
      control.focus();
    },
  });
}

/** The grip at a row number: the selected rows go where the line is. */
export function dragRows(row: string, grip: Element, control: GridControl, height: number): void {
  const body = bodyOf(grip);
  const frame = frameOf(grip);
  const { store } = control;
  const at = store.indexOf(row);
  const span = control.range;
  if (body === null) return;
  // a row inside selected rows carries them all; a range of cells is no choice of rows
  const whole = span !== null && span.left === 0 && span.right === control.host.columns.length - 1;
  if (!whole || at < span.top || at > span.bottom) control.selectRow(row, false);
  let moved = false;
  const gapAt = (y: number): number =>
    Math.min(store.rows.length, Math.max(0, Math.round((y - body.getBoundingClientRect().top) / height)));
  follow({
    move: (now) => {
      moved = true;
      pull(frame, now, 32);
      control.mark({ dropAt: gapAt(now.clientY) });
    },
    done: (now) => {
      control.mark({});
      if (now !== null && moved) control.dropRows(gapAt(now.clientY));
      control.focus();
    },
  });
}

/** The right edge of a head: the width of its column. */
export function dragWidth(
  event: ReactPointerEvent<HTMLElement>,
  control: GridControl,
  code: string,
  scale: number,
): void {
  const head = event.currentTarget.closest<HTMLElement>('[data-grid-column]');
  if (head === null || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const from = event.clientX;
  const width = head.getBoundingClientRect().width;
  const at = (now: PointerEvent): number => (width + now.clientX - from) / scale;
  const before = control.widths.own.get(code) ?? null;
  follow({
    move: (now) => control.widths.set(code, at(now), false),
    done: (now) => control.widths.set(code, now === null ? before : now.clientX === from ? before : at(now)),
  });
}
