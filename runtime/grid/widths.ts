/** Widths of columns that somebody dragged: pixels at a window of 1440. Who owns the grid keeps them. */
import { createSignal, type Signal } from '../data/signal';

const LEAST = 40;
const MOST = 900;

export class GridWidths {
  readonly changed: Signal = createSignal();
  /** a new map after every change */
  own: ReadonlyMap<string, number> = new Map();
  /** a width was set for good */
  onKept: (() => void) | undefined;

  /** While dragging nothing is kept; the last call keeps. `null` gives the document's width back. */
  set(code: string, width: number | null, keep = true): void {
    const next = new Map(this.own);
    if (width === null) next.delete(code);
    else next.set(code, Math.round(Math.min(MOST, Math.max(LEAST, width))));
    this.own = next;
    if (keep) this.onKept?.();
    this.changed.bump();
  }
  /** What was kept. */
  take(widths: Readonly<Record<string, number>>): void {
    this.own = new Map(Object.entries(widths));
    this.changed.bump();
  }
}
