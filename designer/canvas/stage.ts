/** Where the drawn page stands on the screen: pointer → px of the page, boxes of the page → px of the screen. */
import type { Box, Rect } from './boxes';

export class Stage {
  boxes: readonly Box[] = [];
  scale = 1;
  /** the cover over the page: its corner is the page's corner */
  cover: HTMLElement | null = null;

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
