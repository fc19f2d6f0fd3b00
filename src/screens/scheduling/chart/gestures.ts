/** Presses, drags and what lies under the pointer, told to the desk of the drag. Near its edge the chart goes along. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { DragDesk } from '../plan/drag-desk';
import type { Bar } from './bars';
import { mayTake, placeOf, type Taken } from './drag';
import { type Hit, hitAt } from './hit';
import type { Painter } from './painter';
import type { Scene } from './scene';

/** px a press may wander before it is a drag */
const SLOP = 4;
/** px of a finger around a bar */
const FINGER = 8;
/** near the edge the chart goes along, px a frame */
const BORDER = 40;
const PACE = 14;

interface HitWorld {
  readonly box: HTMLElement;
  readonly scene: Scene;
  readonly touch: boolean;
}
export const hitOf = ({ box, scene, touch }: HitWorld, clientX: number, clientY: number): Hit => {
  const { left, top } = box.getBoundingClientRect();
  return hitAt(
    { scale: scene.scale, rows: scene.rows, slack: touch ? FINGER : 0 },
    clientX - left - scene.headWidth + box.scrollLeft,
    clientY - top - scene.headHeight + box.scrollTop,
  );
};

interface GestureWorld {
  readonly painter: RefObject<Painter | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly desk: DragDesk;
  readonly scene: Scene;
  readonly chosen: ReadonlySet<string>;
  readonly canMove: boolean;
  readonly touch: boolean;
  readonly onChoose: (ids: ReadonlySet<string>, bar: Bar | null) => void;
  readonly onRefused: (text: string) => void;
}
interface Press {
  readonly x: number;
  readonly y: number;
  readonly hit: Hit;
  dragging: boolean;
  /** the pointer as it was last, for the chart that goes along */
  last: { readonly x: number; readonly y: number };
}
export const useGestures = (world: GestureWorld) => {
  const press = useRef<Press | null>(null);
  const latest = useRef(world);
  latest.current = world;
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const inChart = (x: number, y: number): boolean => {
    const { left, top } = world.scroller.current!.getBoundingClientRect();
    return x > left + world.scene.headWidth && y > top + world.scene.headHeight;
  };
  const hit = (x: number, y: number): Hit =>
    hitOf({ box: world.scroller.current!, scene: latest.current.scene, touch: world.touch }, x, y);
  const tell = (x: number, y: number): void => {
    const { desk, scene } = latest.current;
    const now = desk.current();
    if (now === null) return;
    const { row, minute } = hit(x, y);
    const { taken } = now;
    const own = taken.kind === 'pool' ? null : taken.bar.task.resourceId;
    // an edge stays in its row
    const resource =
      taken.kind === 'split'
        ? (scene.rows.find((other) => other.resource?.id === own)?.resource ?? null)
        : (row?.resource ?? scene.rows.find((other) => other.resource?.id === own)?.resource ?? null);
    desk.move(placeOf(taken, { minute, resource, scale: scene.scale }));
  };
  const goAlong = (): void => {
    frame.current = 0;
    const box = world.scroller.current;
    const { current } = press;
    if (box === null || current === null || !current.dragging) return;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const { x, y } = current.last;
    const dx = x > right - BORDER ? PACE : x < left + latest.current.scene.headWidth + BORDER ? -PACE : 0;
    const dy = y > bottom - BORDER ? PACE : y < top + latest.current.scene.headHeight + BORDER ? -PACE : 0;
    if (dx === 0 && dy === 0) return;
    const [wasLeft, wasTop] = [box.scrollLeft, box.scrollTop];
    box.scrollBy(dx, dy);
    if (box.scrollLeft === wasLeft && box.scrollTop === wasTop) return;
    tell(x, y);
    frame.current = requestAnimationFrame(goAlong);
  };
  const begin = ({ hit: { bar, atEdge, minute } }: Press): boolean => {
    if (bar === null || !world.canMove || world.scene.view !== 'resource') return false;
    const refusal = mayTake(bar.task);
    if (refusal !== null) {
      world.onRefused(refusal);
      return false;
    }
    const taken: Taken = atEdge ? { kind: 'split', bar } : { kind: 'task', bar, grab: minute - bar.start };
    if (!world.chosen.has(bar.id)) world.onChoose(new Set([bar.id]), bar);
    world.desk.take(taken);
    return true;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || !inChart(event.clientX, event.clientY)) return;
      const found = hit(event.clientX, event.clientY);
      // an empty place under a finger is for scrolling
      if (found.bar === null && event.pointerType !== 'mouse') return;
      press.current = {
        x: event.clientX,
        y: event.clientY,
        hit: found,
        dragging: false,
        last: { x: event.clientX, y: event.clientY },
      };
      world.scroller.current?.querySelector<HTMLElement>('[data-chart]')?.focus({ preventScroll: true });
      if (found.bar !== null) {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const { clientX: x, clientY: y } = event;
      const { current } = press;
      if (current === null) {
        const under = inChart(x, y) ? hit(x, y) : null;
        world.painter.current?.mark({ pointed: under?.bar?.id ?? null });
        const canTake = under?.bar != null && world.canMove && !under.bar.task.fixed && world.scene.view === 'resource';
        event.currentTarget.style.cursor =
          under?.bar == null ? '' : !canTake ? 'pointer' : under.atEdge ? 'col-resize' : 'grab';
        return;
      }
      current.last = { x, y };
      if (!current.dragging) {
        if (current.hit.bar === null || Math.hypot(x - current.x, y - current.y) < SLOP) return;
        if (!begin(current)) {
          press.current = null;
          return;
        }
        current.dragging = true;
        event.currentTarget.style.cursor = 'grabbing';
      }
      tell(x, y);
      if (frame.current === 0) frame.current = requestAnimationFrame(goAlong);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const { current } = press;
      press.current = null;
      if (current === null) return;
      event.currentTarget.style.cursor = '';
      if (current.dragging) return void world.desk.drop();
      const { bar } = current.hit;
      if (bar === null) return world.onChoose(new Set(), null);
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return world.onChoose(new Set([bar.id]), bar);
      const next = new Set(world.chosen);
      if (!next.delete(bar.id)) next.add(bar.id);
      world.onChoose(next, bar);
    },
    onPointerCancel() {
      press.current = null;
      world.desk.giveUp();
    },
    onPointerLeave() {
      if (press.current === null) world.painter.current?.mark({ pointed: null });
    },
  };
};
