/**
 * The page of the draft on its sheet, and the designer's marks over it: what is under the pointer, what is chosen, where a dragged thing
 * would go. The page itself takes no click: it is a picture that happens to be real.
 */
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListPageData, WireRecord } from '../../runtime/data/types';
import type { HostSession, Page } from '../../runtime/page/index';
import { useTaken } from '../parts/Dragging';
import { type Box, boxesOf, type Face as FaceCode } from './boxes';
import styles from './canvas.module.css';
import { Face } from './Face';
import type { Place } from './places';
import { boxAt } from './places';
import { Sheet } from './Sheet';
import type { Stage } from './stage';
import { useRoom } from './use-room';

export const CANVAS = 'canvas';

export interface CanvasProps {
  readonly page: Page;
  readonly face: FaceCode;
  readonly session: HostSession;
  readonly record: WireRecord;
  readonly rows: (size: number) => Promise<ListPageData> | ListPageData;
  readonly scheme?: string | undefined;
  readonly width: number;
  readonly stage: Stage;
  readonly selection: readonly string[];
  /** something is carried or a frame is drawn */
  readonly isDragging: boolean;
  /** address under the pointer, '' for the ground; `add` keeps what is chosen */
  readonly onSelect: (address: string, add: boolean) => void;
  readonly onOpen: (address: string) => void;
  readonly onMenu: (address: string, at: { readonly x: number; readonly y: number }) => void;
  /** the small toolbar of the chosen thing */
  readonly tools: (box: Box) => ReactNode;
  /** what stands over an empty page */
  readonly children?: ReactNode;
}
const MARGIN = 14;

export const Canvas = (props: CanvasProps) => {
  const { page, face, width, stage, selection, isDragging } = props;
  const ground = useRef<HTMLDivElement>(null);
  const room = useRoom(ground);
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const [over, setOver] = useState<string>();
  const { onPointerDown } = useTaken({ id: CANVAS });
  const scale = room.width === 0 ? 1 : Math.min(1, (room.width - 2 * MARGIN) / width);
  stage.scale = scale;
  stage.boxes = boxes;
  const least = Math.max(0, (room.height - 2 * MARGIN) / scale);
  const shown = useMemo(() => new Map(boxes.map((box) => [box.address, box])), [boxes]);
  const chosen = selection.flatMap((address) => shown.get(address) ?? []);
  const first = chosen.length === 1 && !isDragging ? chosen[0] : undefined;
  const under = over === undefined || isDragging || selection.includes(over) ? undefined : shown.get(over);
  useReveal(ground, stage, first);

  const boxUnder = (event: { readonly clientX: number; readonly clientY: number }): Box | undefined => {
    const at = stage.at(event.clientX, event.clientY);
    return at === undefined ? undefined : boxAt(boxes, at.x, at.y);
  };
  const handleMove = (event: PointerEvent<HTMLElement>): void => {
    if (!isDragging) setOver(boxUnder(event)?.address);
  };
  return (
    <div className={styles.ground} ref={ground} data-canvas="" data-face={face}>
      <Sheet
        label={`${page.title}的页面`}
        width={width}
        scale={scale}
        least={face === 'list' ? least : 0}
        height={face === 'list' && width > 767 ? least : undefined}
        onDrawn={(root) => setBoxes(boxesOf(root, page.object, face))}
        marks={
          <div
            ref={(element) => {
              stage.cover = element;
            }}
            onPointerDown={onPointerDown}
            className={styles.cover}
            data-dragging={isDragging ? '' : undefined}
            onPointerMove={handleMove}
            onPointerLeave={() => setOver(undefined)}
            onClick={(event) =>
              props.onSelect(boxUnder(event)?.address ?? '', event.ctrlKey || event.metaKey || event.shiftKey)
            }
            onDoubleClick={(event) => {
              const box = boxUnder(event);
              if (box !== undefined) props.onOpen(box.address);
            }}
            onContextMenu={(event) => {
              const box = boxUnder(event);
              if (box === undefined) return;
              event.preventDefault();
              props.onMenu(box.address, { x: event.clientX, y: event.clientY });
            }}
            onWheel={(event) => scrollUnder(stage, event)}
          >
            {under !== undefined && <i className={styles.hover} style={stage.shown(under)} />}
            {chosen.map((box) => (
              <i key={box.address} className={styles.ring} style={stage.shown(box)} data-ring={box.address} />
            ))}
            {isDragging && <AimMarks stage={stage} />}
            {first !== undefined && <Tools stage={stage} box={first} draw={props.tools} />}
          </div>
        }
      >
        <Face page={page} session={props.session} record={props.record} rows={props.rows} scheme={props.scheme} />
      </Sheet>
      {props.children}
    </div>
  );
};

const AimMarks = ({ stage }: { readonly stage: Stage }) => {
  const aim = useSyncExternalStore(stage.onAim, () => stage.aim);
  return (
    <>
      {aim?.frame !== undefined && <i className={styles.lasso} style={stage.shown(aim.frame)} />}
      {aim?.place !== undefined && <Line stage={stage} place={aim.place} refused={aim.refused} />}
    </>
  );
};

interface LineProps {
  readonly stage: Stage;
  readonly place: Place;
  readonly refused: string | undefined;
}
/** A drop target is a line between two things, and says where that is. */
const Line = ({ stage, place, refused }: LineProps) => {
  const { left, top, width, height } = stage.shown(place.line);
  const upright = place.line.h > place.line.w;
  const style = upright ? { left: left - 1, top, height } : { left, top: top - 1, width };
  const right = upright ? left + 8 : left;
  const below = upright ? top + height + 6 : top + 8;
  const room = roomOf(stage);
  return (
    <>
      <i className={styles.line} data-upright={upright ? '' : undefined} data-refused={refused && ''} style={style} />
      <span
        className={styles.tip}
        data-refused={refused && ''}
        role="status"
        style={{
          ...(right + TIP.w > room.right ? { right: Math.max(0, room.width - left) } : { left: right }),
          top: below + TIP.h > room.bottom ? top - TIP.h : below,
        }}
      >
        {refused ?? place.words}
      </span>
    </>
  );
};

/** px a hint is given: one that would not fit stands on the other side of its line */
const TIP = { w: 220, h: 32 } as const;
/** What is seen of the canvas, measured from its corner. */
function roomOf({ cover }: Stage): { readonly width: number; readonly right: number; readonly bottom: number } {
  const ground = cover?.closest<HTMLElement>('[data-canvas]');
  if (cover === null || cover === undefined || ground === null || ground === undefined)
    return { width: 0, right: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
  const [own, seen] = [cover.getBoundingClientRect(), ground.getBoundingClientRect()];
  return {
    width: own.width,
    right: Math.min(own.width, seen.right - own.left),
    bottom: Math.min(own.height, seen.bottom - own.top),
  };
}

/** Above the thing; below it where there is no room above. */
const Tools = ({ stage, box, draw }: { stage: Stage; box: Box; draw: (box: Box) => ReactNode }) => {
  const { left, top, width, height } = stage.shown(box);
  const above = top > 40;
  return (
    <div
      className={styles.tools}
      style={{
        right: `calc(100% - ${left + width}px)`,
        ...(above ? { bottom: `calc(100% - ${top - 8}px)` } : { top: top + Math.min(height, 400) + 8 }),
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {draw(box)}
    </div>
  );
};

/** What was chosen elsewhere (outline, problems) comes into view. */
function useReveal(ground: { readonly current: HTMLElement | null }, stage: Stage, box: Box | undefined): void {
  const address = box?.address;
  const at = useRef(box);
  at.current = box;
  useEffect(() => {
    const element = ground.current;
    if (element === null || address === undefined || at.current === undefined) return;
    const { top, height } = stage.shown(at.current);
    if (top < element.scrollTop) element.scrollTo({ top: Math.max(0, top - 60) });
    else if (top + height > element.scrollTop + element.clientHeight - 20)
      element.scrollTo({ top: top + height - element.clientHeight + 60 });
  }, [ground, stage, address]);
}

/** The wheel turns what scrolls inside the page under the pointer, where the page itself has its own height. */
function scrollUnder(stage: Stage, event: { deltaX: number; deltaY: number; clientX: number; clientY: number }): void {
  const at = stage.at(event.clientX, event.clientY);
  const frame = stage.cover?.parentElement?.querySelector('iframe');
  const inner = frame?.contentDocument;
  if (at === undefined || inner === null || inner === undefined) return;
  for (const element of inner.body.querySelectorAll<HTMLElement>('*')) {
    if (element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (at.x < left || at.x > right || at.y < top || at.y > bottom) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowX + overflowY)) element.scrollBy(event.deltaX, event.deltaY);
  }
}
