/** Rulers, bands and paper: everything of a layout that is done by the mouse. What is drawn is the layout as the gesture would leave it. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { paperOf, type Strip, stripOf } from '../../schemas/language/print/index';
import { addPrintDetails, setPrintBand } from '../commands/index';
import type { DesignStore } from '../document/store';
import type { Sample } from '../expression/index';
import { BandRail } from './BandRail';
import { detailsFor, missingBands } from './bands';
import styles from './canvas.module.css';
import { dropAt } from './drop';
import {
  bandGesture,
  columnGesture,
  edgeGesture,
  lassoGesture,
  moveGesture,
  type Snapping,
  sizeGesture,
} from './gestures';
import { Guides, Ring } from './Marks';
import { bandOf, boxesOf, isItemAddress, itemAt, type Layout, layoutOf, sayingOf, titleOfItem } from './model';
import type { Offer } from './offers';
import { type Fault, Paper } from './Paper';
import { Ruler } from './Ruler';
import { NO_SCOPE, scopingOf } from './sample';
import { PAD, PER_MM } from './scale';
import { unionOf } from './snap';
import { TableMarks, tableOf } from './TableMarks';
import { type Point, useGesture } from './use-gesture';

export interface CanvasHandle {
  /** carries something of the palette to the paper */
  carry(event: PointerEvent, offer: Offer): void;
  /** the zoom at which the whole width is seen */
  fit(): number;
  focus(): void;
}
export interface CanvasProps {
  readonly handle: Ref<CanvasHandle>;
  readonly store: DesignStore;
  readonly layout: Layout;
  readonly selection: readonly string[];
  readonly faults: ReadonlyMap<string, Fault>;
  /** values of a document instead of names */
  readonly sample: Sample | undefined;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly snapping: Omit<Snapping, 'reach'>;
  readonly labelled: boolean;
  readonly onSelect: (addresses: readonly string[]) => void;
  readonly onOpen: (address: string) => void;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void;
  readonly tell: (reason: string) => void;
}

/** The strip of a layout: names of fields, or values of a document. */
export function stripFor(layout: Layout, sample: Sample | undefined): Strip {
  return sample === undefined
    ? stripOf(layout.bound, () => NO_SCOPE, sayingOf(layout))
    : stripOf(layout.bound, scopingOf(sample, layout.library.types));
}

export const Canvas = (props: CanvasProps) => {
  const { store, layout, selection, faults, sample, zoom, labelled, onSelect, tell } = props;
  const svg = useRef<SVGSVGElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const scale = (zoom / 100) * PER_MM;
  const pixel = 1 / scale;
  const snapping: Snapping = { ...props.snapping, reach: 5 * pixel };
  const toSheet = ({ x, y }: Point): Point => {
    const rect = svg.current?.getBoundingClientRect();
    return rect === undefined ? { x: 0, y: 0 } : { x: (x - rect.left - PAD) / scale, y: (y - rect.top - PAD) / scale };
  };
  const { tentative, start } = useGesture(store, toSheet, tell);
  const committed = useMemo(() => stripFor(layout, sample), [layout, sample]);
  const text = tentative?.text;
  const shown = useMemo(
    () => (text === undefined ? layout : (layoutOf(text, layout.library) ?? layout)),
    [text, layout],
  );
  const strip = useMemo(
    () => (shown === layout ? committed : stripFor(shown, sample)),
    [shown, layout, committed, sample],
  );
  const chosen = tentative?.selection ?? selection;
  const items = chosen.filter(isItemAddress);
  const boxes = useMemo(() => boxesOf(strip), [strip]);
  const rings = items.flatMap((address) => {
    const box = boxes.get(address);
    return box === undefined ? [] : [{ address, box }];
  });
  const whole = rings.length === 0 ? undefined : unionOf(rings.map((ring) => ring.box));
  const band = bandOf(chosen[0] ?? '');
  const isBand = chosen.length === 1 && band === chosen[0];

  useImperativeHandle(props.handle, () => ({
    carry: (event, offer) =>
      start(event, {
        cursor: 'copy',
        wish: ({ to, free }, state) => {
          const over = isOver(ground.current, svg.current, to, committed);
          if (!over) return { say: offer.title };
          const { answer, guides = [] } = dropAt(
            { layout, strip: committed, state, labelled },
            offer,
            to,
            snapping,
            free,
          );
          return { answer, guides };
        },
      }),
    fit: () => {
      const room = (ground.current?.clientWidth ?? 900) - RAIL - 2 * PAD - 4;
      return Math.max(25, Math.min(200, Math.floor((room / (committed.width * PER_MM)) * 100)));
    },
    focus: () => ground.current?.focus({ preventScroll: true }),
  }));
  const { onZoom } = props;
  useEffect(() => {
    const at = ground.current;
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(Math.max(25, Math.min(400, Math.round(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)))));
    };
    at?.addEventListener('wheel', wheel, { passive: false });
    return () => at?.removeEventListener('wheel', wheel);
  }, [zoom, onZoom]);

  const handleItem = (event: PointerEvent, address: string): void => {
    ground.current?.focus({ preventScroll: true });
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      const others = selection.filter(isItemAddress);
      onSelect(others.includes(address) ? others.filter((text) => text !== address) : [...others, address]);
      return;
    }
    const taken = selection.includes(address) ? selection.filter(isItemAddress) : [address];
    if (!selection.includes(address)) onSelect([address]);
    start(
      event,
      moveGesture(committed, taken, snapping, (moved) => {
        if (!moved && taken.length > 1) onSelect([address]);
      }),
    );
  };
  const handleGround = (event: PointerEvent): void => {
    ground.current?.focus({ preventScroll: true });
    const under = (event.target as Element).closest('[data-band]')?.getAttribute('data-band') ?? undefined;
    const keep = event.shiftKey || event.ctrlKey ? selection.filter(isItemAddress) : [];
    start(
      event,
      lassoGesture(
        committed,
        band,
        (found) => onSelect([...new Set([...keep, ...found])]),
        () => onSelect(under === undefined ? [] : [under]),
      ),
    );
  };
  const titleOf = useCallback((address: string) => titleOfItem(shown, address), [shown]);
  const isValue = useCallback(
    (address: string) => {
      const item = itemAt(shown.doc, address);
      return item !== undefined && (item.field !== undefined || item.text?.includes('{') === true);
    },
    [shown],
  );
  const table = tableOf(shown, chosen[0]);
  const say = tentative?.say;

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
            layout={shown}
            strip={strip}
            scale={scale}
            selected={band}
            missing={missingBands(layout)}
            onSelect={(address) => onSelect([address])}
            onAdd={(key) => {
              const refusal = key.startsWith('rows:')
                ? store.run(addPrintDetails, detailsFor(layout, committed, key.slice(5)))
                : store.run(setPrintBand, {
                    band: key,
                    height: key === 'bands.background' ? paperOf(layout.doc)[1] : 12,
                  });
              if (refusal !== undefined) tell(refusal.reason);
            }}
            onGrab={(event, address) => start(event, bandGesture(committed, address, snapping))}
          />
          <Ruler axis="y" length={strip.height} scale={scale} from={whole?.y} to={whole && whole.y + whole.h} />
        </div>
        <Paper
          svg={svg}
          strip={strip}
          scale={scale}
          page={layout.doc.sort === 'label' ? strip.height : paperOf(layout.doc)[1]}
          grid={snapping.grid}
          band={isBand || band === 'bands.background' ? band : undefined}
          faults={faults}
          titleOf={titleOf}
          isValue={isValue}
          cursor={tentative?.cursor}
          onItem={handleItem}
          onOpen={props.onOpen}
          onGround={handleGround}
          onMenu={({ clientX, clientY }, address) => {
            if (address !== undefined && !selection.includes(address)) onSelect([address]);
            props.onMenu({ x: clientX, y: clientY });
          }}
        >
          {table !== undefined && (
            <TableMarks
              strip={strip}
              table={table}
              pixel={pixel}
              selected={chosen[0]}
              onEdge={(event, column, left) => {
                event.stopPropagation();
                start(event, edgeGesture(table.address, column, left, snapping));
              }}
              onColumn={(event, column, left) => {
                event.stopPropagation();
                const code = table.columns[column]?.code;
                start(
                  event,
                  columnGesture(table.address, column, left, () => onSelect([`${table.address}.row.items.${code}`])),
                );
              }}
            />
          )}
          {rings.map(({ address, box }) => (
            <Ring
              key={address}
              box={box}
              pixel={pixel}
              sized={rings.length === 1}
              onHandle={(event, handle) => {
                event.stopPropagation();
                start(event, sizeGesture(committed, address, handle, snapping));
              }}
            />
          ))}
          <Guides guides={tentative?.guides ?? []} />
          {tentative?.lasso !== undefined && (
            <rect
              className={styles.lasso}
              x={tentative.lasso.x}
              y={tentative.lasso.y}
              width={tentative.lasso.w}
              height={tentative.lasso.h}
            />
          )}
        </Paper>
      </div>
      {tentative !== undefined && say !== undefined && say !== '' && (
        <span className={styles.say} style={{ left: tentative.client.x + 14, top: tentative.client.y + 16 }}>
          {say}
        </span>
      )}
    </div>
  );
};
/** rail and ruler, as the style sheet has them */
const RAIL = 6.5 * 12 + 22;

/** Arrow keys move things: the ground does not scroll under them. */
const scrollKeys = (event: KeyboardEvent): void => {
  if (event.key === ' ') event.preventDefault();
};

function isOver(ground: HTMLElement | null, svg: SVGSVGElement | null, { x, y }: Point, strip: Strip): boolean {
  if (ground === null || svg === null) return false;
  return x > -2 && y > -2 && x < strip.width + 2 && y < strip.height + 2;
}
