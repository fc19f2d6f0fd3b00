/** A drawn page on the screen under its marks: pointer → px of the page, px of the page → px of the screen, and what a gesture would do now. */
import type { Rect } from './boxes';

export class Ground<Aim> {
  scale = 1;
  /** the cover over the page: its corner is the page's corner */
  cover: HTMLElement | null = null;

  #aim: Aim | undefined;
  readonly #listeners = new Set<() => void>();

  /** Changes with every move of the pointer: only the marks listen, not the workspace. */
  get aim(): Aim | undefined {
    return this.#aim;
  }
  setAim(aim: Aim | undefined): void {
    this.#aim = aim;
    for (const listener of this.#listeners) listener();
  }
  readonly onAim = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** px of the page under a point of the screen; undefined beyond the sheet */
  at(clientX: number, clientY: number): { readonly x: number; readonly y: number } | undefined {
    if (this.cover === null) return undefined;
    const { left, top, width, height } = this.cover.getBoundingClientRect();
    const x = clientX - left;
    const y = clientY - top;
    if (x < 0 || y < 0 || x > width || y > height) return undefined;
    return { x: x / this.scale, y: y / this.scale };
  }

  shown({ x, y, w, h }: Rect): { left: number; top: number; width: number; height: number } {
    const { scale } = this;
    return { left: x * scale, top: y * scale, width: w * scale, height: h * scale };
  }
}
