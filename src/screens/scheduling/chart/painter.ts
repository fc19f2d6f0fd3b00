/** Two canvases over one scroller: bars below, marks above. A change asks for a frame; a frame draws each layer at most once. */
import { type Brush, type Port, paintBase } from './paint';
import { type Index, indexOf, type Marks, NO_MARKS, paintMarks } from './paint-marks';
import { type Palette, readPalette } from './palette';
import type { Scene } from './scene';

const MOST_DENSE = 2;

export class Painter {
  readonly #base: HTMLCanvasElement;
  readonly #marks: HTMLCanvasElement;
  #scene: Scene | null = null;
  #index: Index = new Map();
  #port: Port = { left: 0, top: 0, width: 0, height: 0 };
  #marked: Marks = NO_MARKS;
  #palette: Palette | null = null;
  #frame = 0;
  #baseIsOld = true;
  /** frames drawn, for who measures */
  frames = 0;

  constructor(base: HTMLCanvasElement, marks: HTMLCanvasElement) {
    this.#base = base;
    this.#marks = marks;
  }
  get scene(): Scene | null {
    return this.#scene;
  }
  get index(): Index {
    return this.#index;
  }
  get port(): Port {
    return this.#port;
  }
  show(scene: Scene): void {
    if (scene.rows !== this.#scene?.rows) this.#index = indexOf(scene.rows);
    this.#scene = scene;
    this.#ask(true);
  }
  scrolled(left: number, top: number): void {
    this.#port = { ...this.#port, left, top };
    this.#ask(true);
  }
  sized(width: number, height: number): void {
    if (width === this.#port.width && height === this.#port.height) return;
    this.#port = { ...this.#port, width, height };
    const dense = Math.min(MOST_DENSE, window.devicePixelRatio || 1);
    for (const canvas of [this.#base, this.#marks]) {
      canvas.width = Math.round(width * dense);
      canvas.height = Math.round(height * dense);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      canvas.getContext('2d')?.setTransform(dense, 0, 0, dense, 0, 0);
    }
    this.#ask(true);
  }
  mark(marks: Partial<Marks>): void {
    this.#marked = { ...this.#marked, ...marks };
    this.#ask(false);
  }
  /** The theme has turned. */
  recolour(): void {
    this.#palette = null;
    this.#ask(true);
  }
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
  #ask(base: boolean): void {
    this.#baseIsOld ||= base;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }
  #draw(): void {
    this.#frame = 0;
    const scene = this.#scene;
    if (scene === null || this.#port.width === 0) return;
    this.frames += 1;
    this.#palette ??= readPalette(this.#base);
    const palette = this.#palette;
    const brush = (canvas: HTMLCanvasElement): Brush | null => {
      const ctx = canvas.getContext('2d');
      return ctx === null ? null : { ctx, palette, scene, port: this.#port };
    };
    if (this.#baseIsOld) {
      const base = brush(this.#base);
      if (base !== null) paintBase(base);
      this.#baseIsOld = false;
    }
    const marks = brush(this.#marks);
    if (marks !== null) paintMarks(marks, this.#index, this.#marked);
  }
}

/** The whole chart as one picture, as far as a canvas reaches. */
const MOST_PX = 12_000;
export const pictureOf = (scene: Scene, from: Element, height: number): HTMLCanvasElement | null => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(MOST_PX, Math.ceil(scene.headWidth + scene.scale.width));
  canvas.height = Math.min(MOST_PX, Math.ceil(scene.headHeight + height));
  const ctx = canvas.getContext('2d');
  if (ctx === null) return null;
  paintBase({
    ctx,
    palette: readPalette(from),
    scene,
    port: { left: 0, top: 0, width: canvas.width, height: canvas.height },
  });
  return canvas;
};
