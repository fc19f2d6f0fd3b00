/**
 * The cells of a home page on their grid. While it is edited a card is moved by its face and sized by its corner, with the mouse, a
 * finger, or the arrow keys (Shift sizes, Delete removes); what is in the way goes down at once.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../../runtime/page/Icon';
import { HOME_COLUMNS, type HomeCell, onColumns, putCell, takeCell } from '../../../schemas/language/home/layout';
import type { HomeCardInfo } from '../../../schemas/language/home/wire';
import styles from './CardGrid.module.css';

interface Props {
  readonly cells: readonly HomeCell[];
  readonly cards: ReadonlyMap<string, HomeCardInfo>;
  /** 24, 12 or 1 */
  readonly columns: number;
  readonly children: (cell: HomeCell, info: HomeCardInfo | undefined) => ReactNode;
  /** absent = only to look at */
  readonly onChange?: ((cells: readonly HomeCell[]) => void) | undefined;
  readonly selected?: string | undefined;
  readonly onSelect?: (card: string) => void;
  /** words beside a card while it is edited */
  readonly remark?: (cell: HomeCell) => string | undefined;
}
interface Drag {
  readonly card: string;
  readonly way: 'move' | 'size';
  readonly x: number;
  readonly y: number;
  readonly from: readonly HomeCell[];
}
/** px a pointer travels before it drags */
const SLACK = 4;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const CardGrid = ({ cells, cards, columns, children, onChange, selected, onSelect, remark }: Props) => {
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [shown, setShown] = useState<readonly HomeCell[] | null>(null);
  const isEdited = onChange !== undefined && columns === HOME_COLUMNS;
  const current = shown ?? cells;

  const moved = (from: readonly HomeCell[], card: string, way: Drag['way'], dx: number, dy: number) => {
    const cell = from.find((cell) => cell.card === card);
    if (cell === undefined) return from;
    const { minW = 1, minH = 1 } = cards.get(card) ?? {};
    const next =
      way === 'move' ? { ...cell, x: cell.x + dx, y: cell.y + dy } : { ...cell, w: cell.w + dx, h: cell.h + dy };
    return putCell(from, next, { w: minW, h: minH });
  };
  /** px of one column and one row with their gaps */
  const unit = (): { readonly x: number; readonly y: number } => {
    const element = grid.current;
    if (element === null) return { x: 1, y: 1 };
    const style = getComputedStyle(element);
    const gap = Number.parseFloat(style.columnGap) || 0;
    return {
      x: (element.clientWidth + gap) / HOME_COLUMNS,
      y: Number.parseFloat(style.gridAutoRows) + (Number.parseFloat(style.rowGap) || 0),
    };
  };
  const handleDown = (event: PointerEvent<HTMLElement>, card: string, way: Drag['way']): void => {
    if (!isEdited || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect?.(card);
    (event.currentTarget.closest('[data-card]') as HTMLElement | null)?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ card, way, x: event.clientX, y: event.clientY, from: cells });
  };
  const handleMove = (event: PointerEvent<HTMLElement>): void => {
    if (drag === null) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (shown === null && Math.hypot(dx, dy) < SLACK) return;
    const step = unit();
    setShown(moved(drag.from, drag.card, drag.way, Math.round(dx / step.x), Math.round(dy / step.y)));
  };
  const handleUp = (): void => {
    if (shown !== null) onChange?.(shown);
    setDrag(null);
    setShown(null);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>, card: string): void => {
    if (!isEdited || event.target !== event.currentTarget) return;
    const arrow = ARROWS[event.key];
    if (event.key === 'Escape' && drag !== null) {
      setDrag(null);
      setShown(null);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange?.(takeCell(cells, card));
    } else if (arrow !== undefined && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      const [dx, dy] = arrow;
      onChange?.(moved(cells, card, event.shiftKey ? 'size' : 'move', dx, dy));
    }
  };

  return (
    <div
      ref={grid}
      className={styles.grid}
      data-edited={isEdited || undefined}
      data-flow={columns < HOME_COLUMNS || undefined}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {onColumns(current, columns).map((cell) => {
        const info = cards.get(cell.card);
        const title = cell.title ?? info?.title ?? cell.card;
        const place = { gridColumn: `${cell.x + 1} / span ${cell.w}`, gridRow: `${cell.y + 1} / span ${cell.h}` };
        if (!isEdited)
          return (
            <div key={cell.card} className={styles.cell} style={place}>
              {children(cell, info)}
            </div>
          );
        const said = remark?.(cell);
        return (
          <div
            key={cell.card}
            className={styles.cell}
            style={place}
            role="group"
            tabIndex={0}
            data-card={cell.card}
            data-selected={selected === cell.card || undefined}
            data-dragged={drag?.card === cell.card || undefined}
            aria-label={`${title}，第${cell.y + 1}行第${cell.x + 1}列，宽${cell.w}高${cell.h}`}
            onFocus={(event) => event.target === event.currentTarget && onSelect?.(cell.card)}
            onKeyDown={(event) => handleKey(event, cell.card)}
          >
            <div className={styles.face} inert>
              {children(cell, info)}
            </div>
            <span
              className={styles.move}
              onPointerDown={(event) => handleDown(event, cell.card, 'move')}
              onPointerMove={handleMove}
              onPointerUp={handleUp}
              onPointerCancel={handleUp}
            />
            {said !== undefined && <span className={styles.remark}>{said}</span>}
            <button
              type="button"
              className={styles.remove}
              aria-label={`移除${title}`}
              onClick={() => onChange?.(takeCell(cells, cell.card))}
            >
              <Icon name="close" />
            </button>
            <span
              className={styles.size}
              onPointerDown={(event) => handleDown(event, cell.card, 'size')}
              onPointerMove={handleMove}
              onPointerUp={handleUp}
              onPointerCancel={handleUp}
            />
          </div>
        );
      })}
    </div>
  );
};
