/**
 * Carrying a thing over the designer: what is taken, its tag at the pointer, where the pointer is. The library's context stands beside the
 * page, not around it: at every move React would look through the whole page for readers of it.
 */
import { DndContext, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import {
  createContext,
  type PointerEvent as PressEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Glyph } from '../Glyph';
import styles from './dragging.module.css';

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Something that can be taken: `id` says what it stands for. */
export interface Taken {
  readonly id: string;
  readonly title?: string | undefined;
  readonly icon?: string | undefined;
}
/** What hangs at the pointer. */
export interface Tag {
  readonly title: string;
  readonly icon?: string | undefined;
}
interface Props {
  /** answers with the tag; undefined = nothing hangs at the pointer */
  readonly onStart: (taken: Taken, at: Point) => Tag | undefined;
  readonly onMove: (taken: Taken, at: Point) => void;
  readonly onEnd: (taken: Taken, at: Point) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}
type Press = PressEvent<HTMLElement>;

/** One drag: the thing under the pressed button, and from the first px on the thing that is carried. */
class Carrier {
  /** where the pointer is: what was scrolled meanwhile does not count */
  at: Point = { x: 0, y: 0 };
  pressed: Taken | undefined;
  press: (event: Press) => void = () => undefined;
  #carried: { readonly id: string; readonly tag: Tag | undefined } | undefined;
  readonly #listeners = new Set<() => void>();

  get carried(): { readonly id: string; readonly tag: Tag | undefined } | undefined {
    return this.#carried;
  }
  carry(carried: { readonly id: string; readonly tag: Tag | undefined } | undefined): void {
    this.#carried = carried;
    for (const listener of this.#listeners) listener();
  }
  readonly onCarried = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
const CarrierContext = createContext(new Carrier());

const NEAR = { activationConstraint: { distance: 5 } };
const none = (): undefined => undefined;
/** the tip at the place says it in the words of the page */
const SILENT = {
  announcements: { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none },
  screenReaderInstructions: { draggable: '' },
};

export const Dragging = ({ onStart, onMove, onEnd, onCancel, children }: Props) => {
  const [carrier] = useState(() => new Carrier());
  const sensors = useSensors(useSensor(PointerSensor, NEAR));
  const letGo = (then: (taken: Taken, at: Point) => void): void => {
    const { pressed, at } = carrier;
    carrier.carry(undefined);
    if (pressed !== undefined) then(pressed, at);
  };
  return (
    <CarrierContext value={carrier}>
      {children}
      <DndContext
        sensors={sensors}
        accessibility={SILENT}
        onDragStart={({ activatorEvent }) => {
          const { pressed } = carrier;
          const { clientX, clientY } = activatorEvent as PointerEvent;
          if (pressed !== undefined)
            carrier.carry({ id: pressed.id, tag: onStart(pressed, { x: clientX, y: clientY }) });
        }}
        onDragMove={() => {
          if (carrier.pressed !== undefined) onMove(carrier.pressed, carrier.at);
        }}
        onDragEnd={() => letGo(onEnd)}
        onDragCancel={() => letGo(onCancel)}
      >
        <Source carrier={carrier} />
      </DndContext>
      <AtPointer carrier={carrier} />
    </CarrierContext>
  );
};

/** A thing that can be taken: what listens to the button on it, and whether it is on its way. */
export function useTaken(
  taken: Taken,
  disabled = false,
): { onPointerDown: (event: Press) => void; isCarried: boolean } {
  const carrier = use(CarrierContext);
  const isCarried = useSyncExternalStore(carrier.onCarried, () => carrier.carried?.id === taken.id);
  const onPointerDown = (event: Press): void => {
    if (disabled) return;
    carrier.pressed = taken;
    carrier.press(event);
  };
  return { onPointerDown, isCarried };
}

/** The only thing the library knows: whatever is pressed becomes its node. */
const Source = ({ carrier }: { readonly carrier: Carrier }) => {
  const { setNodeRef, listeners } = useDraggable({ id: 'taken' });
  useLayoutEffect(() => {
    carrier.press = (event) => {
      carrier.at = { x: event.clientX, y: event.clientY };
      setNodeRef(event.currentTarget);
      listeners?.onPointerDown?.(event);
    };
  });
  return null;
};

const AtPointer = ({ carrier }: { readonly carrier: Carrier }) => {
  const element = useRef<HTMLSpanElement>(null);
  const tag = useSyncExternalStore(carrier.onCarried, () => carrier.carried?.tag);
  useLayoutEffect(() => follow(element.current, carrier.at));
  useEffect(() => {
    const note = (event: PointerEvent): void => {
      carrier.at = { x: event.clientX, y: event.clientY };
      follow(element.current, carrier.at);
    };
    window.addEventListener('pointermove', note, { capture: true, passive: true });
    return () => window.removeEventListener('pointermove', note, { capture: true });
  }, [carrier]);
  if (tag === undefined) return null;
  return (
    <span ref={element} className={styles.tag} aria-hidden="true">
      {tag.icon !== undefined && <Glyph name={tag.icon} />}
      {tag.title}
    </span>
  );
};
/** above the pointer: below it stands what the place says */
const follow = (element: HTMLElement | null, { x, y }: Point): void => {
  if (element !== null) element.style.transform = `translate(${x + 14}px, ${y - 38}px)`;
};
