/** What the paper shows: the layout as the running gesture would leave it, what is chosen on it, and what is seen around that. */
import { type RefObject, useMemo, useRef } from 'react';
import type { Strip } from '../../schemas/language/print/index';
import type { CanvasProps } from './canvas-props';
import { bandOf, boxesOf, isItemAddress, type Layout, layoutOf, type SheetBox } from './model';
import { stripFor } from './sample';
import { PAD, PER_MM } from './scale';
import { unionOf } from './snap';
import { type Table, tableOf } from './TableMarks';
import { type Gesture, type Point, type Tentative, useGesture } from './use-gesture';

export interface Shown {
  readonly svg: RefObject<SVGSVGElement | null>;
  /** pixels of a millimetre, millimetres of a pixel */
  readonly scale: number;
  readonly pixel: number;
  readonly tentative: Tentative | undefined;
  readonly start: (event: Parameters<ReturnType<typeof useGesture>['start']>[0], gesture: Gesture) => void;
  /** the layout and its strip as they are, and as they are drawn */
  readonly committed: Strip;
  readonly layout: Layout;
  readonly strip: Strip;
  readonly chosen: readonly string[];
  readonly rings: readonly { readonly address: string; readonly box: SheetBox }[];
  /** around all that is chosen */
  readonly whole: SheetBox | undefined;
  readonly band: string | undefined;
  /** a band itself is chosen */
  readonly isBand: boolean;
  readonly table: Table | undefined;
}

export function useShown({ writing, layout, selection, sample, zoom }: CanvasProps): Shown {
  const svg = useRef<SVGSVGElement>(null);
  const scale = (zoom / 100) * PER_MM;
  const toSheet = ({ x, y }: Point): Point => {
    const rect = svg.current?.getBoundingClientRect();
    return rect === undefined ? { x: 0, y: 0 } : { x: (x - rect.left - PAD) / scale, y: (y - rect.top - PAD) / scale };
  };
  const { tentative, start } = useGesture(writing, toSheet);
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
  const boxes = useMemo(() => boxesOf(strip), [strip]);
  const rings = chosen.filter(isItemAddress).flatMap((address) => {
    const box = boxes.get(address);
    return box === undefined ? [] : [{ address, box }];
  });
  const band = bandOf(chosen[0] ?? '');
  return {
    svg,
    scale,
    pixel: 1 / scale,
    tentative,
    start,
    committed,
    layout: shown,
    strip,
    chosen,
    rings,
    whole: rings.length === 0 ? undefined : unionOf(rings.map((ring) => ring.box)),
    band,
    isBand: chosen.length === 1 && band === chosen[0],
    table: tableOf(shown, chosen[0]),
  };
}
