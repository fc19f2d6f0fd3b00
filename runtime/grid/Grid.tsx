/**
 * A sub-table as a spreadsheet: windowed rows and columns of plain cells, one live input, one set of handlers for the whole grid.
 * 2,000 rows open in the time of the thirty that are seen.
 */
import { memo, useRef, useState } from 'react';
import { useSignal } from '../data/signal';
import type { GridControl } from './control';
import styles from './Grid.module.css';
import { GridEditor, type PopupOf } from './GridEditor';
import { GridHead } from './GridHead';
import { GridMarks } from './GridMarks';
import { GridMenu, type MenuAt } from './GridMenu';
import { GridLead, GridRow } from './GridRow';
import { begin, copy, cut, paste, pointMenu, press, tellWhy, touchGrip } from './grid-events';
import { useGridWindow } from './use-grid-window';

export interface GridProps {
  readonly control: GridControl;
  readonly popup?: PopupOf;
}

export const Grid = memo(function Grid({ control, popup }: GridProps) {
  const { host } = control;
  useSignal(host.store.list);
  useSignal(control.widths.changed);
  const frame = useRef<HTMLDivElement>(null);
  const { sizes, scale, count, width, from, to, slots, drawn, handleScroll } = useGridWindow(control, frame);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const { can, viewing, columns } = host;
  const fixed = viewing || !(can.add || can.remove || can.paste);

  return (
    <div
      ref={frame}
      className={styles.grid}
      data-grid=""
      tabIndex={-1}
      onScroll={handleScroll}
      onMouseDown={(event) => press(event, control, frame.current, sizes.row)}
      onPointerDown={(event) => touchGrip(event, control, sizes.row)}
      onMouseOver={(event) => tellWhy(event, control)}
      onDoubleClick={(event) => begin(event, control)}
      onContextMenu={(event) => {
        if (pointMenu(event, control)) setMenu({ x: event.clientX, y: event.clientY });
      }}
      onCopy={(event) => copy(event, control)}
      onCut={(event) => cut(event, control)}
      onPaste={(event) => paste(event, control)}
    >
      <div
        role="grid"
        id={control.id}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-label={host.title}
      >
        <GridHead control={control} sizes={sizes} scale={scale} from={from} to={to} fixed={fixed} />
        <div className={styles.body} role="presentation" data-body="" style={{ width, height: count * sizes.row }}>
          <div className={styles.still} role="presentation">
            {drawn.map(({ id, at: n }) => (
              <GridLead key={n % slots} slot={n % slots} control={control} id={id} at={n} sizes={sizes} />
            ))}
          </div>
        </div>
      </div>
      {/* outside of the grid for who hears the page: each half belongs to the row that owns it */}
      <div
        className={`${styles.body} ${styles.lines}`}
        role="presentation"
        data-body=""
        style={{ width, height: count * sizes.row }}
      >
        {drawn.map(({ id, at: n }) => (
          <GridRow
            key={n % slots}
            slot={n % slots}
            control={control}
            id={id}
            at={n}
            sizes={sizes}
            from={from}
            to={to}
          />
        ))}
      </div>
      <div className={styles.over} data-over="" style={{ width, height: count * sizes.row }}>
        <GridMarks control={control} sizes={sizes} />
        <GridEditor control={control} sizes={sizes} popup={popup} />
      </div>
      {menu !== null && <GridMenu control={control} at={menu} onClose={() => setMenu(null)} />}
      {count === 0 && <div className={styles.empty}>暂无数据</div>}
    </div>
  );
});
