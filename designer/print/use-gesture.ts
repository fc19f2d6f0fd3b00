/**
 * Mouse and pen on the paper. A gesture is a wish that changes while the pointer moves: the command it would be is asked again and what
 * it answers is drawn; letting go does it, Escape forgets it.
 */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import type { StepDoc } from '../../schemas/language/steps/index';
import type { Writing } from '../desk/writing';
import { applyTransaction, type DesignState, isRefusal, type Refusal, type Transaction } from '../document/state';
import type { SheetBox } from './model';
import type { Guide } from './snap';

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** What a gesture wishes at a place of the pointer. */
export interface Wish {
  readonly answer?: Transaction | Refusal | undefined;
  readonly guides?: readonly Guide[];
  /** said at the pointer: a size, a reason */
  readonly say?: string;
  readonly lasso?: SheetBox;
}
export interface Motion {
  readonly from: Point;
  readonly to: Point;
  readonly free: boolean;
  readonly straight: boolean;
}
export interface Gesture {
  readonly cursor?: string;
  wish(motion: Motion, state: DesignState): Wish;
  /** a press that did not move, or a gesture without a transaction */
  end?(motion: Motion, moved: boolean): void;
}
export interface Tentative {
  /** the text as it would be, with what would be chosen */
  readonly text: StepDoc | undefined;
  readonly selection: readonly string[] | undefined;
  readonly guides: readonly Guide[];
  readonly lasso: SheetBox | undefined;
  readonly say: string | undefined;
  readonly cursor: string | undefined;
  /** where the pointer is on the screen */
  readonly client: Point;
}
const STILL = 3;

export function useGesture(
  writing: Writing,
  toSheet: (client: Point) => Point,
): {
  readonly tentative: Tentative | undefined;
  readonly start: (event: ReactPointerEvent | PointerEvent, gesture: Gesture) => void;
} {
  const [tentative, setTentative] = useState<Tentative>();
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const latest = useRef(toSheet);
  latest.current = toSheet;

  const start = (event: ReactPointerEvent | PointerEvent, gesture: Gesture): void => {
    stop.current?.();
    const client = { x: event.clientX, y: event.clientY };
    const from = latest.current(client);
    const before = writing.state();
    const ask = (at: PointerEvent): Wish => barred(gesture.wish(motion(at), writing.state()), writing.closed());
    let moved = false;
    let wish: Wish = {};
    let asked = 0;
    let last: PointerEvent | undefined;
    const motion = (at: PointerEvent): Motion => ({
      from,
      to: latest.current({ x: at.clientX, y: at.clientY }),
      free: at.altKey,
      straight: at.shiftKey,
    });
    const show = (): void => {
      asked = 0;
      if (last === undefined) return;
      wish = ask(last);
      const { answer } = wish;
      const done = answer === undefined || isRefusal(answer) ? undefined : applyTransaction(writing.state(), answer);
      const open = writing.state().open ?? '';
      setTentative({
        text: done?.state?.documents[open]?.text,
        selection: done?.state?.selection.map((selected) => selected.address),
        guides: wish.guides ?? [],
        lasso: wish.lasso,
        say: answer !== undefined && isRefusal(answer) && answer.code !== 'same' ? answer.reason : wish.say,
        cursor: gesture.cursor,
        client: { x: last.clientX, y: last.clientY },
      });
    };
    const move = (at: PointerEvent): void => {
      if (!moved && Math.hypot(at.clientX - client.x, at.clientY - client.y) < STILL) return;
      moved = true;
      last = at;
      if (asked === 0) asked = requestAnimationFrame(show);
    };
    const end = (at: PointerEvent): void => {
      stop.current?.();
      if (moved && before.open === writing.state().open) {
        const { answer } = ask(at);
        if (answer !== undefined && writing.take(answer)) writing.endGesture();
      }
      gesture.end?.(motion(at), moved);
    };
    const key = (at: KeyboardEvent): void => {
      if (at.key !== 'Escape') return;
      at.preventDefault();
      at.stopPropagation();
      stop.current?.();
    };
    stop.current = () => {
      cancelAnimationFrame(asked);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', stop.current ?? (() => undefined));
      window.removeEventListener('keydown', key, true);
      stop.current = undefined;
      setTentative(undefined);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', stop.current);
    window.addEventListener('keydown', key, true);
  };
  return { tentative, start };
}

/** Where nothing can be changed a gesture wishes nothing but says why; choosing by a frame is none. */
const barred = (wish: Wish, reason: string | undefined): Wish =>
  reason === undefined || wish.answer === undefined ? wish : { answer: { reason } };
