/** A mark that is chosen: at once by mouse and keys, by a tip with buttons under a finger (80 §7.5). */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { ChartData } from '../../schemas/language/wire';
import { useTouch } from '../page/use-touch';
import { actsOf, type Emitted, type Level, type MarkActs } from './levels';
import type { CellAsk, Words } from './types';
import { drillBody, useDrill } from './use-drill';

/** ms within which the same mark chosen again is a double click */
const TWICE_MS = 300;
/** ms a finger rests, px it may tremble */
const LONG_MS = 550;
const TREMBLE = 10;
/** ms in which the browser makes a click of a finger that left */
const AFTER_MS = 400;

export interface Tapped {
  readonly index: number;
  readonly acts: MarkActs;
}
interface MarksOptions {
  /** as the chart was asked first, and now */
  readonly asked: CellAsk;
  readonly ask: CellAsk;
  readonly data: ChartData | undefined;
  readonly words: Words;
  readonly path: readonly Level[];
  readonly onPath: (path: readonly Level[]) => void;
  readonly canDrill: boolean;
  readonly onEmit: ((sent: Emitted | null) => void) | undefined;
  readonly emitted: string | undefined;
  /** a finger rested on the chart */
  readonly onLong: () => void;
}

export const useMarks = (options: MarksOptions) => {
  const { asked, ask, data, words, path, onPath, canDrill, onEmit, emitted, onLong } = options;
  const drill = useDrill();
  const isCoarse = useTouch();
  const [tapped, setTapped] = useState<Tapped>();
  const byFinger = useRef(false);
  const first = useRef<{ readonly index: number; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const rest = useRef<{ readonly x: number; readonly y: number; readonly timer: ReturnType<typeof setTimeout> }>(
    undefined,
  );
  const rested = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(first.current?.timer);
      clearTimeout(rest.current?.timer);
    },
    [],
  );
  // a chart over a list opens no other list: what it shows stands below
  const leads = canDrill && ask.list === undefined;
  const isBarred = leads && data?.barred === true;
  const opens = leads && data?.drill === true;
  const isMore = (onEmit !== undefined && ask.chart.emit !== undefined) || ask.chart.drillDims !== undefined;

  const send = ({ sends }: MarkActs): void => {
    setTapped(undefined);
    if (sends !== undefined) onEmit?.(sends.label === emitted ? null : sends);
  };
  const go = (index: number, acts: MarkActs): void => {
    setTapped(undefined);
    if (data === undefined) return;
    if (acts.deeper !== undefined) onPath([...path, acts.deeper]);
    else if (acts.opens) {
      const row = data.rows[index] ?? { k: [], l: [], v: data.total };
      const picked = { row, rows: data.rows, dims: index < 0 ? [] : data.dims, cut: data.cut };
      void drill(ask.report, drillBody(ask, picked, words)).catch(() => undefined);
    }
  };
  const handlePick = (index: number): void => {
    if (data === undefined || rested.current) return;
    const acts = actsOf({ keys: asked.chart, path, data, index, words }, onEmit !== undefined, opens);
    if (byFinger.current) {
      setTapped({ index, acts });
      return;
    }
    const goes = acts.deeper !== undefined || acts.opens;
    if (acts.sends === undefined || !goes) {
      if (goes) go(index, acts);
      else send(acts);
      return;
    }
    // one click narrows the others, two go in: the first waits for the second
    const before = first.current;
    clearTimeout(before?.timer);
    first.current = undefined;
    if (before?.index === index) {
      go(index, acts);
      return;
    }
    const timer = setTimeout(() => {
      first.current = undefined;
      send(acts);
    }, TWICE_MS);
    first.current = { index, timer };
  };

  const endRest = (): void => {
    clearTimeout(rest.current?.timer);
    rest.current = undefined;
    if (rested.current)
      setTimeout(() => {
        rested.current = false;
      }, AFTER_MS);
  };
  return {
    pick: opens || isMore || (isBarred && isCoarse) ? handlePick : undefined,
    isBarred,
    tapped,
    send,
    go,
    closeTip: () => setTapped(undefined),
    /** a finger opened something by resting: the click it leaves behind closes nothing */
    isResting: () => rested.current,
    /** of the frame around the chart */
    handlers: {
      onPointerDownCapture: (event: PointerEvent): void => {
        const { pointerType, clientX: x, clientY: y } = event;
        byFinger.current = pointerType === 'touch';
        rested.current = false;
        endRest();
        if (!byFinger.current || !isInside(event)) return;
        const timer = setTimeout(() => {
          rested.current = true;
          onLong();
        }, LONG_MS);
        rest.current = { x, y, timer };
      },
      onPointerMoveCapture: ({ clientX, clientY }: PointerEvent): void => {
        const at = rest.current;
        if (at !== undefined && Math.hypot(clientX - at.x, clientY - at.y) > TREMBLE) endRest();
      },
      onPointerUpCapture: endRest,
      onPointerCancelCapture: endRest,
      onKeyDownCapture: (): void => {
        byFinger.current = false;
        rested.current = false;
      },
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || path.length === 0 || event.defaultPrevented || !isInside(event)) return;
        event.preventDefault();
        onPath(path.slice(0, -1));
      },
    },
  };
};

/** Its dialogs and menus are below it for React alone. */
const isInside = ({ currentTarget, target }: PointerEvent | KeyboardEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);
