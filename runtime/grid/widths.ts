/** Widths of columns that somebody dragged: pixels at a window of 1440, kept on this device for each sub-table. */
import { createSignal, type Signal } from './signal';

const LEAST = 40;
const MOST = 900;

export class GridWidths {
  readonly changed: Signal = createSignal();
  readonly #name: string;
  /** a new map after every change */
  own: ReadonlyMap<string, number>;

  constructor(key: string) {
    this.#name = `millwright.grid.${key}`;
    this.own = kept(this.#name);
  }
  /** While dragging nothing is kept; the last call keeps. `null` gives the document's width back. */
  set(code: string, width: number | null, keep = true): void {
    const next = new Map(this.own);
    if (width === null) next.delete(code);
    else next.set(code, Math.round(Math.min(MOST, Math.max(LEAST, width))));
    this.own = next;
    if (keep) localStorage.setItem(this.#name, JSON.stringify(Object.fromEntries(next)));
    this.changed.bump();
  }
}

function kept(name: string): ReadonlyMap<string, number> {
  try {
    const value = JSON.parse(localStorage.getItem(name) ?? '{}') as { readonly [code: string]: unknown };
    return new Map(
      Object.entries(value).flatMap(([code, width]) => (typeof width === 'number' ? [[code, width] as const] : [])),
    );
  } catch {
    return new Map();
  }
}
