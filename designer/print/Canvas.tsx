/** Rulers, bands and paper: everything of a layout that is done by the mouse. What is drawn is the layout as the gesture would leave it. */
import { type KeyboardEvent, useCallback } from 'react';
import { paperOf } from '../../schemas/language/print/index';
import { BandRail } from './BandRail';
import { missingBands } from './bands';
import styles from './canvas.module.css';
import type { CanvasProps } from './canvas-props';
import { Guides, Ring } from './Marks';
import { itemAt, titleOfItem } from './model';
import { Paper } from './Paper';
import { Ruler } from './Ruler';
import { TableMarks } from './TableMarks';
import { type CanvasActs, useCanvas } from './use-canvas';
import type { Tentative } from './use-gesture';
import type { Shown } from './use-shown';

export const Canvas = (props: CanvasProps) => {
  const { layout, faults } = props;
  const { ground, shown, snapping, acts } = useCanvas(props);
  const { strip, scale, whole, band, tentative } = shown;
  const drawn = shown.layout;
  const titleOf = useCallback((address: string) => titleOfItem(drawn, address), [drawn]);
  const isValue = useCallback(
    (address: string) => {
      const item = itemAt(drawn.doc, address);
      return item !== undefined && (item.field !== undefined || item.text?.includes('{') === true);
    },
    [drawn],
  );
  return (
    <div
      ref={ground}
      className={styles.ground}
      tabIndex={0}
      role="application"
      aria-label="版面"
      onKeyDown={scrollKeys}
    >
      <div className={styles.board}>
        <div className={styles.corner}>毫米</div>
        <div className={styles.top}>
          <Ruler axis="x" length={strip.width} scale={scale} from={whole?.x} to={whole && whole.x + whole.w} />
        </div>
        <div className={styles.side}>
          <BandRail
            layout={drawn}
            strip={strip}
            scale={scale}
            selected={band}
            missing={missingBands(layout)}
            onSelect={(address) => props.onSelect([address])}
            onAdd={acts.onAddBand}
            onGrab={acts.onBand}
          />
          <Ruler axis="y" length={strip.height} scale={scale} from={whole?.y} to={whole && whole.y + whole.h} />
        </div>
        <Paper
          svg={shown.svg}
          strip={strip}
          scale={scale}
          page={layout.doc.sort === 'label' ? strip.height : paperOf(layout.doc)[1]}
          grid={snapping.grid}
          band={shown.isBand || band === 'bands.background' ? band : undefined}
          faults={faults}
          titleOf={titleOf}
          isValue={isValue}
          cursor={tentative?.cursor}
          onItem={acts.onItem}
          onOpen={props.onOpen}
          onGround={acts.onGround}
          onMenu={acts.onMenu}
        >
          <ChosenMarks shown={shown} acts={acts} />
        </Paper>
      </div>
      <Saying tentative={tentative} />
    </div>
  );
};

/** Over the paper: columns of the table, rings and handles of what is chosen, guide lines, the frame that catches. */
const ChosenMarks = ({ shown, acts }: { readonly shown: Shown; readonly acts: CanvasActs }) => {
  const { table, rings, pixel, tentative } = shown;
  const lasso = tentative?.lasso;
  return (
    <>
      {table !== undefined && (
        <TableMarks
          strip={shown.strip}
          table={table}
          pixel={pixel}
          selected={shown.chosen[0]}
          onEdge={acts.onEdge}
          onColumn={acts.onColumn}
        />
      )}
      {rings.map(({ address, box }) => (
        <Ring
          key={address}
          box={box}
          pixel={pixel}
          sized={rings.length === 1}
          onHandle={(event, handle) => acts.onHandle(event, address, handle)}
        />
      ))}
      <Guides guides={tentative?.guides ?? []} />
      {lasso !== undefined && (
        <rect className={styles.lasso} x={lasso.x} y={lasso.y} width={lasso.w} height={lasso.h} />
      )}
    </>
  );
};

/** At the pointer: a size, or why it cannot be. */
const Saying = ({ tentative }: { readonly tentative: Tentative | undefined }) =>
  tentative?.say === undefined || tentative.say === '' ? null : (
    <span className={styles.say} style={{ left: tentative.client.x + 14, top: tentative.client.y + 16 }}>
      {tentative.say}
    </span>
  );

/** Arrow keys move things: the ground does not scroll under them. */
const scrollKeys = (event: KeyboardEvent): void => {
  if (event.key === ' ') event.preventDefault();
};
